import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { createRepeatedJob } from '@bonisa/kit/jobs/repeated-job';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import { and, count, desc, eq, gt } from 'drizzle-orm';
import { playbackLog } from './telemetry.tables.ts';

/** Shelves of what is watched most look back this long. */
const LATELY_MS = 7 * 24 * 60 * 60 * 1000;
const EVERY_SECONDS = 6 * 60 * 60;
/** More titles than any shelf shows. */
const MOST_TITLES = 20_000;

export interface TitlePlaysJob {
  readonly db: Database;
  /** Reads the log of a week. */
  readonly long: Database;
  readonly titlePlays: { replace(plays: ReadonlyMap<string, number>): Promise<void> };
  readonly clock: Clock;
}

/** The job that counts how often each title was started lately. */
export function createTitlePlaysJob({ db, long, titlePlays, clock }: TitlePlaysJob): ScheduledJob {
  return createRepeatedJob({
    db,
    clock,
    name: 'count the plays of titles',
    everySeconds: EVERY_SECONDS,
    work: async () => {
      const since = new Date(clock.now().getTime() - LATELY_MS);
      const rows = await long
        .select({ slug: playbackLog.video, plays: count() })
        .from(playbackLog)
        .where(and(gt(playbackLog.at, since), eq(playbackLog.status, 'started')))
        .groupBy(playbackLog.video)
        .orderBy(desc(count()))
        .limit(MOST_TITLES);
      await titlePlays.replace(new Map(rows.map(({ slug, plays }) => [slug, plays])));
    },
  });
}
