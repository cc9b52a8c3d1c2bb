import type { EntryKind } from './catalogue-entries.ts';

/**
 * How the rows of an import become batches: the same for the studio's screen, for the command
 * against a running product, and for the command on a database.
 */

/** A row of a batch, and the place in the source that a problem names. */
export interface ImportRow {
  readonly place: string;
  readonly row: Readonly<Record<string, unknown>> & { readonly kind: string };
}

/** What is wrong with a row of the source; `field` is empty where the row is at fault. */
export interface ImportProblem {
  readonly place: string;
  readonly field: string;
  readonly problem: string;
}

export interface AssumedRow {
  readonly kind: EntryKind;
  readonly key: string;
}

export interface ImportResult extends AssumedRow {
  readonly result: 'created' | 'changed' | 'unchanged' | 'deleted';
  readonly fields: readonly string[];
  readonly hangs: Readonly<Record<string, number>>;
}

/** What became of a batch; `row` counts within it. */
export interface ImportOutcome<Result extends ImportResult = ImportResult> {
  readonly problems: readonly {
    readonly row: number;
    readonly field: string;
    readonly problem: string;
  }[];
  readonly results: readonly Result[];
}

export interface PreviewTarget<Result extends ImportResult = ImportResult> {
  preview(rows: readonly object[], assumed: readonly AssumedRow[]): Promise<ImportOutcome<Result>>;
}

const BATCH_BYTES = 4 * 1024 * 1024;

/** The rows in batches of at most `most` rows and 4 MiB. */
export function batchesOf(rows: readonly ImportRow[], most: number): ImportRow[][] {
  const encoder = new TextEncoder();
  const batches: ImportRow[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const one of rows) {
    const size = encoder.encode(JSON.stringify(one.row)).length;
    const last = batches.at(-1);
    if (last && last.length < most && bytes + size <= BATCH_BYTES) {
      last.push(one);
      bytes += size;
    } else {
      batches.push([one]);
      bytes = size;
    }
  }
  return batches;
}

/** Says what would change, as if batches before each one had been written. */
export async function previewBatches<Result extends ImportResult>(
  batches: readonly (readonly ImportRow[])[],
  target: PreviewTarget<Result>,
  show: (done: number, all: number) => void = () => undefined,
): Promise<{ readonly results: Result[]; readonly problems: ImportProblem[] }> {
  const created = new Map<string, AssumedRow>();
  const results: Result[] = [];
  const problems: ImportProblem[] = [];
  const isFirst = onceByKey(problems);
  for (const [at, all] of batches.entries()) {
    const batch = all.filter(isFirst);
    if (batch.length === 0) continue;
    const rows = batch.map(({ row }) => row);
    const outcome = await target.preview(rows, assumedBy(batch, created));
    problems.push(...problemsIn(outcome.problems, batch));
    results.push(...outcome.results);
    for (const { kind, key, result } of outcome.results)
      if (result === 'created') created.set(`${kind} ${key}`, { kind, key });
    show(at + 1, batches.length);
  }
  return { results, problems };
}

/** The problems of a batch with their places in the source. */
export function problemsIn(
  problems: ImportOutcome['problems'],
  batch: readonly ImportRow[],
): ImportProblem[] {
  return problems.map(({ row, field, problem }) => {
    return { place: batch[row]?.place ?? '', field, problem };
  });
}

/**
 * Adds fields to the rows of titles that lack them, for the entries that they create. What exists
 * keeps what it has: a feed that comes again does not publish what was withdrawn.
 */
export function withDefaults(
  rows: readonly ImportRow[],
  defaults: Readonly<Record<string, unknown>>,
): ImportRow[] {
  if (Object.keys(defaults).length === 0) return [...rows];
  return rows.map((one) =>
    (one.row.kind === 'video' || one.row.kind === 'show') &&
    !('delete' in one.row || 'order' in one.row)
      ? { ...one, row: { ...one.row, ifNew: defaults } }
      : one,
  );
}

/** Lets the first row of each key pass, and names the others. */
function onceByKey(problems: ImportProblem[]): (row: ImportRow) => boolean {
  const seen = new Map<string, string>();
  return ({ row, place }) => {
    if (typeof row.key !== 'string') return true;
    const name = `${row.kind === 'show' ? 'video' : row.kind} ${row.key}`;
    const first = seen.get(name);
    if (first === undefined) seen.set(name, place);
    else problems.push({ place, field: 'key', problem: `is that of ${first} already` });
    return first === undefined;
  };
}

/** The entries of earlier batches that rows may name, found by every text in the rows. */
function assumedBy(
  batch: readonly ImportRow[],
  created: ReadonlyMap<string, AssumedRow>,
): AssumedRow[] {
  const texts = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value.trim());
    else if (Array.isArray(value)) for (const item of value) collect(item);
    else if (typeof value === 'object' && value !== null)
      for (const item of Object.values(value)) collect(item);
  };
  for (const { row } of batch) {
    const { kind: _, key: __, description: ___, synopsis: ____, ...named } = row;
    collect(named);
    if (row.kind === 'episode') texts.add(`${row.show}/${row.season}`);
    if ('category' in row) texts.add(`${row.channel}/${row.category}`);
  }
  const own = new Set(batch.map(({ row }) => `${row.kind} ${row.key}`));
  return [...created.values()].filter(
    ({ kind, key }) => texts.has(key) && !own.has(`${kind} ${key}`),
  );
}
