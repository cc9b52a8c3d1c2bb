import type { Database } from '@bonisa/kit/database/database';
import type { StudioPlan } from './report-days.test-kit.ts';

/** Titles that are played on each day, and terms that are searched for. */
const TITLES = 5000;
const TERMS = 3000;
const START_CLASSES = 37;
const HEIGHTS = [0, 240, 360, 480, 720, 1080];

/**
 * Fills the roll-ups of plays and searches as a service of this size has them: every day with both
 * kinds, every network, every class of start times, thousands of titles and of terms, and the sums
 * of every month.
 */
export async function fillPlayRollUps(db: Database, plan: StudioPlan): Promise<void> {
  const { days, subscriptions, until } = plan;
  const first = `'${until}'::date - ${days - 1}`;
  const span = `(select day::date as day
    from generate_series(${first}, '${until}'::date, interval '1 day') as day) as days`;
  const kinds = `(values ('title', 0.9), ('live', 0.1)) as kinds (kind, part)`;
  const networks = `(values ('mobile', 0.6), ('wifi', 0.25), ('unknown', 0.15)) as networks (network, of)`;
  const heights = `(values ${HEIGHTS.map((height) => `(${height})`).join(', ')}) as heights (height)`;
  const fill = (statement: string) => db.execute(statement);
  await fill(`
    insert into report_plays (day, kind, network, save_data, plays, started, finished,
      watched_seconds, stalls, stalled_seconds, bytes)
    select day, kind, network, saves, n, n * 0.98, n * 0.4, n * 1500, n * 0.3, n, n * 90000000
    from (select *, (${subscriptions} * part * of * case when saves then 0.1 else 0.9 end
        * (0.9 + 0.1 * random()))::bigint as n
      from ${span}, ${kinds}, ${networks}, (values (true), (false)) as saving (saves)) as counted`);
  await fill(`
    insert into report_starts (day, kind, network, start_class, n)
    select day, kind, network, class,
      (${subscriptions} * part * of * exp(-((class - 13) ^ 2) / 20.0) / 8)::bigint
    from ${span}, ${kinds}, ${networks}, generate_series(0, ${START_CLASSES - 1}) as class`);
  await fill(`
    insert into report_heights (day, kind, network, height, seconds)
    select day, kind, network, height, (${subscriptions} * part * of * 250)::bigint
    from ${span}, ${kinds}, ${networks}, ${heights}`);
  await fill(`
    insert into report_titles (grain, period, kind, slug, plays, started, slow, finished,
      watched_seconds, stalls, bytes_mobile, bytes_wifi, bytes_unknown)
    select 'day', day, case when title % 100 = 0 then 'live' else 'title' end,
      'a-title-with-a-name-' || title, n, n, n * 0.05, n * 0.4,
      n * 1500, n * 0.3, n * 60000000, n * 20000000, n * 10000000
    from (select day, title, (1 + ${subscriptions} * 0.1 / title * (0.5 + random()))::bigint as n
      from ${span}, generate_series(1, ${TITLES}) as title) as counted`);
  await fill(`
    insert into report_titles (grain, period, kind, slug, plays, started, slow, finished,
      watched_seconds, stalls, bytes_mobile, bytes_wifi, bytes_unknown)
    select 'month', date_trunc('month', period)::date, kind, slug,
      sum(plays), sum(started), sum(slow), sum(finished), sum(watched_seconds), sum(stalls),
      sum(bytes_mobile), sum(bytes_wifi), sum(bytes_unknown)
    from report_titles group by 2, 3, 4`);
  await fill(`
    insert into search_counts (grain, period, term, asked, nothing)
    select 'day', day, 'some words ' || term, n, case when term % 7 = 0 then n else 0 end
    from (select day, term, (1 + ${subscriptions} * 0.02 / term * (0.5 + random()))::bigint as n
      from ${span}, generate_series(1, ${TERMS}) as term) as counted`);
  await fill(`
    insert into search_counts (grain, period, term, asked, nothing)
    select 'month', date_trunc('month', period)::date, term, sum(asked), sum(nothing)
    from search_counts group by 2, 3`);
  await fill(`insert into report_runs (id, counted_until) values (2, '${until}'::timestamptz)`);
  await fill('analyze');
}
