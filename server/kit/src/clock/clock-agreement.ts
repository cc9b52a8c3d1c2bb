import type { Logger } from 'pino';
import { createClockCheck } from './clock-check.ts';
import { singleFlight } from './single-flight.ts';

/** This machine's clock beside the database's (docs/envelope.md, 'time'). */
export interface ClockAgreement {
  /** Whether both are the same to within 5 s: else the process is not ready and runs no jobs. */
  agrees(): boolean;
  /** Seconds by which this machine's clock is ahead. */
  offset(): number;
  /**
   * Asks the database for its time now, before money leaves: a machine that was paused does not
   * notice by its own clock. Resolves with the milliseconds by which the database is ahead;
   * `undefined`: it does not answer, or the clocks do not agree. 0 where the database is embedded.
   */
  confirm(): Promise<number | undefined>;
}

/** For products whose database has the machine's clock. */
export const CLOCKS_AGREE: ClockAgreement = {
  agrees: () => true,
  offset: () => 0,
  confirm: () => Promise.resolve(0),
};

/** The agreement with a database that is asked now and then. */
export interface ComparedClocks extends ClockAgreement {
  /** @param offsetMs milliseconds by which our clock is ahead. */
  measured(offsetMs: number): void;
  /** Compares by `ask` from now on, when somebody needs to be sure. */
  confirmBy(ask: () => Promise<number>): void;
}

/** Makes the agreement of a process; the clocks agree until they are compared. */
export function createComparedClocks(
  logger: Pick<Logger, 'warn' | 'error' | 'info'>,
): ComparedClocks {
  const { measured, offset, agrees } = createClockCheck(logger, 'database');
  let asksDatabase: (() => Promise<number>) | undefined;
  return {
    agrees,
    offset,
    measured,
    confirmBy: (ask) => {
      asksDatabase = singleFlight(ask);
    },
    confirm: async () => {
      if (!asksDatabase) return 0;
      const offsetMs = await asksDatabase().catch(() => undefined);
      if (offsetMs === undefined) return undefined;
      measured(offsetMs);
      return agrees() ? 0 - offsetMs : undefined;
    },
  };
}
