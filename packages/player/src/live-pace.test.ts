// How a player that follows a channel comes to its newest position, and stays there.
import { expect, it } from 'vitest';
import { livePace } from './live-pace.ts';

const DISTANCE = 6;
const TICK = 0.5;
const SEGMENT = 2;

/** Plays so many seconds; a segment is in the buffer so long after it has been on air. */
function play(seconds: number, { late, takes }: { late: number; takes: number }) {
  let [position, rate, stalled] = [-DISTANCE - late, 1, 0];
  for (let now = 0; now < seconds; now += TICK) {
    const end = Math.floor((now - takes) / SEGMENT) * SEGMENT;
    rate = livePace(rate, now - DISTANCE - position, Math.max(0, end - position));
    const next = Math.min(end, position + rate * TICK);
    stalled += Math.max(0, TICK - (next - position) / rate);
    position = next;
  }
  return { late: seconds - DISTANCE - position, rate, stalled };
}

it('makes up for what its start took, where the line is fast', () => {
  const { late, rate, stalled } = play(60, { late: 1.5, takes: 0.3 });
  expect(rate).toBe(1);
  expect(stalled).toBeCloseTo(0);
  expect(late).toBeLessThan(0.7);
});

it('keeps its distance where a segment takes nearly as long as it lasts', () => {
  const { late, stalled } = play(120, { late: 1.5, takes: 2.8 });
  expect(stalled).toBeCloseTo(0);
  // What it would have caught up with is what keeps it from stalling.
  expect(late).toBeGreaterThan(0.9);
});

it('catches up with any line from four seconds behind on', () => {
  expect(livePace(1, 4.1, 1)).toBe(1.06);
  expect(livePace(1.06, 4.1, 1)).toBe(1.06);
  expect(livePace(1.06, 3.9, 1)).toBe(1);
});

it('leaves the viewer’s own rate', () => {
  expect(livePace(1.5, 0, 1)).toBe(1.5);
  expect(livePace(0.75, 5, 9)).toBe(0.75);
});
