import type { Day } from '@bonisa/domain/south-african-time';
import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { sql } from 'drizzle-orm';
import {
  type Filter,
  type Grouping,
  KEY_OF,
  matching,
  type Range,
  summed,
  within,
} from './money-report.repository.ts';
import { reportCohorts, reportSubscribers } from './reports.tables.ts';

/** What happened to the subscriptions of a group. */
export interface Flows {
  readonly trial: number;
  readonly paid_at_once: number;
  readonly converted: number;
  readonly refused: number;
  readonly ended_wanted: number;
  readonly ended_unpaid: number;
  readonly ended_other: number;
  readonly moved_in: number;
  readonly moved_out: number;
}

export const FLOWS: readonly (keyof Flows)[] = [
  'trial',
  'paid_at_once',
  'converted',
  'refused',
  'ended_wanted',
  'ended_unpaid',
  'ended_other',
  'moved_in',
  'moved_out',
];

/** A group's flows, and by how much they change who is subscribed and who never paid yet. */
export interface FlowRow extends Flows {
  readonly key: string;
  readonly held: number;
  readonly on_trial: number;
}

const HELD = `coalesce(sum(case when what in ('trial', 'paid_at_once', 'moved_in') then n::float8
  when what in ('ended_wanted', 'ended_unpaid', 'ended_other', 'moved_out') then -n::float8 else 0 end), 0)`;
const ON_TRIAL = `coalesce(sum(case when what in ('trial', 'trial_moved_in') then n::float8
  when what in ('converted', 'trial_ended', 'trial_moved_out') then -n::float8 else 0 end), 0)`;

/** SQL of the reports of subscribers: sums over the roll-ups. */
export function createSubscriberReportRepository(db: Database) {
  const flows = sql.join(
    FLOWS.map((what) => sql`${summed('n', `what = '${what}'`)} as ${sql.raw(what)}`),
    sql.raw(', '),
  );
  return {
    /** The flows of a range by day, carrier or package. */
    flows: (range: Range, by: Grouping): Promise<FlowRow[]> =>
      rowsOf<FlowRow>(
        db,
        sql`select ${KEY_OF[by]} as key, ${flows}, ${sql.raw(HELD)} as held, ${sql.raw(ON_TRIAL)} as on_trial
            from ${reportSubscribers} where ${within(range)} group by 1 order by 1`,
      ),

    /** Who was subscribed before a day, by carrier or package, or in all. */
    heldBefore: (day: Day, filter: Filter, by: Grouping) =>
      rowsOf<{ key: string; held: number; on_trial: number }>(
        db,
        sql`select ${by === 'day' ? sql`''` : KEY_OF[by]} as key, ${sql.raw(HELD)} as held, ${sql.raw(ON_TRIAL)} as on_trial
            from ${reportSubscribers} where day < ${day} and ${matching(filter)} group by 1`,
      ),

    /** How many began in each week or month. */
    began: (range: Range, grain: 'week' | 'month') =>
      rowsOf<{ cohort: Day; n: number }>(
        db,
        sql`select date_trunc(${grain}, day::timestamp)::date::text as cohort, sum(n::float8) as n
            from ${reportSubscribers} where what in ('trial', 'paid_at_once') and ${within(range)} group by 1 order by 1`,
      ),

    /** The ends of cohorts by the week or month of the end. */
    ends: (first: Day, last: Day, filter: Filter, grain: 'week' | 'month') =>
      rowsOf<{ cohort: Day; ended: Day; n: number }>(
        db,
        sql`select cohort::text as cohort, ended::text as ended, sum(n::float8) as n
            from ${reportCohorts} where grain = ${grain} and cohort >= ${first} and cohort <= ${last} and ${matching(filter)} group by 1, 2 order by 1, 2`,
      ),
  };
}

export type SubscriberReportRepository = ReturnType<typeof createSubscriberReportRepository>;
