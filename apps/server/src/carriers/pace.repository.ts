import { type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../platform/database/database.ts';
import { earliestDue } from '../platform/jobs/earliest-due.ts';
import type { Change, Circuit } from './pace-circuit.ts';

/**
 * The pace as it stands; instants as distances from now, in milliseconds, since only the database's
 * clock is everybody's.
 */
export interface PaceLook {
  readonly failures: number;
  readonly pausedForMs: number;
  /** When the spread goes on. */
  readonly nextInMs: number;
  /** When as many tickets as asked for are free; `null` where there are no tickets. */
  readonly ticketsInMs: number | null;
}

/** A ticket that is ours, free from `freeInMs` after now on. */
export interface Claimed {
  readonly ticket: number;
  readonly freeInMs: number;
  /** Where the even spread of calls goes on, after now. */
  readonly spreadInMs: number;
  /** Failures in a row, as the circuit has them. */
  readonly failures: number;
}

/**
 * A ticket to be given back, free from so many milliseconds after now on; negative: free already.
 */
export interface Returned {
  readonly ticket: number;
  readonly inMs: number;
}

export interface ClaimOptions {
  readonly holder: string;
  readonly wanted: number;
  /** Tickets of this configuration: rows beyond them are left from a larger one. */
  readonly tickets: number;
  /** How far ahead a ticket, and the spread where it counts, may begin. */
  readonly aheadMs: number;
  /**
   * The spread of these calls: its distance, and how soon it may begin. Without it the calls stand
   * beside the spread (somebody waits for them).
   */
  readonly spread: { readonly everyMs: number; readonly notBeforeMs: number } | undefined;
  readonly holdMs: number;
  readonly threshold: number;
}

const span = (ms: number): SQL => sql`(${Math.ceil(ms * 1000)}::bigint * interval '1 microsecond')`;

/**
 * SQL of the shared pace. `now` is the SQL of the present instant: the database's own
 * `clock_timestamp()`, because the processes' clocks differ by more than the distance of two calls,
 * and because `now()` would stand still within a transaction that waits for a lock.
 */
export function createPaceRepository(db: Database, carrier: string, now: () => SQL) {
  const inMs = (instant: SQL): SQL =>
    sql`(extract(epoch from ${instant} - ${now()}) * 1000)::double precision`;
  const returning = (holder: string, returned: readonly Returned[]): SQL =>
    sql`update carrier_call_tickets set holder = null, free_at = ${now()} + given.ms * interval '1 millisecond'
      from jsonb_to_recordset(${JSON.stringify(returned.map(({ ticket, inMs: ms }) => ({ ticket, ms })))}::jsonb) as given(ticket int, ms double precision)
      where carrier_call_tickets.carrier = ${carrier} and carrier_call_tickets.ticket = given.ticket and holder = ${holder}::uuid`;
  const forgetting = (below: number): SQL =>
    sql`update carrier_pace set failures = 0 where carrier = ${carrier} and failures > 0 and failures < ${below}`;

  return {
    within: (tx: Database) => createPaceRepository(tx, carrier, now),

    /** Makes what is missing: the carrier's row, and slots and tickets up to these numbers. */
    ensure: async (slots: number, tickets: number): Promise<void> => {
      await db.execute(sql`insert into carrier_pace (carrier, next_at, failures, paused_until)
        values (${carrier}, ${now()}, 0, ${now()}) on conflict do nothing`);
      await db.execute(sql`insert into carrier_slots (carrier, slot, holder, until)
        select ${carrier}, slot, null, ${now()} from generate_series(0, ${slots - 1}::int) as slot on conflict do nothing`);
      await db.execute(sql`insert into carrier_call_tickets (carrier, ticket, holder, free_at)
        select ${carrier}, ticket, null, ${now()} from generate_series(0, ${tickets - 1}::int) as ticket on conflict do nothing`);
    },

    /** How the carrier stands, and when `wanted` of the first `tickets` tickets are free. */
    look: async (tickets: number, wanted: number): Promise<PaceLook | undefined> => {
      const [row] = await rowsOf<PaceLook>(
        db,
        sql`select failures, ${inMs(sql`paused_until`)} as "pausedForMs", ${inMs(sql`next_at`)} as "nextInMs",
            (select ${inMs(sql`free_at`)} from carrier_call_tickets where carrier = ${carrier} and ticket < ${tickets} order by free_at offset ${wanted - 1} limit 1)
              as "ticketsInMs"
          from carrier_pace where carrier = ${carrier}`,
      );
      return row;
    },

    pausedUntil: (): Promise<Date | null> =>
      earliestDue(
        db,
        sql`select paused_until from carrier_pace where carrier = ${carrier} and paused_until > ${now()}`,
      ),

    /** How many slots are held now, and how far ahead the carrier is booked. */
    reading: async (): Promise<{ held: number; aheadMs: number }> => {
      const [row] = await rowsOf<{ held: number; aheadMs: number }>(
        db,
        sql`select (select count(*)::int from carrier_slots where carrier = ${carrier} and holder is not null and until > ${now()}) as held,
          coalesce((select greatest(${inMs(sql`next_at`)}, 0) from carrier_pace where carrier = ${carrier}), 0) as "aheadMs"`,
      );
      return row ?? { held: 0, aheadMs: 0 };
    },

    /**
     * Claims up to `wanted` of the free ones among the first `slots` slots, all of them or half (at
     * least one), and answers how many. Rows beyond `slots` are left from a larger configuration:
     * nobody sits down there any more.
     */
    claimSlots: async (
      holder: string,
      claim: { wanted: number; all: boolean; slots: number; forMs: number },
    ): Promise<number> => {
      const free = sql`carrier = ${carrier} and slot < ${claim.slots} and until <= ${now()}`;
      const rows = await rowsOf(
        db,
        sql`with free as materialized (
            select slot from carrier_slots where ${free} order by slot
            limit least(${claim.wanted}::bigint, (select (count(*) + 1) / ${claim.all ? 1 : 2}::int from carrier_slots where ${free}))
            for update skip locked)
          update carrier_slots set holder = ${holder}::uuid, until = ${now()} + ${span(claim.forMs)}
          from free where carrier_slots.carrier = ${carrier} and carrier_slots.slot = free.slot returning carrier_slots.slot`,
      );
      return rows.length;
    },

    /**
     * Holds the slots and tickets for longer and answers how many of each are still this holder's.
     */
    keep: async (
      holder: string,
      forMs: { slots: number; tickets: number },
    ): Promise<{ slots: number; tickets: number }> => {
      const [row] = await rowsOf<{ slots: number; tickets: number }>(
        db,
        sql`with slots as (update carrier_slots set until = ${now()} + ${span(forMs.slots)}
            where carrier = ${carrier} and holder = ${holder}::uuid and until > ${now()} returning slot),
          tickets as (update carrier_call_tickets set free_at = ${now()} + ${span(forMs.tickets)}
            where carrier = ${carrier} and holder = ${holder}::uuid and free_at > ${now()} returning ticket)
          select (select count(*)::int from slots) as slots, (select count(*)::int from tickets) as tickets`,
      );
      return row ?? { slots: 0, tickets: 0 };
    },

    /** Gives some of the slots back. */
    leaveSlots: async (holder: string, count: number): Promise<void> => {
      await db.execute(sql`update carrier_slots set holder = null, until = ${now()}
        where carrier = ${carrier} and slot in (
          select slot from carrier_slots where carrier = ${carrier} and holder = ${holder}::uuid order by slot desc limit ${count})`);
    },

    /**
     * Gives tickets back, each free at its own instant. Those that have come to somebody else
     * meanwhile are left alone.
     */
    returnTickets: async (holder: string, returned: readonly Returned[]): Promise<void> => {
      await db.execute(returning(holder, returned));
    },

    /**
     * Gives all slots and these tickets back, and where a call was answered forgets failures that
     * had not opened the circuit: one statement.
     */
    leave: async (
      holder: string,
      returned: readonly Returned[],
      forget: { below: number } | undefined,
    ): Promise<void> => {
      const parts = [
        sql`slots as (update carrier_slots set holder = null, until = ${now()}
          where carrier = ${carrier} and holder = ${holder}::uuid)`,
      ];
      if (returned.length > 0) parts.push(sql`tickets as (${returning(holder, returned)})`);
      if (forget) parts.push(sql`forgotten as (${forgetting(forget.below)})`);
      await db.execute(sql`with ${sql.join(parts, sql`, `)} select`);
    },

    /**
     * The same without slots: a call was answered, so failures that had not opened the circuit are
     * forgotten.
     */
    forget: async (below: number): Promise<void> => {
      await db.execute(forgetting(below));
    },

    /**
     * Claims up to `wanted` tickets where nothing pauses, those that are free soonest first, and
     * moves the spread on. The carrier's row is locked first, so claims come one after the other; a
     * ticket that somebody else has locked is left out.
     */
    claimTickets: async (claim: ClaimOptions): Promise<Claimed[]> => {
      const { spread } = claim;
      const inReach = spread ? sql` and next_at <= ${now()} + ${span(claim.aheadMs)}` : sql``;
      const moved = spread
        ? sql`, moved as (update carrier_pace set next_at = greatest(
              greatest(carrier_pace.next_at, ${now()} + ${span(spread.notBeforeMs)}) + (select count(*) from free) * ${span(spread.everyMs)},
              (select max(free_at) from free) + ${span(spread.everyMs)})
            where carrier = ${carrier} and exists (select from free))`
        : sql``;
      return await rowsOf<Claimed>(
        db,
        sql`with gate as materialized (
            select failures, next_at from carrier_pace
            where carrier = ${carrier} and failures < ${claim.threshold} and paused_until <= ${now()}${inReach} for update),
          free as materialized (
            select ticket, free_at from carrier_call_tickets
            where exists (select from gate) and carrier = ${carrier} and ticket < ${claim.tickets} and free_at <= ${now()} + ${span(claim.aheadMs)}
            order by free_at, ticket limit ${claim.wanted} for update skip locked),
          claimed as (
            update carrier_call_tickets set holder = ${claim.holder}::uuid, free_at = ${now()} + ${span(claim.holdMs)}
            from free where carrier_call_tickets.carrier = ${carrier} and carrier_call_tickets.ticket = free.ticket)${moved}
          select free.ticket, ${inMs(sql`free.free_at`)} as "freeInMs", ${inMs(sql`gate.next_at`)} as "spreadInMs", gate.failures
          from free, gate order by free.free_at, free.ticket`,
      );
    },

    /**
     * Takes the turn to probe a carrier after its pause: one of all processes gets it, and the
     * others pause until `probeMs` from now. Where there are tickets the probe holds a free one.
     */
    claimProbe: async (probe: {
      holder: string;
      tickets: number;
      threshold: number;
      probeMs: number;
      holdMs: number;
    }): Promise<Claimed | undefined> => {
      const free = sql`(select ticket from carrier_call_tickets where carrier = ${carrier} and ticket < ${probe.tickets} and free_at <= ${now()} order by free_at, ticket limit 1)`;
      const [row] = await rowsOf<Claimed>(
        db,
        sql`with gate as (update carrier_pace set paused_until = ${now()} + ${span(probe.probeMs)}
            where carrier = ${carrier} and failures >= ${probe.threshold} and paused_until <= ${now()} and (${probe.tickets} = 0 or exists ${free})
            returning failures),
          claimed as (update carrier_call_tickets set holder = ${probe.holder}::uuid, free_at = ${now()} + ${span(probe.holdMs)}
            where carrier = ${carrier} and ticket = ${free} and exists (select from gate) returning ticket)
          select coalesce((select ticket from claimed), -1) as ticket, 0 as "freeInMs", 0 as "spreadInMs", failures from gate`,
      );
      return row;
    },

    /** The circuit, locked until the transaction ends. */
    lockCircuit: async (): Promise<Circuit> => {
      const [row] = await rowsOf<Circuit>(
        db,
        sql`select failures, paused_until > ${now()} as paused from carrier_pace where carrier = ${carrier} for update`,
      );
      return row ?? { failures: 0, paused: false };
    },

    /** `own`: the pause that runs is the writer's, so that it may also be made shorter. */
    writeCircuit: async ({ failures, pauseMs }: Change, own: boolean): Promise<void> => {
      const until = sql`${now()} + ${span(pauseMs ?? 0)}`;
      const pause = own
        ? sql`, paused_until = ${until}`
        : sql`, paused_until = greatest(paused_until, ${until})`;
      await db.execute(
        sql`update carrier_pace set failures = ${failures}${pauseMs === null ? sql`` : pause} where carrier = ${carrier}`,
      );
    },
  };
}

export type PaceRepository = ReturnType<typeof createPaceRepository>;
