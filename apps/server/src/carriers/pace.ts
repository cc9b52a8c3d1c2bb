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
 * The pace is in the database (`carrier_pace`, `carrier_slots`, `carrier_call_tickets`), so a
 * crashed process takes nothing with it: slots and tickets expire, and another process makes a lost
 * probe. All instants are the database's own: it is the only clock that all processes share, and a
 * carrier counts real time, whatever the product's clock says.
 */
import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { type CallWindow, createAnswerFloor, windowOf } from './call-rate.ts';
import { createPaceRepository, type PaceLook } from './pace.repository.ts';
import { afterCalls, type CircuitOptions } from './pace-circuit.ts';
import {
  createPermit,
  failedSinceOf,
  type Grant,
  instantsOf,
  isTroubled,
  NOTHING,
  type Permit,
  type PermitReport,
  REAL_TIMERS,
  SLOT_MS,
  type Timers,
  tooManyIn,
} from './permit.ts';

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
  /** After this many failures in a row without an answered call the circuit breaker opens. */
  readonly failuresToOpen?: number;
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
   * carrier is paused or no ticket is free within {@link PATIENCE_MS}. Costs two statements with a
   * rate, otherwise one check each second.
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
export const PATIENCE_MS = 2_000;
/**
 * Calls are spread a little closer than the rate, to make up for lost moments. The tickets hold the
 * rate.
 */
const SPREAD = 0.9;
const SLOT_POLL_MS = 20;
/**
 * How long a process trusts its last view of a healthy carrier: a press of Accept then needs no
 * check of its own.
 */
const SEEN_MS = 1_000;
/**
 * A slower carrier is limited by its slots: then one permit takes all that are free, otherwise
 * half, so that others run beside it.
 */
const SLOW_CALL_MS = 250;
/** The assumed duration of a call before any was made. */
const FIRST_CALL_MS = 25;
/** The assumed duration of the preparation before any was done. */
const FIRST_PREPARE_MS = 20;
const DEFAULT_FAILURES_TO_OPEN = 10;
const NO_RATE: CallWindow = { tickets: 0, windowMs: 0 };

type Attempt = { readonly permit: Permit } | { readonly againInMs: number };

/** Makes the pace of one carrier. Nothing is written before the first `take`. */
export function createPace(options: PaceOptions): Pace {
  const { db, limits, now, timers = REAL_TIMERS, random = Math.random } = options;
  const { perSecond, inFlight } = limits;
  const circuit: CircuitOptions = {
    threshold: options.failuresToOpen ?? DEFAULT_FAILURES_TO_OPEN,
    random,
  };
  const instant = (): SQL =>
    now ? sql`${now().toISOString()}::timestamptz` : sql`clock_timestamp()`;
  const repository = createPaceRepository(db, options.carrier, instant);
  const { tickets, windowMs } = perSecond === null ? NO_RATE : windowOf(perSecond);
  const everyMs = tickets === 0 ? 0 : windowMs / tickets;
  const ofTickets = { tickets, holdMs: SLOT_MS + windowMs, threshold: circuit.threshold };
  /**
   * At a rate that is slower than our patience, who waits has still their turn after the one whose
   * call is under way.
   */
  const aheadOfPerson = Math.max(PATIENCE_MS, AHEAD_MS + everyMs);
  const floor = createAnswerFloor();
  let callMs = FIRST_CALL_MS;
  let prepareMs = FIRST_PREPARE_MS;
  let rowsMade = false;
  let seen: (PaceLook & { readonly at: number }) | undefined;

  const look = async (wanted: number) => {
    const found = rowsMade ? await repository.look(tickets, wanted) : undefined;
    if (found) return found;
    await repository.ensure(inFlight, tickets);
    rowsMade = true;
    return await repository.look(tickets, wanted);
  };

  /**
   * How long until enough tickets are free soon: a permit for one or two calls at a time would cost
   * more than it does.
   */
  const waitOf = ({ nextInMs, ticketsInMs }: PaceLook): number =>
    tickets === 0 ? 0 : Math.max(nextInMs, ticketsInMs ?? Number.POSITIVE_INFINITY) - AHEAD_MS;

  const attempt = async (wanted: number): Promise<Attempt> => {
    const found = await look(Math.min(wanted, Math.ceil(grantOfRate() / 2)));
    if (!found || found.pausedForMs > 0) return { permit: NOTHING };
    const probe = found.failures >= circuit.threshold;
    if (!probe && waitOf(found) > 0) return { againInMs: waitOf(found) };
    const holder = randomUUID();
    const lanes = await repository.claimSlots(holder, {
      ...slotsFor(probe ? 1 : wanted),
      slots: inFlight,
      forMs: SLOT_MS,
    });
    if (lanes === 0) return { againInMs: SLOT_POLL_MS };
    const base = { holder, holding: true, lanes, failures: found.failures };
    const permit = probe
      ? await probePermit(base)
      : await workPermit(base, callsFor(wanted, lanes));
    if (permit) return { permit };
    await repository.leave(holder, [], undefined);
    return { againInMs: SLOT_POLL_MS };
  };

  type Base = Pick<Grant, 'holder' | 'holding' | 'lanes' | 'failures'>;

  const workPermit = async (base: Base, calls: number): Promise<Permit | undefined> => {
    if (tickets === 0) return permitOf({ ...base, granted: calls, probe: false, tickets: [] });
    const spread = { everyMs: everyMs * SPREAD, notBeforeMs: prepareMs };
    const claimed = await repository.claimTickets({
      ...ofTickets,
      holder: base.holder,
      wanted: calls,
      aheadMs: AHEAD_MS,
      spread,
    });
    if (claimed.length === 0) return undefined;
    return permitOf({
      ...base,
      granted: claimed.length,
      probe: false,
      tickets: instantsOf(claimed, spread, timers.now()),
    });
  };

  /** One call, at once; nobody makes another before it has ended. */
  const probePermit = async (base: Base): Promise<Permit | undefined> => {
    const claimed = await repository.claimProbe({
      ...ofTickets,
      holder: base.holder,
      probeMs: SLOT_MS,
    });
    if (!claimed) return undefined;
    const held = tickets === 0 ? [] : instantsOf([claimed], undefined, timers.now());
    return permitOf({
      ...base,
      failures: claimed.failures,
      granted: 1,
      probe: true,
      tickets: held,
    });
  };

  const takeNext = async (): Promise<Permit> => {
    const base = { holder: randomUUID(), holding: false, lanes: 1, failures: 0 };
    if (tickets === 0) {
      const { failures, pausedForMs } = await lookAgain();
      if (pausedForMs > 0) return NOTHING;
      if (failures < circuit.threshold)
        return permitOf({ ...base, failures, granted: 1, probe: false, tickets: [] });
    } else {
      if (!rowsMade) await look(1);
      const claimed = await repository.claimTickets({
        ...ofTickets,
        holder: base.holder,
        wanted: 1,
        aheadMs: aheadOfPerson,
        spread: undefined,
      });
      const failures = claimed[0]?.failures ?? 0;
      const held = instantsOf(claimed, undefined, timers.now());
      if (claimed.length > 0)
        return permitOf({ ...base, failures, granted: 1, probe: false, tickets: held });
    }
    // Without due renewals a person's call is the probe.
    return (await probePermit(base)) ?? NOTHING;
  };

  /** The state of the carrier: a recent one while it was healthy, otherwise the present one. */
  const lookAgain = async (): Promise<PaceLook> => {
    if (seen && seen.failures === 0 && seen.pausedForMs <= 0 && timers.now() - seen.at < SEEN_MS)
      return seen;
    const found = await look(1);
    if (!found) throw new Error('the pace that was just written is not there');
    seen = { ...found, at: timers.now() };
    return found;
  };

  /**
   * How many slots are worth having. At a limited rate: twice what it takes at the speed of the
   * last calls, since answers vary.
   */
  const slotsFor = (wanted: number): { wanted: number; all: boolean } => {
    const atRate =
      tickets === 0
        ? wanted
        : Math.min(wanted, grantOfRate(), Math.ceil((2 * callMs) / everyMs) + 1);
    return { wanted: atRate, all: callMs > SLOW_CALL_MS };
  };

  const grantOfRate = (): number =>
    tickets === 0 ? 1 : Math.max(1, Math.floor(GRANT_MS / everyMs));

  /** What these lanes can do in a permit's time, and the rate allows. */
  const callsFor = (wanted: number, lanes: number): number => {
    const ofLanes = lanes * Math.max(1, Math.floor(GRANT_MS / callMs));
    return Math.min(wanted, ofLanes, tickets === 0 ? wanted : grantOfRate());
  };

  const permitOf = (grant: Grant): Permit =>
    createPermit(grant, {
      repository,
      timers,
      windowMs,
      floor,
      threshold: circuit.threshold,
      onReport: hear,
    });

  const hear = async (report: PermitReport, { holding, probe }: Grant): Promise<void> => {
    if (holding) learn(report);
    if (probe || isTroubled(report)) await tell(report, probe);
  };

  /**
   * Quick to assume a longer preparation, slow to assume a shorter one: a ticket that is free too
   * early costs nothing, one that is late delays a call.
   */
  const learn = (report: PermitReport): void => {
    if (report.callMs !== undefined) callMs = 0.7 * callMs + 0.3 * report.callMs;
    if (report.prepareMs !== undefined)
      prepareMs = Math.min(
        AHEAD_MS,
        Math.max(report.prepareMs, 0.9 * prepareMs + 0.1 * report.prepareMs),
      );
  };

  /**
   * Only what is not well is worth a transaction: while all calls are answered there is nothing to
   * judge.
   */
  const tell = async (report: PermitReport, probe: boolean): Promise<void> => {
    const { answered, retryAfterSeconds } = report;
    const tooMany = tooManyIn(report)
      ? { tooMany: retryAfterSeconds === undefined ? {} : { retryAfterSeconds } }
      : {};
    await db.transaction(async (tx) => {
      const within = repository.within(tx);
      const change = afterCalls(
        await within.lockCircuit(),
        { answered, failedSince: failedSinceOf(report), ...tooMany },
        probe,
        circuit,
      );
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
      return { ...limits, held, aheadSeconds: tickets === 0 ? 0 : aheadMs / 1000 };
    },
  };
}

/** When a job that needs the carrier runs next: not before a pause is over. */
export function afterPause(due: Date, resumes: Date | null): Date {
  return resumes && resumes > due ? resumes : due;
}
