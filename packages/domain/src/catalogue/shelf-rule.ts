/** A shelf that fills itself: which titles, in which order, how many. */

export const RULE_ORDERS = ['newest', 'most_watched', 'closing', 'title', 'year'] as const;
export type RuleOrder = (typeof RULE_ORDERS)[number];

/** The most titles of a shelf. */
export const MOST_ON_SHELF = 60;

export interface ShelfRule {
  /** Keys or slugs of genres; a title is of one of them. */
  readonly genres?: readonly string[] | undefined;
  /** Language codes; a title has the sound of one of them. */
  readonly languages?: readonly string[] | undefined;
  /** The key or slug of a channel. */
  readonly channel?: string | undefined;
  readonly kind?: 'video' | 'show' | undefined;
  /** Shown since at most so many days. */
  readonly newest_days?: number | undefined;
  /** Its window closes within so many days. */
  readonly closing_days?: number | undefined;
  readonly order: RuleOrder;
  readonly limit: number;
}

/** The titles of a shelf: those chosen by hand first, then those of its rule, each once. */
export function filledShelf(
  byHand: readonly number[],
  byRule: readonly number[],
  { limit }: Pick<ShelfRule, 'limit'>,
): number[] {
  return [...new Set([...byHand, ...byRule])].slice(0, limit);
}
