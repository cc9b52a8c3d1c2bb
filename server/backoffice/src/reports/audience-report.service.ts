import { startTimeAt } from '@bonisa/domain/playback/start-times';
import { type Day, dayOf } from '@bonisa/domain/south-african-time';
import { type ReportRange, summedRange } from '@bonisa/domain/staff/report-range';
import type { Clock } from '@bonisa/kit/clock/clock';
import type {
  AudienceReportRepository,
  PlayFilter,
  PlayGrouping,
  PlayRow,
  StartRow,
  TitleOrder,
} from './audience-report.repository.ts';
import { everyDay, total } from './money-report.service.ts';
import { reportRangeOf } from './report-range.ts';
import type { ReportRun } from './report-run.repository.ts';

/** What a report is asked for. */
interface AudienceQuery extends PlayFilter {
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
}

export interface AudienceReportDependencies {
  readonly repository: AudienceReportRepository;
  readonly reportRun: Pick<ReportRun, 'countedUntil'>;
  readonly clock: Clock;
}

const NOTHING: Omit<PlayRow, 'key'> = {
  plays: 0,
  started: 0,
  finished: 0,
  watched_seconds: 0,
  stalls: 0,
  stalled_seconds: 0,
  bytes: 0,
  saved_bytes: 0,
  backup_plays: 0,
  backup_bytes: 0,
  unwatched_bytes: 0,
};

export type AudienceReports = ReturnType<typeof createAudienceReports>;

/** The reports of quality and audience, from roll-ups. */
export function createAudienceReports({
  repository,
  reportRun,
  clock,
}: AudienceReportDependencies) {
  const headOf = async (range: ReportRange) => ({
    ...range,
    counted_until: (await reportRun.countedUntil())?.toISOString() ?? null,
  });
  const rangeOfQuery = (query: AudienceQuery) => reportRangeOf(query, dayOf(clock.now()));

  return {
    /** How well plays went, by day or network. */
    quality: async ({ by, ...query }: AudienceQuery & { readonly by: PlayGrouping }) => {
      const range = rangeOfQuery(query);
      const [found, starts] = await Promise.all([
        repository.plays({ ...query, ...range }, by),
        repository.starts({ ...query, ...range }, by),
      ]);
      const byKey = new Map(starts.map(({ key, counts }) => [key, counts]));
      const rows = by === 'day' ? everyDay(range, found, NOTHING) : found;
      return {
        ...(await headOf(range)),
        by,
        total: qualityView(
          total(found, NOTHING),
          starts.flatMap(({ counts }) => counts),
        ),
        data: rows.map(({ key, ...row }) => ({
          key,
          ...qualityView(row, byKey.get(key) ?? []),
        })),
      };
    },

    /** In which renditions viewers watched, by network. */
    renditions: async (query: AudienceQuery) => {
      const range = rangeOfQuery(query);
      const rows = await repository.heights({ ...query, ...range });
      return {
        ...(await headOf(range)),
        watched_seconds: rows.reduce((sum, { seconds }) => sum + seconds, 0),
        data: rows.map(({ seconds, ...row }) => ({ ...row, watched_seconds: seconds })),
      };
    },

    /** The first titles of a range in an order. */
    titles: async ({
      order,
      limit,
      kind,
      ...query
    }: AudienceQuery & { readonly order: TitleOrder; readonly limit: number }) => {
      const { grain, ...range } = summedRange(rangeOfQuery(query));
      const rows = await repository.titles({ grain, ...range }, { kind, order, limit });
      const names = await repository.names(rows.map(({ slug }) => slug));
      const nameOf = new Map(names.map((one) => [`${one.kind} ${one.slug}`, one.name]));
      return {
        ...(await headOf(range)),
        order,
        data: rows.map((row) => ({
          ...row,
          title: nameOf.get(`${row.kind} ${row.slug}`) ?? row.slug,
        })),
      };
    },

    /** What viewers searched for, and what they did not find. */
    searches: async ({
      nothing,
      limit,
      ...query
    }: AudienceQuery & { readonly nothing: boolean; readonly limit: number }) => {
      const periods = summedRange(rangeOfQuery(query));
      const { grain: _grain, ...range } = periods;
      const [total, data] = await Promise.all([
        repository.searched(periods),
        repository.searches(periods, { nothing, limit }),
      ]);
      return { ...(await headOf(range)), ...total, data };
    },
  };
}

/** Sums of plays with the median and the 90th percentile of their start times. */
function qualityView(row: Omit<PlayRow, 'key'>, starts: StartRow['counts']) {
  const counts = new Map<number, number>();
  for (const [of, n] of starts) counts.set(of, (counts.get(of) ?? 0) + n);
  return {
    ...row,
    start_median_ms: startTimeAt(counts, 0.5),
    start_p90_ms: startTimeAt(counts, 0.9),
  };
}
