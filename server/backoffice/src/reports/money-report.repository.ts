import type { Day } from '@bonisa/domain/south-african-time';
import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { type SQL, sql } from 'drizzle-orm';
import { reportCharges, reportDisputes, reportLedger, reportRefunds } from './reports.tables.ts';

/** Which days, and of which carrier and package. */
export interface Filter {
  readonly carrier?: string | undefined;
  readonly package?: string | undefined;
}
export interface Range extends Filter {
  readonly from: Day;
  readonly to: Day;
}
export type Grouping = 'day' | 'carrier' | 'package';

/** Sums of a group; cents. */
export interface MoneyRow {
  readonly key: string;
  readonly asked: number;
  readonly taken: number;
  readonly taken_cents: number;
  readonly recovered: number;
  readonly recovered_cents: number;
  readonly denied: number;
  readonly unknown: number;
  readonly unknown_cents: number;
  readonly refunded: number;
  readonly refunded_cents: number;
  readonly refunds_waiting: number;
  readonly refunds_refused: number;
  readonly exceptions_taken_cents: number;
  readonly exceptions_refunded_cents: number;
  readonly disputed: number;
  readonly disputes_open: number;
}

/** The column of a grouping, as text. */
export const KEY_OF: Readonly<Record<Grouping, SQL>> = {
  day: sql.raw('day::text'),
  carrier: sql.raw('carrier_id'),
  package: sql.raw('package_id'),
};

/** The condition of a carrier and a package. */
export function matching({ carrier, package: held }: Filter): SQL {
  return sql`${carrier === undefined ? sql`true` : sql`carrier_id = ${carrier}`} and ${held === undefined ? sql`true` : sql`package_id = ${held}`}`;
}

export function within(range: Range): SQL {
  return sql`day >= ${range.from} and day <= ${range.to} and ${matching(range)}`;
}

/**
 * A sum of some rows as a number. The cents of a year are safe integers, so a double adds them
 * exactly, and several times as fast as the decimals that a sum of big integers is made of.
 */
export const summed = (column: string, condition: string): SQL =>
  sql.raw(`coalesce(sum(${column}::float8) filter (where ${condition}), 0)`);

/**
 * Whether decided reconciliation exceptions can be counted: they have a day and a carrier, and no
 * package.
 */
export const hasExceptions = ({ package: held }: Filter, by: Grouping): boolean =>
  by !== 'package' && held === undefined;

/**
 * What decided reconciliation exceptions posted of the carriers' money, from the roll-up of the
 * ledger.
 */
function exceptionsOf({ from, to, carrier, ...filter }: Range, by: Grouping): SQL {
  if (!hasExceptions(filter, by))
    return sql`select null::text as key, 0::float8 as exceptions_taken_cents,
      0::float8 as exceptions_refunded_cents where false`;
  return sql`select ${KEY_OF[by]} as key,
      ${summed('(debit - credit)', `cause = 'case'`)} as exceptions_taken_cents,
      ${summed('(credit - debit)', `cause = 'case_refund'`)} as exceptions_refunded_cents
    from ${reportLedger}
    where account = 'carrier_receivable' and cause in ('case', 'case_refund')
      and day >= ${from} and day <= ${to} and ${matching({ carrier })}
    group by 1`;
}

/** SQL of the reports of money: sums over the roll-ups. */
export function createMoneyReportRepository(db: Database) {
  return {
    /**
     * Charges, refunds and decided reconciliation exceptions of a range by day, carrier or package.
     */
    money: (range: Range, by: Grouping): Promise<MoneyRow[]> =>
      rowsOf<MoneyRow>(
        db,
        sql`
        select coalesce(asked.key, back.key, doubted.key, decided.key) as key,
          coalesce(asked, 0) as asked, coalesce(taken, 0) as taken, coalesce(taken_cents, 0) as taken_cents,
          coalesce(recovered, 0) as recovered, coalesce(recovered_cents, 0) as recovered_cents, coalesce(denied, 0) as denied,
          coalesce(unknown, 0) as unknown, coalesce(unknown_cents, 0) as unknown_cents,
          coalesce(refunded, 0) as refunded, coalesce(refunded_cents, 0) as refunded_cents,
          coalesce(refunds_waiting, 0) as refunds_waiting, coalesce(refunds_refused, 0) as refunds_refused,
          coalesce(exceptions_taken_cents, 0) as exceptions_taken_cents,
          coalesce(exceptions_refunded_cents, 0) as exceptions_refunded_cents,
          coalesce(disputed, 0) as disputed, coalesce(disputes_open, 0) as disputes_open
        from (
          select ${KEY_OF[by]} as key, sum(n::float8) as asked,
            ${summed('n', `outcome = 'taken'`)} as taken, ${summed('cents', `outcome = 'taken'`)} as taken_cents,
            ${summed('n', `outcome = 'taken' and reason = 'recovered'`)} as recovered,
            ${summed('cents', `outcome = 'taken' and reason = 'recovered'`)} as recovered_cents,
            ${summed('n', `outcome = 'denied'`)} as denied,
            ${summed('n', `outcome = 'unknown'`)} as unknown, ${summed('cents', `outcome = 'unknown'`)} as unknown_cents
          from ${reportCharges} where ${within(range)} group by 1
        ) as asked full join (
          select ${KEY_OF[by]} as key,
            ${summed('n', `state = 'made'`)} as refunded, ${summed('cents', `state = 'made'`)} as refunded_cents,
            ${summed('n', `state = 'waiting'`)} as refunds_waiting, ${summed('n', `state = 'refused'`)} as refunds_refused
          from ${reportRefunds} where ${within(range)} group by 1
        ) as back on back.key = asked.key full join (
          select ${KEY_OF[by]} as key, sum(n::float8) as disputed, ${summed('n', `state in ('open', 'answered')`)} as disputes_open
          from ${reportDisputes} where ${within(range)} group by 1
        ) as doubted on doubted.key = coalesce(asked.key, back.key) full join (
          ${exceptionsOf(range, by)}
        ) as decided on decided.key = coalesce(asked.key, back.key, doubted.key)
        order by 1`,
      ),

    /** Denials by day and reason, and how many charges were asked for in all. */
    denials: async (range: Range) => {
      const [rows, [all]] = await Promise.all([
        rowsOf<{ day: string; reason: string; denied: number; cents: number }>(
          db,
          sql`select day::text as day, reason, sum(n::float8) as denied, sum(cents::float8) as cents
              from ${reportCharges} where outcome = 'denied' and ${within(range)} group by 1, 2 order by 1, 2`,
        ),
        rowsOf<{ asked: number }>(
          db,
          sql`select coalesce(sum(n::float8), 0) as asked from ${reportCharges} where ${within(range)}`,
        ),
      ]);
      return { rows, asked: all?.asked ?? 0 };
    },

    /** Charges without an outcome by the day on which they were asked for. */
    unknown: (filter: Filter) =>
      rowsOf<{ day: Day; carrier: string; reason: string; n: number; cents: number }>(
        db,
        sql`select day::text as day, carrier_id as carrier, reason, sum(n::float8) as n, sum(cents::float8) as cents
            from ${reportCharges} where outcome = 'unknown' and ${matching(filter)} group by 1, 2, 3 order by 1, 2, 3`,
      ),

    /** Debits and credits of each account by day, and their difference before the range. */
    ledger: async (range: Range) => {
      const carrier = matching({ carrier: range.carrier });
      const [opening, rows] = await Promise.all([
        rowsOf<{ account: string; balance: number }>(
          db,
          sql`select account, sum((debit - credit)::float8) as balance
              from ${reportLedger} where day < ${range.from} and ${carrier} group by 1`,
        ),
        rowsOf<{ day: string; account: string; debit: number; credit: number }>(
          db,
          sql`select day::text as day, account, sum(debit::float8) as debit, sum(credit::float8) as credit
              from ${reportLedger} where day >= ${range.from} and day <= ${range.to} and ${carrier} group by 1, 2 order by 1, 2`,
        ),
      ]);
      return { opening, rows };
    },

    /** What was taken and refunded in each month, and the VAT in it, by carrier. */
    vat: (range: Range) =>
      rowsOf<{
        month: string;
        carrier: string;
        taken: number;
        refunded: number;
        vat_taken: number;
        vat_refunded: number;
      }>(
        db,
        sql`
        select to_char(day, 'YYYY-MM') as month, carrier_id as carrier,
          coalesce(sum((credit - debit)::float8) filter (where sale and not refund), 0) as taken,
          coalesce(sum((debit - credit)::float8) filter (where sale and refund), 0) as refunded,
          coalesce(sum((credit - debit)::float8) filter (where account = 'vat_output' and not refund), 0) as vat_taken,
          coalesce(sum((debit - credit)::float8) filter (where account = 'vat_output' and refund), 0) as vat_refunded
        from (
          select *, account in ('revenue', 'vat_output', 'refunds') as sale, cause in ('refund', 'case_refund') as refund
          from ${reportLedger} where day >= ${range.from} and day <= ${range.to} and ${matching({ carrier: range.carrier })}
        ) as posted
        group by 1, 2 order by 1, 2`,
      ),
  };
}

export type MoneyReportRepository = ReturnType<typeof createMoneyReportRepository>;
