import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { BatchRepository } from './batch.repository.ts';
import { type BatchRow, fieldsIfNew, isName, type PutRow } from './batch.rows.ts';
import { type KeyKind, keyKindOf, REFERENCES } from './entry-kinds.ts';

/** An entry that an earlier batch of the same import creates; only a dry run assumes any. */
export interface AssumedEntry {
  readonly kind: EntryKind;
  readonly key: string;
  /** What rows may call it beside its key: its slug, with that of its parent where needed. */
  readonly names?: readonly string[] | undefined;
}

/**
 * Which entry a key or a slug means. Entries that the batch creates have negative ids until they
 * are written.
 */
export interface Names {
  /** The id of the entry that a row is about. */
  own(kind: EntryKind, key: string): number | undefined;
  /** The id of the entry that a reference names: by key, else by slug. */
  find(kind: KeyKind, reference: string): number | undefined;
  titleKind(id: number): 'video' | 'show' | undefined;
}

const ASSUMED = -1_000_000;

export const isAssumed = (id: number): boolean => id <= ASSUMED;

/** Finds everything that the rows name, by a few statements. */
export async function readNames(
  rows: readonly BatchRow[],
  assumed: readonly AssumedEntry[],
  repository: BatchRepository,
): Promise<Names> {
  const wanted = wantedNames(rows);
  const keys = new Map<string, number>();
  const slugs = new Map<string, number>();
  const kinds = new Map<number, 'video' | 'show'>();
  for (const [kind, names] of wanted) {
    for (const [key, id] of await repository.idsByKey(kind, [...names]))
      keys.set(of(kind, key), id);
    const others = [...names].filter((name) => !keys.has(of(kind, name)));
    for (const [slug, id] of await repository.idsBySlug(kind, others))
      slugs.set(of(kind, slug), id);
  }
  const titleIds = [...keys, ...slugs].flatMap(([name, id]) => (isTitle(name) ? [id] : []));
  for (const [id, kind] of await repository.titleKinds(titleIds)) kinds.set(id, kind);
  const learn = (kind: EntryKind, key: string, id: number): void => {
    const name = of(keyKindOf(kind), key);
    if (keys.has(name)) return;
    keys.set(name, id);
    if (kind === 'show' || kind === 'video') kinds.set(id, kind);
  };
  for (const [at, { kind, key, names = [] }] of assumed.entries()) {
    learn(kind, key, ASSUMED - at);
    for (const name of names.map((entryName) => of(keyKindOf(kind), entryName)))
      if (!slugs.has(name)) slugs.set(name, ASSUMED - at);
  }
  const news = rows.filter((row): row is PutRow => row.action === 'put' && !row.mustExist);
  for (const { kind, key, row } of news) learn(kind, key, -1 - row);
  for (const { kind, key, raw } of news) {
    const id = keys.get(of(keyKindOf(kind), key));
    if (typeof raw.slug === 'string' && id !== undefined && kind !== 'category')
      slugs.set(of(keyKindOf(kind), raw.slug), id);
  }
  return {
    own: (kind, key) => keys.get(of(keyKindOf(kind), key)),
    find: (kind, name) => keys.get(of(kind, name)) ?? slugs.get(of(kind, name)),
    titleKind: (id) => kinds.get(id),
  };
}

const of = (kind: KeyKind, name: string): string => `${kind} ${name}`;
const isTitle = (name: string): boolean => name.startsWith('title ');

function wantedNames(rows: readonly BatchRow[]): Map<KeyKind, Set<string>> {
  const wanted = new Map<KeyKind, Set<string>>();
  const want = (kind: KeyKind, value: unknown): void => {
    if (!isName(value)) return;
    const names = wanted.get(kind) ?? new Set();
    wanted.set(kind, names.add(value.trim()));
  };
  for (const row of rows) {
    want(keyKindOf(row.kind), row.key);
    if (row.action !== 'put') continue;
    const { kind } = row;
    const raw = fieldsIfNew(row);
    for (const { field, to } of REFERENCES[kind] ?? []) want(to, raw[field]);
    if (kind === 'show' || kind === 'video') {
      want('category', raw.category);
      want('category', placeOf(raw.channel, raw.category));
      for (const credit of listOf(raw.credits))
        want('person', (credit as { person?: unknown })?.person);
    }
    if (kind === 'episode') want('season', placeOf(raw.show, raw.season));
    if (kind === 'liveChannel')
      for (const slot of [...listOf(raw.slots), ...listOf(raw.dated)]) {
        const { video, episode } = (slot ?? {}) as { video?: unknown; episode?: unknown };
        want('title', video);
        want('episode', episode);
      }
    if (kind === 'shelf') {
      for (const title of listOf(raw.titles)) want('title', title);
      const { genres, channel } = (raw.rule ?? {}) as { genres?: unknown; channel?: unknown };
      for (const genre of listOf(genres)) want('genre', genre);
      want('channel', channel);
    }
  }
  return wanted;
}

/** The name of an entry within another one; undefined where a part is neither text nor number. */
function placeOf(parent: unknown, own: unknown): string | undefined {
  const isPart = (part: unknown): boolean => typeof part === 'string' || typeof part === 'number';
  return isPart(parent) && isPart(own) ? `${parent}/${own}` : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
