import { parseArgs } from 'node:util';
import { migrate, openPostgres } from '@bonisa/kit/database/database';
import { DATABASE_LIMITS } from '@bonisa/kit/database/database-limits';
import type pg from 'pg';

/** This many numbers with one subscription each; this many of them are due by `now`. */
export interface SeedPlan {
  readonly subscribers: number;
  readonly due: number;
  readonly now: Date;
}

/** Seven of ten Daily, two Weekly, one Monthly. */
const PRICE_OF = 'case when n % 10 < 7 then 500 when n % 10 < 9 then 1000 else 2500 end';
const PACKAGE_OF = `case when n % 10 < 7 then 'p-grtv-daily-c-01' when n % 10 < 9 then 'p-grtv-weekly-c-01' else 'p-grtv-monthly-c-01' end`;
/** Ids as the product creates them: UUID version 7, one millisecond each. */
const ID_OF = `(lpad(to_hex($1::bigint + n), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8' || lpad(to_hex(n), 15, '0'))::uuid`;
const FIRST_SUBSCRIBER = 100_000;

/**
 * Fills an empty, migrated database with subscriptions on their free first day. The due ones ended
 * it within the last hour, the others end it after one to twenty hours. Their history is complete
 * (one event each), so they renew like real ones; there are no charges or postings. The database
 * creates all rows in a few statements; the same plan creates the same rows. Throws if
 * subscriptions exist already.
 */
export async function seedRenewals(pool: pg.Pool, plan: SeedPlan): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      'select exists (select from subscribers) as taken',
    );
    if (rows[0]?.taken)
      throw new Error('the database has subscribers already: an empty one is asked for');
    await client.query('begin');
    // The indexes of millions of rows are built at once rather than row by row.
    await client.query(`set local maintenance_work_mem = '512MB'`);
    await client.query('select setseed(0.4)');
    const indexes = await dropIndexes(client);
    for (const [statement, values] of statementsOf(plan)) await client.query(statement, values);
    for (const index of indexes) await client.query(index);
    await client.query('commit');
    await client.query('analyze subscribers, subscriptions, subscription_events');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** Drops the indexes of the tables that are no keys; returns the statements that make them. */
async function dropIndexes(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
      where indrelid in ('subscribers'::regclass, 'subscriptions'::regclass, 'subscription_events'::regclass)
        and indexrelid not in (select conindid from pg_constraint)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ made }) => made);
}

function statementsOf({ subscribers, due, now }: SeedPlan): [string, unknown[]][] {
  const base = now.getTime() - 2 * 24 * 60 * 60 * 1000;
  // Every nth is due, evenly spread; the due times are in no order, as after real sign-ups.
  const plan = `create temporary table plan on commit drop as
    select n, date_trunc('milliseconds', case when n * $2::bigint / $1 > (n - 1) * $2::bigint / $1
      then $3::timestamptz - random() * interval '1 hour' else $3::timestamptz + interval '1 hour' + random() * interval '19 hours' end) as due_at
    from generate_series(1::bigint, $1::bigint) as n`;
  return [
    [plan, [subscribers, due, now]],
    [
      `insert into subscribers (id, msisdn, trial_used_at, created_at, owner_checked_at)
        select ${FIRST_SUBSCRIBER} + n, '27' || (600000000 + n), due_at - interval '1 day', due_at - interval '1 day', due_at - interval '1 day' from plan`,
      [],
    ],
    [
      `select setval(pg_get_serial_sequence('subscribers', 'id'), ${FIRST_SUBSCRIBER} + $1::bigint)`,
      [subscribers],
    ],
    [
      `insert into subscriptions (id, subscriber_id, carrier_id, package_id, price, status, started_at, paid_until, period, remind_at, due_at, version, transaction_id)
        select ${ID_OF}, ${FIRST_SUBSCRIBER} + n, 'carrier', ${PACKAGE_OF}, ${PRICE_OF}, 'trial', due_at - interval '1 day', due_at, 0,
          due_at + interval '24 days', due_at, 1, 'seed-' || n from plan`,
      [base],
    ],
    [
      `insert into subscription_events (subscription_id, place, type, at, data)
        select ${ID_OF}, 0, 'trial_started', due_at - interval '1 day', jsonb_build_object('packageId', ${PACKAGE_OF}, 'price', ${PRICE_OF}, 'until', ${isoOf('due_at')}) from plan`,
      [base],
    ],
  ];
}

/** An instant in JavaScript's JSON format. */
const isoOf = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Millions of rows are written by one statement. */
export const SEED_LIMITS = { ...DATABASE_LIMITS, statement: 3600 };

const USAGE = `Fills an empty database for the bench of renewals: node bench/renewals.seed.ts --database-url URL [options]
  --database-url URL   an empty PostgreSQL database; its tables are made
  --subscribers N      numbers, each with a subscription (1000000)
  --due N              of which so many are due now (200000)`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'database-url': { type: 'string' },
      subscribers: { type: 'string', default: '1000000' },
      due: { type: 'string', default: '200000' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || !values['database-url']) return console.log(USAGE);
  const plan = {
    subscribers: whole('--subscribers', values.subscribers),
    due: whole('--due', values.due),
    now: new Date(),
  };
  if (plan.due > plan.subscribers) throw new Error('--due: at most as many as --subscribers');
  const open = await openPostgres(values['database-url'], {
    connections: 2,
    limits: SEED_LIMITS,
  });
  try {
    await migrate(open);
    const began = performance.now();
    if (open.pool) await seedRenewals(open.pool, plan);
    console.log(
      `${plan.subscribers} subscriptions, ${plan.due} due, in ${Math.round((performance.now() - began) / 1000)} s`,
    );
  } finally {
    await open.close();
  }
}

function whole(name: string, text: string): number {
  const value = Number(text);
  // National numbers from 600000001 on: more would exceed nine digits.
  if (!Number.isInteger(value) || value < 1 || value > 300_000_000)
    throw new Error(`${name}: a whole number from 1 on`);
  return value;
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
