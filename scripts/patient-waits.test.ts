import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';

it.each(['waitFor', 'waitUntil'] as const)(
  'vi.%s waits longer than a second for a busy machine',
  async (wait) => {
    let isReady = false;
    const slow = pause(1500).then(() => {
      isReady = true;
    });
    const ready = (): true => {
      if (!isReady && wait === 'waitFor') throw new Error('not yet');
      return isReady as true;
    };
    await vi[wait](ready);
    expect(isReady).toBe(true);
    await slow;
  },
);

it('a wait of a test ends at the time that the test names', async () => {
  const wrong = () => expect(1).toBe(2);
  await expect(vi.waitFor(wrong, 20)).rejects.toThrow();
  await expect(vi.waitFor(wrong, { timeout: 20 })).rejects.toThrow();
});
