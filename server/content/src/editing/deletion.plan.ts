import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { Names } from './batch.names.ts';
import type { BatchRow, DeleteRow, RowProblem } from './batch.rows.ts';
import { wordOf } from './batch.values.ts';
import type { DeletionRepository, EntryId } from './deletion.repository.ts';
import { keyKindOf } from './entry-kinds.ts';

/** What one row deletes. */
export interface PlannedDeletion {
  readonly row: number;
  readonly kind: EntryKind;
  readonly key: string;
  /** The entry, and everything that hangs on it. */
  readonly entries: readonly EntryId[];
  /** What goes with the entry, by kind, and where it was named. */
  readonly hangs: Readonly<Record<string, number>>;
}

/** Plans the deletions of a batch. An entry that does not exist is no problem: it is gone. */
export async function planDeletions(
  rows: readonly BatchRow[],
  names: Names,
  repository: DeletionRepository,
  problems: RowProblem[],
): Promise<PlannedDeletion[]> {
  const deleteRows = rows.filter((row): row is DeleteRow => row.action === 'delete');
  const planned: (PlannedDeletion & { withContents: boolean })[] = [];
  for (const { row, kind, key, withContents } of deleteRows) {
    const id = names.own(kind, key);
    if (id === undefined || id < 0) continue;
    const entry = { kind: keyKindOf(kind), id };
    if (entry.kind === 'title' && names.titleKind(id) !== kind) {
      problems.push({ row, kind, key, field: 'key', problem: `is not the key of a ${kind}` });
      continue;
    }
    const hanging = await repository.hangingOn(entry);
    const hangs = { ...countsOf(hanging), ...(await repository.mentions(entry)) };
    planned.push({ row, kind, key, entries: [entry, ...hanging], hangs, withContents });
  }
  const own = new Set(planned.map(({ entries: [first] }) => nameOf(first)));
  const all = new Set(planned.flatMap(({ entries }) => entries.map(nameOf)));
  for (const { row, kind, key, entries, withContents } of planned) {
    const [entry, ...hanging] = entries;
    const others = hanging.filter((hangingEntry) => !own.has(nameOf(hangingEntry)));
    const refuse = (problem: string): void =>
      void problems.push({ row, kind, key, field: 'withContents', problem });
    if (others.length > 0 && !withContents)
      refuse(`has ${inWords(countsOf(others))}: send withContents to delete them too`);
    if (entry?.kind !== 'genre' && entry?.kind !== 'channel') continue;
    const staying = (found: readonly EntryId[]) =>
      found.filter((foundEntry) => !all.has(nameOf(foundEntry)));
    const left = entry.kind === 'genre' ? staying(await repository.ofGenre(entry.id)) : [];
    if (left.length > 0) refuse(`is the genre of ${inWords(countsOf(left))}`);
    const ruled = staying(await repository.ruledBy({ ...entry, kind: entry.kind }));
    if (ruled.length > 0) refuse(`is named by the rule of ${inWords(countsOf(ruled))}`);
  }
  return planned.map(({ withContents: _, ...one }) => one);
}

function nameOf(entry: EntryId | undefined): string {
  return `${entry?.kind} ${entry?.id}`;
}

function countsOf(entries: readonly EntryId[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of entries) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function inWords(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${wordOf(kind as EntryKind)}: ${count}`)
    .join(', ');
}
