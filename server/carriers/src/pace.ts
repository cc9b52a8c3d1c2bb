/**
 * The shared pace of charges and refunds at a carrier: how many a second, how many at once, and
 * none while the carrier is failing, for all processes together. Work that nobody waits for takes
 * many calls at once (`take`); a person who waits gets the next one (`takeNext`).
 *
 * The rate holds by construction: each call holds one of the window's tickets, and the ticket is
 * free again one window after the carrier has answered (`call-rate.ts`). Whatever delays a call (a
 * timer, the process, the network), no second that the carrier counts contains more calls than it
 * allows.
 *
 * The pace is in the database (`pace.tables.ts`), so a crashed process takes nothing with it: slots
 * and tickets expire, and another process makes a lost probe. All instants are the database's own:
 * it is the only clock that all processes share, and a carrier counts real time, whatever the
 * product's clock says.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '@bonisa/kit/database/database';
import { type SQL, sql } from 'drizzle-orm';
import { createAnswerTimes, windowOf } from './call-rate.ts';
import { DEFAULT_TIMEOUTS } from './camara.calls.ts';
import { createPaceRepository, type PaceLook, type PlaceKind } from './pace.repository.ts';
import { afterCalls, FAILURES_TO_OPEN } from './pace-circuit.ts';
import { NO_PERMIT, type Permit, REAL_TIMERS, type Timers } from './permit.ts';

export interface PaceLimits {
  /** Calls a second; decimals are allowed. `null`: no limit. */
  readonly perSecond: number | null;
  /** Calls at the same time. */
  readonly inFlight: number;
}

export interface PaceOptions {
  readonly db: Database;
  /** The id of the carrier whose pace it is. */
  readonly carrier: string;
  readonly limits: PaceLimits;
  /**
   * Only for a simulation in one process, whose time is not the real one. Without it: the
   * database's clock.
   */
  readonly now?: () => Date;
  readonly timers?: Timers;
  readonly random?: () => number;
  /** Called with the number of granted calls, for the operator's metrics: 0 for none. */
  readonly onGrant?: (calls: number, to: 'work' | 'person') => void;
}

export interface Pace {
  /**
   * Asks for up to `wanted` calls. Waits a little for its turn (at most {@link PATIENCE_MS});
   * grants 0 while the carrier is paused or others have all calls.
   */
  take(wanted: number): Promise<Permit>;
  /**
   * One call that a person waits for: the next free ticket, ahead of all work that has not claimed
   * its own, and without a slot, since work may hold them all. Grants nothing, at once, if the
   * carrier is paused or no ticket is free within {@link PATIENCE_MS}. Costs a check each second,
   * and with a rate two statements more.
   */
  takeNext(): Promise<Permit>;
  /** Until when nothing is granted, by the database's clock; `null` without a pause. */
  resumesAt(): Promise<Date | null>;
  /**
   * For the operator: the agreed limits, the slots in use by all processes, and how far ahead
   * tickets are taken.
   */
  reading(): Promise<PaceReading>;
}

export interface PaceReading extends PaceLimits {
  readonly held: number;
  readonly aheadSeconds: number;
}

/** The approximate length of a permit: a crash then loses little, and others have their turn. */
const GRANT_MS = 500;
/**
 * How long before they are free tickets are claimed: long enough to write the intents, too short to
 * hold slots idle.
 */
const AHEAD_MS = 600;
const PATIENCE_MS = 2_000;
/**
 * Calls are spread a little closer than the rate, to make up for lost moments. The tickets hold the
 * rate.
 */
const SPREAD = 0.9;
/** The assumed time from the grant to the first call. */
const PREPARE_MS = 20;
const POLL_MS = 20;
/**
 * How long a process trusts its last view of a healthy carrier: a press of Accept then needs no
 * check of its own.
 */
const SEEN_MS = 1_000;
/**
 * A slower carrier is limited by its slots: then one permit may take them all, otherwise half, so
 * that others run beside it.
 */
const SLOW_CALL_MS = 250;
const NO_RATE = { tickets: 0, windowMs: 0 };
/** A permit's calls begin within this. */
const BEGIN_WITHIN_MS = 10_000;
/**
 * Slots and tickets of a process that died come back after this: the longest call (a token, the
 * call, and both again after a 401), begun at the last moment.
 */
const SLOT_MS = BEGIN_WITHIN_MS + 2 * (DEFAULT_TIMEOUTS.token + DEFAULT_TIMEOUTS.charge) + 5_000;
/** What has become free is given back this often while a permit runs. */
const RETURN_EVERY_MS = 250;

/** What is asked for at once. */
interface Ask {
  /** 0: one call, which needs no slot. */
  readonly lanes: number;
  readonly calls: number;
  readonly aheadMs: number;
}

/** A place of a permit, free from `at` on by the timers' clock if no call uses it. */
interface HeldPlace {
  readonly id: number;
  readonly at: number;
}

/** What was claimed for a permit. */
interface Claimed extends Pick<Permit, 'granted' | 'startsAt'> {
  readonly holder: string;
  /** The timers' clock before anything was claimed. */
  readonly from: number;
  readonly slots: HeldPlace[];
  /** One for each call; none where there is no rate. */
  readonly tickets: readonly HeldPlace[];
  readonly failures: number;
  readonly probe: boolean;
}

/** Makes the pace of one carrier. Nothing is written before the first `take`. */
export function createPace(options: PaceOptions): Pace {
  const { db, limits, now, timers = REAL_TIMERS, random = Math.random } = options;
  const { perSecond, inFlight } = limits;
  const instant = (): SQL =>
    now ? sql`${now().toISOString()}::timestamptz` : sql`clock_timestamp()`;
  const repository = createPaceRepository(db, options.carrier, instant);
  const { tickets, windowMs } = perSecond === null ? NO_RATE : windowOf(perSecond);
  const everyMs = tickets === 0 ? 0 : windowMs / tickets;
  /** The calls of a permit at the rate. */
  const grantOfRate = tickets === 0 ? 1 : Math.max(1, Math.floor(GRANT_MS / everyMs));
  /**
   * At a rate that is slower than our patience, who waits has still their turn after the one whose
   * call is under way.
   */
  const aheadOfPerson = Math.max(PATIENCE_MS, AHEAD_MS + everyMs);
  const answers = createAnswerTimes();
  let rowsMade = false;
  let seen: (PaceLook & { readonly at: number }) | undefined;

  const look = async (wanted: number): Promise<PaceLook> => {
    const found = rowsMade ? await repository.look(tickets, wanted) : undefined;
    if (found) return found;
    await repository.ensure({ slots: inFlight, tickets });
    rowsMade = true;
    return await look(wanted);
  };

  /** The state of the carrier: a recent one while it was healthy, otherwise the present one. */
  const recentLook = async (): Promise<PaceLook> => {
    if (!seen || seen.failures > 0 || seen.pausedUntil || timers.now() - seen.at >= SEEN_MS)
      seen = { ...(await look(1)), at: timers.now() };
    return seen;
  };

  /** The one turn after a pause, which all others spend in another pause. */
  const takeProbe = (): Promise<boolean> =>
    repository.change(true, ({ failures, paused }) =>
      paused || failures < FAILURES_TO_OPEN ? undefined : { failures, pauseMs: SLOT_MS },
    );

  /**
   * Claims what is asked for, or nothing. While the circuit is open that is one call, which nobody
   * makes another beside.
   */
  const claim = async (asked: Ask, failures: number): Promise<Permit | undefined> => {
    const probe = failures >= FAILURES_TO_OPEN;
    const { lanes, calls, aheadMs } = probe ? { ...asked, lanes: 0, calls: 1 } : asked;
    const [holder, from, holdMs] = [randomUUID(), timers.now(), SLOT_MS + everyMs];
    const ofSlots = { holder, wanted: lanes, size: inFlight, aheadMs: 0, holdMs };
    const slots = await repository.claim('slots', ofSlots);
    if (lanes > 0 && slots.length === 0) return undefined;
    const ofLane = Math.max(1, Math.floor(GRANT_MS / answers.meanMs()));
    const granted = Math.min(calls, Math.max(1, slots.length) * ofLane);
    const ofTickets = {
      holder,
      wanted: granted,
      size: tickets,
      aheadMs,
      holdMs: holdMs + windowMs,
    };
    const held = await repository.claim('tickets', ofTickets);
    const at = timers.now();
    const isReady = tickets === 0 || held.length > 0;
    if (!isReady || (probe && !(await takeProbe()))) {
      await repository.giveBack('slots', holder, slots);
      await repository.giveBack('tickets', holder, held);
      return undefined;
    }
    const stepMs = lanes > 0 ? SPREAD * everyMs : 0;
    const spreadMs = stepMs > 0 ? await repository.spread(held, stepMs, PREPARE_MS) : 0;
    return permitOf({
      holder,
      from,
      slots: slots.map(({ id }) => ({ id, at })),
      tickets: held.map(({ id, inMs }) => ({ id, at: at + inMs })),
      granted: tickets === 0 ? granted : held.length,
      startsAt: held.map(({ inMs }, call) => at + Math.max(0, inMs, spreadMs + call * stepMs)),
      failures,
      probe,
    });
  };

  const permitOf = (claimed: Claimed): Permit => {
    const { holder, from, slots, granted, startsAt, failures, probe } = claimed;
    const lanes = Math.max(1, slots.length);
    const unused = new Map(claimed.tickets.map((ticket, call) => [call, ticket]));
    const free: Record<PlaceKind, HeldPlace[]> = { slots: [], tickets: [] };
    let returnedAt = timers.now();
    let over = false;

    const giveBack = async (): Promise<void> => {
      // The clock is read before the statements go out, which errs on the safe side.
      returnedAt = timers.now();
      for (const kind of ['slots', 'tickets'] as const) {
        const places = free[kind]
          .splice(0)
          .map((place) => ({ id: place.id, inMs: place.at - returnedAt }));
        await repository.giveBack(kind, holder, places);
      }
    };
    /** A permit may run for long after its first calls have ended. */
    const giveBackInTime = async (): Promise<void> => {
      if (timers.now() - returnedAt >= RETURN_EVERY_MS) await giveBack();
    };

    return {
      granted,
      lanes,
      startsAt,
      timers,
      mayBegin: () => timers.now() - from < BEGIN_WITHIN_MS + everyMs,
      ended: async (call, began) => {
        const ended = timers.now();
        answers.add(ended - began);
        const ticket = unused.get(call);
        if (!ticket) return;
        unused.delete(call);
        const takenAt = Math.max(began, ended - answers.leastMs());
        free.tickets.push({ ...ticket, at: takenAt + windowMs });
        await giveBackInTime();
      },
      leave: async () => {
        free.slots.push(...slots.splice(-1));
        await giveBackInTime();
      },
      giveBack,
      done: async (report = { answered: 0, failedSince: 0 }) => {
        if (over) return;
        over = true;
        try {
          const news = report.failedSince > 0 || report.tooMany !== undefined || failures > 0;
          if (!news) return;
          await repository.change(probe, (before) => afterCalls(before, report, probe, random));
          seen = undefined;
        } finally {
          free.slots.push(...slots);
          free.tickets.push(...unused.values());
          await giveBack();
        }
      },
    };
  };

  /**
   * How many slots are worth having. At a limited rate: twice what it takes at the speed of the
   * last calls, since answers vary.
   */
  const lanesFor = (calls: number): number => {
    const callMs = answers.meanMs();
    const most = callMs > SLOW_CALL_MS ? inFlight : Math.ceil(inFlight / 2);
    return Math.min(calls, most, tickets === 0 ? calls : Math.ceil((2 * callMs) / everyMs) + 1);
  };

  /** A permit, or the milliseconds after which to try again. */
  const attempt = async (wanted: number): Promise<Permit | number> => {
    const calls = tickets === 0 ? wanted : Math.min(wanted, grantOfRate);
    // A permit for one or two calls at a time would cost more than it does.
    const found = await look(Math.min(wanted, Math.ceil(grantOfRate / 2)));
    const { failures, pausedUntil, ticketsInMs, nextInMs } = found;
    if (pausedUntil) return NO_PERMIT;
    const waitMs =
      failures < FAILURES_TO_OPEN ? Math.max(ticketsInMs ?? 0, nextInMs) - AHEAD_MS : 0;
    if (waitMs > 0) return waitMs;
    const ask = { lanes: lanesFor(calls), calls, aheadMs: AHEAD_MS };
    return (await claim(ask, failures)) ?? POLL_MS;
  };

  const take = async (wanted: number): Promise<Permit> => {
    for (let waitedMs = 0; wanted >= 1; ) {
      const made = await attempt(Math.floor(wanted));
      if (typeof made !== 'number') return made;
      const ms = Math.max(1, Math.ceil(made));
      waitedMs += ms;
      if (waitedMs > PATIENCE_MS) break;
      await timers.sleep(ms);
    }
    return NO_PERMIT;
  };

  const takeNext = async (): Promise<Permit> => {
    const { failures, pausedUntil } = await recentLook();
    const ask = { lanes: 0, calls: 1, aheadMs: aheadOfPerson };
    return (pausedUntil ? undefined : await claim(ask, failures)) ?? NO_PERMIT;
  };

  const reportGrant = async (permit: Promise<Permit>, to: 'work' | 'person'): Promise<Permit> => {
    const made = await permit;
    options.onGrant?.(made.granted, to);
    return made;
  };

  return {
    take: (wanted) => reportGrant(take(wanted), 'work'),
    takeNext: () => reportGrant(takeNext(), 'person'),
    resumesAt: async () => {
      const until = (await repository.look(tickets, 1))?.pausedUntil;
      return until ? new Date(until) : null;
    },
    reading: async () => {
      const found = await repository.look(tickets, 1);
      const aheadSeconds = tickets === 0 ? 0 : Math.max(0, found?.nextInMs ?? 0) / 1000;
      return { ...limits, held: found?.held ?? 0, aheadSeconds };
    },
  };
}

/** When a job that needs the carrier runs next: not before a pause is over. */
export function afterPause(due: Date, resumes: Date | null): Date {
  return resumes && resumes > due ? resumes : due;
}
