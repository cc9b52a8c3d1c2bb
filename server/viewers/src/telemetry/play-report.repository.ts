import type { PlayFigures } from '@bonisa/domain/playback/play-figures';
import { dayOf } from '@bonisa/domain/south-african-time';
import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { allButNewest, purgeRows } from '@bonisa/kit/jobs/purge';
import { and, eq, lt, not, type SQL, sql } from 'drizzle-orm';
import { playReports, playReportsDeleted } from './telemetry.tables.ts';

/** The play that a report is about. */
export interface ReportedPlay {
  readonly uuid: string;
  readonly kind: 'title' | 'live';
  /** The slug of a video, an episode or a live channel. */
  readonly video: string;
}

/** The SQL of the reports of plays: one row for each play. */
export function createPlayReportRepository(db: Database) {
  return {
    /** Watched seconds that the play has reported before; undefined: it has not reported. */
    watchedOf: async (uuid: string): Promise<number | undefined> => {
      const [row] = await db
        .select({ figures: playReports.figures })
        .from(playReports)
        .where(eq(playReports.uuid, uuid));
      return row?.figures.watched_seconds;
    },

    /**
     * Writes the figures of a play, or replaces earlier ones that say less. A play stays with the
     * day of its first report. A uuid that names another title changes nothing.
     */
    write: async (play: ReportedPlay, figures: PlayFigures, at: Date): Promise<void> => {
      const watched = (of: string) => sql.raw(`(${of}.figures->>'watched_seconds')::float8`);
      await db
        .insert(playReports)
        .values({ ...play, day: dayOf(at), figures, waiting: true, changedAt: at })
        .onConflictDoUpdate({
          target: playReports.uuid,
          set: { figures, waiting: true, changedAt: at },
          setWhere: and(
            eq(playReports.video, play.video),
            eq(playReports.kind, play.kind),
            sql`${watched('excluded')} >= ${watched('play_reports')}`,
            sql`excluded.figures <> ${playReports.figures}`,
          ),
        });
    },

    /** Deletes what was counted and is older than `before`, and all but the newest `max`. */
    purge: async (before: Date, max: number): Promise<void> => {
      await purgeMarked(
        db,
        sql`${not(playReports.waiting)} and ${lt(playReports.changedAt, before)}`,
      );
      await purgeMarked(db, allButNewest(playReports, playReports.changedAt, max));
    },
  };
}

/**
 * Deletes reports, and only those of days that are marked as incomplete in a transaction before:
 * a rebuild that finds no mark has read every report of its day.
 */
async function purgeMarked(db: Database, condition: SQL): Promise<void> {
  const [marked] = await rowsOf<{ until: string }>(
    db,
    sql`
    insert into ${playReportsDeleted} (id, until_day)
    select 1, max(day) from ${playReports} where ${condition} having max(day) is not null
    on conflict (id) do update set until_day = greatest(play_reports_deleted.until_day, excluded.until_day)
    returning until_day::text as until`,
  );
  if (marked) await purgeRows(db, playReports, sql`${condition} and day <= ${marked.until}`);
}

export type PlayReportRepository = ReturnType<typeof createPlayReportRepository>;
