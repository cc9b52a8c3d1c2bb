import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSourceClock } from './source-clock.ts';

const PICTURE = 0.04;
const [PICTURES, SOUND] = [0, 1];

/** The times on the timeline of pictures that a file has at these times. */
function timeline(times: readonly number[], closesHoles = true): number[] {
  const clock = createSourceClock({ closesHoles });
  return times.map((time) => time + clock.offsetOf(PICTURES, time, PICTURE));
}

/** Pictures one after the other, from a time on. */
const run = (start: number, count: number) =>
  Array.from({ length: count }, (_, i) => start + i * PICTURE);

describe('the clock of a source', () => {
  it('is left as it is where times go on', () => {
    const times = [...run(-2.5, 100), ...run(6, 10)];
    expect(timeline(times)).toEqual(times);
  });

  it('goes on where it wraps, restarts or jumps far ahead', () => {
    for (const start of [-95_443.7, 0, 5000]) {
      const placed = timeline([...run(100, 25), ...run(start, 25)]);
      for (const [i, time] of placed.entries()) expect(time).toBeCloseTo(100 + i * PICTURE, 6);
    }
  });

  it('loses nothing by one picture with a wrong time', () => {
    const placed = timeline([...run(0, 10), 900, ...run(11 * PICTURE, 10)]);
    expect(placed).toHaveLength(21);
    for (const [i, time] of placed.entries()) expect(time).toBeCloseTo(i * PICTURE, 6);
  });

  it('keeps long pauses where pictures alone may stand', () => {
    expect(timeline([0, 30, 60], false)).toEqual([0, 30, 60]);
  });

  it('keeps pictures and sound together across a jump', () => {
    const clock = createSourceClock({ closesHoles: true });
    const place = (stream: number, time: number) => time + clock.offsetOf(stream, time, PICTURE);
    for (const time of run(50, 25)) {
      place(PICTURES, time);
      place(SOUND, time - 0.02);
    }
    const picture = place(PICTURES, 0.5);
    const sound = place(SOUND, 0.3);
    expect(picture).toBeCloseTo(51, 6);
    expect(picture - sound).toBeCloseTo(0.2, 6);
    expect(clock.jumps()).toBe(1);
    // Old sound that the file has behind the jump stays where it belongs.
    expect(place(2, 50.9)).toBeLessThan(60);
  });

  it('never goes back and leaves no long hole, whatever the file says', () => {
    const part = fc.tuple(fc.integer({ min: -100_000, max: 100_000 }), fc.nat({ max: 60 }));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
        const placed = timeline(parts.flatMap(([start, count]) => run(start, count + 1)));
        for (let i = 1; i < placed.length; i++) {
          const step = (placed[i] ?? 0) - (placed[i - 1] ?? 0);
          expect(step).toBeGreaterThanOrEqual(-0.1 - 1e-6);
          expect(step).toBeLessThanOrEqual(10 + PICTURE + 1e-6);
        }
      }),
    );
  });
});
