/** A grant of the pace: a number of calls, from certain instants on, and how to return them. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Seen } from './pace-circuit.ts';

/** How a process waits, whatever the product's clock says. */
export interface Timers {
  /** Milliseconds of a clock that never steps. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

export const REAL_TIMERS: Timers = { now: () => performance.now(), sleep: wait };

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
  /** Whether a call may still begin: later its places could be somebody else's before it ends. */
  mayBegin(): boolean;
  /** Tells that call `i` has ended, answered or not: its ticket counts from here. */
  ended(call: number, began: number): Promise<void>;
  /** Gives the slot of a lane back, which has nothing to do any more while others do. */
  leave(): Promise<void>;
  /** Gives back at once what has become free, because the last answers may take long. */
  giveBack(): Promise<void>;
  /**
   * Gives everything back and tells how the carrier did; nothing: no call was made. A second time
   * does nothing.
   */
  done(seen?: Seen): Promise<void>;
}

export const NO_PERMIT: Permit = {
  granted: 0,
  lanes: 0,
  startsAt: [],
  timers: REAL_TIMERS,
  mayBegin: () => false,
  ended: async () => undefined,
  leave: async () => undefined,
  giveBack: async () => undefined,
  done: async () => undefined,
};
