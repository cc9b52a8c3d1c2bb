import { formatRand } from '@bonisa/domain/money/rand';
import { type Day, dayOf } from '@bonisa/domain/south-african-time';
import {
  daysOf,
  type ReportRange,
  unknownAge,
  wholeMonths,
} from '@bonisa/domain/staff/report-range';
import type { Clock } from '@bonisa/kit/clock/clock';
import {
  type Filter,
  type Grouping,
  hasExceptions,
  type MoneyReportRepository,
  type MoneyRow,
} from './money-report.repository.ts';
import { reportRangeOf } from './report-range.ts';
import type { ReportRun } from './report-run.repository.ts';

/** What a report is asked for. */
export interface ReportQuery extends Filter {
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
}

/** What a carrier or package is called now; a day has no name. */
export type NameOf = (by: Grouping, key: string) => string | null;

export interface MoneyReportDependencies {
  readonly repository: MoneyReportRepository;
  readonly nameOf: NameOf;
  readonly reportRun: Pick<ReportRun, 'countedUntil'>;
  readonly clock: Clock;
}

const NOTHING: Omit<MoneyRow, 'key'> = {
  asked: 0,
  taken: 0,
  taken_cents: 0,
  recovered: 0,
  recovered_cents: 0,
  denied: 0,
  unknown: 0,
  unknown_cents: 0,
  refunded: 0,
  refunded_cents: 0,
  refunds_waiting: 0,
  refunds_refused: 0,
  exceptions_taken_cents: 0,
  exceptions_refunded_cents: 0,
  disputed: 0,
  disputes_open: 0,
};

export type MoneyReports = ReturnType<typeof createMoneyReports>;

/** The reports of money. Each reads roll-ups only, so its time does not grow with subscribers. */
export function createMoneyReports(dependencies: MoneyReportDependencies) {
  const { repository, nameOf, reportRun, clock } = dependencies;
  const today = (): Day => dayOf(clock.now());
  const headOf = async (range: ReportRange) => ({
    ...range,
    counted_until: (await reportRun.countedUntil())?.toISOString() ?? null,
  });

  return {
    money: async ({ by, ...query }: ReportQuery & { readonly by: Grouping }) => {
      const range = reportRangeOf(query, today());
      const found = await repository.money({ ...query, ...range }, by);
      const rows = by === 'day' ? everyDay(range, found, NOTHING) : found;
      const sums = total(found, NOTHING);
      const counted = hasExceptions(query, by);
      return {
        ...(await headOf(range)),
        by,
        total: moneyView(sums, counted),
        data: rows.map(({ key, ...row }) => {
          return { key, name: nameOf(by, key), ...moneyView(row, counted) };
        }),
      };
    },

    denials: async (query: ReportQuery) => {
      const range = reportRangeOf(query, today());
      const { rows, asked: all } = await repository.denials({ ...query, ...range });
      const reasons = [...Map.groupBy(rows, ({ reason }) => reason)].map(([reason, of]) => ({
        reason,
        denied: sum(of, 'denied'),
        amount: formatRand(sum(of, 'cents')),
      }));
      return {
        ...(await headOf(range)),
        asked: all,
        denied: sum(rows, 'denied'),
        reasons: reasons.sort((one, other) => other.denied - one.denied),
        data: rows.map(({ cents, ...row }) => ({ ...row, amount: formatRand(cents) })),
      };
    },

    unknown: async (filter: Filter) => {
      const rows = await repository.unknown(filter);
      const at = today();
      const groups = Map.groupBy(rows, ({ day, carrier, reason }) =>
        [unknownAge(day, at), carrier, reason].join('\n'),
      );
      const { counted_until } = await headOf({ from: at, to: at });
      return {
        counted_until,
        unknown: sum(rows, 'n'),
        amount: formatRand(sum(rows, 'cents')),
        data: [...groups.values()].flatMap((of) => {
          const [first] = of;
          if (!first) return [];
          const { day, carrier, reason } = first;
          const amount = formatRand(sum(of, 'cents'));
          return [{ age: unknownAge(day, at), carrier, reason, unknown: sum(of, 'n'), amount }];
        }),
      };
    },

    ledger: async (query: ReportQuery) => {
      const range = reportRangeOf(query, today());
      const { opening, rows } = await repository.ledger({ ...query, ...range });
      const balances = new Map(opening.map(({ account, balance }) => [account, balance]));
      const data = rows.map(({ day, account, debit, credit }) => {
        const balance = (balances.get(account) ?? 0) + debit - credit;
        balances.set(account, balance);
        return {
          day,
          account,
          debit: formatRand(debit),
          credit: formatRand(credit),
          balance: formatRand(balance),
        };
      });
      const accounts = [...balances.keys()].sort().map((account) => {
        const of = rows.filter((row) => row.account === account);
        return {
          account,
          opening: formatRand(opening.find((one) => one.account === account)?.balance ?? 0),
          debit: formatRand(sum(of, 'debit')),
          credit: formatRand(sum(of, 'credit')),
          closing: formatRand(balances.get(account) ?? 0),
        };
      });
      return { ...(await headOf(range)), accounts, data };
    },

    // A return of VAT is for months: a part of one would be no figure of it.
    vat: async (query: ReportQuery) => {
      const range = wholeMonths(reportRangeOf(query, today()));
      const rows = await repository.vat({ ...query, ...range });
      return {
        ...(await headOf(range)),
        data: rows.map(({ month, carrier, taken, refunded, vat_taken, vat_refunded }) => ({
          month,
          carrier,
          taken: formatRand(taken),
          refunded: formatRand(refunded),
          vat_taken: formatRand(vat_taken),
          vat_refunded: formatRand(vat_refunded),
          vat_due: formatRand(vat_taken - vat_refunded),
        })),
      };
    },
  };
}

/** A row for each day of a range, also where nothing happened. */
export function everyDay<Row extends { readonly key: string }>(
  range: ReportRange,
  found: readonly Row[],
  nothing: Omit<Row, 'key'>,
): Row[] {
  const known = new Map(found.map((row) => [row.key, row]));
  return daysOf(range).map((key) => known.get(key) ?? ({ ...nothing, key } as Row));
}

/** The sums of all rows, by the names of `nothing`, whose figures are 0. */
export function total<Figures extends Record<keyof Figures, number>>(
  rows: readonly Figures[],
  nothing: Figures,
): Figures {
  const names = Object.keys(nothing) as (keyof Figures & string)[];
  return Object.fromEntries(names.map((name) => [name, sum(rows, name)])) as Figures;
}

/** `counted`: whether the rows have what decided reconciliation exceptions posted. */
function moneyView(row: Omit<MoneyRow, 'key'>, counted: boolean) {
  const { taken_cents, recovered_cents, unknown_cents, refunded_cents, ...others } = row;
  const { exceptions_taken_cents, exceptions_refunded_cents, ...counts } = others;
  return {
    ...counts,
    taken_amount: formatRand(taken_cents),
    recovered_amount: formatRand(recovered_cents),
    unknown_amount: formatRand(unknown_cents),
    refunded_amount: formatRand(refunded_cents),
    exceptions_taken_amount: counted ? formatRand(exceptions_taken_cents) : null,
    exceptions_refunded_amount: counted ? formatRand(exceptions_refunded_cents) : null,
  };
}

function sum<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number {
  return rows.reduce((total, row) => total + row[key], 0);
}
