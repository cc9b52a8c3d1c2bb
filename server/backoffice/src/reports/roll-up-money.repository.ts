import { type Day, daysAfter, instantOf } from '@bonisa/domain/south-african-time';
import type { Database } from '@bonisa/kit/database/database';
import { sql } from 'drizzle-orm';
import { reportCharges, reportDisputes, reportLedger, reportRefunds } from './reports.tables.ts';

/**
 * Counts the money of a day again from the facts, which are other modules' tables: charges, refunds
 * and postings. Each function replaces the day's rows, so a repetition changes nothing. Call them
 * in a transaction.
 */

/** The charges that the carrier was asked for on the day. */
export async function countCharges(tx: Database, day: Day): Promise<void> {
  const { from, to } = spanOf(day);
  await tx.execute(sql`delete from ${reportCharges} where day = ${day}`);
  // A retry has the period of the charge that was denied. Our own technical denials are left out:
  // they say nothing about the subscriber, and may still turn into a success.
  await tx.execute(sql`
    insert into ${reportCharges} (day, carrier_id, package_id, outcome, reason, n, cents, vat)
    select ${day}::date, carrier_id, package_id, outcome,
      case when outcome <> 'taken' then coalesce(reason, '') when surplus then 'surplus' when denied_before then 'recovered' else '' end as why,
      count(*), sum(amount), sum(vat)
    from (
      select carrier_id, package_id, reason, surplus, amount, vat,
        case when state in ('succeeded', 'refunded') then 'taken' when state = 'denied' then 'denied' else 'unknown' end as outcome,
        state in ('succeeded', 'refunded') and (
          select earlier.id from charges earlier
          where earlier.subscription_id = charge.subscription_id and earlier.period = charge.period and earlier.state = 'denied'
            and earlier.reason not in ('not_asked', 'carrier_unavailable', 'not_taken') and earlier.created_at < charge.created_at
          limit 1
        ) is not null as denied_before
      from charges charge where created_at >= ${from} and created_at < ${to}
        and not (state = 'denied' and reason = 'not_asked')
    ) as asked
    group by carrier_id, package_id, outcome, why`);
}

/** The refunds that were asked for on the day. */
export async function countRefunds(tx: Database, day: Day): Promise<void> {
  const { from, to } = spanOf(day);
  await tx.execute(sql`delete from ${reportRefunds} where day = ${day}`);
  await tx.execute(sql`
    insert into ${reportRefunds} (day, carrier_id, package_id, state, n, cents, vat)
    select ${day}::date, refund.carrier_id, charge.package_id,
      case refund.state when 'succeeded' then 'made' when 'denied' then 'refused' else 'waiting' end as became,
      count(*), sum(refund.amount), sum(refund.vat)
    from refunds refund join charges charge on charge.id = refund.charge_id
    where refund.created_at >= ${from} and refund.created_at < ${to}
    group by refund.carrier_id, charge.package_id, became`);
}

/** The disputes that callers opened on the day. */
export async function countDisputes(tx: Database, day: Day): Promise<void> {
  const { from, to } = spanOf(day);
  await tx.execute(sql`delete from ${reportDisputes} where day = ${day}`);
  await tx.execute(sql`
    insert into ${reportDisputes} (day, carrier_id, package_id, state, n)
    select ${day}::date, carrier_id, package_id,
      case when state in ('upheld', 'rejected') then state else 'open' end as became, count(*)
    from care_disputes where opened_at >= ${from} and opened_at < ${to}
    group by carrier_id, package_id, became`);
}

/** The postings of the day. */
export async function countLedger(tx: Database, day: Day): Promise<void> {
  const { from, to } = spanOf(day);
  await tx.execute(sql`delete from ${reportLedger} where day = ${day}`);
  await tx.execute(sql`
    insert into ${reportLedger} (day, carrier_id, account, cause, debit, credit)
    select ${day}::date, carrier_id, account, cause,
      sum(greatest(amount, 0)), sum(greatest(-amount, 0))
    from ledger_lines where at >= ${from} and at < ${to}
    group by carrier_id, account, cause`);
}

/** The instants at which a day begins and ends, as texts for SQL. */
export function spanOf(day: Day): { readonly from: string; readonly to: string } {
  return {
    from: instantOf(day).toISOString(),
    to: instantOf(daysAfter(day, 1)).toISOString(),
  };
}
