import type {
  AudioCosts,
  CategoryCard,
  ChannelCard,
  Credit,
  EpisodeCard,
  EpisodePage,
  GenreCount,
  RenditionCost,
  SeasonCard,
  Shelf,
  ShowPage,
  Slide,
  TitleCard,
  VideoPage,
  WatchFacts,
} from '@bonisa/contract/page-data';
import type {
  AdviceLetter,
  AgeRating,
  DataCosts,
  Language,
  Rating,
} from '@bonisa/contract/title-facts';
import type { Named, Names } from '@bonisa/domain/catalogue/names';
import { spokenLanguages, spokenName, trackName } from '@bonisa/domain/playback/audio-languages';
import { bytesAtCaps, type Weighed } from '@bonisa/domain/playback/data-choice';
import { megabytesOf } from '@bonisa/domain/playback/megabytes';
import { shownCaptions } from '@bonisa/domain/playback/title-captions';
import {
  categoryPictureSlug,
  heroOf,
  landscapeOf,
  pictureArtOf,
  posterOf,
  shareImageOf,
  slideHeroOf,
} from './pictures/picture-set.ts';
import type { EpisodePageRow, EpisodeRow, SeasonRow } from './reading/episodes.repository.ts';
import type { CategoryRow, ChannelRow, GenreRow } from './reading/places.repository.ts';
import type {
  CreditRow,
  ShelfRow,
  SlideRow,
  TitlePageRow,
  TitleRow,
} from './reading/titles.repository.ts';

/** Maps rows to what pages, calls and the content API show. No I/O. */

/** The height of the rendition whose size is shown as the cost: a phone gets it by default. */
const USUAL_HEIGHT = 360;

/**
 * Returns the rendition nearest to 360p; of two equally near, the lower one, and the one in H.264.
 * Throws a RangeError for an asset without renditions.
 */
export function usualRendition<Rendition extends { readonly height: number }>(
  renditions: readonly Rendition[],
): Rendition {
  const far = ({ height }: Rendition): number =>
    height > 0 ? Math.abs(height - USUAL_HEIGHT) : Number.POSITIVE_INFINITY;
  const isNearer = (a: Rendition, b: Rendition): boolean =>
    far(a) < far(b) || (far(a) === far(b) && a.height < b.height);
  if (renditions.length === 0)
    throw new RangeError('An asset that is ready has at least one rendition.');
  return renditions.reduce((nearest, rendition) =>
    isNearer(rendition, nearest) ? rendition : nearest,
  );
}

export function languageOf(code: string): Language {
  return { code, name: spokenName(code) };
}

/** Returns the first of several languages. */
export function firstLanguage(codes: readonly string[]): Language {
  return languageOf(codes[0] ?? 'en');
}

export function ratingOf(row: {
  readonly ratingAge: string;
  readonly ratingAdvice: readonly string[];
}): Rating {
  return { age: row.ratingAge as AgeRating, advice: row.ratingAdvice as readonly AdviceLetter[] };
}

/** What pages name an entry by, and where. */
export function nameOf(
  slug: string,
  title: string,
  names: Names | null,
): Named & { readonly slug: string } {
  return { slug, title, ...(names && { names }) };
}

/** Returns the duration and the size that watching costs. */
function lengthAndCost({
  durationMs,
  renditions,
}: {
  durationMs: number;
  renditions: readonly Weighed[];
}): {
  durationSeconds: number;
  megabytes: number;
  costs: DataCosts;
} {
  return {
    durationSeconds: Math.round(durationMs / 1000),
    megabytes: megabytesOf(usualRendition(renditions).bytes),
    costs: costsOf(renditions),
  };
}

function costsOf(renditions: readonly Weighed[]): DataCosts {
  return bytesAtCaps(renditions).map(megabytesOf);
}

export function titleCard(row: TitleRow): TitleCard {
  const art = pictureArtOf(row);
  return {
    kind: row.kind,
    id: row.id,
    slug: row.slug,
    title: row.title,
    genre: nameOf(row.genre, row.genreTitle, row.genreNames),
    year: row.year,
    rating: ratingOf(row),
    language: languageOf(row.language),
    seasonCount: row.seasonCount,
    // The database returns null for the sum of a video's episodes.
    episodeCount: row.episodeCount ?? 0,
    ...lengthAndCost(row),
    accent: row.accent,
    poster: posterOf(art),
    landscape: landscapeOf('title', art),
  };
}

export function slideOf(row: SlideRow): Slide {
  return {
    ...titleCard(row),
    eyebrow: row.eyebrow,
    synopsis: row.synopsis,
    playSlug: row.playSlug,
    hero: slideHeroOf({ id: row.slideId, artwork: row.slideArtwork }, pictureArtOf(row)),
  };
}

/** Fills shelves with the titles that can be watched. Leaves out empty shelves. */
export function shelvesOf(shelves: readonly ShelfRow[], titles: readonly TitleRow[]): Shelf[] {
  const cards = new Map(titles.map((row) => [row.id, titleCard(row)]));
  return shelves
    .map(({ id, slug, title, names, format, titleIds }): Shelf => {
      const items = titleIds
        .map((titleId) => cards.get(titleId))
        .filter((card) => card !== undefined);
      return {
        ...{ id, ...nameOf(slug, title, names) },
        format: format === 'landscape' ? 'landscape' : 'poster',
        items,
      };
    })
    .filter(({ items }) => items.length > 0);
}

export function episodeCard(row: EpisodeRow): EpisodeCard {
  return {
    kind: 'episode',
    id: row.id,
    slug: row.slug,
    title: row.title,
    synopsis: row.synopsis,
    ordinal: row.ordinal,
    season: { id: row.seasonId, ordinal: row.seasonOrdinal },
    show: { id: row.showId, slug: row.showSlug, title: row.showTitle },
    ...lengthAndCost(row),
    landscape: landscapeOf('episode', pictureArtOf(row)),
  };
}

export function seasonCard({ id, ordinal, title, episodeCount }: SeasonRow): SeasonCard {
  return {
    id,
    ordinal,
    title: title ?? (ordinal === 0 ? 'Specials' : `Season ${ordinal}`),
    episodeCount,
  };
}

export function channelCard(row: ChannelRow): ChannelCard {
  const { id, slug, title, tagline, accent, titleCount } = row;
  return {
    id,
    slug,
    title,
    tagline,
    accent,
    landscape: landscapeOf('channel', pictureArtOf(row)),
    titleCount,
  };
}

/** Returns the art of a category. */
export function categoryArt(row: CategoryRow) {
  return pictureArtOf({ ...row, slug: categoryPictureSlug(row.channel, row.slug) });
}

export function categoryCard(row: CategoryRow): CategoryCard {
  const { id, slug, title, names, tagline, accent, titleCount } = row;
  const channel = { slug: row.channel, title: row.channelTitle };
  return {
    id,
    ...nameOf(slug, title, names),
    tagline,
    channel,
    accent,
    landscape: landscapeOf('category', categoryArt(row)),
    titleCount,
  };
}

export function genreCount({ slug, title, names, titleCount }: GenreRow): GenreCount {
  return { ...nameOf(slug, title, names), titleCount };
}

function creditOf({ slug, name, role, character }: CreditRow): Credit {
  return { slug, name, role, character };
}

/** The costs of the renditions that every device can play. */
function renditionCosts(renditions: readonly Weighed[]): RenditionCost[] {
  return renditions
    .filter(({ codec }) => codec === undefined)
    .sort((a, b) => a.height - b.height)
    .map(({ height, bytes }) => ({ height, megabytes: megabytesOf(bytes) }));
}

/** The languages of the captions that a viewer can choose from. */
function captionLanguages({ captions, ownCaptions }: TitlePageRow | EpisodePageRow): string[] {
  const ofMedia = captions.map((language) => ({ language, label: '' }));
  return shownCaptions(ofMedia, ownCaptions).map(({ language }) => language);
}

/**
 * The audio languages of a title: those of its media where they have several, else those that its
 * editor names, because one track may be spoken in several.
 */
function audioLanguages({ audio, languages }: TitlePageRow | EpisodePageRow): readonly string[] {
  if (!audio) return languages;
  const tags = audio.map(({ language }) => language);
  return spokenLanguages(tags, languages).map(({ language }) => language);
}

/** The costs in the languages in which they are not those of the first. */
function audioCosts({ audio, languages, renditions }: TitlePageRow | EpisodePageRow): AudioCosts {
  const first = costsOf(renditions);
  const tracks = audio ?? [];
  const spoken = spokenLanguages(
    tracks.map(({ language }) => language),
    languages,
  );
  const others = spoken.flatMap(({ language, track }): [string, DataCosts][] => {
    const own = tracks.find((assetTrack) => trackName(assetTrack.language) === track)?.renditions;
    const costs = own ? costsOf(own) : first;
    return costs.every((cost, i) => cost === first[i]) ? [] : [[language, costs]];
  });
  return Object.fromEntries(others);
}

/** The fields that the pages of titles and episodes share. */
function placeFacts(row: TitlePageRow | EpisodePageRow) {
  return {
    thumbhash: row.thumbhash,
    description: row.description,
    languages: audioLanguages(row).map(languageOf),
    captions: captionLanguages(row).map(languageOf),
    channel: { slug: row.channel, title: row.channelTitle },
    category:
      row.category !== null && row.categoryTitle !== null
        ? nameOf(row.category, row.categoryTitle, row.categoryNames)
        : null,
    publishedAt: (row.availableFrom ?? row.createdAt).toISOString(),
  };
}

function titleFacts(
  row: TitlePageRow,
  credits: readonly CreditRow[],
): Omit<WatchFacts, 'renditions' | 'audioCosts'> & { readonly synopsis: string } {
  const art = pictureArtOf(row);
  return {
    ...placeFacts(row),
    synopsis: row.synopsis,
    credits: credits.map(creditOf),
    hero: heroOf('title', art),
    shareImage: shareImageOf('title', art),
  };
}

/** The page of a video without similar titles. */
export type VideoBody = Omit<VideoPage, 'similar'>;
export function videoBody(row: TitlePageRow, credits: readonly CreditRow[]): VideoBody {
  return {
    ...titleCard(row),
    ...titleFacts(row, credits),
    kind: 'video',
    renditions: renditionCosts(row.renditions),
    audioCosts: audioCosts(row),
  };
}

/** The page of a show without episodes and similar titles. Seasons ascend by ordinal. */
export type ShowBody = Omit<ShowPage, 'season' | 'episodes' | 'similar'>;
export function showBody(
  row: TitlePageRow,
  credits: readonly CreditRow[],
  seasons: readonly SeasonRow[],
): ShowBody {
  return {
    ...titleCard(row),
    ...titleFacts(row, credits),
    kind: 'show',
    seasons: seasons.map(seasonCard),
  };
}

/** The page of an episode without neighbours, seasons and similar titles. */
export type EpisodeBody = Omit<
  EpisodePage,
  'previous' | 'next' | 'episodes' | 'seasons' | 'similar'
>;
export function episodeBody(row: EpisodePageRow, credits: readonly CreditRow[]): EpisodeBody {
  const show = pictureArtOf({
    slug: row.showSlug,
    title: row.showTitle,
    genre: row.genre,
    artwork: row.showArtwork,
    artEmblem: row.showEmblem,
    artGround: row.showGround,
  });
  return {
    ...episodeCard(row),
    ...placeFacts(row),
    genre: nameOf(row.genre, row.genreTitle, row.genreNames),
    year: row.year,
    rating: ratingOf(row),
    language: firstLanguage(row.languages),
    accent: row.accent,
    credits: credits.map(creditOf),
    hero: heroOf('title', show),
    shareImage: shareImageOf('episode', pictureArtOf(row)),
    renditions: renditionCosts(row.renditions),
    audioCosts: audioCosts(row),
  };
}
