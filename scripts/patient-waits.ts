import type { vi } from 'vitest';

type Waits = Pick<typeof vi, 'waitFor' | 'waitUntil'>;

/** As long as an expectation that is polled (`vitest.config.ts`). */
const PATIENCE_MS = 20_000;
const patient = new WeakSet<object>();

/**
 * Lets `vi.waitFor` and `vi.waitUntil` wait twenty seconds where a test names no time. The second
 * of their default is too short on a busy machine, and Vitest has no setting for it.
 */
export function makeWaitsPatient(waits: Waits): void {
  // A test process has one `vi` for all of its files.
  if (patient.has(waits)) return;
  patient.add(waits);
  const { waitFor, waitUntil } = waits;
  waits.waitFor = (callback, options) => waitFor(callback, withTime(options));
  waits.waitUntil = (callback, options) => waitUntil(callback, withTime(options));
}

function withTime<Options extends object>(options: number | Options | undefined) {
  return typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options };
}
