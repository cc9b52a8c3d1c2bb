import { createHash } from 'node:crypto';
import type { AssumedEntry } from '@bonisa/content/editing/batch.names';
import type { BatchOutcome, RowResult } from '@bonisa/content/editing/editing.service';
import type { ImportReport, ImportReporter } from '@bonisa/contract/studio/import-report';
import {
  batchesOf,
  type ImportProblem,
  type ImportRow,
  previewBatches,
  problemsIn,
} from '@bonisa/contract/studio/import-run';
import { ImportError } from './import-row.ts';

/** Sends the rows of an import in batches. */

/** Where an import goes: a running product, or a database. */
export interface ImportTarget {
  apply(rows: readonly object[]): Promise<BatchOutcome>;
  preview(rows: readonly object[], assumed: readonly AssumedEntry[]): Promise<BatchOutcome>;
}

/** A target with a list of the imports that were written to it. */
export interface ListingTarget extends ImportTarget {
  /** Writes how far the import of this id is. */
  report(id: string, report: ImportReport): Promise<void>;
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
  /**
   * Tells the list of imports what is written; a dry run tells nothing. The caller ends it, because
   * files may follow.
   */
  readonly reporter?: ImportReporter;
  readonly show?: (done: number, all: number) => void;
}

export const BATCH_ROWS = 1000;
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
 * again while what they wrote is there.
 */
export async function runImport(options: ImportOptions): Promise<ImportSummary> {
  const { rows, target, dryRun = false, progress, reporter, show } = options;
  const batches = batchesOf(rows, options.batchRows ?? BATCH_ROWS);
  const begun = dryRun ? 0 : ((await progress?.done()) ?? 0);
  const done = (await areThere(batches.slice(0, begun), target)) ? begun : 0;
  const checked = await check(batches.slice(done), target);
  if (dryRun) return summaryOf(checked);
  await reporter?.begin();
  const results: RowResult[] = [];
  for (const [at, batch] of batches.entries()) {
    if (at < done) continue;
    const { problems, results: written } = await target.apply(batch.map(({ row }) => row));
    if (problems.length > 0) {
      const found = problemsIn(problems, batch);
      await reporter?.end('stopped', found);
      throw new ImportError(found.map(lineOf));
    }
    results.push(...written);
    await progress?.record(at + 1);
    await reporter?.written(written);
    show?.(at + 1, batches.length);
  }
  await progress?.clear();
  return summaryOf(results);
}

/**
 * Whether what an interrupted import wrote is still there: the catalogue may have been restored
 * from a backup since. Where something would be made again all is sent again, which is safe.
 */
async function areThere(
  batches: readonly (readonly ImportRow[])[],
  target: ImportTarget,
): Promise<boolean> {
  const { results } = await previewBatches(batches, target);
  return results.every(({ result }) => result !== 'created');
}

/** Throws an ImportError that names all problems. */
async function check(
  batches: readonly (readonly ImportRow[])[],
  target: ImportTarget,
): Promise<RowResult[]> {
  const { results, problems } = await previewBatches(batches, target);
  const lines = problems.map(lineOf);
  if (lines.length > 0) throw new ImportError([...new Set(lines)].slice(0, MOST_PROBLEMS));
  return results;
}

/** A problem as a line of the command. */
export function lineOf({ place, field, problem }: ImportProblem): string {
  return [place, field, problem].filter(Boolean).join(': ');
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
