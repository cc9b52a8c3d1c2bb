import type { HomePage, Shelf } from '@bonisa/contract/page-data';
import { createPacker, type PackedShelf, type PackedTile } from './packed-tile.ts';
import { type CategoryTileCard, type ChannelTileCard, categoryTile, channelTile } from './tile.ts';

/**
 * Home's rows in two parts: what comes with the page, and the rest, which the browser asks for when
 * somebody comes near it. A page of a hundred and fifty tiles is twice as much to make, to send and
 * to take over as anybody sees of it.
 */

/** On the first screens as many as a wide one shows. */
const FIRST_SHELVES = 2;
const SHOWN_FIRST = { poster: 7, landscape: 5 } as const;
/** Below them as many as a screen of 1280 px shows. */
const SHOWN = { poster: 6, landscape: 4, channels: 4, categories: 5 } as const;

/** What is not in the page. Rows are named by `rowOfShelf`, `channels` and `categories`. */
export interface HomeRest {
  readonly shelves: Readonly<Record<string, readonly PackedTile[]>>;
  readonly channels: readonly ChannelTileCard[];
  readonly categories: readonly CategoryTileCard[];
}

/** A row's further entries for who has no script: their names and where they lead. */
export interface PlainEntry {
  readonly address: string;
  readonly title: string;
}

/** The part of a row that comes with the page. */
export function firstOf<Item>(
  items: readonly Item[],
  row: keyof typeof SHOWN,
  index = FIRST_SHELVES,
): readonly Item[] {
  const shown = index < FIRST_SHELVES ? { ...SHOWN, ...SHOWN_FIRST } : SHOWN;
  return items.slice(0, shown[row]);
}

/** The part of a row that comes later. */
export function restOf<Item>(
  items: readonly Item[],
  row: keyof typeof SHOWN,
  index = FIRST_SHELVES,
): readonly Item[] {
  return items.slice(firstOf(items, row, index).length);
}

/** Home's shelves as the page carries them. `more` says that there is a rest. */
export function firstShelves(
  shelves: readonly Shelf[],
): (PackedShelf & { readonly more: boolean })[] {
  const pack = createPacker();
  return shelves.map(({ id, slug, title, format, items }, index) => {
    const first = firstOf(items, format, index);
    return {
      id,
      slug,
      title,
      format,
      items: first.map((card) => pack(card, format)),
      more: first.length < items.length,
    };
  });
}

/** All that the page of home does not hold. */
export function restOfHome({
  shelves,
  channels,
  categories,
}: Pick<HomePage, 'shelves' | 'channels' | 'categories'>): HomeRest {
  const pack = createPacker();
  const parts = shelves.map(
    ({ id, format, items }, index) =>
      [id, restOf(items, format, index).map((card) => pack(card, format))] as const,
  );
  return {
    shelves: Object.fromEntries(parts.filter(([, items]) => items.length > 0)),
    channels: restOf(channels, 'channels').map(channelTile),
    categories: restOf(categories, 'categories').map(categoryTile),
  };
}
