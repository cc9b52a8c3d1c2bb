import { setImmediate as turn } from 'node:timers/promises';
import type { Timers } from '@bonisa/carriers/permit';
import type pg from 'pg';
import type { VirtualClock } from './virtual-clock.ts';

interface Sleeper {
  readonly wakesAt: number;
  readonly wake: () => void;
}

/**
 * Time that passes only while everybody sleeps: once no statement is under way, the clock moves to
 * the first sleeper. Hours of calls by many loops take as long as their statements do.
 */
export function createSteppingTime(clock: VirtualClock, pool: pg.Pool): Timers {
  /** In the order of their instants; loops sleep for seconds and calls for less. */
  const sleepers: Sleeper[] = [];
  let looking = false;

  const isBusy = (): boolean => pool.idleCount < pool.totalCount || pool.waitingCount > 0;

  const step = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    // Whoever was woken or answered goes on until their next statement or sleep.
    await turn();
    looking = false;
    const first = sleepers[0];
    if (!first || isBusy()) return;
    if (first.wakesAt > clock.at()) clock.moveTo(new Date(first.wakesAt));
    while (sleepers[0] && sleepers[0].wakesAt <= clock.at()) sleepers.shift()?.wake();
    void step();
  };

  // The end of a statement may be what all others wait for.
  pool.on('release', () => void step());
  return {
    now: () => clock.at(),
    sleep: (ms) =>
      new Promise<void>((wake) => {
        const wakesAt = Math.ceil(clock.at() + ms);
        const place = sleepers.findLastIndex((other) => other.wakesAt <= wakesAt) + 1;
        sleepers.splice(place, 0, { wakesAt, wake });
        void step();
      }),
  };
}
