import type { Kept } from '@bonisa/domain/resume';
import { and, asc, desc, eq, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../platform/database.ts';
import { nothingServedSince } from '../subscription/served-since.repository.ts';
import { resumePositions } from './viewer.tables.ts';

/** A place to go on from. */
export interface Position {
  readonly titleId: number;
  readonly episodeId: number | null;
  readonly seconds: number;
  readonly durationSeconds: number;
  readonly at: Date;
}

/** SQL of positions. */
export function createResumeRepository(db: Database) {
  const end = async (which: SQL | undefined, at: Date): Promise<boolean> => {
    const ended = await db
      .update(resumePositions)
      .set({ seconds: null, at })
      .where(and(which, isNotNull(resumePositions.seconds)))
      .returning({ titleId: resumePositions.titleId });
    return ended.length > 0;
  };

  return {
    within: (tx: Database) => createResumeRepository(tx),

    /** The places to go on from, the latest first. */
    of: async (subscriberId: number, limit: number): Promise<Position[]> => {
      const rows = await db
        .select()
        .from(resumePositions)
        .where(
          and(eq(resumePositions.subscriberId, subscriberId), isNotNull(resumePositions.seconds)),
        )
        .orderBy(desc(resumePositions.at), asc(resumePositions.titleId))
        .limit(limit);
      return rows.map(placeOf);
    },

    /** The place in this video, or in this episode, if that is where its title was left. */
    find: async (
      subscriberId: number,
      { kind, id }: { kind: 'video' | 'episode'; id: number },
    ): Promise<Position | undefined> => {
      const which =
        kind === 'video'
          ? and(eq(resumePositions.titleId, id), isNull(resumePositions.episodeId))
          : eq(resumePositions.episodeId, id);
      const [row] = await db
        .select()
        .from(resumePositions)
        .where(
          and(
            eq(resumePositions.subscriberId, subscriberId),
            isNotNull(resumePositions.seconds),
            which,
          ),
        );
      return row && placeOf(row);
    },

    /**
     * Writes what is not older than what is kept of the same title; answers how many places that
     * left. One for each title; at most `max` titles are kept. Within a transaction.
     */
    put: async (subscriberId: number, kept: readonly Kept[], max: number): Promise<number> => {
      // Always in one order, so that two browsers of the same subscriber do not wait for each
      // other's rows.
      const ordered = kept.toSorted((a, b) => a.title - b.title);
      const values = ordered.map(({ title, episode, ...place }) => ({
        subscriberId,
        titleId: title,
        episodeId: episode,
        ...place,
      }));
      const written = await db
        .insert(resumePositions)
        .values(values)
        .onConflictDoUpdate({
          target: [resumePositions.subscriberId, resumePositions.titleId],
          set: {
            episodeId: sql`excluded.episode_id`,
            seconds: sql`excluded.seconds`,
            durationSeconds: sql`excluded.duration_seconds`,
            at: sql`excluded.at`,
          },
          setWhere: lte(resumePositions.at, sql`excluded.at`),
        })
        .returning({ seconds: resumePositions.seconds });
      const oldest = sql`(select at from resume_positions where subscriber_id = ${subscriberId} order by at desc offset ${max - 1} limit 1)`;
      await db
        .delete(resumePositions)
        .where(and(eq(resumePositions.subscriberId, subscriberId), lt(resumePositions.at, oldest)));
      return written.filter(({ seconds }) => seconds !== null).length;
    },

    /** Takes a video's place out; answers whether there was one. */
    endVideo: (subscriberId: number, titleId: number, at: Date): Promise<boolean> =>
      end(
        and(
          eq(resumePositions.subscriberId, subscriberId),
          eq(resumePositions.titleId, titleId),
          isNull(resumePositions.episodeId),
        ),
        at,
      ),

    /** Takes a show's place out, whichever of its episodes that is in. */
    endShow: (subscriberId: number, titleId: number, at: Date): Promise<boolean> =>
      end(
        and(
          eq(resumePositions.subscriberId, subscriberId),
          eq(resumePositions.titleId, titleId),
          isNotNull(resumePositions.episodeId),
        ),
        at,
      ),

    /** The same for a show that is only known by that episode: it is hidden now. */
    endEpisode: (subscriberId: number, episodeId: number, at: Date): Promise<boolean> =>
      end(
        and(
          eq(resumePositions.subscriberId, subscriberId),
          eq(resumePositions.episodeId, episodeId),
        ),
        at,
      ),

    /** Removes the positions of subscribers whose last paid time ended before `before`. */
    purge: async (before: Date): Promise<void> => {
      await db
        .delete(resumePositions)
        .where(nothingServedSince(db, resumePositions.subscriberId, before));
    },

    removeAllOf: async (subscriberId: number): Promise<void> => {
      await db.delete(resumePositions).where(eq(resumePositions.subscriberId, subscriberId));
    },
  };
}

function placeOf({
  titleId,
  episodeId,
  seconds,
  durationSeconds,
  at,
}: typeof resumePositions.$inferSelect): Position {
  return { titleId, episodeId, seconds: seconds ?? 0, durationSeconds, at };
}

export type ResumeRepository = ReturnType<typeof createResumeRepository>;
