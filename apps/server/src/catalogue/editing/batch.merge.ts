import { artworkUseOf } from '@bonisa/contract/studio/artwork-fields';
import { type FieldConflict, mergeFields } from '@bonisa/domain/catalogue/entry-merge';
import type { Names } from './batch.names.ts';
import type { PutRow, RowProblem } from './batch.rows.ts';
import { isSame, wordOf } from './batch.values.ts';
import { keyKindOf, REFERENCES } from './entry-kinds.ts';
import type { LaterRow, VersionsRepository } from './versions.repository.ts';

/**
 * Rows that name the version they began from: what others changed since is never lost. Version 0 is
 * before every version. Who makes entries and writes from it has seen no entry, or one that is
 * older than its versions, so an entry that was created since is another one.
 */

export interface MergedRow {
  /** What is left to write. */
  readonly raw: PutRow['raw'];
  /** The fields that others changed since, and that stay. */
  readonly merged: readonly string[];
  /** Whether another has made an entry under the key of this new one: nothing of it may change. */
  readonly isTaken?: true;
}

interface MergeParts {
  readonly names: Names;
  readonly versions: Pick<VersionsRepository, 'latest' | 'afterEach'>;
  readonly problems: RowProblem[];
  /** Whether a row from version 0 makes a new entry. */
  readonly makesNew: boolean;
  /** Whether a field that others changed is a conflict too where a row names what it was before. */
  readonly asWritten: boolean;
}

/** The rows that name a version, merged; a row with a conflict gets problems and is missing. */
export async function mergeRows(
  puts: readonly PutRow[],
  { names, versions, problems, makesNew, asWritten }: MergeParts,
): Promise<Map<PutRow, MergedRow>> {
  const done = new Map<PutRow, MergedRow>();
  const naming = puts.filter((put) => put.version !== undefined);
  for (const [kind, rows] of Map.groupBy(naming, (put) => keyKindOf(put.kind))) {
    const latest = await versions.latest(
      kind,
      rows.map(({ key }) => key),
    );
    const since = new Map(
      rows.flatMap(({ key, version = 0 }) =>
        version < (latest.get(key) ?? 0) ? [[key, version] as const] : [],
      ),
    );
    const later = since.size > 0 ? await versions.afterEach(kind, since) : [];
    const byKey = Map.groupBy(later, ({ key }) => key);
    for (const row of rows) {
      const merged = mergeRow(row, {
        ...{ names, makesNew, asWritten },
        newest: latest.get(row.key) ?? 0,
        later: byKey.get(row.key) ?? [],
        refuse: (field, problem) =>
          void problems.push({
            ...{ row: row.row, kind: row.kind, key: row.key },
            ...{ field, problem, conflict: true },
          }),
      });
      if (merged) done.set(row, merged);
    }
  }
  return done;
}

function mergeRow(
  row: PutRow,
  parts: Pick<MergeParts, 'names' | 'makesNew' | 'asWritten'> & {
    readonly newest: number;
    /** The versions after the one that the row names. */
    readonly later: readonly LaterRow[];
    readonly refuse: (field: string, problem: string) => void;
  },
): MergedRow | undefined {
  const { names, makesNew, asWritten, newest, later, refuse } = parts;
  const { kind, key, raw, version = 0 } = row;
  const isThere = (names.own(kind, key) ?? -1) >= 0;
  if (version > 0 && !isThere) {
    refuse('key', `the ${wordOf(kind)} was deleted meanwhile`);
    return undefined;
  }
  if (version > newest) {
    refuse('version', `the newest version is ${newest}`);
    return undefined;
  }
  // A new entry under the key of a deleted one: no version of that one counts.
  if (!isThere) return { raw, merged: [] };
  if (makesNew && version === 0 && later.some(({ action }) => action === 'created'))
    return { raw, merged: [], isTaken: true };
  const isSameIn = (one: unknown, other: unknown, field: string) =>
    isSameField(row, field, one, other, names);
  const merge = mergeFields(raw, later, isSameIn, { asWritten });
  for (const one of merge.conflicts) refuse(one.field, wordsOf(one));
  return merge.conflicts.length === 0 ? { raw: merge.fields, merged: merge.merged } : undefined;
}

/** Whether two values as rows write them mean the same. */
function isSameField(
  { kind }: PutRow,
  field: string,
  one: unknown,
  other: unknown,
  names: Names,
): boolean {
  const [a, b] = [normal(one), normal(other)];
  if (isSame(a, b)) return true;
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  const reference = (REFERENCES[kind] ?? []).find((each) => each.field === field);
  if (reference) {
    const id = names.find(reference.to, a);
    return id !== undefined && id === names.find(reference.to, b);
  }
  return field.startsWith('available') && Date.parse(a) === Date.parse(b);
}

function normal(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : (value ?? null);
}

const LONGEST = 120;

function wordsOf({ field, actor, at, after }: FieldConflict): string {
  if (artworkUseOf(field))
    return `${actor} changed it at ${at.toISOString()} to ${after ? 'another picture or point' : 'none'}`;
  const text = typeof after === 'string' ? `'${after}'` : JSON.stringify(after);
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return `${actor} changed it at ${at.toISOString()} to ${shown}`;
}
