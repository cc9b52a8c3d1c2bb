import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBackgroundQueue } from './background-queue.ts';

afterEach(() => void vi.useRealTimers());

describe('the background queue', () => {
  it('runs one task after the other with pauses, and continues after an error', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const [done, errors]: [string[], unknown[]] = [[], []];
    const lane = createBackgroundQueue({
      share: 0.2,
      waiting: 2,
      onError: (error) => errors.push(error),
    });
    const work = (name: string) => async () => {
      done.push(name);
      if (name === 'a') throw new Error('told');
    };
    expect([
      lane.add(work('a')),
      lane.add(work('b')),
      lane.add(work('c')),
      lane.add(work('d')),
    ]).toEqual([true, true, true, false]);
    await turnOfLoop();
    expect(done).toEqual(['a']);
    for (const expected of [
      ['a', 'b'],
      ['a', 'b', 'c'],
    ]) {
      vi.runOnlyPendingTimers();
      await turnOfLoop();
      expect(done).toEqual(expected);
    }
    expect(errors).toHaveLength(1);
    vi.runOnlyPendingTimers();
    expect(lane.add(work('e'))).toBe(true);
    expect(done).toEqual(['a', 'b', 'c', 'e']);
  });
});
