import { z } from 'zod';
import { parsedJson } from '../json.ts';

/** How long to wait for the database, in seconds. */
export interface DatabaseLimits {
  /** For a connection: a new one, or a free one of the pool. */
  readonly connect: number;
  /** For one statement. */
  readonly statement: number;
  /** For a lock of another transaction. */
  readonly lock: number;
  /** How long a transaction may be idle between two statements. */
  readonly idleInTransaction: number;
  /**
   * For one statement of long work: migrations, reconciliation, the search index. Long work has no
   * limit for locks.
   */
  readonly long: number;
}

export const DATABASE_LIMITS: DatabaseLimits = {
  connect: 5,
  statement: 15,
  lock: 10,
  idleInTransaction: 30,
  long: 3600,
};

const PROBLEM =
  'must be JSON such as {"connect":5,"statement":15,"lock":10,"idleInTransaction":30,"long":3600}, in seconds from 1 to 86400';
const given = z
  .strictObject(
    Object.fromEntries(
      Object.keys(DATABASE_LIMITS).map((name) => [name, z.number().min(1).max(86_400)]),
    ),
  )
  .partial();

/**
 * `DATABASE_LIMITS`: the fields of {@link DatabaseLimits} that differ from the default, as JSON.
 */
export const databaseLimits = z
  .string()
  .transform((text, context): DatabaseLimits => {
    const read = given.safeParse(parsedJson(text));
    if (read.success) return { ...DATABASE_LIMITS, ...read.data };
    context.addIssue({ code: 'custom', message: PROBLEM });
    return z.NEVER;
  })
  .default(DATABASE_LIMITS);
