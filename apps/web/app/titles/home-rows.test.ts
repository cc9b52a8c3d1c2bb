import type { Shelf, TitleCard } from '@bonisa/contract/page-data';
import { describe, expect, it } from 'vitest';
import { firstShelves, restOfHome } from './home-rows.ts';
import { createPacker, unpackTiles } from './packed-tile.ts';
import { landscapeTile, posterTile } from './tile.ts';

function card(id: number, more: Partial<TitleCard> = {}): TitleCard {
  const slug = `title-${id}`;
  const picture = (format: string, height: number) => ({
    base: `/pictures/${format}/${slug}-1f0c9a2e`,
    widths: [320, 480, 720],
    width: 720,
    height,
    placeholder: `linear-gradient(#00000${id % 10},#fff)`,
  });
  return {
    kind: 'video',
    id,
    slug,
    title: `Title ${id}`,
    genre: { slug: 'drama', title: 'Drama' },
    year: 2026,
    rating: { age: '13', advice: ['V', 'L'] },
    language: { code: 'zu', name: 'isiZulu' },
    seasonCount: 0,
    episodeCount: 0,
    durationSeconds: 31,
    megabytes: 1.2,
    costs: [0.5, 1.2, 1.2, 9, 9],
    accent: '#ffffff',
    poster: picture('poster', 1080),
    landscape: picture('landscape', 405),
    ...more,
  };
}

const cards = (count: number) => Array.from({ length: count }, (_, at) => card(at + 1));
const shelf = (id: number, format: Shelf['format'], count: number): Shelf => ({
  id,
  slug: `s${id}`,
  title: `Shelf ${id}`,
  format,
  items: cards(count),
});

describe('a packed tile', () => {
  const pack = createPacker();

  it('unpacks to what a tile shows, also after JSON', () => {
    const show = card(2, {
      kind: 'show',
      episodeCount: 14,
      seasonCount: 2,
      megabytes: 3,
      costs: [0.5, 3, 3, 9, 9],
      rating: { age: 'A', advice: [] },
    });
    const foreign = card(3, { landscape: { ...card(3).landscape, base: '/pictures/other/x-1' } });
    for (const one of [card(1), show, foreign]) {
      const [tile] = unpackTiles(
        JSON.parse(JSON.stringify([pack(one, 'landscape')])),
        'landscape',
      ).items;
      const { language, ...shown } = landscapeTile(one);
      expect(tile).toEqual({
        ...shown,
        language: { code: '', name: language.name },
        ...(one.kind === 'show' ? { costs: [] } : {}),
      });
    }
  });

  it('of a poster omits what posters do not show: the language, and widths that are never used', () => {
    const [tile] = unpackTiles([pack(card(1), 'poster')], 'poster').items;
    const { language: _, poster, ...shown } = posterTile(card(1));
    expect(tile).toMatchObject({ ...shown, poster: { ...poster, widths: [320, 480] } });
    const wide = card(4, { poster: { ...card(4).poster, widths: [720] } });
    expect(unpackTiles([pack(wide, 'poster')], 'poster').items[0]).toMatchObject({
      poster: { widths: [720] },
    });
  });
});

describe("home's rows", () => {
  const shelves = [
    shelf(1, 'landscape', 12),
    shelf(2, 'poster', 12),
    shelf(3, 'poster', 11),
    shelf(4, 'landscape', 4),
    shelf(5, 'landscape', 10),
  ];

  it('come in two parts that together are the whole row, each title once and in order', () => {
    const first = firstShelves(shelves);
    const rest = restOfHome({ shelves, channels: [], categories: [] });
    for (const [at, { id, items, more }] of first.entries()) {
      const whole = [...items, ...(rest.shelves[id] ?? [])].map(([, itemId]) => itemId);
      expect(whole).toEqual(shelves[at]?.items.map((item) => item.id));
      expect(more).toBe(rest.shelves[id] !== undefined);
    }
    expect(first.map(({ items }) => items.length)).toEqual([5, 7, 6, 4, 4]);
    expect(Object.keys(rest.shelves)).toEqual(['1', '2', '3', '5']);
  });
});
