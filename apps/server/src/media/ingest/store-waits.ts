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
  everyMs = STORE_RETRY_MS,
): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!transientProblemOf(error) || signal.aborted) throw error;
      await restFor(everyMs, signal);
      if (signal.aborted) throw error;
    }
  }
}

/** Resolves after a time, or when the signal aborts. */
export async function restFor(ms: number, signal: AbortSignal): Promise<void> {
  // Only the signal makes it reject.
  await wait(ms, undefined, { signal }).catch(() => undefined);
}
