import type { PlayFigures } from '@bonisa/domain/play-figures';
import { dayOf } from '@bonisa/domain/south-african-time';
import { and, eq, lt, not, sql } from 'drizzle-orm';
import type { Database } from '../platform/database.ts';
import { allButNewest, purgeRows } from '../platform/purge.ts';
import { playReports } from './telemetry.tables.ts';

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
      const isOld = sql`${not(playReports.waiting)} and ${lt(playReports.changedAt, before)}`;
      await purgeRows(db, playReports, isOld);
      await purgeRows(db, playReports, allButNewest(playReports, playReports.changedAt, max));
    },
  };
}

export type PlayReportRepository = ReturnType<typeof createPlayReportRepository>;
