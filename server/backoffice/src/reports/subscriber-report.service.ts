import { type Day, dayOf, daysAfter } from '@bonisa/domain/south-african-time';
import { keptOf, periodAfter, periodOf } from '@bonisa/domain/staff/report-range';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Grouping } from './money-report.repository.ts';
import { everyDay, type NameOf, type ReportQuery } from './money-report.service.ts';
import { reportRangeOf } from './report-range.ts';
import type { ReportRun } from './report-run.repository.ts';
import {
  FLOWS,
  type FlowRow,
  type Flows,
  type SubscriberReportRepository,
} from './subscriber-report.repository.ts';

export interface SubscriberReportDependencies {
  readonly repository: SubscriberReportRepository;
  readonly nameOf: NameOf;
  readonly reportRun: Pick<ReportRun, 'countedUntil'>;
  readonly clock: Clock;
}

const NOTHING = {
  ...(Object.fromEntries(FLOWS.map((what) => [what, 0])) as Record<keyof Flows, number>),
  held: 0,
  on_trial: 0,
};

export type SubscriberReports = ReturnType<typeof createSubscriberReports>;

/** The reports of subscribers, from roll-ups. */
export function createSubscriberReports(dependencies: SubscriberReportDependencies) {
  const { repository, nameOf, reportRun, clock } = dependencies;
  const headOf = async (range: { from: Day; to: Day }) => ({
    ...range,
    counted_until: (await reportRun.countedUntil())?.toISOString() ?? null,
  });

  return {
    subscribers: async ({ by, ...query }: ReportQuery & { readonly by: Grouping }) => {
      const range = reportRangeOf(query, dayOf(clock.now()));
      const [found, before] = await Promise.all([
        repository.flows({ ...query, ...range }, by),
        repository.heldBefore(range.from, query, by),
      ]);
      const rows =
        by === 'day'
          ? runningByDay(everyDay(range, found, NOTHING), before)
          : runningByGroup(found, before);
      const data = rows.map((row) => ({ ...row, name: nameOf(by, row.key) }));
      return { ...(await headOf(range)), by, total: totalOf(found), data };
    },

    cohorts: async ({ grain, ...query }: ReportQuery & { readonly grain: 'week' | 'month' }) => {
      const today = dayOf(clock.now());
      const given = reportRangeOf(query, today);
      // Whole weeks or months: a part of a cohort would look like a small one.
      const first = periodOf(given.from, grain);
      const last = periodOf(given.to, grain);
      const range = { from: first, to: daysAfter(periodAfter(last, grain), -1) };
      const [began, ends] = await Promise.all([
        repository.began({ ...query, ...range }, grain),
        repository.ends(first, last, query, grain),
      ]);
      const byCohort = Map.groupBy(ends, ({ cohort }) => cohort);
      const now = periodOf(today, grain);
      return {
        ...(await headOf(range)),
        grain,
        data: began.map(({ cohort, n }) => ({
          cohort,
          began: n,
          kept: keptOf(
            { cohort, began: n },
            new Map(byCohort.get(cohort)?.map((row) => [row.ended, row.n])),
            now,
            grain,
          ),
        })),
      };
    },
  };
}

type Held = Pick<FlowRow, 'key' | 'held' | 'on_trial'>;

/** Who is subscribed at the end of each day: everything before, and each day's change. */
function runningByDay(rows: readonly FlowRow[], before: readonly Held[]): FlowRow[] {
  let held = before.reduce((sum, row) => sum + row.held, 0);
  let onTrial = before.reduce((sum, row) => sum + row.on_trial, 0);
  return rows.map((row) => {
    held += row.held;
    onTrial += row.on_trial;
    return { ...row, held, on_trial: onTrial };
  });
}

/** The same for carriers or packages, at the end of the range. */
function runningByGroup(rows: readonly FlowRow[], before: readonly Held[]): FlowRow[] {
  const keys = [...new Set([...rows, ...before].map(({ key }) => key))].sort();
  return keys.map((key) => {
    const row = rows.find((one) => one.key === key) ?? { ...NOTHING, key };
    const held = before.find((one) => one.key === key) ?? { held: 0, on_trial: 0 };
    return { ...row, held: row.held + held.held, on_trial: row.on_trial + held.on_trial };
  });
}

function totalOf(rows: readonly Flows[]): Flows {
  return Object.fromEntries(
    FLOWS.map((what) => [what, rows.reduce((sum, row) => sum + row[what], 0)]),
  ) as unknown as Flows;
}
