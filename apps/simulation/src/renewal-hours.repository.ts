import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { sql } from 'drizzle-orm';

/** What is due when the hours begin. */
export interface DueBefore {
  readonly due: number;
  readonly carrierId: string;
  /** The last of the due times, in milliseconds since 1970. */
  readonly lastDueAt: number;
  readonly firstNumber: number;
  readonly numbers: number;
}

/** What the database holds when they have ended. */
export interface BooksAfter {
  readonly paid: number;
  /** Subscriptions with more than one successful charge. */
  readonly chargedTwice: number;
  /** Charges without an outcome. */
  readonly open: number;
  readonly stillDue: number;
  /** The sum of the ledger's lines, and what the carrier owes, in cents. */
  readonly sum: number;
  readonly receivable: number;
  readonly triedAgain: number;
}

/** SQL of the renewals of some hours, by their own reading of the tables. */
export function createRenewalHoursRepository(db: Database) {
  const first = async <Row extends object>(statement: ReturnType<typeof sql>): Promise<Row> => {
    const [row] = await rowsOf<Row>(db, statement);
    if (!row) throw new Error('a count has no row');
    return row;
  };
  return {
    before: (now: Date): Promise<DueBefore> =>
      first(sql`select count(*)::int as due, min(carrier_id) as "carrierId",
          (extract(epoch from max(due_at)) * 1000)::double precision as "lastDueAt",
          (select min(msisdn)::double precision from subscribers) as "firstNumber",
          (select count(*)::int from subscribers) as numbers
        from subscriptions where due_at <= ${now.toISOString()}::timestamptz and status = 'trial'`),

    after: (now: Date): Promise<BooksAfter> =>
      first(sql`select (select count(*)::int from paid_periods) as paid,
          (select count(*)::int from (select from charges where state = 'succeeded'
            group by subscription_id, period having count(*) > 1) as twice) as "chargedTwice",
          (select count(*)::int from charges where state in ('intended', 'unknown')) as open,
          (select count(*)::int from subscriptions where due_at <= ${now.toISOString()}::timestamptz
            and status in ('trial', 'active', 'grace', 'parked')) as "stillDue",
          (select count(*)::int from subscriptions where next_try_at is not null) as "triedAgain",
          (select coalesce(sum(amount), 0)::double precision from ledger_lines) as sum,
          (select coalesce(sum(amount), 0)::double precision from ledger_lines
            where account = 'carrier_receivable') as receivable`),
  };
}
