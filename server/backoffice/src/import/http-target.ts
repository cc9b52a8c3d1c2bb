import type { RowProblem } from '@bonisa/content/editing/batch.rows';
import type { BatchOutcome } from '@bonisa/content/editing/editing.service';
import { ImportError } from './import-row.ts';
import type { ListingTarget } from './run-import.ts';
import { type AskStudio, jsonIn, refusalOf } from './studio-client.ts';

/** Of a batch whose rows have problems: wrong, without the right to publish, changed meanwhile. */
const PROBLEM_STATUSES = [400, 403, 409];
const JSON_TYPE = { 'content-type': 'application/json' };

interface Answer {
  readonly fields?: readonly { readonly field: string; readonly problem: string }[];
  readonly results?: BatchOutcome['results'];
}

/**
 * A running product, through the write API of its studio. An unanswered batch is sent again: a
 * batch that was written already changes nothing.
 */
export function httpTarget(ask: AskStudio): ListingTarget {
  const send = async (batch: object): Promise<BatchOutcome> => {
    const body = JSON.stringify(batch);
    const request = {
      method: 'POST',
      path: '/studio/api/catalogue/batch',
      headers: JSON_TYPE,
      body,
    };
    const answer = await ask(request, PROBLEM_STATUSES);
    const { results, fields = [] } = (jsonIn(answer.text) ?? {}) as Answer;
    if (results) return { problems: [], results };
    const problems = fields.flatMap(problemOf);
    if (problems.length === 0) throw new ImportError(refusalOf(answer));
    return { problems, results: [] };
  };
  return {
    apply: (rows) => send({ rows }),
    preview: (rows, assumed) =>
      send({ rows, dry_run: true, ...(assumed.length > 0 ? { assume: assumed } : {}) }),
    report: async (id, report) => {
      const path = `/studio/api/imports/${id}`;
      await ask({ method: 'PUT', path, headers: JSON_TYPE, body: JSON.stringify(report) });
    },
  };
}

/** `rows.12.synopsis` as the problem of a row. */
function problemOf({ field, problem }: { field: string; problem: string }): RowProblem[] {
  const [, row, name = ''] = /^rows\.(\d+)(?:\.(.*))?$/.exec(field) ?? [];
  return row === undefined
    ? []
    : [{ row: Number(row), kind: null, key: null, field: name, problem }];
}
