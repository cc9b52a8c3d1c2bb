/** A grant of the pace: a number of calls, from certain instants on, and how to return them. */
import { setTimeout as wait } from 'node:timers/promises';
import type { AnswerFloor } from './call-rate.ts';
import { DEFAULT_TIMEOUTS } from './camara.calls.ts';
import type { Claimed, PaceRepository, Returned } from './pace.repository.ts';

/** How a process waits, whatever the product's clock says. */
export interface Timers {
  /** Milliseconds of a clock that never steps. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

export const REAL_TIMERS: Timers = { now: () => performance.now(), sleep: wait };

/** The results of a permit's calls. */
export interface PermitReport {
  /** Calls that the carrier answered, whatever it said. */
  readonly answered: number;
  /** Calls without an answer (not connected, 5xx, timed out). */
  readonly failed: number;
  /**
   * Those of `failed` that came after the last answered call; left out: all of them where none was
   * answered, else none.
   */
  readonly failedSince?: number;
  /** The carrier said 'too many requests'; `retryAfterSeconds` says so too. */
  readonly tooMany?: boolean;
  readonly retryAfterSeconds?: number;
  /** How long a call took, in the mean: how much is granted next time. */
  readonly callMs?: number;
  /**
   * How long it took from the grant until calls could begin: tickets that are free earlier would
   * wait.
   */
  readonly prepareMs?: number;
}

export interface Permit {
  /** So many calls may be made; 0: none now. */
  readonly granted: number;
  /** So many of them at once. */
  readonly lanes: number;
  /**
   * Call `i` begins at `startsAt[i]` by the timers' clock or later, never before; empty: at once.
   */
  readonly startsAt: readonly number[];
  readonly timers: Timers;
  /** The timers' clock when it was granted. */
  readonly grantedAt: number;
  /**
   * To be asked before each call: holds slots and tickets for as long as one may take. Answers
   * false where they were lost.
   */
  keep(): Promise<boolean>;
  /**
   * Tells at once that call `i` has ended, answered or not: its ticket counts from here. `began`:
   * by the timers' clock.
   */
  ended(call: number, began: number): void;
  /** Gives some of the slots back before the end, and the tickets of calls that have ended. */
  leave(slots: number): Promise<void>;
  /** Gives everything back and tells how the carrier did. A second time does nothing. */
  done(report: PermitReport): Promise<void>;
}

export const NOTHING: Permit = {
  granted: 0,
  lanes: 0,
  startsAt: [],
  timers: REAL_TIMERS,
  grantedAt: 0,
  keep: async () => false,
  ended: () => undefined,
  leave: async () => undefined,
  done: async () => undefined,
};

const KEEP_AFTER_MS = 10_000;
const RETURN_EVERY_MS = 250;
/**
 * Slots and tickets of a process that died come back after this: the longest call (a token, the
 * call, and both again after a 401), begun when they were last kept.
 */
export const SLOT_MS =
  2 * (DEFAULT_TIMEOUTS.token + DEFAULT_TIMEOUTS.charge) + KEEP_AFTER_MS + 5_000;

/** What was claimed for a permit. */
export interface Grant {
  readonly holder: string;
  /** Whether it has slots: one call that somebody waits for needs none. */
  readonly holding: boolean;
  readonly lanes: number;
  readonly granted: number;
  readonly probe: boolean;
  /** The circuit's failures in a row when it was granted. */
  readonly failures: number;
  /** One for each call; empty where there is no rate. Free from `at` on by the timers' clock. */
  readonly tickets: readonly { readonly ticket: number; readonly at: number }[];
}

export interface PermitParts {
  readonly repository: Pick<
    PaceRepository,
    'keep' | 'leaveSlots' | 'returnTickets' | 'leave' | 'forget'
  >;
  readonly timers: Timers;
  readonly windowMs: number;
  readonly floor: AnswerFloor;
  readonly threshold: number;
  /**
   * Hands the report on before the permit ends: what it says of the carrier, and of how long things
   * take.
   */
  readonly onReport: (report: PermitReport, grant: Grant) => Promise<void>;
}

/** Makes the permit of what was granted. */
export function createPermit(
  grant: Grant,
  { repository, timers, windowMs, floor, threshold, onReport }: PermitParts,
): Permit {
  const { holder, holding, granted, tickets } = grant;
  const grantedAt = timers.now();
  let [slots, held, keptAt] = [holding ? grant.lanes : 0, tickets.length, grantedAt];
  let keeping: Promise<boolean> | undefined;
  let over = false;
  let returnedAt = grantedAt;
  /**
   * Free again from this on, by the timers' clock, of tickets whose calls have ended and that are
   * not given back yet.
   */
  const freeAt = new Map<number, number>();
  const unused = new Map(tickets.map(({ at }, call) => [call, at]));

  const keepNow = async (): Promise<boolean> => {
    const asked = timers.now();
    const kept = await repository.keep(holder, { slots: SLOT_MS, tickets: SLOT_MS + windowMs });
    if (kept.slots < slots || kept.tickets < held) return false;
    keptAt = asked;
    return true;
  };

  /**
   * The clock is read before the statement goes out: by the time it is executed more has passed,
   * which errs on the safe side.
   */
  const takeReturned = (all: boolean): Returned[] => {
    const from = timers.now();
    const back = [...freeAt, ...(all ? unused : [])].map(([call, at]) => ({
      ticket: tickets[call]?.ticket ?? -1,
      inMs: at - from,
    }));
    freeAt.clear();
    held -= back.length;
    return back;
  };

  /** Where a permit runs for long its first tickets are free long before it ends. */
  const giveBackEnded = async (): Promise<void> => {
    returnedAt = timers.now();
    const back = takeReturned(false);
    if (back.length > 0) await repository.returnTickets(holder, back);
  };

  const leaveEverything = async (answered: boolean): Promise<void> => {
    const back = takeReturned(true);
    const forget = answered && grant.failures > 0 ? { below: threshold } : undefined;
    if (holding || back.length > 0)
      await repository.leave(holder, back, answered && holding ? { below: threshold } : forget);
    else if (forget) await repository.forget(threshold);
  };

  return {
    granted,
    lanes: grant.lanes,
    startsAt: grant.probe ? [] : tickets.map(({ at }) => at),
    timers,
    grantedAt,
    async keep() {
      if (freeAt.size > 0 && timers.now() - returnedAt > RETURN_EVERY_MS) await giveBackEnded();
      if ((!holding && held === 0) || timers.now() - keptAt < KEEP_AFTER_MS) return true;
      keeping ??= keepNow().finally(() => {
        keeping = undefined;
      });
      return await keeping;
    },
    ended(call, began) {
      const now = timers.now();
      floor.add(now - began);
      if (!tickets[call]) return;
      unused.delete(call);
      freeAt.set(call, Math.max(began, now - floor.ms()) + windowMs);
    },
    async leave(count) {
      slots -= count;
      if (holding) await repository.leaveSlots(holder, count);
      await giveBackEnded();
    },
    async done(report) {
      if (over) return;
      over = true;
      try {
        await onReport(report, grant);
      } finally {
        await leaveEverything(report.answered > 0 && !isTroubled(report));
      }
    },
  };
}

/**
 * Tickets with the instants at which their calls may begin: when they are free, in the even spread
 * where it has one.
 */
export function instantsOf(
  claimed: readonly Claimed[],
  spread: { everyMs: number; notBeforeMs: number } | undefined,
  from: number,
): Grant['tickets'] {
  return claimed.map(({ ticket, freeInMs, spreadInMs }, call) => {
    const spreadAt = spread ? Math.max(spreadInMs, spread.notBeforeMs) + call * spread.everyMs : 0;
    return { ticket, at: from + Math.max(0, freeInMs, spreadAt) };
  });
}

export const tooManyIn = ({ tooMany, retryAfterSeconds }: PermitReport): boolean =>
  tooMany === true || retryAfterSeconds !== undefined;

export const failedSinceOf = ({ answered, failed, failedSince }: PermitReport): number =>
  failedSince ?? (answered === 0 ? failed : 0);

/** Whether the report says anything against the carrier. */
export const isTroubled = (report: PermitReport): boolean =>
  failedSinceOf(report) > 0 || tooManyIn(report);
