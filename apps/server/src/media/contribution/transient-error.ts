import { isDatabaseUnusable } from '../../platform/database/database-away.ts';
import { transientProblemOf } from '../../platform/files/file-store.ts';

/** Whether a repetition may succeed by itself: the file store or the database is away or full. */
export function isTransient(error: unknown): boolean {
  // An upload that broke off has the error of its clearing away beside its own.
  if (error instanceof AggregateError) return error.errors.some(isTransient);
  return transientProblemOf(error) !== undefined || isDatabaseUnusable(error);
}
