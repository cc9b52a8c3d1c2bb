import { keyKindOf } from '@bonisa/content/editing/entry-kinds';
import { ENTRY_LISTS, type EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { ENTRY_KINDS } from '@bonisa/contract/studio/entry-kinds';
import type { ImportRow } from '@bonisa/contract/studio/import-run';
import { naturalKey } from '@bonisa/contract/studio/natural-key';
import { listed, MOST_ROWS } from './import-limits.ts';

/** The rows of an import, whatever they were read from. */

/** Something that the person at the terminal can put right. Each line is one problem. */
export class ImportError extends Error {
  readonly lines: readonly string[];

  constructor(lines: string | readonly string[], cause?: unknown) {
    const all = typeof lines === 'string' ? [lines] : listed(lines);
    super(all.join('\n'), { cause });
    this.name = 'ImportError';
    this.lines = all;
  }
}

/** An import cannot go on: what it writes to does not answer. */
export class ImportTargetAway extends ImportError {}

/** The rows of a catalogue document. Throws an ImportError for lists that it does not know. */
export function rowsOfDocument(document: unknown, file = ''): ImportRow[] {
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new ImportError(`${file}: must be an object with lists of entries`);
  const problems: string[] = [];
  const rows = Object.entries(document).flatMap(([list, entries]): ImportRow[] => {
    if (list === '$schema') return [];
    const kind = isList(list) ? ENTRY_LISTS[list] : undefined;
    if (!kind)
      problems.push(`${file}: '${list}' is none of ${Object.keys(ENTRY_LISTS).join(', ')}`);
    if (!kind || !Array.isArray(entries)) {
      if (kind) problems.push(`${file}: ${list} must be a list`);
      return [];
    }
    return entries.map((entry: unknown, at) => {
      const fields = typeof entry === 'object' && entry !== null ? entry : { entry };
      return { place: `${list}.${at}`, row: { ...fields, kind } };
    });
  });
  if (problems.length > 0) throw new ImportError(problems);
  if (rows.length > MOST_ROWS) throw new ImportError(`${file}: has more than ${MOST_ROWS} entries`);
  return inOrder(rows);
}

/** Throws an ImportError for rows that name one entry twice, such as two films of one key. */
export function refuseRepeated(rows: readonly ImportRow[]): void {
  const seen = new Map<string, string>();
  const problems = rows.flatMap(({ place, row }) => {
    const key = keyOf(row);
    const name = `${keyKindOf(row.kind as EntryKind)} ${key}`;
    const first = seen.get(name);
    if (key !== undefined) seen.set(name, first ?? place);
    return key === undefined || first === undefined
      ? []
      : [`${place}: key: '${key}' is that of ${first} already`];
  });
  if (problems.length > 0) throw new ImportError(problems);
}

/** The key of the entry of a row, also where the row names none. */
export function keyOf(row: Readonly<Record<string, unknown>>): string | undefined {
  const named = row.key ?? naturalKey(row.kind as EntryKind, row);
  return typeof named === 'string' ? named : undefined;
}

function isList(name: string): name is keyof typeof ENTRY_LISTS {
  return Object.hasOwn(ENTRY_LISTS, name);
}

/** Rows after those that they refer to; the order within a kind stays. */
export function inOrder(rows: readonly ImportRow[]): ImportRow[] {
  const rank = (kind: string): number => ENTRY_KINDS.indexOf(kind as EntryKind);
  return rows.toSorted((a, b) => rank(a.row.kind) - rank(b.row.kind));
}
