import type { AssumedEntry } from '../catalogue/editing/batch.names.ts';
import type { RowProblem } from '../catalogue/editing/batch.rows.ts';
import type { BatchOutcome } from '../catalogue/editing/editing.service.ts';
import { ImportError } from './import-row.ts';
import type { ListingTarget } from './run-import.ts';

const ATTEMPTS = 5;
/** Of a batch whose rows have problems: wrong, without the right to publish, changed meanwhile. */
const PROBLEM_STATUSES: ReadonlySet<number> = new Set([400, 403, 409]);

interface Address {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
}

const BATCH: Address = { method: 'POST', path: '/studio/api/catalogue/batch' };

interface Answer {
  readonly code?: string;
  readonly description?: string;
  readonly fields?: readonly { readonly field: string; readonly problem: string }[];
  readonly retry_after?: number;
  readonly results?: BatchOutcome['results'];
}

/**
 * A running product, through the write API of its studio. An unanswered batch is sent again: a
 * batch that was written already changes nothing.
 */
export function httpTarget({
  url,
  key,
  pause,
}: {
  readonly url: string;
  readonly key: string;
  readonly pause: (seconds: number) => Promise<void>;
}): ListingTarget {
  const send = async (body: object, to: Address = BATCH): Promise<BatchOutcome> => {
    for (let attempt = 1; ; attempt += 1) {
      const answered = await ask(body, to).catch((error: unknown) => error as Error);
      const isLast = attempt === ATTEMPTS;
      if (answered instanceof Error) {
        if (isLast) throw new ImportError(`${url} does not answer`, answered);
        await pause(attempt);
        continue;
      }
      const { status, answer } = answered;
      if (status === 200 && (answer.results || to !== BATCH))
        return { problems: [], results: answer.results ?? [] };
      const problems = (answer.fields ?? []).flatMap(problemOf);
      if (PROBLEM_STATUSES.has(status) && problems.length > 0 && to === BATCH)
        return { problems, results: [] };
      if ((status !== 429 && status < 500) || isLast)
        throw new ImportError(`${url} refused: ${answer.description ?? status}`);
      await pause(answer.retry_after ?? attempt);
    }
  };
  const ask = async (
    body: object,
    { method, path }: Address,
  ): Promise<{ status: number; answer: Answer }> => {
    const response = await fetch(new URL(path, url), {
      method,
      // A redirect would carry the key to another address.
      redirect: 'error',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
    return { status: response.status, answer: (await response.json()) as Answer };
  };
  return {
    apply: (rows) => send({ rows }),
    preview: (rows, assumed: readonly AssumedEntry[]) =>
      send({ rows, dry_run: true, ...(assumed.length > 0 ? { assume: assumed } : {}) }),
    report: async (id, report) =>
      void (await send(report, { method: 'PUT', path: `/studio/api/imports/${id}` })),
  };
}

/** `rows.12.synopsis` as the problem of a row. */
function problemOf({ field, problem }: { field: string; problem: string }): RowProblem[] {
  const [, row, name = ''] = /^rows\.(\d+)(?:\.(.*))?$/.exec(field) ?? [];
  return row === undefined
    ? []
    : [{ row: Number(row), kind: null, key: null, field: name, problem }];
}
