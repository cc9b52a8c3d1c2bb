import type { StoredPosition } from '@bonisa/domain/playback/resume';
import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { inBatches } from '@bonisa/kit/database/in-batches';
import { lazy } from '@bonisa/kit/lazy';
import { nothingServedSince } from '@bonisa/money/subscription/served-since.repository';
import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { newestName, newestOf } from './newest-rows.ts';
import { resumePositions } from './viewer.tables.ts';

/** A resume position. */
export interface Position {
  readonly titleId: number;
  readonly episodeId: number | null;
  readonly seconds: number;
  readonly durationSeconds: number;
  readonly at: Date;
}

interface AskedPosition {
  readonly subscriberId: number;
  readonly kind: 'video' | 'episode';
  readonly id: number;
}

/** No video and no episode has this id. */
const NO_ID = 0;

const nameOf = ({ subscriberId, kind, id }: AskedPosition): string =>
  `${subscriberId} ${kind} ${id}`;

/** What is reported of a subscriber, one position for each title. */
export interface PositionsOf {
  readonly subscriberId: number;
  readonly positions: readonly StoredPosition[];
}

const COLUMNS = 'subscriber_id, title_id, episode_id, seconds, finished, duration_seconds, at';
const PUT = [
  sql.raw(
    `with written as (insert into resume_positions (${COLUMNS}) select ${COLUMNS} from json_populate_recordset(null::resume_positions, `,
  ),
  sql.raw(
    '::json) on conflict (subscriber_id, title_id) do update set episode_id = excluded.episode_id, seconds = excluded.seconds, finished = excluded.finished, duration_seconds = excluded.duration_seconds, at = excluded.at where resume_positions.at <= excluded.at returning subscriber_id, seconds) select subscriber_id as of, count(seconds) as count from written group by subscriber_id',
  ),
] as const;
const DROP_OLDEST = [
  sql.raw('delete from resume_positions as one using (select json_array_elements_text('),
  sql.raw(
    '::json)::bigint as id) as asked where one.subscriber_id = asked.id and one.at < (select at from resume_positions as other where other.subscriber_id = asked.id order by at desc offset ',
  ),
  sql.raw(' limit 1)'),
] as const;

/** The SQL of resume positions. */
export function createResumeRepository(db: Database) {
  const end = async (which: SQL | undefined, at: Date): Promise<boolean> => {
    const ended = await db
      .update(resumePositions)
      .set({ seconds: null, at })
      .where(and(which, isNotNull(resumePositions.seconds)))
      .returning({ titleId: resumePositions.titleId });
    return ended.length > 0;
  };

  const statements = lazy(() => {
    const newest = db
      .select()
      .from(resumePositions)
      .where(
        and(sql`${resumePositions.subscriberId} = asked_of`, isNotNull(resumePositions.seconds)),
      )
      .orderBy(desc(resumePositions.at), asc(resumePositions.titleId))
      .limit(sql.placeholder('limit'))
      .as('newest');
    const { subscriberId, titleId, episodeId, seconds, durationSeconds, at } = newest;
    const asked = sql`unnest(${sql.placeholder('subscriberIds')}::bigint[], ${sql.placeholder('titleIds')}::int[], ${sql.placeholder('episodeIds')}::int[]) as asked(asked_of, asked_title, asked_episode)`;
    return {
      newest: db
        .select({ subscriberId, titleId, episodeId, seconds, durationSeconds, at })
        .from(sql`unnest(${sql.placeholder('subscriberIds')}::bigint[]) as asked(asked_of)`)
        .innerJoinLateral(newest, sql`true`)
        .prepare('newest_resume_positions'),
      find: db
        .select(getTableColumns(resumePositions))
        .from(resumePositions)
        .innerJoin(asked, sql`${resumePositions.subscriberId} = asked_of`)
        .where(
          and(
            isNotNull(resumePositions.seconds),
            sql`case when ${resumePositions.episodeId} is null then ${resumePositions.titleId} = asked_title else ${resumePositions.episodeId} = asked_episode end`,
          ),
        )
        .prepare('resume_positions_in'),
    };
  });
  const newest = inBatches(
    newestOf((asked) => statements.newest.execute(asked)),
    newestName,
  );
  const found = inBatches(async (asked: readonly AskedPosition[]) => {
    const idOf = (wanted: AskedPosition['kind']) =>
      asked.map(({ kind, id }) => (kind === wanted ? id : NO_ID));
    const rows = await statements.find.execute({
      subscriberIds: asked.map(({ subscriberId }) => subscriberId),
      titleIds: idOf('video'),
      episodeIds: idOf('episode'),
    });
    const byName = new Map(
      rows.map((row) => [
        row.episodeId === null
          ? nameOf({ subscriberId: row.subscriberId, kind: 'video', id: row.titleId })
          : nameOf({ subscriberId: row.subscriberId, kind: 'episode', id: row.episodeId }),
        row,
      ]),
    );
    return asked.map((one) => byName.get(nameOf(one)));
  }, nameOf);

  return {
    within: (tx: Database) => createResumeRepository(tx),

    /** The resume positions of a subscriber, newest first. */
    of: async (subscriberId: number, limit: number): Promise<Position[]> =>
      (await newest({ subscriberId, limit })).map(positionOf),

    /** The ids of the titles that a subscriber has seen. */
    finished: async (subscriberId: number): Promise<number[]> => {
      const rows = await db
        .select({ titleId: resumePositions.titleId })
        .from(resumePositions)
        .where(and(eq(resumePositions.subscriberId, subscriberId), resumePositions.finished));
      return rows.map(({ titleId }) => titleId);
    },

    /**
     * The resume position in this video, or in this episode if it is the last one watched of its
     * show.
     */
    find: async (
      subscriberId: number,
      played: { readonly kind: 'video' | 'episode'; readonly id: number },
    ): Promise<Position | undefined> => {
      const row = await found({ subscriberId, ...played });
      return row && positionOf(row);
    },

    /**
     * Writes the positions of different subscribers unless a newer one of the same title exists;
     * returns how many resume positions were written of each. Stores one position for each title,
     * for at most `max` titles of a subscriber. Runs in a transaction.
     */
    put: async (reports: readonly PositionsOf[], max: number): Promise<number[]> => {
      // One order for all writers prevents deadlocks between two browsers of a subscriber.
      const rows = reports.flatMap(({ subscriberId, positions }) =>
        positions
          .toSorted((a, b) => a.title - b.title)
          .map(({ title, episode, seconds, finished, durationSeconds, at }) => ({
            ...{ subscriber_id: subscriberId, title_id: title, episode_id: episode },
            ...{ seconds, finished, duration_seconds: durationSeconds, at },
          })),
      );
      const written = await rowsOf<{ of: string; count: string }>(
        db,
        sql`${PUT[0]}${JSON.stringify(rows)}${PUT[1]}`,
      );
      const ids = JSON.stringify(reports.map(({ subscriberId }) => subscriberId));
      await db.execute(sql`${DROP_OLDEST[0]}${ids}${DROP_OLDEST[1]}${max - 1}${DROP_OLDEST[2]}`);
      const counts = new Map(written.map(({ of, count }) => [Number(of), Number(count)]));
      return reports.map(({ subscriberId }) => counts.get(subscriberId) ?? 0);
    },

    /** Removes the position in a video; returns whether there was one. */
    endVideo: (subscriberId: number, titleId: number, at: Date): Promise<boolean> =>
      end(
        and(
          eq(resumePositions.subscriberId, subscriberId),
          eq(resumePositions.titleId, titleId),
          isNull(resumePositions.episodeId),
        ),
        at,
      ),

    /** Removes the position in a show, whichever episode it is in. */
    endShow: (subscriberId: number, titleId: number, at: Date): Promise<boolean> =>
      end(
        and(
          eq(resumePositions.subscriberId, subscriberId),
          eq(resumePositions.titleId, titleId),
          isNotNull(resumePositions.episodeId),
        ),
        at,
      ),

    /** Removes the position of a hidden show, which is only known by its episode. */
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

function positionOf({
  titleId,
  episodeId,
  seconds,
  durationSeconds,
  at,
}: Omit<typeof resumePositions.$inferSelect, 'subscriberId' | 'finished'>): Position {
  return { titleId, episodeId, seconds: seconds ?? 0, durationSeconds, at };
}

export type ResumeRepository = ReturnType<typeof createResumeRepository>;
