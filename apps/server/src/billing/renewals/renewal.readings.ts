import { type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/clock.ts';
import { type Database, type OpenDatabase, rowsOf } from '../../platform/database/database.ts';
import type { Measure } from '../../platform/http/operations-measures.ts';
import type { Metrics } from '../../platform/metrics.ts';

/** A larger count is reported as this number: a scrape must not read a million rows. */
const MOST = 10_000;

/** A charge that counts as never made is looked up once more, and is not unknown meanwhile. */
const OPEN = sql`lookup_at is not null and state in ('intended', 'unknown')`;

interface RenewalReadings {
  /** Subscriptions whose charge is due and not yet asked for. */
  readonly due: number;
  /** How late the oldest due charge is, in seconds. */
  readonly lateSeconds: number;
  readonly unknownCharges: number;
  readonly oldestUnknownSeconds: number;
  readonly unknownRefunds: number;
}

/** Reads how many renewals are due and how many charges and refunds are open at an instant. */
export async function readRenewals(db: Database, now: Date): Promise<RenewalReadings> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const age = (instant: SQL): SQL =>
    sql`coalesce(greatest(extract(epoch from (${at} - ${instant})), 0), 0)::float8`;
  const [row] = await rowsOf<RenewalReadings>(
    db,
    sql`select
      (select count(*)::int from (select 1 from subscriptions
        where due_at is not null and status in ('trial', 'active', 'grace', 'parked') and due_at <= ${at} limit ${MOST}) as waiting) as "due",
      (select ${age(sql`min(due_at)`)} from subscriptions where due_at is not null and status in ('trial', 'active', 'grace', 'parked')) as "lateSeconds",
      (select count(*)::int from (select 1 from charges where ${OPEN} limit ${MOST}) as open) as "unknownCharges",
      (select ${age(sql`min(coalesce(sent_at, created_at))`)} from charges where ${OPEN}) as "oldestUnknownSeconds",
      (select count(*)::int from (select 1 from refunds where lookup_at is not null limit ${MOST}) as open) as "unknownRefunds"`,
  );
  if (!row) throw new Error('the database answered no reading');
  return row;
}

export interface RenewalMeasureDependencies {
  readonly open: Pick<OpenDatabase, 'db'>;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/** Makes what sets the gauges of renewals and of open charges and refunds. */
export function createRenewalMeasure({
  open,
  clock,
  metrics,
}: RenewalMeasureDependencies): Measure {
  return async () => {
    const readings = await readRenewals(open.db, clock.now());
    metrics.renewalsDue.set(readings.due);
    metrics.renewalsLate.set(readings.lateSeconds);
    metrics.unknownCharges.set(readings.unknownCharges);
    metrics.oldestUnknown.set(readings.oldestUnknownSeconds);
    metrics.unknownRefunds.set(readings.unknownRefunds);
  };
}
