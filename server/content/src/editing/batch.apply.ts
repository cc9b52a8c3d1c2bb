import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { ENTRY_KINDS } from '@bonisa/contract/studio/entry-kinds';
import { type StatedEntry, withdrawnSince } from '@bonisa/domain/catalogue/entry-state';
import { AppError } from '@bonisa/kit/http/app-error';
import type { EntryArtwork } from '../pictures/entry-artwork.ts';
import { setPictures, type Thumbhashes } from './batch.pictures.ts';
import type { BatchRepository, Values } from './batch.repository.ts';
import type { DeletionRepository, EntryId } from './deletion.repository.ts';
import { keyKindOf, listsOf, REFERENCES } from './entry-kinds.ts';
import type { Plan, PlannedPut } from './planned-put.ts';
import type { IdentityOf } from './returning-entry.ts';

/** Writes a plan without problems, within the transaction in which it was made. */

export interface ApplyParts {
  readonly repository: BatchRepository;
  readonly deletion: DeletionRepository;
  readonly placeholders: Thumbhashes;
  readonly now: Date;
  /** What entries were that return. */
  readonly identity?: IdentityOf | undefined;
}

/** The columns that hold ids of entries. */
const ID_COLUMNS: ReadonlySet<string> = new Set([
  ...Object.values(REFERENCES).flatMap((all) => all.map(({ column }) => column)),
  // Columns of places and of lists, which are in no entry's own table.
  ...['categoryId', 'seasonId', 'personId', 'titleId', 'episodeId'],
]);

/** The entries that a plan deletes. */
export function deletedBy({ deletions }: Plan): EntryId[] {
  const all = deletions.flatMap(({ entries }) => entries);
  return [...new Map(all.map((entry) => [`${entry.kind} ${entry.id}`, entry])).values()];
}

/** The entries that a plan creates or changes. */
export function changedBy({ puts }: Plan): PlannedPut[] {
  return puts.filter(({ before, changed }) => !before || changed.length > 0);
}

export async function applyPlan(plan: Plan, parts: ApplyParts): Promise<void> {
  const { repository, deletion, placeholders, now, identity } = parts;
  const deleted = deletedBy(plan);
  if (deleted.length > 0) await deletion.remove(deleted, now);
  const puts = changedBy(plan);
  await setPictures(puts, placeholders, repository);
  await usePictures(puts, repository);
  const byKind = Map.groupBy(puts, ({ kind }) => kind);
  const real = await drawIds(byKind, { repository, identity });
  for (const kind of ENTRY_KINDS) {
    const rows = byKind.get(kind) ?? [];
    if (rows.length > 0) await writeKind(kind, rows, { ...parts, real });
  }
  const genres = (byKind.get('genre') ?? []).filter(({ before }) => before);
  await repository.stampTitlesOfGenres(
    genres.map(({ id }) => id),
    now,
  );
}

/** Keeps the pictures of entries from housekeeping, which removes what no entry shows. */
async function usePictures(
  puts: readonly PlannedPut[],
  repository: BatchRepository,
): Promise<void> {
  const shown = puts.flatMap(({ values }) =>
    Object.values((values.artwork ?? {}) as EntryArtwork).map(({ id }) => id),
  );
  const ids = [...new Set(shown)];
  if ((await repository.usePictures(ids)) < ids.length)
    throw new AppError('unavailable', 'A picture was removed just now. Upload it again.');
}

/** The ids of new entries: that of before for one that returns, where no other has it. */
async function drawIds(
  byKind: ReadonlyMap<EntryKind, readonly PlannedPut[]>,
  { repository, identity }: Pick<ApplyParts, 'repository' | 'identity'>,
): Promise<ReadonlyMap<number, number>> {
  const real = new Map<number, number>();
  for (const kind of ENTRY_KINDS) {
    const created = (byKind.get(kind) ?? []).filter(({ id }) => id < 0);
    for (const { id, key } of created) {
      const former = identity?.(keyKindOf(kind), key)?.id;
      if (former !== undefined) real.set(id, former);
    }
    const wanted = created.flatMap(({ id }) => real.get(id) ?? []);
    const taken = await repository.current(keyKindOf(kind), wanted);
    for (const { id } of created) if (taken.has(real.get(id) ?? 0)) real.delete(id);
    const others = created.filter(({ id }) => !real.has(id));
    if (others.length === 0) continue;
    const ids = await repository.nextIds(kind, others.length);
    for (const [at, { id }] of others.entries()) real.set(id, ids[at] as number);
  }
  return real;
}

async function writeKind(
  kind: EntryKind,
  puts: readonly PlannedPut[],
  { repository, now, real, identity }: ApplyParts & { readonly real: ReadonlyMap<number, number> },
): Promise<void> {
  const isTitle = kind === 'show' || kind === 'video';
  const rowOf = ({ id, key, values, before }: PlannedPut): Values => {
    const was = before ? undefined : identity?.(keyKindOf(kind), key);
    return {
      ...(was?.captions ? { captions: was.captions } : {}),
      ...(was?.importedCaptions ? { importedCaptions: was.importedCaptions } : {}),
      ...withRealIds(values, real),
      ...(isTitle ? { kind } : {}),
      ...('published' in values ? { withdrawnAt: withdrawalOf(before, values, now) } : {}),
      id: real.get(id) ?? id,
      createdAt: before?.createdAt ?? was?.createdAt ?? now,
      updatedAt: now,
    };
  };
  const created = puts.filter(({ before }) => !before);
  const changed = puts.filter(({ before }) => before);
  for (const column of ['slug', 'ordinal'] as const)
    await repository.park(
      kind,
      column,
      changed.filter((put) => put.changed.includes(column)).map(({ id }) => id),
    );
  await repository.update(kind, changed.map(rowOf));
  await repository.insert(kind, created.map(rowOf));
  await repository.insertKeys(
    keyKindOf(kind),
    created.map(({ id, key }) => ({ key, entryId: real.get(id) ?? id })),
  );
  for (const field of listsOf(kind)) {
    const lists = new Map(
      puts.flatMap(({ id, items: { [field]: items } }) =>
        items ? [[real.get(id) ?? id, items.map((item) => withRealIds(item, real))] as const] : [],
      ),
    );
    if (lists.size > 0) await repository.replaceLists(field, lists);
  }
}

function withdrawalOf(before: Values | undefined, values: Values, now: Date): Date | null {
  return withdrawnSince(before as StatedEntry | undefined, values.published === true, now);
}

function withRealIds(values: Values, real: ReadonlyMap<number, number>): Values {
  const ids = [...ID_COLUMNS].flatMap((column) => {
    const id = real.get(values[column] as number);
    return id === undefined ? [] : [[column, id] as const];
  });
  return ids.length > 0 ? { ...values, ...Object.fromEntries(ids) } : values;
}
