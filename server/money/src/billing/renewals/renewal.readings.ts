import type { Clock } from '@bonisa/kit/clock/clock';
import { type Database, type OpenDatabase, rowsOf } from '@bonisa/kit/database/database';
import type { Measure } from '@bonisa/kit/http/operations-measures';
import type { Metrics } from '@bonisa/kit/metrics';
import { type SQL, sql } from 'drizzle-orm';

/** A larger count is reported as this number: a scrape must not read a million rows. */
const MOST = 10_000;

/** A charge that counts as never made is looked up once more, and is not unknown meanwhile. */
const OPEN = sql`lookup_at is not null and state in ('intended', 'unknown')`;

interface DueReadings {
  /** Subscriptions whose charge is due and not yet asked for. */
  readonly due: number;
  /** How late the oldest due charge is, in seconds. */
  readonly lateSeconds: number;
}

interface OpenReadings {
  readonly unknownCharges: number;
  readonly oldestUnknownSeconds: number;
  readonly unknownRefunds: number;
}

const instantAt = (now: Date): SQL => sql`${now.toISOString()}::timestamptz`;
const age = (now: Date, instant: SQL): SQL =>
  sql`coalesce(greatest(extract(epoch from (${instantAt(now)} - ${instant})), 0), 0)::float8`;

/** Reads how many renewals of a carrier's numbers are due at an instant, and how late. */
export async function readDue(db: Database, carrierId: string, now: Date): Promise<DueReadings> {
  const waits = sql`carrier_id = ${carrierId} and due_at is not null
    and status in ('trial', 'active', 'grace', 'parked')`;
  const [row] = await rowsOf<DueReadings>(
    db,
    sql`select
      (select count(*)::int from (select 1 from subscriptions
        where ${waits} and due_at <= ${instantAt(now)} limit ${MOST}) as waiting) as "due",
      (select ${age(now, sql`min(due_at)`)} from subscriptions where ${waits}) as "lateSeconds"`,
  );
  return row ?? unread();
}

/** Reads how many charges and refunds are open at an instant. */
export async function readOpen(db: Database, now: Date): Promise<OpenReadings> {
  const [row] = await rowsOf<OpenReadings>(
    db,
    sql`select
      (select count(*)::int from (select 1 from charges where ${OPEN} limit ${MOST}) as open) as "unknownCharges",
      (select ${age(now, sql`min(coalesce(sent_at, created_at))`)} from charges where ${OPEN}) as "oldestUnknownSeconds",
      (select count(*)::int from (select 1 from refunds where lookup_at is not null limit ${MOST}) as open) as "unknownRefunds"`,
  );
  return row ?? unread();
}

function unread(): never {
  throw new Error('the database answered no reading');
}

export interface RenewalMeasureDependencies {
  readonly open: Pick<OpenDatabase, 'db'>;
  readonly carrierIds: readonly string[];
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/** Makes what sets the gauges of renewals, by carrier, and of open charges and refunds. */
export function createRenewalMeasure({
  open,
  carrierIds,
  clock,
  metrics,
}: RenewalMeasureDependencies): Measure {
  return async () => {
    const now = clock.now();
    for (const carrier of carrierIds) {
      const { due, lateSeconds } = await readDue(open.db, carrier, now);
      metrics.renewalsDue.set({ carrier }, due);
      metrics.renewalsLate.set({ carrier }, lateSeconds);
    }
    const readings = await readOpen(open.db, now);
    metrics.unknownCharges.set(readings.unknownCharges);
    metrics.oldestUnknown.set(readings.oldestUnknownSeconds);
    metrics.unknownRefunds.set(readings.unknownRefunds);
  };
}
