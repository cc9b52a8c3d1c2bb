import type { Day } from '@bonisa/domain/south-african-time';
import { type Database, lockFor, rowsOf } from '@bonisa/kit/database/database';
import { sql } from 'drizzle-orm';
import { firstRecountableDay, recountPlays } from './recount-plays.repository.ts';
import { reportChanges } from './reports.tables.ts';
import {
  countCharges,
  countDisputes,
  countLedger,
  countRefunds,
} from './roll-up-money.repository.ts';
import { countSubscribers } from './roll-up-subscribers.repository.ts';

export type Subject = (typeof reportChanges.$inferSelect)['subject'];

/** A day of one subject that must be counted again. */
export interface ChangedDay {
  readonly subject: Subject;
  readonly day: Day;
}

type CountDay = (tx: Database, day: Day) => Promise<void>;

/** How a day of each subject is counted from its facts. */
const COUNTS: Readonly<Record<Subject, CountDay>> = {
  charges: countCharges,
  refunds: countRefunds,
  disputes: countDisputes,
  ledger: countLedger,
  subscribers: countSubscribers,
  plays: recountPlays,
};

/** The facts of each subject, and the column of their instant. */
const FACTS = {
  charges: sql.raw('created_at from charges'),
  refunds: sql.raw('created_at from refunds'),
  disputes: sql.raw('opened_at from care_disputes'),
  ledger: sql.raw('at from ledger_lines'),
  subscribers: sql.raw('at from subscription_events'),
} as const;

export type RollUpRepository = ReturnType<typeof createRollUpRepository>;

/** SQL of the roll-ups. Counting a day reads all of its facts: `db` allows longer statements. */
export function createRollUpRepository(db: Database) {
  return {
    /** Days that have changed, the newest first: these are the ones that people look at. */
    changed: (limit: number): Promise<ChangedDay[]> =>
      rowsOf<ChangedDay>(
        db,
        sql`select subject, day::text as day from ${reportChanges} group by subject, day order by day desc, subject limit ${limit}`,
      ),

    /**
     * Counts a day again and removes its marks, in one transaction. The marks are removed first: a
     * change that is committed afterwards leaves a mark of its own, and one that was committed
     * before is seen by the count. A lock keeps two processes from counting the same day at once.
     */
    countDay: ({ subject, day }: ChangedDay): Promise<void> =>
      db.transaction(async (tx) => {
        await lockFor(tx, 'roll-ups of reports');
        await tx.execute(
          sql`delete from ${reportChanges} where subject = ${subject} and day = ${day}`,
        );
        await COUNTS[subject](tx, day);
      }),

    /**
     * Marks every day from the first fact of each subject on. The job then counts them again, one
     * after the other; what was counted stays readable meanwhile. Returns the first day of plays,
     * whose reports are not stored for long; null: no plays are counted again.
     */
    markAll: (until: Day): Promise<{ readonly playsFrom: Day | null }> =>
      db.transaction(async (tx) => {
        for (const [subject, facts] of Object.entries(FACTS))
          await tx.execute(sql`
            insert into ${reportChanges} (subject, day)
            select ${subject}::text, day::date
            from (select south_african_day(min(instant)) as first from (select ${facts}) as fact (instant)) as facts,
              generate_series(first::timestamp, ${until}::timestamp, interval '1 day') as day`);
        const playsFrom = await firstRecountableDay(tx);
        if (playsFrom)
          await tx.execute(sql`
            insert into ${reportChanges} (subject, day)
            select distinct 'plays', day from play_reports where day >= ${playsFrom}`);
        return { playsFrom };
      }),

    /** How many days wait to be counted. */
    waiting: async (): Promise<number> => {
      const [row] = await rowsOf<{ n: number }>(
        db,
        sql`select count(*)::int as n from (select distinct subject, day from ${reportChanges}) as days`,
      );
      return row?.n ?? 0;
    },
  };
}
