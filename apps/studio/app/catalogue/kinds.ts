import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { LIST_SORTS } from '@bonisa/contract/studio/lists.calls';
import type { Choice } from '../design/fields.tsx';
import { counted } from '../design/money.ts';

/** What the studio shows of each kind of entry. */
export interface KindView {
  readonly kind: EntryKind;
  readonly path: string;
  readonly one: string;
  readonly many: string;
  readonly intro: string;
  /** The heading of the column that says what an entry belongs to. */
  readonly of?: string;
  /** The heading of the column that counts what lies in it. */
  readonly holds?: string;
  readonly filters: readonly ('state' | 'channel' | 'genre' | 'show' | 'media')[];
  readonly sort: (typeof LIST_SORTS)[number];
  /** The order of these entries is what viewers see: it can be changed by hand. */
  readonly ordered?: true;
}

export const KINDS: Readonly<Record<EntryKind, KindView>> = {
  video: {
    kind: 'video',
    path: '/videos',
    one: 'video',
    many: 'Videos',
    intro: 'Films and other titles that are one video.',
    of: 'Channel',
    filters: ['state', 'channel', 'genre', 'media'],
    sort: 'title',
  },
  show: {
    kind: 'show',
    path: '/shows',
    one: 'show',
    many: 'Shows',
    intro: 'Titles with seasons and episodes.',
    of: 'Channel',
    holds: 'Episodes',
    filters: ['state', 'channel', 'genre'],
    sort: 'title',
  },
  season: {
    kind: 'season',
    path: '/seasons',
    one: 'season',
    many: 'Seasons',
    intro: 'The seasons of shows.',
    of: 'Show',
    holds: 'Episodes',
    filters: ['state', 'show'],
    sort: 'position',
  },
  episode: {
    kind: 'episode',
    path: '/episodes',
    one: 'episode',
    many: 'Episodes',
    intro: 'The episodes of all shows.',
    of: 'Show',
    filters: ['state', 'show', 'media'],
    sort: 'position',
  },
  channel: {
    kind: 'channel',
    path: '/channels',
    one: 'channel',
    many: 'Channels',
    intro: 'Each title belongs to one channel.',
    holds: 'Titles',
    filters: ['state', 'genre'],
    sort: 'position',
    ordered: true,
  },
  category: {
    kind: 'category',
    path: '/categories',
    one: 'category',
    many: 'Categories',
    intro: 'The parts of a channel.',
    of: 'Channel',
    holds: 'Titles',
    filters: ['state', 'channel', 'genre'],
    sort: 'title',
  },
  person: {
    kind: 'person',
    path: '/cast',
    one: 'person',
    many: 'Cast and crew',
    intro: 'Who is named in the credits of titles.',
    holds: 'Credits',
    filters: [],
    sort: 'title',
  },
  genre: {
    kind: 'genre',
    path: '/genres',
    one: 'genre',
    many: 'Genres',
    intro: 'What a title is; its pictures are painted by it.',
    filters: [],
    sort: 'position',
    ordered: true,
  },
  shelf: {
    kind: 'shelf',
    path: '/shelves',
    one: 'shelf',
    many: 'Shelves',
    intro: 'Rows of titles on the home page and on channels, in the order shown.',
    of: 'Channel',
    holds: 'Titles',
    filters: ['state', 'channel'],
    sort: 'position',
    ordered: true,
  },
  slide: {
    kind: 'slide',
    path: '/slides',
    one: 'slide',
    many: 'Slides',
    intro: 'What the top of the home page shows, in this order.',
    of: 'Words above the title',
    filters: ['state'],
    sort: 'position',
    ordered: true,
  },
  liveCategory: {
    kind: 'liveCategory',
    path: '/live-categories',
    one: 'live category',
    many: 'Live categories',
    intro: 'The groups of live channels.',
    filters: ['state'],
    sort: 'position',
    ordered: true,
  },
  liveChannel: {
    kind: 'liveChannel',
    path: '/live-channels',
    one: 'live channel',
    many: 'Live channels',
    intro: 'Channels with a week of programmes.',
    of: 'Category',
    filters: ['state', 'genre'],
    sort: 'position',
    ordered: true,
  },
};

/** A number of entries of a kind in words: `1 category`, `2 categories`. */
export function countedEntries(number: number, { kind, one, many }: KindView): string {
  return counted(number, one, kind === 'person' ? 'people' : many.toLowerCase());
}

/** What goes with a deleted entry, in words: entries of a kind, or its places in lists. */
export function countedHanging(what: string, number: number): string {
  if (what === 'shelves') return counted(number, 'place on a shelf', 'places on shelves');
  const view = KINDS[what as EntryKind] as KindView | undefined;
  return view ? countedEntries(number, view) : counted(number, what.replace(/s$/, ''));
}

/** The address of an entry. A key may have any letter in it. */
export function entryAddress(kind: EntryKind, key: string): string {
  return `${KINDS[kind].path}/entry/${encodeURIComponent(key)}`;
}

export const STATE_CHOICES: readonly Choice[] = [
  { value: 'draft', label: 'Draft' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'published', label: 'Published' },
  { value: 'withdrawn', label: 'Withdrawn' },
];

export const SORT_CHOICES: readonly Choice[] = [
  { value: 'title asc', label: 'Title, A to Z' },
  { value: 'title desc', label: 'Title, Z to A' },
  { value: 'updated desc', label: 'Changed last' },
  { value: 'position asc', label: 'Order shown' },
  { value: 'from desc', label: 'Newest window' },
  { value: 'until asc', label: 'Window that closes first' },
];
