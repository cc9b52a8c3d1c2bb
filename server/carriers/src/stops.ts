import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { CarrierOperation } from './camara.adapter.ts';
import type { Unavailable } from './carrier-outcome.ts';
import { createStopRepository, type Stop } from './stops.repository.ts';

/**
 * How many rejections in a row stop an operation whose single rejection may concern a person's
 * input.
 */
const STRIKES = 3;
/** How soon a process learns what others have found; its own findings count at once. */
const SEEN_MS = 120_000;
const FIRST_PROBE_MS = 60_000;
const LONGEST_PROBE_MS = 30 * 60_000;
/**
 * Anybody can cause these calls for any number: a rejected argument may concern that number alone.
 */
const FOR_ANYBODY: readonly CarrierOperation[] = [
  'sendCode',
  'validateCode',
  'contentLock',
  'onNetwork',
  'numberRecycled',
];

/** The answer to a call that is not made. */
export const STOPPED = {
  outcome: 'unavailable',
  cause: 'misconfigured',
} as const satisfies Unavailable;

export interface StopDependencies {
  readonly db: Database;
  /** The id of the carrier whose operations these are. */
  readonly carrier: string;
  readonly clock: Clock;
  /** An operation is stopped for all processes; called in one of them. */
  readonly onStop: (operation: CarrierOperation, detail: string) => void;
  /** The operation works again. */
  readonly onWorking: (operation: CarrierOperation) => void;
}

/** The relevant result of an operation. */
export interface Came {
  readonly outcome: string;
  readonly cause?: string;
  readonly detail?: string;
}

export type Stops = ReturnType<typeof createStops>;

/**
 * The circuit breaker for our own mistakes. An operation whose requests the carrier rejects fails
 * in the same way for everybody, so it is stopped for all processes until somebody corrects the
 * cause. One call is allowed a minute later, then after twice as long each time up to half an hour,
 * and after each start.
 */
export function createStops({ db, carrier, clock, onStop, onWorking }: StopDependencies) {
  const repository = createStopRepository(db, carrier);
  let seen: { readonly at: number; readonly stops: ReadonlyMap<string, Stop> } | undefined;

  const look = async (): Promise<ReadonlyMap<string, Stop>> => {
    const now = clock.now().getTime();
    if (seen && now >= seen.at && now - seen.at < SEEN_MS) return seen.stops;
    const stops = new Map((await repository.all()).map((stop) => [stop.operation, stop]));
    seen = { at: now, stops };
    return stops;
  };

  const lookAgain = (): void => {
    seen = undefined;
  };

  const open = async (operation: CarrierOperation): Promise<Stop | undefined> => {
    const stop = (await look()).get(operation);
    return stop && stop.strikes >= STRIKES ? stop : undefined;
  };

  const strike = async (operation: CarrierOperation, detail: string): Promise<void> => {
    const now = clock.now();
    const isDoubtful = FOR_ANYBODY.includes(operation) && /ARGUMENT|OUT_OF_RANGE/.test(detail);
    const probeAt = new Date(now.getTime() + FIRST_PROBE_MS);
    const stop = {
      operation,
      detail,
      since: now,
      strikes: isDoubtful ? 1 : STRIKES,
      probes: 0,
      probeAt,
    };
    const changed = await repository.strike(stop, STRIKES);
    lookAgain();
    if (changed && changed.strikes >= STRIKES) onStop(operation, detail);
  };

  return {
    /** Whether the operation may be called now; if a probe is due, the caller makes it. */
    mayCall: async (operation: CarrierOperation): Promise<boolean> => {
      const stop = await open(operation);
      if (!stop) return true;
      const now = clock.now();
      if (stop.probeAt > now) return false;
      const ms = Math.min(FIRST_PROBE_MS * 2 ** (stop.probes + 1), LONGEST_PROBE_MS);
      lookAgain();
      return await repository.claimProbe(stop, now, new Date(now.getTime() + ms));
    },

    /** Learns from the result of a call. */
    learn: async (
      operation: CarrierOperation,
      { outcome, cause, detail = '' }: Came,
    ): Promise<void> => {
      if (cause === 'misconfigured') return await strike(operation, detail);
      const isAnswered =
        (outcome !== 'unavailable' && outcome !== 'unknown') || cause === 'no_answer';
      const stop = isAnswered ? (await look()).get(operation) : undefined;
      if (!stop) return;
      const cleared = await repository.clear(operation);
      lookAgain();
      if (cleared && stop.strikes >= STRIKES) onWorking(operation);
    },

    /** When a stopped operation is probed next; `null` while it is not stopped. */
    probeAt: async (operation: CarrierOperation): Promise<Date | null> =>
      (await open(operation))?.probeAt ?? null,

    /**
     * How many of `wanted` calls may begin: none while the operation is stopped, one if a probe is
     * due.
     */
    room: async (operation: CarrierOperation, wanted: number): Promise<number> => {
      const stop = await open(operation);
      if (!stop) return wanted;
      return stop.probeAt > clock.now() ? 0 : Math.min(1, wanted);
    },

    /** After a start: a corrected cause need not wait for the next probe. */
    probeAll: async (): Promise<void> => {
      await repository.probeAll(clock.now());
      lookAgain();
    },

    /** The stopped operations, for the operator, from the database. */
    stopped: async (): Promise<readonly Stop[]> =>
      (await repository.all()).filter(({ strikes }) => strikes >= STRIKES),
  };
}
