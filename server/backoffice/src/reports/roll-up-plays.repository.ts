import { type Database, lockFor, rowsOf } from '@bonisa/kit/database/database';
import { type SQL, sql } from 'drizzle-orm';
import { createPlaySums, type PlaySums, type WaitingPlay } from './play-sums.ts';

/** The lock whose holder changes `counted` and the roll-ups of plays. */
export const PLAY_ROLL_UPS = 'roll-ups of plays';

/** The roll-ups of plays: their keys and sums, with the types that JSON cannot name. */
const TARGETS = {
  plays: {
    table: 'report_plays',
    keys: 'day date, kind text, network text, save_data boolean',
    sums: 'plays, started, finished, watched_seconds, stalls, stalled_seconds, bytes, backup_plays, backup_bytes, unwatched_bytes',
  },
  starts: {
    table: 'report_starts',
    keys: 'day date, kind text, network text, start_class smallint',
    sums: 'n',
  },
  heights: {
    table: 'report_heights',
    keys: 'day date, kind text, network text, height smallint',
    sums: 'seconds',
  },
  titles: {
    table: 'report_titles',
    keys: 'grain text, kind text, slug text, period date',
    sums: 'plays, started, slow, finished, watched_seconds, stalls, bytes_mobile, bytes_wifi, bytes_unknown',
  },
} as const;

/** SQL of the roll-ups of plays. */
export function createPlayRollUpRepository(db: Database) {
  return {
    /**
     * Counts the oldest waiting plays, at most `limit`, in one transaction; answers how many. A
     * play that reports again later waits again, and then only the difference is added.
     */
    countBatch: (limit: number): Promise<number> =>
      db.transaction(async (tx) => {
        await lockFor(tx, PLAY_ROLL_UPS);
        const waiting = await rowsOf<WaitingPlay>(
          tx,
          sql`
          select uuid, kind, video, day::text as day, figures, counted
          from play_reports where waiting order by changed_at limit ${limit} for update`,
        );
        if (waiting.length === 0) return 0;
        const sums = createPlaySums();
        for (const play of waiting) sums.add(play);
        await addPlaySums(tx, sums.read());
        const ids = JSON.stringify(waiting.map(({ uuid }) => uuid));
        await tx.execute(sql`
          update play_reports set counted = figures, waiting = false
          where uuid in (select json_array_elements_text(${ids}::json)::uuid)`);
        return waiting.length;
      }),

    /** How many plays wait to be counted. */
    waiting: async (): Promise<number> => {
      const [row] = await rowsOf<{ n: number }>(
        db,
        sql`select count(*)::int as n from play_reports where waiting`,
      );
      return row?.n ?? 0;
    },
  };
}

export type PlayRollUpRepository = ReturnType<typeof createPlayRollUpRepository>;

/** Adds sums to the roll-ups of plays. */
export async function addPlaySums(tx: Database, sums: PlaySums): Promise<void> {
  for (const name of ['plays', 'starts', 'heights', 'titles'] as const)
    if (sums[name].length > 0) await tx.execute(added(TARGETS[name], sums[name]));
}

/** Adds sums to the rows of a roll-up, which are made where they are missing. */
function added(
  { table, keys, sums }: (typeof TARGETS)[keyof typeof TARGETS],
  rows: readonly object[],
): SQL {
  const columns = sums.split(', ');
  const names = `${keys.replaceAll(/ [a-z]+(?=,|$)/g, '')}`;
  const values = columns.map((name) => `coalesce(${name}, 0)`).join(', ');
  const types = `${keys}, ${columns.map((name) => `${name} bigint`).join(', ')}`;
  const more = columns.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ');
  return sql`
    insert into ${sql.raw(table)} (${sql.raw(`${names}, ${sums}`)})
    select ${sql.raw(`${names}, ${values}`)}
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (${sql.raw(types)})
    on conflict (${sql.raw(names)}) do update set ${sql.raw(more)}`;
}
