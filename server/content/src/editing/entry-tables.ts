import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import {
  categories,
  channels,
  episodes,
  genres,
  liveCategories,
  liveChannels,
  people,
  seasons,
  shelves,
  slides,
  titles,
} from '../catalogue.tables.ts';
import type { KeyKind } from './entry-kinds.ts';

/** The table of each kind of entry. */
export const ENTRY_TABLES = {
  genre: genres,
  person: people,
  channel: channels,
  category: categories,
  title: titles,
  season: seasons,
  episode: episodes,
  shelf: shelves,
  slide: slides,
  liveCategory: liveCategories,
  liveChannel: liveChannels,
} as const satisfies Record<KeyKind, unknown>;

export type EntryTable = (typeof ENTRY_TABLES)[KeyKind];

export function tableOf(kind: EntryKind): EntryTable {
  return kind === 'show' || kind === 'video' ? titles : ENTRY_TABLES[kind];
}

/** Kinds whose slug is unique among all of their kind. */
export const WITH_SLUG: ReadonlySet<KeyKind> = new Set<KeyKind>([
  'genre',
  'person',
  'channel',
  'title',
  'episode',
  'shelf',
  'liveCategory',
  'liveChannel',
]);
