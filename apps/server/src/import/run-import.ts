import { createHash } from 'node:crypto';
import type { AssumedEntry } from '../catalogue/editing/batch.names.ts';
import type { BatchOutcome, RowResult } from '../catalogue/editing/editing.service.ts';
import { ImportError, type ImportRow } from './import-row.ts';

/** Sends the rows of an import in batches. */

/** Where an import goes: a running product, or a database. */
export interface ImportTarget {
  apply(rows: readonly object[]): Promise<BatchOutcome>;
  preview(rows: readonly object[], assumed: readonly AssumedEntry[]): Promise<BatchOutcome>;
}

/** Which batches are done already. */
export interface ImportProgress {
  done(): Promise<number>;
  record(done: number): Promise<void>;
  /** The import is complete. */
  clear(): Promise<void>;
}

export interface ImportSummary {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly deleted: number;
  /** What a dry run would do to each entry that is not unchanged. */
  readonly changes: readonly RowResult[];
}

export interface ImportOptions {
  readonly rows: readonly ImportRow[];
  readonly target: ImportTarget;
  readonly dryRun?: boolean;
  /** The most rows of a batch. */
  readonly batchRows?: number;
  readonly progress?: ImportProgress;
  readonly show?: (done: number, all: number) => void;
}

const BATCH_ROWS = 1000;
const BATCH_BYTES = 4 * 1024 * 1024;
const MOST_PROBLEMS = 200;

/** Names an import, so that one that was interrupted is found again. */
export function importDigest(rows: readonly ImportRow[], target: string): string {
  const hash = createHash('sha256').update(target);
  for (const { row } of rows) hash.update(JSON.stringify(row));
  return hash.digest('hex');
}

/**
 * Checks all rows, and then writes them batch by batch. Throws an ImportError that names all
 * problems, and then writes nothing. Batches that were done before an interruption are not sent
 * again.
 */
export async function runImport(options: ImportOptions): Promise<ImportSummary> {
  const { rows, target, dryRun = false, progress, show } = options;
  const batches = batchesOf(rows, options.batchRows ?? BATCH_ROWS);
  const done = dryRun ? 0 : ((await progress?.done()) ?? 0);
  const checked = await check(batches.slice(done), target);
  if (dryRun) return summaryOf(checked);
  const results: RowResult[] = [];
  for (const [at, batch] of batches.entries()) {
    if (at < done) continue;
    const { problems, results: written } = await target.apply(batch.map(({ row }) => row));
    if (problems.length > 0) throw new ImportError(linesOf(problems, batch));
    results.push(...written);
    await progress?.record(at + 1);
    show?.(at + 1, batches.length);
  }
  await progress?.clear();
  return summaryOf(results);
}

/** Says what would change, as if batches before each one had been written. */
async function check(
  batches: readonly (readonly ImportRow[])[],
  target: ImportTarget,
): Promise<RowResult[]> {
  const created = new Map<string, AssumedEntry>();
  const results: RowResult[] = [];
  const lines: string[] = [];
  const seen = new Map<string, string>();
  const isFirst = ({ row, place }: ImportRow): boolean => {
    if (typeof row.key !== 'string') return true;
    const name = `${row.kind === 'show' ? 'video' : row.kind} ${row.key}`;
    const first = seen.get(name);
    if (first === undefined) seen.set(name, place);
    else lines.push(`${place}: key: is that of ${first} already`);
    return first === undefined;
  };
  for (const all of batches) {
    const batch = all.filter(isFirst);
    if (batch.length === 0) continue;
    const outcome = await target.preview(
      batch.map(({ row }) => row),
      assumedBy(batch, created),
    );
    lines.push(...linesOf(outcome.problems, batch));
    results.push(...outcome.results);
    for (const { kind, key, result } of outcome.results)
      if (result === 'created') created.set(`${kind} ${key}`, { kind, key });
  }
  if (lines.length > 0) throw new ImportError([...new Set(lines)].slice(0, MOST_PROBLEMS));
  return results;
}

/** The entries of earlier batches that rows may name, found by every text in the rows. */
function assumedBy(
  batch: readonly ImportRow[],
  created: ReadonlyMap<string, AssumedEntry>,
): AssumedEntry[] {
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

function batchesOf(rows: readonly ImportRow[], most: number): ImportRow[][] {
  const batches: ImportRow[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const one of rows) {
    const size = Buffer.byteLength(JSON.stringify(one.row));
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

function linesOf(problems: BatchOutcome['problems'], batch: readonly ImportRow[]): string[] {
  return problems.map(({ row, field, problem }) => {
    const where = batch[row]?.place ?? '';
    return [where, field, problem].filter(Boolean).join(': ');
  });
}

function summaryOf(results: readonly RowResult[]): ImportSummary {
  const count = (result: RowResult['result']): number =>
    results.filter((one) => one.result === result).length;
  return {
    created: count('created'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    deleted: count('deleted'),
    changes: results.filter(({ result }) => result !== 'unchanged'),
  };
}
