import type { CategoryCard, ChannelCard, EpisodeCard, TitleCard } from '@bonisa/contract/page-data';
import type { LIST_KINDS } from './viewer.tables.ts';

export type ListKind = (typeof LIST_KINDS)[number];

/** Something of the catalogue that a list or a position names. */
export interface Reference {
  readonly kind: ListKind;
  readonly id: number;
}

/** The same as a request names it: by its id, or a show by its slug. */
export type Named =
  | { readonly kind: Exclude<ListKind, 'show'>; readonly id: number }
  | { readonly kind: 'show'; readonly slug: string };

export type Card = TitleCard | EpisodeCard | ChannelCard | CategoryCard;

/** What the lists of a viewer need of the catalogue: only what is visible now is in any answer. */
export interface ViewerCatalogue {
  /** The visible thing that this names, if there is one. */
  find(named: Named): Promise<Reference | undefined>;
  /** The cards of what of these is visible, by {@link keyOf}. */
  cardsOf(references: readonly Reference[]): Promise<ReadonlyMap<string, Card>>;
  /** Which of these belong to a channel (or are it), by {@link keyOf}. */
  inChannel(slug: string, references: readonly Reference[]): Promise<ReadonlySet<string>>;
  /** The slugs of shows, visible or not, by their ids. */
  showSlugs(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Whether a video or an episode with this slug can be played now. */
  isPlayable(slug: string): Promise<boolean>;
}

/** A thing's name within a list, also as it crosses the wire: `video:12`. */
export function keyOf({ kind, id }: Reference): string {
  return `${kind}:${id}`;
}
