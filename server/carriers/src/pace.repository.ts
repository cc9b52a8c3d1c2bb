import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { type SQL, sql } from 'drizzle-orm';
import type { Change, Circuit } from './pace-circuit.ts';

/** The two kinds of places that calls take: both are rows that are somebody's until an instant. */
export type PlaceKind = 'slots' | 'tickets';

/** The table of a kind, its number, and until when a place is taken. */
const PLACES: Record<PlaceKind, { readonly table: SQL; readonly id: SQL; readonly until: SQL }> = {
  slots: { table: sql.raw('carrier_slots'), id: sql.raw('slot'), until: sql.raw('until') },
  tickets: {
    table: sql.raw('carrier_call_tickets'),
    id: sql.raw('ticket'),
    until: sql.raw('free_at'),
  },
};

/** The pace as it stands. */
export interface PaceLook {
  readonly failures: number;
  /** By the database's clock, in milliseconds; `null` without a pause. */
  readonly pausedUntil: number | null;
  /** In so many milliseconds as many tickets as asked for are free; `null`: there are fewer. */
  readonly ticketsInMs: number | null;
  /** When the even spread of calls goes on. */
  readonly nextInMs: number;
  /** How many slots are held. */
  readonly held: number;
}

/** A place, and when it is free: so many milliseconds after now; negative: it is free already. */
export interface Place {
  readonly id: number;
  readonly inMs: number;
}

export interface ClaimOptions {
  readonly holder: string;
  readonly wanted: number;
  /** Places of this configuration: rows beyond them are left from a larger one. */
  readonly size: number;
  /** How far ahead a place may become free. */
  readonly aheadMs: number;
  /** When it comes back should its holder have died. */
  readonly holdMs: number;
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

  return {
    /** Makes what is missing: the carrier's row, and places up to these numbers. */
    ensure: async (size: Record<PlaceKind, number>): Promise<void> => {
      await db.execute(sql`insert into carrier_pace (carrier, next_at, failures, paused_until)
        values (${carrier}, ${now()}, 0, ${now()}) on conflict do nothing`);
      for (const kind of ['slots', 'tickets'] as const) {
        const { table, id, until } = PLACES[kind];
        await db.execute(sql`insert into ${table} (carrier, ${id}, holder, ${until})
          select ${carrier}, place, null, ${now()}
          from generate_series(0, ${size[kind] - 1}::int) as place on conflict do nothing`);
      }
    },

    /** How the carrier stands, and when `wanted` of the first `tickets` tickets are free. */
    look: async (tickets: number, wanted: number): Promise<PaceLook | undefined> => {
      const [row] = await rowsOf<PaceLook>(
        db,
        sql`select failures, ${inMs(sql`next_at`)} as "nextInMs",
            case when paused_until > ${now()}
              then (extract(epoch from paused_until) * 1000)::double precision end as "pausedUntil",
            (select ${inMs(sql`free_at`)} from carrier_call_tickets
              where carrier = ${carrier} and ticket < ${tickets}
              order by free_at offset ${wanted - 1} limit 1) as "ticketsInMs",
            (select count(*)::int from carrier_slots
              where carrier = ${carrier} and holder is not null and until > ${now()}) as held
          from carrier_pace where carrier = ${carrier}`,
      );
      return row;
    },

    /**
     * Claims up to `wanted` places where nothing pauses, those that are free soonest first. One
     * that somebody else is claiming is left out.
     */
    claim: async (kind: PlaceKind, claim: ClaimOptions): Promise<Place[]> => {
      if (claim.wanted === 0 || claim.size === 0) return [];
      const { table, id, until } = PLACES[kind];
      return await rowsOf<Place>(
        db,
        sql`with free as materialized (
            select ${id} as id, ${until} as until from ${table}
            where carrier = ${carrier} and ${id} < ${claim.size} and ${until} <= ${now()} + ${span(claim.aheadMs)}
              and exists (select from carrier_pace where carrier = ${carrier} and paused_until <= ${now()})
            order by ${until}, ${id} limit ${claim.wanted} for update skip locked),
          claimed as (update ${table} as place
            set holder = ${claim.holder}::uuid, ${until} = ${now()} + ${span(claim.holdMs)}
            from free where place.carrier = ${carrier} and place.${id} = free.id)
          select id, ${inMs(sql`until`)} as "inMs" from free order by until, id`,
      );
    },

    /**
     * Moves the spread on by these tickets, and answers where it goes on for them: so many
     * milliseconds after now.
     */
    spread: async (
      held: readonly Place[],
      everyMs: number,
      notBeforeMs: number,
    ): Promise<number> => {
      const lastMs = Math.max(...held.map(({ inMs: ms }) => ms)) + everyMs;
      const [row] = await rowsOf<{ inMs: number }>(
        db,
        sql`with before as materialized (
            select greatest(next_at, ${now()} + ${span(notBeforeMs)}) as begins
            from carrier_pace where carrier = ${carrier} for update)
          update carrier_pace set next_at =
            greatest(begins + ${span(held.length * everyMs)}, ${now()} + ${span(lastMs)})
          from before where carrier = ${carrier} returning ${inMs(sql`begins`)} as "inMs"`,
      );
      return row?.inMs ?? notBeforeMs;
    },

    /**
     * Gives these places back, each free at its own instant, unless they have come to somebody else
     * meanwhile.
     */
    giveBack: async (kind: PlaceKind, holder: string, places: readonly Place[]): Promise<void> => {
      if (places.length === 0) return;
      const { table, id, until } = PLACES[kind];
      await db.execute(sql`update ${table} as place
        set holder = null, ${until} = ${now()} + given."inMs" * interval '1 millisecond'
        from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as given(id int, "inMs" double precision)
        where place.carrier = ${carrier} and place.${id} = given.id and holder = ${holder}::uuid`);
    },

    /**
     * Changes the circuit as `decide` says, and answers whether there was a change. `own`: the
     * pause that runs is the writer's, so that it may also be made shorter.
     */
    change: (own: boolean, decide: (before: Circuit) => Change | undefined): Promise<boolean> =>
      db.transaction(async (tx) => {
        const [before] = await rowsOf<Circuit>(
          tx,
          sql`select failures, paused_until > ${now()} as paused
            from carrier_pace where carrier = ${carrier} for update`,
        );
        const change = before && decide(before);
        if (!change) return false;
        const until = sql`${now()} + ${span(change.pauseMs ?? 0)}`;
        const changed = own ? until : sql`greatest(paused_until, ${until})`;
        const pause = change.pauseMs === null ? sql`paused_until` : changed;
        await tx.execute(sql`update carrier_pace
          set failures = ${change.failures}, paused_until = ${pause} where carrier = ${carrier}`);
        return true;
      }),
  };
}
