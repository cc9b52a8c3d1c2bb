import fc from 'fast-check';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { makeWaitsPatient } from './patient-waits.ts';

makeWaitsPatient(vi);
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
