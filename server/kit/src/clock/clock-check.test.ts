import { describe, expect, it } from 'vitest';
import { createClockCheck, type OtherClock, offsetOf } from './clock-check.ts';

function checkOf(other: OtherClock) {
  const lines: string[] = [];
  const tell = (level: string) => (about: { seconds: number }, words: string) =>
    void lines.push(`${level} ${about.seconds} ${words}`);
  const logger = { warn: tell('warn'), error: tell('error'), info: tell('info') } as never;
  return { check: createClockCheck(logger, other), lines };
}

describe('the clock check', () => {
  it('counts a difference that the time of the answer does not explain', () => {
    expect(offsetOf({ before: 1000, after: 1200, other: 1010 })).toBe(0);
    expect(offsetOf({ before: 90_000, after: 90_200, other: 100 })).toBe(89_900);
    expect(offsetOf({ before: 100, after: 300, other: 90_300 })).toBe(-90_000);
  });

  it('logs once that the clocks differ by more than five seconds, and once that they agree', () => {
    const { check, lines } = checkOf('database');
    const known: unknown[] = [];
    for (const ms of [0, 5000, 8000, 9000, -75_000, 100]) {
      check.measured(ms);
      known.push([check.offset(), check.agrees()]);
    }
    expect(known).toEqual([
      [0, true],
      [5, true],
      [8, false],
      [9, false],
      [-75, false],
      [0.1, true],
    ]);
    expect(lines).toEqual([
      "error 8 this machine's clock is 8 seconds ahead of the database's: set both by NTP; until they agree this process is not ready and runs no jobs",
      'info 0.1 the clock is right again',
    ]);
  });

  it('only warns of the clock of a carrier, which nothing waits for', () => {
    const { check, lines } = checkOf('carrier');
    check.measured(-75_000);
    expect(lines).toEqual([
      "warn -75 this machine's clock is 75 seconds behind the carrier's: set both by NTP",
    ]);
  });
});
