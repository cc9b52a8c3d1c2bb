import type { Month } from '@bonisa/domain/south-african-time';
import { type Database, rowsOf } from '@bonisa/kit/database/database';
import type { LedgerSpan, LedgerSum, SumLedger } from '@bonisa/money/ledger/ledger.port';
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { reportChanges, reportLedger } from './reports.tables.ts';

/** What a month of the settlement has more than its days, and what it has less. */
const moved = (carrierId: string, month: Month): SQL => sql`
  select line.account, line.cause, case when moved.month = ${month} then line.amount else - line.amount end
  from ledger_months as moved join ledger_lines as line on line.entry_id = moved.entry_id
  where moved.carrier_id = ${carrierId} and (moved.month = ${month} or moved.posted_month = ${month})`;

/**
 * Adds up the ledger from its roll-up. Days that wait to be counted are read line by line: all of
 * them for an exact sum, else only those that were never counted. One statement sees marks,
 * roll-ups and lines at one instant, so no line is missed or counted twice. A counted sum of the
 * settlement leaves out what belongs to another month at once, even before its day is counted.
 */
export const sumLedger: SumLedger = async (
  db: Database,
  { carrierId, from, until, month, as }: LedgerSpan,
): Promise<LedgerSum[]> => {
  const within = (day: typeof reportChanges.day | typeof reportLedger.day): SQL | undefined =>
    and(from && gte(day, from), until && lt(day, until));
  const neverCounted = sql`not exists (select from ${reportLedger} where ${reportLedger.day} = ${reportChanges.day})`;
  const waiting = and(
    eq(reportChanges.subject, 'ledger'),
    within(reportChanges.day),
    as === 'exact' ? undefined : neverCounted,
  );
  const counted = and(eq(reportLedger.carrierId, carrierId), within(reportLedger.day));
  const rows = await rowsOf<{ account: string; cause: string; amount: string }>(
    db,
    sql`with waiting as (select distinct ${reportChanges.day} as day from ${reportChanges} where ${waiting}),
      known as (
        select account, cause, debit - credit as amount from ${reportLedger}
        where ${counted} and ${reportLedger.day} not in (select day from waiting)
        union all
        select line.account, line.cause, line.amount from waiting, lateral (
          select account, cause, amount from ledger_lines
          where carrier_id = ${carrierId}
            and at >= (waiting.day::timestamp - interval '2 hours') at time zone 'UTC'
            and at < (waiting.day::timestamp + interval '22 hours') at time zone 'UTC') as line
        ${month === undefined ? sql`` : sql`union all ${moved(carrierId, month)}`})
      select account, cause, sum(amount)::text as amount from known group by account, cause`,
  );
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
};
