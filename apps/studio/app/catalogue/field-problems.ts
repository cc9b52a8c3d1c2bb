import type { FieldProblem } from '@bonisa/contract/errors';
import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { inWords } from '../design/words.ts';

/** Where on the screen the named problems of a refused change belong. */

type Values = Readonly<Record<string, unknown>>;

/**
 * What is wrong with each field of a form. A problem within a field says where:
 * `credits.3.person` is `row 4, person: …` at `credits`.
 */
export function problemsByField(
  problems: readonly FieldProblem[],
  fields: Values,
): Readonly<Record<string, string>> {
  const found = new Map<string, string[]>();
  for (const { field, problem } of problems) {
    const [name = '', ...path] = field.split('.');
    const place = path.map((part, at) => partWords(part, at === 0 ? fields[name] : undefined));
    const words = place.length > 0 ? `${place.join(', ')}: ${problem}` : problem;
    found.set(name, [...(found.get(name) ?? []), words]);
  }
  return Object.fromEntries([...found].map(([name, words]) => [name, words.join('; ')]));
}

/** A row by its number or, where the form shows a row for each kind, by its kind. */
function partWords(part: string, within: unknown): string {
  if (!/^\d+$/.test(part)) return inWords(part);
  const row: unknown = Array.isArray(within) ? within[Number(part)] : undefined;
  const { kind } = (row ?? {}) as { kind?: unknown };
  return typeof kind === 'string' ? kind : `row ${Number(part) + 1}`;
}

export interface RefusedEntry {
  readonly key: string;
  readonly problems: readonly FieldProblem[];
}

/**
 * What a refused change of many entries says of each of them. Batches name the row
 * (`rows.3.category`), changes of state the entry (`video.v-1.media`); a key may have dots.
 */
export function problemsByEntry(
  problems: readonly FieldProblem[],
  kind: EntryKind,
  keys: readonly string[],
): RefusedEntry[] {
  const longestFirst = keys.toSorted((a, b) => b.length - a.length);
  const found = new Map<string, FieldProblem[]>();
  for (const { field, problem } of problems) {
    const [, row, part = ''] = /^(?:rows|entries)\.(\d+)(?:\.(.*))?$/.exec(field) ?? [];
    const named = longestFirst.find((key) => field.startsWith(`${kind}.${key}.`));
    const key = row === undefined ? named : keys[Number(row)];
    if (key === undefined) continue;
    const own = row === undefined ? field.slice(`${kind}.${key}.`.length) : part;
    found.set(key, [...(found.get(key) ?? []), { field: own, problem }]);
  }
  return [...found].map(([key, own]) => ({ key, problems: own }));
}
