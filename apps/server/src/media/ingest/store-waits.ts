import { setTimeout as wait } from 'node:timers/promises';
import { transientProblemOf } from '../../platform/files/file-store.ts';

/** How long to leave a file store alone that is away or full. */
export const STORE_RETRY_MS = 5000;

/**
 * Does work that needs the file store, again and again while that is away or full: hours of
 * encoding are not thrown away for it. Rejects with any other error, and with the store's when the
 * signal aborts.
 */
export async function untilStored(
  work: () => Promise<void>,
  signal: AbortSignal,
  rest: Rest,
): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!transientProblemOf(error) || signal.aborted) throw error;
      await rest(STORE_RETRY_MS, signal);
      if (signal.aborted) throw error;
    }
  }
}

/** Resolves after a time, or when the signal aborts. */
export type Rest = (ms: number, signal: AbortSignal) => Promise<void>;

/** Rests in real time. */
export const restFor: Rest = async (ms, signal) => {
  // Only the signal makes it reject.
  await wait(ms, undefined, { signal }).catch(() => undefined);
};
