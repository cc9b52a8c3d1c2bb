import { ENTRY_FIELDS, type EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { DeletedEntry } from './deleted.repository.ts';
import { type ListField, REFERENCES } from './entry-kinds.ts';

/** What of a deletion comes back, decided without reading anything. */

/** What could not come back, and why. */
export interface Missing {
  readonly kind: EntryKind;
  readonly key: string;
  readonly field: string;
  readonly reason: string;
}

/**
 * The entries that hung on one, directly or not, among those that were deleted with it: the seasons
 * and episodes of a show, the titles of a category.
 */
export function hangingOn(
  root: DeletedEntry,
  together: readonly DeletedEntry[],
): readonly DeletedEntry[] {
  const byParent = new Map<string, DeletedEntry[]>();
  for (const deleted of together)
    for (const parent of parentsOf(deleted))
      byParent.set(parent, [...(byParent.get(parent) ?? []), deleted]);
  const found = new Set<DeletedEntry>();
  const queue = [root];
  for (let next = queue.pop(); next; next = queue.pop())
    for (const child of namesOf(next).flatMap((name) => byParent.get(name) ?? []))
      if (!found.has(child)) {
        found.add(child);
        queue.push(child);
      }
  return [...found];
}

/** How entries that hang on this one name it. */
function namesOf({ keyKind, key, fields }: DeletedEntry): string[] {
  if (keyKind === 'category') return [`category ${fields.channel}/${fields.slug}`];
  if (keyKind === 'season') return [`season ${fields.show}/${fields.ordinal}`];
  return [`${keyKind} ${key}`];
}

function parentsOf({ kind, keyKind, fields }: DeletedEntry): string[] {
  if (keyKind === 'episode')
    return [`season ${fields.show}/${fields.season}`, `title ${fields.show}`];
  const named = (REFERENCES[kind] ?? [])
    .filter(({ field, to, isLoose }) => to !== 'genre' && !isLoose && fields[field] !== undefined)
    .map(({ field, to }) => `${to} ${fields[field]}`);
  return keyKind === 'title' && fields.category !== undefined
    ? [...named, `category ${fields.channel}/${fields.category}`]
    : named;
}

/** What returning entries can lack: people of credits, titles of shelves, what channels play. */
export interface ListedNames {
  readonly person: readonly string[];
  readonly title: readonly string[];
  readonly episode: readonly string[];
}

type Slot = { readonly video?: unknown; readonly episode?: unknown };

export function listedNames(entries: readonly DeletedEntry[]): ListedNames {
  const texts = (values: readonly unknown[]): string[] => [
    ...new Set(values.filter((value) => typeof value === 'string')),
  ];
  const all = <Item>(list: ListField): Item[] =>
    entries.flatMap(({ fields }) => (fields[list] as Item[] | undefined) ?? []);
  const slots = [...all<Slot>('slots'), ...all<Slot>('dated')];
  return {
    person: texts(all<{ person: unknown }>('credits').map(({ person }) => person)),
    title: texts([
      ...entries.flatMap(({ kind, fields }) => (kind === 'shelf' ? (fields.titles ?? []) : [])),
      ...slots.map(({ video }) => video),
      ...entries.map(({ fields }) => fields.slate),
    ] as unknown[]),
    episode: texts(slots.map(({ episode }) => episode)),
  };
}

/** The row that brings an entry back, without what its lists name that is gone. */
export function returningRow(
  { kind, key, fields }: DeletedEntry,
  {
    isDraft,
    isThere,
    lost,
    missing,
  }: {
    readonly isDraft: boolean;
    readonly isThere: (kind: keyof ListedNames, key: string) => boolean;
    /** Fields whose value is gone. */
    readonly lost: ReadonlyMap<string, string>;
    readonly missing: Missing[];
  },
): Record<string, unknown> {
  const back: Record<string, unknown> = { ...fields };
  const lose = (field: string, reason: string): void =>
    void missing.push({ kind, key, field, reason });
  for (const [field, reason] of lost) {
    delete back[field];
    lose(field, reason);
  }
  // The accent was that of the picture, and goes with it.
  if ([...lost.keys()].some((field) => field.startsWith('artwork'))) delete back.accent;
  const keep = (of: keyof ListedNames, name: unknown, field: string): boolean => {
    if (typeof name !== 'string' || isThere(of, name)) return true;
    lose(field, `there is no ${of} '${name}' any more`);
    return false;
  };
  const { credits, titles } = back as Record<string, readonly never[] | undefined>;
  if (credits) back.credits = credits.filter(({ person }) => keep('person', person, 'credits'));
  if (kind === 'shelf' && titles)
    back.titles = titles.filter((title) => keep('title', title, 'titles'));
  for (const list of ['slots', 'dated']) {
    const slots = back[list] as (Slot & object)[] | undefined;
    if (!slots) continue;
    back[list] = slots.map((slot) => ({
      ...slot,
      video: keep('title', slot.video, list) ? (slot.video ?? null) : null,
      episode: keep('episode', slot.episode, list) ? (slot.episode ?? null) : null,
    }));
  }
  if (!keep('title', back.slate, 'slate')) back.slate = null;
  if (isDraft && 'published' in ENTRY_FIELDS[kind]) back.published = false;
  // Fields of `ifNew` alone: an entry that somebody made meanwhile is left alone.
  return { kind, key, ifNew: back };
}

/** A list with an item at its former place, or at the end of a list that is shorter now. */
export function withItem<Item>(list: readonly Item[], item: Item, place: number): Item[] {
  return list.toSpliced(Math.min(place, list.length), 0, item);
}
