import { type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../platform/database.ts';
import { firstInstant } from '../platform/first-instant.ts';
import type { Change, Circuit } from './pace-circuit.ts';

/** All processes speak to one carrier. */
const CARRIER = 'carrier';

/** The pace as it stands; instants as distances from now, in milliseconds, since only the database's clock is everybody's. */
export interface PaceLook {
  readonly failures: number;
  readonly pausedForMs: number;
  readonly nextInMs: number;
}

/** Instants that are ours: they end at `end`, which is exact to the microsecond and only good for being handed back. */
export interface Reserved {
  readonly end: string;
  readonly endInMs: number;
  /** Failures in a row, as the circuit has them. */
  readonly failures: number;
}

/** How long, not before when, how far ahead one may reserve, and for which circuit. */
export interface ReserveOptions {
  readonly spanMs: number;
  readonly notBeforeMs: number;
  readonly aheadMs: number;
  readonly threshold: number;
}

const span = (ms: number): SQL => sql`(${Math.ceil(ms * 1000)}::bigint * interval '1 microsecond')`;

/**
 * SQL of the shared pace. `now` is the SQL of the present instant: the database's own `clock_timestamp()`, because the processes' clocks differ by more than
 * the distance of two calls, and because `now()` would stand still within a transaction that waits for a lock.
 */
export function createPaceRepository(db: Database, now: () => SQL) {
  const inMs = (instant: SQL): SQL => sql`(extract(epoch from ${instant} - ${now()}) * 1000)::double precision`;
  const reserved = (): SQL => sql`returning next_at::text as "end", ${inMs(sql`next_at`)} as "endInMs", failures`;
  const forgetting = (below: number): SQL =>
    sql`update carrier_pace set failures = 0 where carrier = ${CARRIER} and failures > 0 and failures < ${below}`;

  return {
    within: (tx: Database) => createPaceRepository(tx, now),

    /** Makes what is missing: the carrier's row, and seats up to this number. */
    ensure: async (seats: number): Promise<void> => {
      await db.execute(sql`insert into carrier_pace (carrier, next_at, failures, paused_until)
        values (${CARRIER}, ${now()}, 0, ${now()}) on conflict do nothing`);
      await db.execute(sql`insert into carrier_seats (seat, holder, until)
        select seat, null, ${now()} from generate_series(0, ${seats - 1}::int) as seat on conflict do nothing`);
    },

    look: async (): Promise<PaceLook | undefined> => {
      const [row] = await rowsOf<PaceLook>(
        db,
        sql`select failures, ${inMs(sql`paused_until`)} as "pausedForMs", ${inMs(sql`next_at`)} as "nextInMs" from carrier_pace where carrier = ${CARRIER}`,
      );
      return row;
    },

    pausedUntil: (): Promise<Date | null> =>
      firstInstant(db, sql`select paused_until from carrier_pace where carrier = ${CARRIER} and paused_until > ${now()}`),

    /** How many seats are held now, and how far ahead the carrier is booked. */
    reading: async (): Promise<{ held: number; aheadMs: number }> => {
      const [row] = await rowsOf<{ held: number; aheadMs: number }>(
        db,
        sql`select (select count(*)::int from carrier_seats where holder is not null and until > ${now()}) as held,
          coalesce((select greatest(${inMs(sql`next_at`)}, 0) from carrier_pace where carrier = ${CARRIER}), 0) as "aheadMs"`,
      );
      return row ?? { held: 0, aheadMs: 0 };
    },

    /**
     * Claims up to `wanted` of the free ones among the first `seats` seats, all of them or half (at least one), and answers how many. Rows beyond `seats`
     * are left from a larger configuration: nobody sits down there any more.
     */
    claimSeats: async (holder: string, claim: { wanted: number; all: boolean; seats: number; forMs: number }): Promise<number> => {
      const free = sql`seat < ${claim.seats} and until <= ${now()}`;
      const rows = await rowsOf(
        db,
        sql`with free as materialized (
            select seat from carrier_seats where ${free} order by seat
            limit least(${claim.wanted}::bigint, (select (count(*) + 1) / ${claim.all ? 1 : 2}::int from carrier_seats where ${free}))
            for update skip locked)
          update carrier_seats set holder = ${holder}::uuid, until = ${now()} + ${span(claim.forMs)}
          from free where carrier_seats.seat = free.seat returning carrier_seats.seat`,
      );
      return rows.length;
    },

    /** Holds the seats for longer and answers how many are still this holder's. */
    keepSeats: async (holder: string, forMs: number): Promise<number> => {
      const rows = await rowsOf(
        db,
        sql`update carrier_seats set until = ${now()} + ${span(forMs)} where holder = ${holder}::uuid and until > ${now()} returning seat`,
      );
      return rows.length;
    },

    /** Gives some of the seats back. */
    leaveSeats: async (holder: string, count: number): Promise<void> => {
      await db.execute(sql`update carrier_seats set holder = null, until = ${now()}
        where seat in (select seat from carrier_seats where holder = ${holder}::uuid order by seat desc limit ${count})`);
    },

    /** Gives all seats back, and where a call was answered forgets failures that had not opened the circuit: one statement, mostly of seats alone. */
    leave: async (holder: string, forget: { below: number } | undefined): Promise<void> => {
      const forgotten = sql`with forgotten as (${forgetting(forget?.below ?? 0)} returning carrier) `;
      await db.execute(sql`${forget ? forgotten : sql``}update carrier_seats set holder = null, until = ${now()} where holder = ${holder}::uuid`);
    },

    /** The same without seats: a call was answered, so failures that had not opened the circuit are forgotten. */
    forget: async (below: number): Promise<void> => {
      await db.execute(forgetting(below));
    },

    /**
     * Reserves the next `spanMs` where nothing pauses and it begins within `aheadMs`; else answers nothing. The row is locked by the update, which reads it
     * again after a wait: no two reservations overlap.
     */
    reserve: async ({ spanMs, notBeforeMs, aheadMs, threshold }: ReserveOptions): Promise<Reserved | undefined> => {
      const [row] = await rowsOf<Reserved>(
        db,
        sql`update carrier_pace set next_at = greatest(next_at, ${now()} + ${span(notBeforeMs)}) + ${span(spanMs)}
          where carrier = ${CARRIER} and failures < ${threshold} and paused_until <= ${now()} and next_at <= ${now()} + ${span(aheadMs)} ${reserved()}`,
      );
      return row;
    },

    /** Takes the turn to probe a carrier after its pause: one of all processes gets it, and the others pause until `probeMs` from now. */
    reserveProbe: async ({ spanMs, threshold }: Pick<ReserveOptions, 'spanMs' | 'threshold'>, probeMs: number): Promise<Reserved | undefined> => {
      const [row] = await rowsOf<Reserved>(
        db,
        sql`update carrier_pace set next_at = greatest(next_at, ${now()}) + ${span(spanMs)}, paused_until = ${now()} + ${span(probeMs)}
          where carrier = ${CARRIER} and failures >= ${threshold} and paused_until <= ${now()} and next_at <= ${now()} ${reserved()}`,
      );
      return row;
    },

    /** Hands back the last `unusedMs` of a reservation, unless somebody has reserved after it. */
    handBack: async (end: string, unusedMs: number): Promise<void> => {
      await db.execute(sql`update carrier_pace set next_at = next_at - (${Math.floor(unusedMs * 1000)}::bigint * interval '1 microsecond')
        where carrier = ${CARRIER} and next_at = ${end}::timestamptz`);
    },

    /** The circuit, locked until the transaction ends. */
    lockCircuit: async (): Promise<Circuit> => {
      const [row] = await rowsOf<Circuit>(
        db,
        sql`select failures, paused_until > ${now()} as paused from carrier_pace where carrier = ${CARRIER} for update`,
      );
      return row ?? { failures: 0, paused: false };
    },

    /** `own`: the pause that runs is the writer's, so that it may also be made shorter. */
    writeCircuit: async ({ failures, pauseMs }: Change, own: boolean): Promise<void> => {
      const until = sql`${now()} + ${span(pauseMs ?? 0)}`;
      const pause = own ? sql`, paused_until = ${until}` : sql`, paused_until = greatest(paused_until, ${until})`;
      await db.execute(sql`update carrier_pace set failures = ${failures}${pauseMs === null ? sql`` : pause} where carrier = ${CARRIER}`);
    },
  };
}

export type PaceRepository = ReturnType<typeof createPaceRepository>;
