import { artworkUseOf } from '@bonisa/contract/studio/artwork-fields';
import type { Names } from './batch.names.ts';
import type { PutRow, RowProblem } from './batch.rows.ts';
import { wordOf } from './batch.values.ts';
import { keyKindOf } from './entry-kinds.ts';
import type { PlannedPut } from './planned-put.ts';
import type { LaterRow, VersionsRepository } from './versions.repository.ts';

/**
 * A row may name the version at which its entry was read. It is refused where it would change a
 * field that somebody else has changed since.
 */

/** A row with the versions after the one that it names, oldest first. */
export interface DatedPut extends PutRow {
  readonly later: readonly LaterRow[];
}

/** Reads what others wrote since. Refuses rows of entries that are deleted, and wrong versions. */
export async function datedRows(
  puts: readonly PutRow[],
  {
    names,
    versions,
    problems,
  }: {
    readonly names: Names;
    readonly versions: Pick<VersionsRepository, 'latest' | 'afterEach'>;
    readonly problems: RowProblem[];
  },
): Promise<DatedPut[]> {
  const later = new Map<PutRow, readonly LaterRow[]>();
  const refused = new Set<PutRow>();
  const refuse = (row: PutRow, field: string, problem: string): void => {
    refused.add(row);
    problems.push(conflict(row, field, problem));
  };
  const naming = puts.filter(({ version }) => version !== undefined);
  for (const [kind, rows] of Map.groupBy(naming, (put) => keyKindOf(put.kind))) {
    const keys = rows.map(({ key }) => key);
    const latest = await versions.latest(kind, keys);
    const since = new Map<string, number>();
    for (const row of rows) {
      const { key, version = 0 } = row;
      const newest = latest.get(key) ?? 0;
      // A new entry under the key of a deleted one: no version of that one counts.
      const isThere = (names.own(row.kind, key) ?? -1) >= 0;
      if (version > 0 && !isThere)
        refuse(row, 'key', `the ${wordOf(row.kind)} was deleted meanwhile`);
      else if (version > newest) refuse(row, 'version', `the newest version is ${newest}`);
      else if (version < newest && isThere) since.set(key, version);
    }
    if (since.size === 0) continue;
    const byKey = Map.groupBy(await versions.afterEach(kind, since), ({ key }) => key);
    for (const row of rows) later.set(row, byKey.get(row.key) ?? []);
  }
  return puts.flatMap((row) => (refused.has(row) ? [] : [{ ...row, later: later.get(row) ?? [] }]));
}

/**
 * The fields that a row would change and somebody else has changed. A row from version 0 makes a
 * new entry, so it changes nothing of one that was created since; the same row again passes.
 */
export function conflictsOf(row: DatedPut, put: PlannedPut | undefined): RowProblem[] {
  const { version, later, place = {} } = row;
  if (version === 0 && later.some(({ action }) => action === 'created'))
    return put?.changed.length === 0 ? [] : [conflict(row, 'key', 'another entry has this key')];
  return (put?.changed ?? []).flatMap((field) => {
    const change = later.findLast(({ fields }) => field in fields);
    // The place that an order gives counts in any case.
    return !change || field in place ? [] : [conflict(row, field, wordsOf(change, field))];
  });
}

function conflict({ row, kind, key }: PutRow, field: string, problem: string): RowProblem {
  return { row, kind, key, field, problem, conflict: true };
}

const LONGEST = 120;

function wordsOf({ actor, at, number, fields }: LaterRow, field: string): string {
  const after = fields[field]?.after;
  const text = typeof after === 'string' ? `'${after}'` : JSON.stringify(after);
  const picture = after ? 'another picture or point' : 'none';
  const to = artworkUseOf(field) ? picture : text;
  const shown = to.length > LONGEST ? `${to.slice(0, LONGEST)}…` : to;
  return `${actor} changed it in version ${number}, at ${at.toISOString()}, to ${shown}`;
}
