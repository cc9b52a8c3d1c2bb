import type { SettingsRepository } from './settings.repository.ts';

/**
 * The carrier's clock: the machine's, plus an offset that only the test clock changes and that
 * survives a restart. OAuth does not use it: assertions and tokens are judged by `real()` (see
 * oauth/).
 */
export interface Clock {
  /** The carrier's time. */
  now(): Date;
  /** The machine's time. */
  real(): Date;
  /** Sets the carrier's time, from which it runs on. */
  set(now: Date): void;
}

/** @param movable false ignores the offset of an earlier run with a test clock. */
export function createClock(settings: SettingsRepository, movable: boolean): Clock {
  let offset = movable ? Number(settings.get('clock_offset_ms') ?? 0) : 0;
  return {
    now: () => new Date(Date.now() + offset),
    real: () => new Date(),
    set(now) {
      offset = now.getTime() - Date.now();
      settings.set('clock_offset_ms', String(offset));
    },
  };
}
