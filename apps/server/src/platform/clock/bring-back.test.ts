// Clocks: due times of a clock that was ahead.
import { expect, it } from 'vitest';
import { createBringBack } from './bring-back.ts';
import type { ClockState } from './clock-agreement.ts';

it('is done at each step of the time and when the clocks agree again, past a failure', async () => {
  const known = { state: 'agreed' as ClockState, change: (): void => undefined };
  const logged: unknown[] = [];
  const now = new Date('2026-11-26T08:00:00Z');
  const bringBack = createBringBack({
    clock: { now: () => now },
    agreement: {
      state: () => known.state,
      onChange: (listener) => {
        known.change = listener;
      },
    },
    logger: { error: (about: { name: string }) => void logged.push(about.name) } as never,
  });
  const done = Promise.withResolvers<Date>();
  bringBack.add('broken', async () => {
    throw new Error('no connection');
  });
  let times = 0;
  bringBack.add('whole', async (at) => {
    times++;
    done.resolve(at);
  });
  known.state = 'disputed';
  known.change();
  known.state = 'agreed';
  known.change();
  expect(await done.promise).toBe(now);
  expect([times, logged]).toEqual([1, ['broken']]);
});
