import fc from 'fast-check';
import { afterEach, beforeEach, expect, vi } from 'vitest';

/** The second of `vi.waitFor` is too short on a busy machine, and Vitest has no setting for it. */
const PATIENCE_MS = 20_000;
const waits: typeof vi & { arePatient?: true } = vi;

// A test process has one `vi` for all of its files.
if (!waits.arePatient) {
  const { waitFor, waitUntil } = vi;
  waits.waitFor = (callback, options) => waitFor(callback, withTime(options));
  waits.waitUntil = (callback, options) => waitUntil(callback, withTime(options));
  waits.arePatient = true;
}

function withTime<Options extends object>(options: number | Options | undefined) {
  return typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options };
}

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED) });

/** A test that writes to console.error or console.warn fails. */
const noise: string[] = [];

beforeEach(() => {
  noise.length = 0;
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      noise.push(`console.${level}: ${parts.map(String).join(' ')}`);
    });
  }
});

afterEach(() => {
  vi.mocked(console.error).mockRestore?.();
  vi.mocked(console.warn).mockRestore?.();
  expect(noise).toEqual([]);
});
