import type {
  CategoryCard,
  ChannelCard,
  EpisodeCard,
  Shelf,
  Slide,
  TitleCard,
} from '@bonisa/contract/page-data';
import type { Named } from '@bonisa/domain/catalogue/names';

/**
 * The data of tiles: cards without the fields that tiles do not show. A page contains its data
 * twice (as markup and for the script), so a loader returns only what is visible. The cards of the
 * calls fit as they are.
 */

type OnEachTile = Pick<
  TitleCard,
  'kind' | 'id' | 'slug' | 'title' | 'rating' | 'language' | 'episodeCount' | 'costs'
>;
export type PosterTile = OnEachTile & Pick<TitleCard, 'poster'>;
export type LandscapeTile = OnEachTile & Pick<TitleCard, 'landscape'>;

/** Titles with the picture of their format. */
export type TilesOf =
  | { readonly format: 'poster'; readonly items: readonly PosterTile[] }
  | { readonly format: 'landscape'; readonly items: readonly LandscapeTile[] };
/** A shelf with only the picture of its format. */
export type LeanShelf = Pick<Shelf, 'id' | 'slug' | 'title' | 'names'> & TilesOf;

/** What an entry is called, and where; without names where it has none to read here. */
export function nameOf<Entry extends Named & { readonly id: number; readonly slug: string }>({
  id,
  slug,
  title,
  names,
}: Entry): Pick<Entry, 'id' | 'slug' | 'title' | 'names'> {
  return { id, slug, title, ...(names && { names }) };
}

function onEachTile({
  kind,
  id,
  slug,
  title,
  rating,
  language,
  episodeCount,
  costs,
}: TitleCard): OnEachTile {
  return { kind, id, slug, title, rating, language, episodeCount, costs };
}

export function posterTile(card: TitleCard): PosterTile {
  return { ...onEachTile(card), poster: card.poster };
}

export function landscapeTile(card: TitleCard): LandscapeTile {
  return { ...onEachTile(card), landscape: card.landscape };
}

export function leanShelf({ format, items, ...shelf }: Shelf): LeanShelf {
  const head = nameOf(shelf);
  return format === 'poster'
    ? { ...head, format, items: items.map(posterTile) }
    : { ...head, format, items: items.map(landscapeTile) };
}

export type ChannelTileCard = Pick<
  ChannelCard,
  'id' | 'slug' | 'title' | 'tagline' | 'landscape' | 'titleCount'
>;

export function channelTile({
  id,
  slug,
  title,
  tagline,
  landscape,
  titleCount,
}: ChannelCard): ChannelTileCard {
  return { id, slug, title, tagline, landscape, titleCount };
}

export type CategoryTileCard = Pick<
  CategoryCard,
  'id' | 'slug' | 'title' | 'names' | 'channel' | 'landscape' | 'titleCount'
>;

export function categoryTile(category: CategoryCard): CategoryTileCard {
  const { channel, landscape, titleCount } = category;
  return { ...nameOf(category), channel, landscape, titleCount };
}

export type EpisodeRowCard = Omit<EpisodeCard, 'show'>;

/** An episode in the list on its show's page. */
export function episodeRow({ show: _, ...episode }: EpisodeCard): EpisodeRowCard {
  return episode;
}

export type LeanSlide = Omit<Slide, 'accent' | 'poster' | 'landscape'>;

export function leanSlide({
  accent: _accent,
  poster: _poster,
  landscape: _landscape,
  ...slide
}: Slide): LeanSlide {
  return slide;
}
