import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRenderQueue, RenderQueueFull, RenderTooSlow } from './render-queue.ts';

function setUp(options: { waiting?: number; waitingOfOne?: number; timeLimitMs?: number } = {}) {
  const queue = createRenderQueue({
    atOnce: 1,
    waiting: 4,
    waitingOfOne: 3,
    timeLimitMs: 60_000,
    ...options,
  });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (network: string, name: string) => {
    const asked = queue.run(network, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
    // Tests check refused ones themselves.
    asked.catch(() => undefined);
    return asked;
  };
  const finish = async (name: string) => {
    ends.get(name)?.();
    await turnOfLoop();
  };
  return { queue, begun, ask, finish };
}

afterEach(() => void vi.useRealTimers());

describe('the queue in front of the renderer', () => {
  it('renders one after the other', async () => {
    const { ask, begun, finish } = setUp();
    const [first, second] = [ask('a', '1'), ask('a', '2')];
    await turnOfLoop();
    expect(begun).toEqual(['1']);
    await finish('1');
    expect(begun).toEqual(['1', '2']);
    await finish('2');
    expect(await Promise.all([first, second])).toEqual(['1', '2']);
  });

  it('alternates between networks', async () => {
    const { ask, begun, finish } = setUp();
    for (const name of ['a1', 'a2', 'a3', 'b1']) void ask(name.slice(0, 1), name);
    await turnOfLoop();
    for (const name of ['a1', 'a2', 'b1', 'a3']) await finish(name);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('refuses renders beyond its limits, a greedy network first', async () => {
    const { queue, ask } = setUp();
    for (const name of ['1', '2', '3', '4']) void ask('a', name);
    expect([queue.waiting, queue.hasRoom('a'), queue.hasRoom('b')]).toEqual([3, false, true]);
    await expect(ask('a', '5')).rejects.toThrow(RenderQueueFull);
    void ask('b', '6');
    await expect(ask('c', '7')).rejects.toThrow(RenderQueueFull);
    expect(queue.waiting).toBe(4);
  });

  it('continues after a render that failed or never ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { queue, ask, begun, finish } = setUp();
    await expect(queue.run('a', () => Promise.reject(new Error('no database')))).rejects.toThrow(
      'no database',
    );
    const stuck = ask('a', 'stuck');
    const second = ask('b', 'second');
    await turnOfLoop();
    vi.advanceTimersByTime(60_000);
    await expect(stuck).rejects.toThrow(RenderTooSlow);
    await turnOfLoop();
    expect(begun).toEqual(['stuck', 'second']);
    await finish('second');
    expect(await second).toBe('second');
  });
});
