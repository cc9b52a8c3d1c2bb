/**
 * Due times and leases that a clock which was ahead has written. Once the time is right again they
 * are hours or days away, and what they belong to would rest until then without anybody noticing.
 */
import { and, gt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Clock } from './clock.ts';
import type { ClockAgreement } from './clock-agreement.ts';

/** Makes due what is due later than it can be at the time `now`. */
export type BringBackWork = (now: Date) => Promise<unknown>;

export interface BringBack {
  /** Adds the work on a table; it must be safe in several processes at once. */
  add(name: string, work: BringBackWork): void;
  /** Does all of it now; a failure is logged, and the others are done. */
  run(): Promise<void>;
}

/** Does the work at each step of the time, and when the clocks agree again. */
export function createBringBack({
  clock,
  agreement,
  logger,
}: {
  readonly clock: Clock;
  readonly agreement: Pick<ClockAgreement, 'onChange' | 'state'>;
  readonly logger: Pick<Logger, 'error'>;
}): BringBack {
  const all: { readonly name: string; readonly work: BringBackWork }[] = [];
  const run = async (): Promise<void> => {
    const now = clock.now();
    for (const { name, work } of all)
      await work(now).catch((error: unknown) =>
        logger.error({ err: error, name }, 'due times of a wrong clock could not be brought back'),
      );
  };
  agreement.onChange(() => {
    if (agreement.state() === 'agreed') void run();
  });
  return { add: (name, work) => void all.push({ name, work }), run };
}

/** Longer than any lease, and than the pauses of a table that names no longer ones. */
export const MOST_AHEAD_MS = 5 * 60_000;

/**
 * The same of a sign of life, which is written with the time of then: it is ahead only by what the
 * clocks of two processes differ.
 */
export const SIGN_AHEAD_MS = 60_000;

/** Which rows are brought back, and from which instant on. */
export interface BroughtBack {
  readonly now: Date;
  readonly mostMs?: number;
  /** Left out: all rows. */
  readonly which?: SQL | undefined;
}

/** Sets each instant of a column that is later than `mostMs` from now to now. */
export async function bringBackColumn(
  db: Database,
  column: PgColumn,
  { now, mostMs, which }: BroughtBack,
): Promise<void> {
  const name = sql.identifier(column.name);
  const rows = and(gt(column, lateAt(column, now, mostMs)), which);
  await db.execute(
    sql`update ${column.table} set ${name} = ${sql.param(now, column)} where ${rows}`,
  );
}

/** The instant `mostMs` after `now`, as a value of the column. */
export function lateAt(column: PgColumn, now: Date, mostMs = MOST_AHEAD_MS): SQL {
  return sql`${sql.param(new Date(now.getTime() + mostMs), column)}`;
}
