import { describe, expect, it } from 'vitest';
import { createClockCheck, offsetOf } from './clock-check.ts';

describe('the clock check', () => {
  it('compares with the middle of the request and its answer', () => {
    expect(offsetOf({ before: 1000, after: 1200, other: 1100 })).toBe(0);
    expect(offsetOf({ before: 90_000, after: 90_200, other: 100 })).toBe(90_000);
  });

  it('logs a difference once with clock and seconds, and again when it changes', () => {
    const lines: string[] = [];
    const tell = (level: string) => (about: { seconds: number }, words: string) =>
      void lines.push(`${level} ${about.seconds} ${words}`);
    const figures: number[] = [];
    const logger = { warn: tell('warn'), error: tell('error'), info: tell('info') } as never;
    const check = createClockCheck(logger, (_other, seconds) => void figures.push(seconds));
    for (const ms of [0, 4000, 8000, 9000, -75_000, -76_000, 100]) check.measured('database', ms);
    expect(figures).toEqual([0, 4, 8, 9, -75, -76, 0.1]);
    expect(lines).toEqual([
      "warn 8 this machine's clock is 8 seconds ahead of the database's: set both by NTP",
      "error -75 this machine's clock is 75 seconds behind the database's: set both by NTP",
      'info 0.1 the clock is right again',
    ]);
  });
});
