import { catalogueBatch } from '@bonisa/contract/studio/catalogue.calls';
import type { ImportReporter } from '@bonisa/contract/studio/import-report';
import {
  type AssumedRow,
  type ImportOutcome,
  type ImportProblem,
  type ImportResult,
  type ImportRow,
  problemsIn,
} from '@bonisa/contract/studio/import-run';
import { StudioCallError, type StudioClient } from '@bonisa/contract/studio/studio-client';

/** How the screen of imports sends batches, and what it says of what they answer. */

export interface BatchTarget {
  preview(rows: readonly object[], assumed: readonly AssumedRow[]): Promise<ImportOutcome>;
  apply(rows: readonly object[]): Promise<ImportOutcome>;
}

type Body = {
  readonly rows: Record<string, unknown>[];
  readonly dry_run?: boolean;
  readonly assume?: AssumedRow[];
};

/** Batches of the studio's write call. A refusal by rows is an answer; any other is thrown. */
export function batchTarget(call: StudioClient): BatchTarget {
  const send = async (body: Body): Promise<ImportOutcome> => {
    try {
      return { problems: [], results: (await call(catalogueBatch, { body })).results };
    } catch (error) {
      const problems = error instanceof StudioCallError ? problemsOf(error) : [];
      if (problems.length === 0) throw error;
      return { problems, results: [] };
    }
  };
  const rowsOf = (rows: readonly object[]) => rows as Record<string, unknown>[];
  return {
    preview: (rows, assumed) =>
      send({
        rows: rowsOf(rows),
        dry_run: true,
        ...(assumed.length > 0 ? { assume: [...assumed] } : {}),
      }),
    apply: (rows) => send({ rows: rowsOf(rows) }),
  };
}

/** `rows.12.synopsis` as the problem of a row. */
function problemsOf({ fields }: StudioCallError): ImportOutcome['problems'] {
  return fields.flatMap(({ field, problem }) => {
    const [, row, name = ''] = /^rows\.(\d+)(?:\.(.*))?$/.exec(field) ?? [];
    return row === undefined ? [] : [{ row: Number(row), field: name, problem }];
  });
}

export interface Counts {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly deleted: number;
}

/** How many entries an import makes, changes, deletes, and leaves as they are. */
export function countsOf(results: readonly Pick<ImportResult, 'result'>[]): Counts {
  const count = (wanted: ImportResult['result']): number =>
    results.filter(({ result }) => result === wanted).length;
  return {
    created: count('created'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    deleted: count('deleted'),
  };
}

/** What stopped an import after it had begun: a batch is written whole or not at all. */
export class ImportStopped extends Error {
  readonly problems: readonly ImportProblem[];

  constructor(done: number, all: number, problems: readonly ImportProblem[], cause?: unknown) {
    const why = cause instanceof StudioCallError ? ` ${cause.message}` : '';
    super(
      `The import stopped: ${done} of ${all} parts are written.${why} The same file again changes only the rest.`,
      { cause },
    );
    this.name = 'ImportStopped';
    this.problems = problems;
  }
}

/** Where batches are written, and the list of imports that is told. */
export interface ReportedTarget extends Pick<BatchTarget, 'apply'> {
  readonly reporter: Pick<ImportReporter, 'begin' | 'written' | 'end'>;
}

/** Writes batch after batch. Throws an {@link ImportStopped} that says how far it came. */
export async function applyBatches(
  batches: readonly (readonly ImportRow[])[],
  { apply, reporter }: ReportedTarget,
  show: (done: number, all: number) => void,
): Promise<ImportResult[]> {
  const results: ImportResult[] = [];
  const stopped = async (
    done: number,
    problems: readonly ImportProblem[],
    cause?: unknown,
  ): Promise<never> => {
    const why = new ImportStopped(done, batches.length, problems, cause);
    // Why the import stopped matters more; without a last report the list calls it broken off.
    await reporter.end('stopped', problems).catch(() => undefined);
    throw why;
  };
  await reporter.begin();
  for (const [at, batch] of batches.entries()) {
    const rows = batch.map(({ row }) => row);
    const outcome = await apply(rows).catch((error: unknown) => stopped(at, [], error));
    if (outcome.problems.length > 0) await stopped(at, problemsIn(outcome.problems, batch));
    results.push(...outcome.results);
    show(at + 1, batches.length);
    const written = reporter.written(outcome.results);
    await written.catch((error: unknown) => stopped(at + 1, [], error));
  }
  return results;
}

/** The form of a file by its name; `undefined`: it is none that can be imported. */
export function formatOf(name: string): 'json' | 'csv' | 'mrss' | undefined {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  if (ending === 'json' || ending === 'csv') return ending;
  return ending === 'xml' || ending === 'rss' ? 'mrss' : undefined;
}
