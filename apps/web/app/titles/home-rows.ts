import type { HomePage, Shelf } from '@bonisa/contract/page-data';
import { createPacker, type PackedShelf, type PackedTile } from './packed-tile.ts';
import {
  type CategoryTileCard,
  type ChannelTileCard,
  categoryTile,
  channelTile,
  nameOf,
} from './tile.ts';

/**
 * Home's rows in two parts: the part in the page, and the rest, which the browser requests when a
 * viewer comes near. A page with all one hundred and fifty tiles costs twice as much to render,
 * send and hydrate as a viewer sees of it.
 */

/** The first rows have as many as a wide screen shows. */
const FIRST_SHELVES = 2;
const SHOWN_FIRST = { poster: 7, landscape: 5 } as const;
/** The rows below have as many as a screen of 1280 px shows. */
const SHOWN = { poster: 6, landscape: 4, channels: 4, categories: 5 } as const;

/**
 * The part that is not in the page. Rows are keyed by `rowOfShelf`, `channels` and `categories`.
 */
export interface HomeRest {
  readonly shelves: Readonly<Record<string, readonly PackedTile[]>>;
  readonly channels: readonly ChannelTileCard[];
  readonly categories: readonly CategoryTileCard[];
}

/** A further entry of a row for browsers without a script: its name and address. */
export interface PlainEntry {
  readonly address: string;
  readonly title: string;
}

/** The part of a row in the page. */
export function firstOf<Item>(
  items: readonly Item[],
  row: keyof typeof SHOWN,
  index = FIRST_SHELVES,
): readonly Item[] {
  const shown = index < FIRST_SHELVES ? { ...SHOWN, ...SHOWN_FIRST } : SHOWN;
  return items.slice(0, shown[row]);
}

/** The part of a row that loads later. */
export function restOf<Item>(
  items: readonly Item[],
  row: keyof typeof SHOWN,
  index = FIRST_SHELVES,
): readonly Item[] {
  return items.slice(firstOf(items, row, index).length);
}

/** Home's shelves as the page contains them. `more`: the row has a rest. */
export function firstShelves(
  shelves: readonly Shelf[],
): (PackedShelf & { readonly more: boolean })[] {
  const pack = createPacker();
  return shelves.map(({ format, items, ...shelf }, index) => {
    const first = firstOf(items, format, index);
    return {
      ...nameOf(shelf),
      format,
      items: first.map((card) => pack(card, format)),
      more: first.length < items.length,
    };
  });
}

/** Everything that the home page does not contain. */
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
