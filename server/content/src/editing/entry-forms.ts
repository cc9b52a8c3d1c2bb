import { ENTRY_FIELDS, type EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { EntryArtwork } from '../pictures/entry-artwork.ts';
import { artworkForm } from './batch.artwork.ts';
import { filmOf } from './batch.media.ts';
import type { BatchRepository, Lists, Values } from './batch.repository.ts';
import { type KeyKind, keyKindOf, type ListField, REFERENCES } from './entry-kinds.ts';

/** Entries as rows of a batch write them: references are keys, times are texts. */

export type Form = Readonly<Record<string, unknown>>;

type Reading = Pick<BatchRepository, 'current' | 'lists' | 'keysOf'>;

export interface FormOptions {
  /**
   * Which film the form names. Without it the one that waits to take over: a form that is sent back
   * must not take it away.
   */
  readonly film?: ((row: Values) => string | null) | undefined;
  /** With what versions note besides fields of rows: `captions`. */
  readonly noted?: boolean | undefined;
}

/** The forms of entries of one kind, by id. Sends a few statements for any number of entries. */
export async function readForms(
  kind: EntryKind,
  ids: readonly number[],
  repository: Reading,
  { film = filmOf, noted = false }: FormOptions = {},
): Promise<Map<number, Form>> {
  if (ids.length === 0) return new Map();
  const rows = await repository.current(keyKindOf(kind), ids);
  const lists = await repository.lists(kind, ids);
  const references = REFERENCES[kind] ?? [];
  const wanted = new Map<KeyKind, Set<number>>();
  const want = (to: KeyKind, id: unknown): void => {
    if (typeof id !== 'number') return;
    wanted.set(to, (wanted.get(to) ?? new Set()).add(id));
  };
  for (const row of rows.values()) for (const { column, to } of references) want(to, row[column]);
  for (const items of lists.values())
    for (const { personId, titleId, episodeId } of Object.values(items).flat()) {
      want('person', personId);
      want('title', titleId);
      want('episode', episodeId);
    }
  const keys = new Map<string, string>();
  for (const [to, of] of wanted)
    for (const [id, key] of await repository.keysOf(to, [...of])) keys.set(`${to} ${id}`, key);
  const categories = await repository.current('category', numbersIn(rows, 'categoryId'));
  const keyOf = (to: KeyKind, id: unknown): string | null => keys.get(`${to} ${id}`) ?? null;
  const categoryOf = (id: unknown) => categories.get(id as number)?.slug ?? null;
  const hasCaptions = noted && 'assetId' in ENTRY_FIELDS[kind];
  return new Map(
    [...rows].map(([id, row]) => {
      const form = formOf(kind, row, lists.get(id) ?? {}, { keyOf, categoryOf, film });
      return [id, hasCaptions ? { ...form, captions: row.captions ?? null } : form];
    }),
  );
}

function numbersIn(rows: ReadonlyMap<number, Values>, column: string): number[] {
  const ids = [...rows.values()].map((row) => row[column]);
  return [...new Set(ids.filter((id) => typeof id === 'number'))];
}

function formOf(
  kind: EntryKind,
  row: Values,
  lists: Lists,
  {
    keyOf,
    categoryOf,
    film,
  }: {
    keyOf: (to: KeyKind, id: unknown) => string | null;
    categoryOf: (id: unknown) => unknown;
    film: (row: Values) => string | null;
  },
): Form {
  const form: Record<string, unknown> = {};
  const pictures = artworkForm((row.artwork ?? null) as EntryArtwork | null);
  const isTitle = kind === 'show' || kind === 'video';
  for (const field of Object.keys(ENTRY_FIELDS[kind])) {
    const reference = (REFERENCES[kind] ?? []).find((candidate) => candidate.field === field);
    const items = lists[field as ListField];
    if (items) form[field] = items.map((item) => itemOf(item, keyOf));
    else if (field in pictures) form[field] = pictures[field];
    else if (reference) form[field] = keyOf(reference.to, row[reference.column]);
    else if (isTitle && field === 'category') form[field] = categoryOf(row.categoryId);
    else if (field === 'assetId') form[field] = film(row);
    else form[field] = plain(row[field]);
  }
  return form;
}

function itemOf(
  { personId, titleId, episodeId, ...item }: Values,
  keyOf: (to: KeyKind, id: unknown) => string | null,
): unknown {
  if (episodeId !== undefined)
    return {
      ...item,
      startsAt: plain(item.startsAt),
      video: keyOf('title', titleId),
      episode: keyOf('episode', episodeId),
    };
  if (titleId !== undefined) return keyOf('title', titleId);
  return personId === undefined ? item : { person: keyOf('person', personId), ...item };
}

function plain(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : (value ?? null);
}
