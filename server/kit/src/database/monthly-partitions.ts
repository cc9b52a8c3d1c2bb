import { instantOf, type Month, monthAfter, monthOf } from '@bonisa/domain/south-african-time';
import { sql } from 'drizzle-orm';
import type { Clock } from '../clock/clock.ts';
import { type Database, lockFor, rowsOf } from './database.ts';

/**
 * A table that is partitioned by South African month of its column `at`, with a default partition.
 */
export interface MonthlyTable {
  readonly name: string;
  /** No row lives longer: a month is dropped when its first instant is so long ago. */
  readonly mostDays: number;
}

export interface MonthlyPartitionsDependencies {
  readonly db: Database;
  readonly clock: Clock;
}

/** Months that are made before they begin. */
export const MONTHS_AHEAD = 3;
/**
 * A month that begins sooner stays in the default partition: the version before 1.8 purges by the
 * place of rows, which is wrong with a second partition, and may run on for a while or come back.
 */
const NOT_WITHIN_DAYS = 7;
/** Who waits for a lock blocks everybody after him: rather once more an hour later. */
const LOCK_WITHIN = '3s';
/**
 * To attach a partition reads the default one, which nobody writes to meanwhile. Where that takes
 * longer, it is tried again each hour, until the default partition is small.
 */
const STATEMENT_WITHIN = '3s';
const DAY_MS = 24 * 60 * 60 * 1000;
const NOT_WITHIN_MS = NOT_WITHIN_DAYS * DAY_MS;

interface Partition {
  readonly name: string;
  readonly isDefault: boolean;
}

/**
 * Makes partitions before their month begins, and drops those that are too old. Each is one
 * transaction, so that a process may end between any two; where nobody makes partitions, rows go to
 * the default partition and nothing is lost.
 */
export function createMonthlyPartitions({ db, clock }: MonthlyPartitionsDependencies) {
  return {
    /**
     * Brings a table up to date. Throws an AggregateError of what could not be done, for example
     * because somebody held a lock; the next look does it.
     */
    tend: async ({ name, mostDays }: MonthlyTable): Promise<void> => {
      const failures: unknown[] = [];
      const now = clock.now();
      const before = new Date(now.getTime() - mostDays * DAY_MS);
      const old = await oldOf(db, name, before);
      const attempts = [
        ...old.map((month) => () => drop(db, name, month)),
        ...monthsAfter(monthOf(now))
          .filter((month) => beginningOf(month).getTime() - now.getTime() > NOT_WITHIN_MS)
          .map((month) => () => make(db, name, month)),
      ];
      for (const attempt of attempts)
        await attempt().catch((error: unknown) => failures.push(error));
      if (failures.length > 0)
        throw new AggregateError(failures, `partitions of ${name} could not be made or dropped`);
    },

    /** How many of the months that are made ahead have a partition; 0: somebody must look. */
    aheadOf: async (name: string): Promise<number> => {
      const made = new Set((await partitionsOf(db, name)).map((partition) => partition.name));
      return monthsAfter(monthOf(clock.now())).filter((month) => made.has(partitionOf(name, month)))
        .length;
    },
  };
}

/** The months that are made ahead of a month. */
function monthsAfter(month: Month): Month[] {
  const months: Month[] = [];
  while (months.length < MONTHS_AHEAD) months.push(monthAfter(months.at(-1) ?? month));
  return months;
}

const partitionOf = (table: string, month: Month): string => `${table}_${month.replace('-', '_')}`;

const beginningOf = (month: Month): Date => instantOf(`${month}-01`);

/** The months of a table whose first instant is before `limit`. */
async function oldOf(db: Database, table: string, limit: Date): Promise<Month[]> {
  return (await partitionsOf(db, table)).flatMap(({ name }) => {
    const [, year, month] = /_(\d{4})_(\d{2})$/.exec(name) ?? [];
    if (year === undefined) return [];
    const found = `${year}-${month}` as Month;
    return partitionOf(table, found) === name && beginningOf(found) <= limit ? [found] : [];
  });
}

function partitionsOf(db: Database, table: string): Promise<Partition[]> {
  return rowsOf<Partition>(
    db,
    sql`select c.relname as name, pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT' as "isDefault"
        from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = to_regclass(${table}) order by c.relname`,
  );
}

/**
 * Makes the partition of a month, unless it exists or the default partition has rows of it: those
 * stay where they are until they are too old. `attach` lets others write to the table meanwhile.
 */
async function make(db: Database, table: string, month: Month): Promise<void> {
  const name = partitionOf(table, month);
  const [from, to] = [month, monthAfter(month)].map((one) => beginningOf(one).toISOString());
  await db.transaction(async (tx) => {
    const partitions = await locked(tx, table);
    const rest = partitions.find(({ isDefault }) => isDefault);
    if (!rest) throw new Error(`${table} has no default partition`);
    if (partitions.some((one) => one.name === name)) return;
    const [found] = await rowsOf<{ some: boolean }>(
      tx,
      sql`select exists (select from ${sql.identifier(rest.name)} where at >= ${from} and at < ${to}) as some`,
    );
    if (found?.some) return;
    const [parent, child] = [sql.identifier(table), sql.identifier(name)];
    await tx.execute(
      sql`create table ${child} (like ${parent} including defaults including constraints)`,
    );
    await tx.execute(
      sql`alter table ${parent} attach partition ${child} for values from (${sql.raw(`'${from}'`)}) to (${sql.raw(`'${to}'`)})`,
    );
  });
}

async function drop(db: Database, table: string, month: Month): Promise<void> {
  const name = partitionOf(table, month);
  await db.transaction(async (tx) => {
    const partitions = await locked(tx, table);
    if (partitions.some((partition) => partition.name === name))
      await tx.execute(sql`drop table ${sql.identifier(name)}`);
  });
}

/** The partitions, which no other process changes until the transaction ends. */
async function locked(tx: Database, table: string): Promise<Partition[]> {
  await tx.execute(sql`set local lock_timeout = ${sql.raw(`'${LOCK_WITHIN}'`)}`);
  await tx.execute(sql`set local statement_timeout = ${sql.raw(`'${STATEMENT_WITHIN}'`)}`);
  await lockFor(tx, `partitions of ${table}`);
  return await partitionsOf(tx, table);
}
