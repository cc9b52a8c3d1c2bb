/**
 * The shared pace of calls that take money from a carrier or give it back: how many a second, how many at once, and none while the carrier cannot do them,
 * for all processes together. Work that nobody waits for takes many calls at once (`take`); who waits for one has the next instant (`takeNext`).
 *
 * It stands in the database (`carrier_pace`, `carrier_seats`), so that a process that dies takes nothing with it: reserved instants pass, seats come back by
 * themselves, a probe that was never told of is made by another. All instants are the database's own: it is the only clock that all processes share, and a
 * carrier's patience is about real time, whatever the product's clock says.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../platform/database.ts';
import { DEFAULT_TIMEOUTS } from './camara.calls.ts';
import { createPaceRepository, type PaceLook, type Reserved } from './pace.repository.ts';
import { afterCalls, type CircuitOptions } from './pace-circuit.ts';

export interface PaceLimits {
  /** Calls a second; decimals are allowed. `null`: no limit. */
  readonly perSecond: number | null;
  /** Calls at the same time. */
  readonly inFlight: number;
}

export interface PaceOptions {
  readonly db: Database;
  readonly limits: PaceLimits;
  /** So many failures in a row without an answered call between them, and the carrier is left alone. */
  readonly failuresToOpen?: number;
  /** Only for a simulation in one process, whose time is not the real one. Without it: the database's clock. */
  readonly now?: () => Date;
  readonly timers?: Timers;
  readonly random?: () => number;
  /** Told of what was granted, for the operator's figures: 0 where nothing was. */
  readonly onGrant?: (calls: number, to: 'work' | 'person') => void;
}

/** How a process waits, whatever the product's clock says. */
export interface Timers {
  /** Milliseconds of a clock that never steps. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** What became of a permit's calls. */
export interface PermitReport {
  /** Calls that the carrier answered, whatever it said. */
  readonly answered: number;
  /** Calls without an answer (not connected, 5xx, timed out). */
  readonly failed: number;
  /** Those of `failed` that came after the last answered call; left out: all of them where none was answered, else none. */
  readonly failedSince?: number;
  /** The carrier said 'too many requests'; `retryAfterSeconds` says so too. */
  readonly tooMany?: boolean;
  readonly retryAfterSeconds?: number;
  /** Instants of the latest reservation that were not used; left out: what was granted less what was called. */
  readonly unused?: number;
  /** How long a call took, in the mean: how much is granted next time. */
  readonly callMs?: number;
  /** How long it took from the grant until calls could begin: so much earlier instants would pass unused. */
  readonly prepareMs?: number;
}

export interface Permit {
  /** So many calls may be made; 0: none now. */
  readonly granted: number;
  /** So many of them at once. */
  readonly lanes: number;
  /** Call `i` begins `startInMs + i * everyMs` after the grant, not before and hardly after: `runAtPace` sees to it. */
  readonly startInMs: number;
  readonly everyMs: number;
  readonly timers: Timers;
  /** The same start by the timers' clock. */
  readonly startsAt: number;
  /** New instants for calls that came too late for theirs; nothing where the carrier is paused. */
  again(calls: number): Promise<{ startsAt: number } | undefined>;
  /** To be asked before each call: holds the seats for as long as one may take. Answers false where they were lost. */
  keep(): Promise<boolean>;
  /** Gives some of the seats back before the end. */
  leave(seats: number): Promise<void>;
  /** Gives everything back and tells how the carrier did. A second time does nothing. */
  done(report: PermitReport): Promise<void>;
}

export interface Pace {
  /** Asks for up to `wanted` calls. Waits for its turn a little (at most {@link PATIENCE_MS}); grants 0 while the carrier is paused or others have it all. */
  take(wanted: number): Promise<Permit>;
  /**
   * One call that somebody waits for: the carrier's next free instant, ahead of all work that has not reserved its own, and without a seat, since work may hold
   * them all. Grants nothing, and at once, where the carrier is paused or the instant is more than {@link PATIENCE_MS} away. Costs one statement where there is a
   * rate, else a look each second.
   */
  takeNext(): Promise<Permit>;
  /** Until when nothing is granted, by the database's clock; `null` while nothing pauses. */
  resumesAt(): Promise<Date | null>;
  /** For the operator: what is agreed with the carrier, how many seats are held now by all processes, and how far ahead the carrier is booked. */
  reading(): Promise<PaceReading>;
}

export interface PaceReading extends PaceLimits {
  readonly held: number;
  readonly aheadSeconds: number;
}

/**
 * Calls begin at instants of an even grid, but reach the carrier a little later, by a timer and a network: in a second that the carrier counts there are those
 * of 1.045 seconds of the grid at most. So the grid keeps 4.5 % below the limit: never above it, and never 5 % below it.
 */
export const RESERVE = 0.045;
/** The seats of a process that died come back after this: the longest call (a token, the call, and both again after a 401), begun when they were last kept. */
const KEEP_AFTER_MS = 10_000;
const SEAT_MS = 2 * (DEFAULT_TIMEOUTS.token + DEFAULT_TIMEOUTS.charge) + KEEP_AFTER_MS + 5_000;
/** A permit is for about so long: less is lost with a crash, and others have their turn. */
const GRANT_MS = 500;
/** Instants are reserved so long before they come: time to write the intents also where a disk is busy, and nobody sits on a seat for long without using it. */
const AHEAD_MS = 600;
export const PATIENCE_MS = 2_000;
const SEAT_POLL_MS = 20;
/** What a process saw is good for so long while the carrier did well: a press of Accept then costs no look of its own. */
const SEEN_MS = 1_000;
const HOUR_MS = 3_600_000;
/** A carrier that is slower than this is limited by its seats: then one permit takes all that are free, else half, so that others run beside it. */
const SLOW_CALL_MS = 250;
/** What a call is thought to take before any was made. */
const FIRST_CALL_MS = 25;
/** What the work before the first call is thought to take before any was done. */
const FIRST_PREPARE_MS = 20;
const DEFAULT_FAILURES_TO_OPEN = 10;

const REAL_TIMERS: Timers = { now: () => performance.now(), sleep: wait };

const NOTHING: Permit = {
  granted: 0,
  lanes: 0,
  startInMs: 0,
  everyMs: 0,
  timers: REAL_TIMERS,
  startsAt: 0,
  again: async () => undefined,
  keep: async () => false,
  leave: async () => undefined,
  done: async () => undefined,
};

/** What is granted; `holder`: of seats, absent for one call that a person waits for. `failures`: as the circuit had them. */
interface Granted {
  readonly holder: string | undefined;
  readonly lanes: number;
  readonly granted: number;
  readonly probe: boolean;
  readonly reserved: Reserved | undefined;
  readonly failures: number;
}

type Attempt = { readonly permit: Permit } | { readonly againInMs: number };

/** Makes the pace of one carrier. Nothing is written before the first `take`. */
export function createPace(options: PaceOptions): Pace {
  const { db, limits, now, timers = REAL_TIMERS, random = Math.random } = options;
  const { perSecond, inFlight } = limits;
  const circuit: CircuitOptions = { threshold: options.failuresToOpen ?? DEFAULT_FAILURES_TO_OPEN, random };
  const instant = (): SQL => (now ? sql`${now().toISOString()}::timestamptz` : sql`clock_timestamp()`);
  const repository = createPaceRepository(db, instant);
  const everyMs = perSecond === null ? 0 : 1000 / (perSecond * (1 - RESERVE));
  /** At a rate that is slower than our patience, who waits has still their turn after the one who has reserved. */
  const aheadOfPerson = Math.max(PATIENCE_MS, AHEAD_MS + everyMs);
  let callMs = FIRST_CALL_MS;
  let prepareMs = FIRST_PREPARE_MS;
  let seatsMade = false;
  let seen: (PaceLook & { readonly at: number }) | undefined;

  const look = async () => {
    const found = seatsMade ? await repository.look() : undefined;
    if (found) return found;
    await repository.ensure(inFlight);
    seatsMade = true;
    return await repository.look();
  };

  const attempt = async (wanted: number): Promise<Attempt> => {
    const found = await look();
    if (!found || found.pausedForMs > 0) return { permit: NOTHING };
    if (perSecond !== null && found.nextInMs > AHEAD_MS) return { againInMs: found.nextInMs - AHEAD_MS };
    const probe = found.failures >= circuit.threshold;
    const holder = randomUUID();
    const lanes = await repository.claimSeats(holder, { ...seatsFor(probe ? 1 : wanted), seats: inFlight, forMs: SEAT_MS });
    if (lanes === 0) return { againInMs: SEAT_POLL_MS };
    const granted = probe ? 1 : callsFor(wanted, lanes);
    const reserved = await reserve(granted, probe);
    if (reserved === 'none') {
      await repository.leave(holder, undefined);
      return { againInMs: SEAT_POLL_MS };
    }
    return { permit: createPermit({ holder, lanes, granted, probe, reserved, failures: found.failures }) };
  };

  const takeNext = async (): Promise<Permit> => {
    const one = { holder: undefined, lanes: 1, granted: 1 } as const;
    if (perSecond === null) {
      const { failures, pausedForMs } = await lookAgain();
      if (pausedForMs > 0) return NOTHING;
      if (failures < circuit.threshold) return createPermit({ ...one, probe: false, reserved: undefined, failures });
    } else {
      if (!seatsMade) await look();
      const reserved = await repository.reserve({ spanMs: everyMs, notBeforeMs: 0, aheadMs: aheadOfPerson, threshold: circuit.threshold });
      if (reserved) return createPermit({ ...one, probe: false, reserved, failures: reserved.failures });
    }
    // Where no renewals are due it is a person who finds out that the carrier is well again.
    const reserved = await repository.reserveProbe({ spanMs: everyMs, threshold: circuit.threshold }, SEAT_MS);
    return reserved ? createPermit({ ...one, probe: true, reserved, failures: reserved.failures }) : NOTHING;
  };

  /** What is known of the carrier: of a moment ago while it was well, else of now. */
  const lookAgain = async (): Promise<PaceLook> => {
    if (seen && seen.failures === 0 && seen.pausedForMs <= 0 && timers.now() - seen.at < SEEN_MS) return seen;
    const found = await look();
    if (!found) throw new Error('the pace that was just written is not there');
    seen = { ...found, at: timers.now() };
    return found;
  };

  /** How many seats are worth having. At a limited rate: twice what it takes at the speed of the last calls, since answers vary. */
  const seatsFor = (wanted: number): { wanted: number; all: boolean } => {
    const atRate = perSecond === null ? wanted : Math.min(wanted, grantOfRate(), Math.ceil((2 * callMs) / everyMs) + 1);
    return { wanted: atRate, all: callMs > SLOW_CALL_MS };
  };

  const grantOfRate = (): number => Math.max(1, Math.floor(GRANT_MS / everyMs));

  /** What these lanes can do in a permit's time, and the rate allows. */
  const callsFor = (wanted: number, lanes: number): number => {
    const ofLanes = lanes * Math.max(1, Math.floor(GRANT_MS / callMs));
    return Math.min(wanted, ofLanes, perSecond === null ? wanted : grantOfRate());
  };

  const reserve = async (calls: number, probe: boolean): Promise<Reserved | 'none' | undefined> => {
    const wanted = { spanMs: calls * everyMs, threshold: circuit.threshold };
    if (probe) return (await repository.reserveProbe(wanted, SEAT_MS)) ?? 'none';
    return perSecond === null ? undefined : ((await repository.reserve({ ...wanted, notBeforeMs: prepareMs, aheadMs: AHEAD_MS })) ?? 'none');
  };

  const createPermit = (given: Granted): Permit => {
    const { holder, granted, probe } = given;
    // A probe is one call, at once: it has its instant, but nobody makes another before it has ended.
    const unpaced = perSecond === null || probe;
    const startOf = (of: Reserved | undefined, calls: number): number => (unpaced ? 0 : Math.max(0, (of?.endInMs ?? 0) - calls * everyMs));
    const startInMs = startOf(given.reserved, granted);
    let { reserved, lanes: held } = given;
    let keptAt = timers.now();
    let keeping: Promise<boolean> | undefined;
    let ended = false;

    const keepNow = async (seats: string): Promise<boolean> => {
      const asked = timers.now();
      if ((await repository.keepSeats(seats, SEAT_MS)) < held) return false;
      keptAt = asked;
      return true;
    };

    return {
      granted,
      lanes: held,
      startInMs,
      everyMs: unpaced ? 0 : everyMs,
      timers,
      startsAt: keptAt + startInMs,
      async again(calls) {
        if (unpaced) return { startsAt: timers.now() };
        // However far ahead that is: who has calls in hand has the next turn. A person does not wait for longer than before.
        const aheadMs = holder === undefined ? aheadOfPerson : HOUR_MS;
        reserved = await repository.reserve({ spanMs: calls * everyMs, notBeforeMs: 0, aheadMs, threshold: circuit.threshold });
        return reserved && { startsAt: timers.now() + startOf(reserved, calls) };
      },
      async keep() {
        if (holder === undefined || timers.now() - keptAt < KEEP_AFTER_MS) return true;
        keeping ??= keepNow(holder).finally(() => {
          keeping = undefined;
        });
        return await keeping;
      },
      async leave(seats) {
        held -= seats;
        if (holder !== undefined) await repository.leaveSeats(holder, seats);
      },
      async done(report) {
        if (ended) return;
        ended = true;
        if (holder !== undefined) learn(report);
        const troubled = failedSinceOf(report) > 0 || tooManyIn(report);
        try {
          if (probe || troubled) await tell(report, probe);
          const unused = report.unused ?? granted - report.answered - report.failed;
          if (reserved && unused > 0) await repository.handBack(reserved.end, unused * everyMs);
        } finally {
          await end(given, report.answered > 0 && !troubled);
        }
      },
    };
  };

  /** Gives the seats back; where a call was answered, failures before it count no more. */
  const end = async ({ holder, failures }: Granted, answered: boolean): Promise<void> => {
    const below = circuit.threshold;
    if (holder !== undefined) await repository.leave(holder, answered ? { below } : undefined);
    else if (answered && failures > 0) await repository.forget(below);
  };

  /** Quick to believe that preparing takes longer, slow to believe that it takes less: an instant that passes costs a call, one that is waited for nothing. */
  const learn = (report: PermitReport): void => {
    if (report.callMs !== undefined) callMs = 0.7 * callMs + 0.3 * report.callMs;
    if (report.prepareMs !== undefined) prepareMs = Math.min(AHEAD_MS, Math.max(report.prepareMs, 0.9 * prepareMs + 0.1 * report.prepareMs));
  };

  /** Only what is not well is worth a transaction: while all calls are answered there is nothing to judge. */
  const tell = async (report: PermitReport, probe: boolean): Promise<void> => {
    const { answered, retryAfterSeconds } = report;
    const tooMany = tooManyIn(report) ? { tooMany: retryAfterSeconds === undefined ? {} : { retryAfterSeconds } } : {};
    await db.transaction(async (tx) => {
      const within = repository.within(tx);
      const change = afterCalls(await within.lockCircuit(), { answered, failedSince: failedSinceOf(report), ...tooMany }, probe, circuit);
      await within.writeCircuit(change, probe);
    });
    seen = undefined;
  };

  const take = async (wanted: number): Promise<Permit> => {
    for (let waitedMs = 0; wanted >= 1; ) {
      const made = await attempt(Math.floor(wanted));
      if ('permit' in made) return made.permit;
      const ms = Math.max(1, Math.ceil(made.againInMs));
      if (waitedMs + ms > PATIENCE_MS) return NOTHING;
      waitedMs += ms;
      await timers.sleep(ms);
    }
    return NOTHING;
  };

  const told = async (permit: Promise<Permit>, to: 'work' | 'person'): Promise<Permit> => {
    const made = await permit;
    options.onGrant?.(made.granted, to);
    return made;
  };

  return {
    take: (wanted) => told(take(wanted), 'work'),
    takeNext: () => told(takeNext(), 'person'),
    resumesAt: () => repository.pausedUntil(),
    reading: async () => {
      const { held, aheadMs } = await repository.reading();
      return { ...limits, held, aheadSeconds: perSecond === null ? 0 : aheadMs / 1000 };
    },
  };
}

/** When something is to be looked at that needs the carrier: not before a pause is over. */
export function afterPause(due: Date, resumes: Date | null): Date {
  return resumes && resumes > due ? resumes : due;
}

const tooManyIn = ({ tooMany, retryAfterSeconds }: PermitReport): boolean => tooMany === true || retryAfterSeconds !== undefined;

const failedSinceOf = ({ answered, failed, failedSince }: PermitReport): number => failedSince ?? (answered === 0 ? failed : 0);
