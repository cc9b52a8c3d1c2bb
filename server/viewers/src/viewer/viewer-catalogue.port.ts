import type { CategoryCard, ChannelCard, EpisodeCard, TitleCard } from '@bonisa/contract/page-data';
import type { LIST_KINDS } from './viewer.tables.ts';

export type ListKind = (typeof LIST_KINDS)[number];

/** The catalogue entry that a list item or a position refers to. */
export interface Reference {
  readonly kind: ListKind;
  readonly id: number;
}

/** A reference in a request: by id, or a show by its slug. */
export type Named =
  | { readonly kind: Exclude<ListKind, 'show'>; readonly id: number }
  | { readonly kind: 'show'; readonly slug: string };

export type Card = TitleCard | EpisodeCard | ChannelCard | CategoryCard;

/** The catalogue as a viewer's lists need it. Answers contain only entries that are visible now. */
export interface ViewerCatalogue {
  /** The visible entry with this name, if any. */
  find(named: Named): Promise<Reference | undefined>;
  /** The cards of the visible entries, by {@link keyOf}. */
  cardsOf(references: readonly Reference[]): Promise<ReadonlyMap<string, Card>>;
  /** The references that belong to a channel or are the channel, by {@link keyOf}. */
  inChannel(slug: string, references: readonly Reference[]): Promise<ReadonlySet<string>>;
  /** The slugs of shows by their ids, hidden ones included. */
  showSlugs(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** The visible episode after one of a show, across seasons. */
  nextEpisode(showId: number, episodeId: number): Promise<EpisodeCard | undefined>;
  /** The id of the media of the video or episode with this slug, if it can be played now. */
  assetOf(slug: string): Promise<string | undefined>;
  /** Whether the video or episode with this slug can be played now. */
  isPlayable(slug: string): Promise<boolean>;
}

/** The key of an entry, also on the wire: `video:12`. */
export function keyOf({ kind, id }: Reference): string {
  return `${kind}:${id}`;
}
