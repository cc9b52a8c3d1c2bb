import { setTimeout as wait } from 'node:timers/promises';

const EVERY_MS = 200;

/** Waits until a condition holds; resolves with the milliseconds. Throws after `withinMs`. */
export type Until = (
  what: string,
  holds: () => Promise<boolean> | boolean,
  withinMs?: number,
) => Promise<number>;

/** Makes what waits so long where nothing else is said. */
export function untilWithin(milliseconds: number): Until {
  return async (what, holds, withinMs = milliseconds) => {
    const began = performance.now();
    for (; performance.now() - began < withinMs; await wait(EVERY_MS))
      if (await holds()) return performance.now() - began;
    throw new Error(`not within ${withinMs / 1000} s: ${what}`);
  };
}
