// People and programs who ask again until they are answered, and what they are told until then.
import { setTimeout as wait } from 'node:timers/promises';
import type { Seen } from './load.ts';

const EVERY_MS = 100;
const WITHIN_MS = 120_000;
/** Until a client has read an answer of before. */
const NOTICED_MS = 1000;
/** What somebody may be told who presses again while the outcome of their payment is not known. */
const NOT_NOW = /^(?:not subscribed: |\/api\/subscribe\/unsubscribe: 409 )/;
const FAULT = /"code":"(?:internal|\w*unavailable)"/;

export interface PersistentClient {
  /** Repeats work until it succeeds; throws its last error after two minutes. */
  persistently<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Every attempt that failed: `cut` where there was no answer, otherwise its error. */
  readonly failures: readonly Seen[];
}

/** Makes a client that goes on asking a process that may be away. */
export function createPersistentClient(): PersistentClient {
  const failures: Seen[] = [];
  return {
    failures,
    persistently: async (work) => {
      for (const end = performance.now() + WITHIN_MS; ; await wait(EVERY_MS))
        try {
          return await work();
        } catch (error) {
          failures.push({ at: performance.now(), what: whatOf(error) });
          if (performance.now() > end) throw error;
        }
    },
  };
}

/** What `fetch` says where no answer came, and where only a part of one did. */
const CUT = /^(?:fetch failed|terminated)$/;

function whatOf(error: unknown): string {
  const { message } = error as Error;
  return CUT.test(message) ? 'cut' : message;
}

/** When a process was away, in milliseconds of `performance.now`. */
export interface Away {
  readonly from: number;
  until: number;
}

/**
 * The failures that a client should not see: an answer that was cut while the process was there,
 * and one that names a fault.
 */
export function faultsOf(failures: readonly Seen[], away: readonly Away[]): Seen[] {
  const isAway = (at: number): boolean =>
    away.some(({ from, until }) => at >= from && at <= until + NOTICED_MS);
  return failures.filter(({ at, what }) =>
    what === 'cut' ? !isAway(at) : FAULT.test(what) || !NOT_NOW.test(what),
  );
}
