import type { DataCosts, Picture } from '@bonisa/contract/title-facts';

/** A live channel as its player shows it. */
export interface LiveShown {
  readonly slug: string;
  readonly title: string;
  readonly landscape: Picture;
  readonly category: { readonly slug: string };
  /** What an hour costs at each choice; null: not known yet. */
  readonly hourCosts: DataCosts | null;
}
