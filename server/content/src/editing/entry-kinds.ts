import { EMBLEM_NAMES } from '@bonisa/artwork/emblems';
import { GROUND_NAMES } from '@bonisa/artwork/grounds';
import {
  ENTRY_FIELDS,
  type EntryKind,
  entryKey,
  slug,
} from '@bonisa/contract/studio/catalogue-entries';
import { z } from 'zod';

/** What the editing service knows about each kind of entry. */

/** Kinds of keys: videos and shows share one. */
export type KeyKind = Exclude<EntryKind, 'show' | 'video'> | 'title';

export function keyKindOf(kind: EntryKind): KeyKind {
  return kind === 'show' || kind === 'video' ? 'title' : kind;
}

/** A field that names another entry, and the column that holds its id. */
export interface Reference {
  readonly field: string;
  readonly column: string;
  readonly to: KeyKind;
  /** What a title must be. */
  readonly only?: 'show' | 'video';
  /** Whether the entry stays when the named one is deleted. */
  readonly isLoose?: true;
}

const GENRE: Reference = { field: 'genre', column: 'genreId', to: 'genre' };
const SLATE: Reference = {
  ...{ field: 'slate', column: 'slateTitleId', to: 'title' },
  ...{ only: 'video', isLoose: true },
};
const CHANNEL: Reference = { field: 'channel', column: 'channelId', to: 'channel' };
const SHOW: Reference = { field: 'show', column: 'showId', to: 'title', only: 'show' };

/** The references of each kind. A title's category is found within its channel. */
export const REFERENCES: Readonly<Partial<Record<EntryKind, readonly Reference[]>>> = {
  channel: [GENRE],
  category: [CHANNEL, GENRE],
  show: [GENRE, CHANNEL],
  video: [GENRE, CHANNEL],
  season: [SHOW],
  episode: [SHOW],
  shelf: [CHANNEL],
  slide: [{ field: 'title', column: 'titleId', to: 'title' }],
  liveChannel: [{ field: 'category', column: 'liveCategoryId', to: 'liveCategory' }, GENRE, SLATE],
};

/** A field whose items are rows of another table. */
export type ListField = 'credits' | 'titles' | 'slots' | 'dated';

const LISTS: Readonly<Partial<Record<EntryKind, readonly ListField[]>>> = {
  show: ['credits'],
  video: ['credits'],
  shelf: ['titles'],
  liveChannel: ['slots', 'dated'],
};

/** The fields of a kind whose items are rows of another table. */
export function listsOf(kind: EntryKind): readonly ListField[] {
  return LISTS[kind] ?? [];
}

/** Kinds with pictures of their own. */
export const DRAWN: ReadonlySet<EntryKind> = new Set<EntryKind>([
  'channel',
  'category',
  'show',
  'episode',
  'video',
  'liveChannel',
]);

/** The column that gives the order of a kind; a person has none. */
export function orderColumnOf(kind: EntryKind): 'position' | 'ordinal' | undefined {
  if (kind === 'season' || kind === 'episode') return 'ordinal';
  return kind === 'person' ? undefined : 'position';
}

const drawing = {
  artEmblem: z
    .enum(EMBLEM_NAMES as readonly [string, ...string[]])
    .nullable()
    .default(null),
  artGround: z
    .enum(GROUND_NAMES as readonly [string, ...string[]])
    .nullable()
    .default(null),
};

/** The schemas of one kind: a new entry, and changes of one that exists. */
interface Schemas {
  readonly whole: z.ZodObject;
  readonly changes: z.ZodObject;
}

const SCHEMAS = new Map<EntryKind, Schemas>();

export function schemasOf(kind: EntryKind): Schemas {
  const known = SCHEMAS.get(kind);
  if (known) return known;
  const fields: Record<string, z.ZodType> = { ...ENTRY_FIELDS[kind], key: entryKey.optional() };
  if ('artEmblem' in fields) Object.assign(fields, drawing);
  if ('slug' in fields) fields.slug = slug.optional();
  const whole = z.strictObject(fields);
  const made = { whole, changes: whole.partial() };
  SCHEMAS.set(kind, made);
  return made;
}
