import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { FieldChange } from '@bonisa/domain/catalogue/entry-versions';
import { changedBy, deletedBy } from './batch.apply.ts';
import { playedFilmOf } from './batch.media.ts';
import type { BatchRepository, Values } from './batch.repository.ts';
import { isSame } from './batch.values.ts';
import type { DeletionRepository, EntryId } from './deletion.repository.ts';
import { type Form, type FormOptions, readForms } from './entry-forms.ts';
import { type KeyKind, keyKindOf } from './entry-kinds.ts';
import type { Plan } from './planned-put.ts';
import { rememberedOf } from './returning-entry.ts';
import type { VersionRow, VersionsRepository } from './versions.repository.ts';
import type { Deletion } from './versions.tables.ts';

/** Writes the versions of what a batch changes, in its transaction. */

/** Who writes, as the versions name them. */
export interface Writer {
  readonly kind: VersionRow['actorKind'];
  readonly id: string;
  readonly name: string;
}

/** What an import on a stopped product is called. */
export const COMMAND: Writer = { kind: 'command', id: '', name: 'import' };

export interface VersionParts {
  readonly repository: BatchRepository;
  readonly deletion: Pick<DeletionRepository, 'placesOf'>;
  readonly versions: VersionsRepository;
  readonly by: Writer;
  readonly now: Date;
  readonly restored?: Restored | undefined;
}

/** The version of an entry that a write restores; undefined: it restores none of that entry. */
export type Restored = (kind: KeyKind, key: string) => number | undefined;

interface Known {
  readonly kind: EntryKind;
  readonly keyKind: KeyKind;
  readonly key: string;
  readonly id: number;
  readonly form: Form;
}

/**
 * Reads what the plan is about to change, and returns the function that writes the versions once it
 * is changed.
 */
export async function beginVersions(
  plan: Plan,
  { repository, deletion, versions, by, now, restored = () => undefined }: VersionParts,
): Promise<() => Promise<void>> {
  const puts = changedBy(plan);
  const changed = await knownOf(
    puts.flatMap(({ kind, id, before }) => (before ? [{ kind, id }] : [])),
    repository,
    { noted: true },
  );
  const deletedIds = deletedBy(plan);
  // A return must give back what viewers saw: a film that still waits may never be ready.
  const withKind = await withKinds(deletedIds, repository);
  const deleted = await knownOf(withKind, repository, { film: playedFilmOf });
  const deletionOf = await deletionsOf(plan, deletedIds, { repository, deletion });
  const created = puts.filter(({ before }) => !before);
  return async () => {
    const after = new Map<string, Form>();
    for (const [kind, of] of Map.groupBy(changed, (known) => known.kind))
      for (const [id, form] of await readForms(
        kind,
        of.map((known) => known.id),
        repository,
        { noted: true },
      ))
        after.set(`${kind} ${id}`, form);
    const head = { at: now, actorKind: by.kind, actorId: by.id, actor: by.name };
    const lines = [
      ...created.map(({ kind, key }) => ({
        kind: keyKindOf(kind),
        key,
        ...actionOf('created', restored(keyKindOf(kind), key)),
        fields: {},
        deletion: null,
      })),
      ...changed.map(({ kind, keyKind, key, id, form }) => ({
        kind: keyKind,
        key,
        ...actionOf('changed', restored(keyKind, key)),
        fields: differences(form, after.get(`${kind} ${id}`) ?? {}),
        deletion: null,
      })),
      ...deleted.map(({ keyKind, key, id, form, kind }) => ({
        kind: keyKind,
        key,
        ...actionOf('deleted', undefined),
        fields: differences({ kind, ...form }, {}),
        deletion: deletionOf(keyKind, id),
      })),
    ];
    const numbers = await numbersOf(lines, versions);
    await versions.insert(
      lines.map((line) => ({
        ...head,
        ...line,
        number: (numbers.get(`${line.kind} ${line.key}`) ?? 0) + 1,
      })),
    );
  };
}

function actionOf<Action extends VersionRow['action']>(action: Action, restored?: number) {
  return restored === undefined
    ? { action, restored: null }
    : { action: 'restored' as const, restored };
}

/** With what each entry goes, where it is named, and what it is: asked before it is deleted. */
async function deletionsOf(
  { deletions }: Plan,
  entries: readonly EntryId[],
  parts: Pick<VersionParts, 'repository' | 'deletion'>,
): Promise<(kind: KeyKind, id: number) => Deletion> {
  const places = await parts.deletion.placesOf(entries);
  const rows = new Map<string, Values>();
  for (const [kind, of] of Map.groupBy(entries, (entry) => entry.kind)) {
    const ids = of.map(({ id }) => id);
    for (const [id, row] of await parts.repository.current(kind, ids))
      rows.set(`${kind} ${id}`, row);
  }
  const tops = new Map<string, Deletion['of']>();
  for (const { kind, key, entries } of deletions)
    for (const entry of entries.slice(1))
      tops.set(`${entry.kind} ${entry.id}`, { kind: keyKindOf(kind), key, entryKind: kind });
  // What a row of its own deletes goes with nothing.
  for (const { entries } of deletions)
    if (entries[0]) tops.delete(`${entries[0].kind} ${entries[0].id}`);
  return (kind, id) => ({
    of: tops.get(`${kind} ${id}`) ?? null,
    places: places.get(`${kind} ${id}`) ?? [],
    ...rememberedOf(rows.get(`${kind} ${id}`) ?? { id }),
  });
}

/**
 * Writes a version of one entry that something other than a batch made or changed. Returns its
 * number.
 */
export async function writeVersion(
  versions: Pick<VersionsRepository, 'latest' | 'insert'>,
  change: Pick<VersionRow, 'key' | 'action' | 'fields'> & {
    readonly kind: KeyKind;
    readonly by: Writer;
    readonly now: Date;
  },
): Promise<number> {
  const { kind, key, action, fields, by, now } = change;
  const number = ((await versions.latest(kind, [key])).get(key) ?? 0) + 1;
  const writer = { actorKind: by.kind, actorId: by.id, actor: by.name };
  const row = { kind, key, number, at: now, ...writer, action, fields };
  await versions.insert([{ ...row, restored: null, deletion: null }]);
  return number;
}

async function numbersOf(
  lines: readonly { readonly kind: KeyKind; readonly key: string }[],
  versions: VersionsRepository,
): Promise<Map<string, number>> {
  const numbers = new Map<string, number>();
  for (const [kind, of] of Map.groupBy(lines, (line) => line.kind))
    for (const [key, number] of await versions.latest(
      kind,
      of.map(({ key }) => key),
    ))
      numbers.set(`${kind} ${key}`, number);
  return numbers;
}

/** The kinds of entries, where a title is a video or a show. */
async function withKinds(
  entries: readonly { readonly kind: KeyKind; readonly id: number }[],
  repository: BatchRepository,
): Promise<{ kind: EntryKind; id: number }[]> {
  const titles = entries.flatMap(({ kind, id }) => (kind === 'title' ? [id] : []));
  const kinds = await repository.titleKinds(titles);
  return entries.map(({ kind, id }) => ({
    id,
    kind: kind === 'title' ? (kinds.get(id) ?? 'video') : kind,
  }));
}

async function knownOf(
  entries: readonly { readonly kind: EntryKind; readonly id: number }[],
  repository: BatchRepository,
  options: FormOptions,
): Promise<Known[]> {
  const found: Known[] = [];
  for (const [kind, of] of Map.groupBy(entries, (entry) => entry.kind)) {
    const ids = of.map(({ id }) => id);
    const keyKind = keyKindOf(kind);
    const keys = await repository.keysOf(keyKind, ids);
    for (const [id, form] of await readForms(kind, ids, repository, options))
      found.push({ kind, keyKind, key: keys.get(id) ?? String(id), id, form });
  }
  return found;
}

/** The fields that differ, each before and after. */
export function differences(before: Form, after: Form): Record<string, FieldChange> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const [was = null, is = null] = [before[name], after[name]];
      return isSame(was, is) ? [] : [[name, { before: was, after: is }]];
    }),
  );
}
