import { AppError } from '@bonisa/kit/http/app-error';
import type { RowProblem } from './batch.rows.ts';
import type { BatchOutcome, RowResult } from './editing.service.ts';

/** How calls tell what became of a batch: the refusal, the answer, the entry of the audit. */

/** Problems that a refusal names; it counts all of them. */
const MOST_NAMED = 1000;

/** Names the problems: a file of a thousand rows is mended once and not a thousand times. */
export function refusalOf(problems: readonly RowProblem[], isOne = false): AppError {
  const fields = problems.slice(0, MOST_NAMED).map(({ row, field, problem }) => ({
    field: isOne ? field : ['rows', row, field].filter((part) => part !== '').join('.'),
    problem,
  }));
  const [first] = fields;
  const many = `${problems.length} problem${problems.length === 1 ? '' : 's'}`;
  return new AppError(
    codeOf(problems),
    `Nothing was written: ${many}. First: ${first?.field}: ${first?.problem}`,
    { fields },
  );
}

function codeOf(problems: readonly RowProblem[]): 'scope_missing' | 'conflict' | 'invalid_request' {
  if (problems.every(({ needsScope }) => needsScope)) return 'scope_missing';
  return problems.some(({ conflict }) => conflict) ? 'conflict' : 'invalid_request';
}

/** The answer of a batch that was written. */
export function answerOf({ results }: BatchOutcome) {
  const count = (result: RowResult['result']): number =>
    results.filter((rowResult) => rowResult.result === result).length;
  return {
    created: count('created'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    deleted: count('deleted'),
    results: results.map((result) => ({ ...result, fields: [...result.fields] })),
  };
}

const MOST_KEYS_IN_AUDIT = 50;

/** What the audit says of a batch: how many, and the keys of the first entries. */
export function detailsOf(outcome: BatchOutcome): Readonly<Record<string, unknown>> {
  const { results, ...counts } = answerOf(outcome);
  const written = results.filter(({ result }) => result !== 'unchanged');
  return {
    ...counts,
    entries: written
      .slice(0, MOST_KEYS_IN_AUDIT)
      .map(({ kind, key, result, fields }) => ({ kind, key, result, fields })),
  };
}
