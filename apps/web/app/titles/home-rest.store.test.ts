import { describe, expect, it, vi } from 'vitest';
import { createHomeRestStore, HOME_REST } from './home-rest.store.ts';

const REST = { shelves: {}, channels: [], categories: [] };
const answer = (status: number) => ({ ok: status < 400, status, json: async () => REST });

describe("the rest of home's rows", () => {
  it('is requested once for all listeners, and reaches each of them', async () => {
    const asked: string[] = [];
    const store = createHomeRestStore(async (address) => {
      asked.push(address);
      return answer(200);
    });
    const listener = vi.fn();
    const stop = store.listen(listener);
    expect(store.current()).toBeUndefined();
    await Promise.all([store.ask(), store.ask()]);
    await store.ask();
    expect([asked, store.current(), listener.mock.calls.length]).toEqual([[HOME_REST], REST, 1]);
    stop();
  });

  it('is requested again by the next caller after a failure', async () => {
    const answers = [answer(503), answer(200)];
    const store = createHomeRestStore(async () => answers.shift() ?? answer(500));
    await store.ask();
    expect(store.current()).toBeUndefined();
    await store.ask();
    expect(store.current()).toEqual(REST);
  });
});
