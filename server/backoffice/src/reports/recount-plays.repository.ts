import { type Day, daysAfter } from '@bonisa/domain/south-african-time';
import { type Database, lockFor, rowsOf } from '@bonisa/kit/database/database';
import { sql } from 'drizzle-orm';
import { createPlaySums, type WaitingPlay } from './play-sums.ts';
import { addPlaySums, PLAY_ROLL_UPS } from './roll-up-plays.repository.ts';

/** Reports that are read at once. */
const BATCH = 5000;

/**
 * The first day whose plays can be counted again: all of its reports, and of later days, are still
 * there. `null`: no day can. Sums of earlier days stay as they are.
 */
export async function firstRecountableDay(db: Database): Promise<Day | null> {
  const [row] = await rowsOf<{ first: Day | null; deleted: Day | null }>(
    db,
    sql`
    select (select min(day) from play_reports)::text as first,
      (select until_day from play_reports_deleted)::text as deleted`,
  );
  const { first, deleted } = row ?? { first: null, deleted: null };
  return first && deleted && deleted >= first ? daysAfter(deleted, 1) : first;
}

/**
 * Counts the plays of a day again, from what the job has counted of each: what still waits for the
 * job is added by it, once. A day that has lost reports, also while they were read, stays as it is.
 * No report is locked, so players can report meanwhile.
 */
export async function recountPlays(tx: Database, day: Day): Promise<void> {
  await lockFor(tx, PLAY_ROLL_UPS);
  const sums = createPlaySums();
  for await (const play of countedPlays(tx, day)) sums.add(play);
  // Reports are deleted after their day was marked, so a day without a mark was read whole.
  const marks = await rowsOf(tx, sql`select 1 from play_reports_deleted where until_day >= ${day}`);
  if (marks.length > 0) return;
  for (const table of ['report_plays', 'report_starts', 'report_heights'])
    await tx.execute(sql`delete from ${sql.raw(table)} where day = ${day}`);
  await tx.execute(sql`delete from report_titles where grain = 'day' and period = ${day}`);
  const { titles, ...others } = sums.read();
  await addPlaySums(tx, { ...others, titles: titles.filter(({ grain }) => grain === 'day') });
  await sumMonth(tx, `${day.slice(0, 7)}-01`);
}

/** The plays of a day with the figures that the job has counted, in batches. */
async function* countedPlays(tx: Database, day: Day): AsyncGenerator<WaitingPlay> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await rowsOf<WaitingPlay>(
      tx,
      sql`
      select uuid, kind, video, day::text as day, counted as figures, null as counted
      from play_reports where day = ${day} and counted is not null and uuid > ${after}
      order by uuid limit ${BATCH}`,
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.uuid;
  }
}

/** Makes the titles of a month the sum of its days; the reports of older ones may be deleted. */
async function sumMonth(tx: Database, month: string): Promise<void> {
  const columns =
    'plays, started, slow, finished, watched_seconds, stalls, bytes_mobile, bytes_wifi, bytes_unknown';
  const sums = columns.replaceAll(/[a-z_]+/g, 'sum($&)');
  await tx.execute(sql`delete from report_titles where grain = 'month' and period = ${month}`);
  await tx.execute(sql`
    insert into report_titles (grain, period, kind, slug, ${sql.raw(columns)})
    select 'month', ${month}::date, kind, slug, ${sql.raw(sums)} from report_titles
    where grain = 'day' and period >= ${month}::date and period < ${month}::date + interval '1 month'
    group by kind, slug`);
}
