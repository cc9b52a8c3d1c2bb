import type {
  AdviceLetter,
  AgeRating,
  CategoryCard,
  ChannelCard,
  Language,
  Rating,
  RungCost,
  Shelf,
  Slide,
  TitleCard,
  VideoPage,
} from '@bonisa/contract/page-data';
import { languageName } from '@bonisa/domain/language';
import { megabytesOf } from '@bonisa/domain/megabytes';
import type { CategoryRow, ChannelRow, ShelfRow, SlideRow, TitleRow } from './catalogue-reading.repository.ts';
import { artOf } from './pictures/drawing.ts';
import { heroOf, landscapeOf, posterOf, shareImageOf } from './pictures/picture-set.ts';

/** From rows to what is shown. No I/O. */

/** The rung whose weight stands for 'what it costs': what a phone gets where nothing else is said. */
const USUAL_HEIGHT = 360;

/** The rung nearest to 360p; of two as near, the lower. Throws a RangeError for an asset without rungs. */
export function usualRung<Rung extends { readonly height: number }>(rungs: readonly Rung[]): Rung {
  const far = ({ height }: Rung): number => Math.abs(height - USUAL_HEIGHT);
  const [nearest] = [...rungs].sort((a, b) => far(a) - far(b) || a.height - b.height);
  if (!nearest) throw new RangeError('An asset that is ready has at least one rung.');
  return nearest;
}

export function languageOf(code: string): Language {
  return { code, name: languageName(code) };
}

function ratingOf(row: TitleRow): Rating {
  return { age: row.ratingAge as AgeRating, advice: row.ratingAdvice as AdviceLetter[] };
}

export function titleCard(row: TitleRow): TitleCard {
  const art = artOf(row);
  return {
    kind: 'video',
    id: row.id,
    slug: row.slug,
    title: row.title,
    genre: row.genreTitle,
    year: row.year,
    rating: ratingOf(row),
    language: languageOf(row.languages[0] ?? 'en'),
    durationSeconds: Math.round(row.durationMs / 1000),
    megabytes: megabytesOf(usualRung(row.rungs).bytes),
    accent: row.accent,
    poster: posterOf(art),
    landscape: landscapeOf('title', art),
  };
}

export function slideOf({ eyebrow, title }: SlideRow): Slide {
  return { ...titleCard(title), eyebrow, synopsis: title.synopsis, hero: heroOf('title', artOf(title)) };
}

/** Shelves from rows that are ordered by shelf and place. */
export function shelvesOf(rows: readonly ShelfRow[]): Shelf[] {
  const shelves = new Map<number, Omit<Shelf, 'items'> & { items: TitleCard[] }>();
  for (const { shelf, title } of rows) {
    const known = shelves.get(shelf.id) ?? { ...shelf, format: shelf.format === 'landscape' ? 'landscape' : 'poster', items: [] };
    shelves.set(shelf.id, known);
    known.items.push(titleCard(title));
  }
  return [...shelves.values()];
}

export function channelCard(row: ChannelRow): ChannelCard {
  const { id, slug, title, tagline, accent, titleCount } = row;
  return { id, slug, title, tagline, accent, landscape: landscapeOf('channel', artOf(row)), titleCount };
}

export function categoryCard({ id, slug, title, channel, titleCount }: CategoryRow): CategoryCard {
  return { id, slug, title, channel, titleCount };
}

function rungCosts(row: TitleRow): RungCost[] {
  return [...row.rungs].sort((a, b) => a.height - b.height).map(({ height, bytes }) => ({ height, megabytes: megabytesOf(bytes) }));
}

export function videoPage(row: TitleRow, similar: readonly TitleRow[]): VideoPage {
  const art = artOf(row);
  return {
    ...titleCard(row),
    synopsis: row.synopsis,
    description: row.description,
    languages: row.languages.map(languageOf),
    captions: row.captions.map(languageOf),
    channel: { slug: row.channel, title: row.channelTitle },
    category: row.category !== null && row.categoryTitle !== null ? { slug: row.category, title: row.categoryTitle } : null,
    hero: heroOf('title', art),
    shareImage: shareImageOf(art),
    rungs: rungCosts(row),
    publishedAt: (row.availableFrom ?? row.createdAt).toISOString(),
    similar: similar.map(titleCard),
  };
}
