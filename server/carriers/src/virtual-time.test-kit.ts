import type { Database } from '@bonisa/kit/database/database';
import type { Timers } from './permit.ts';

/**
 * Time that passes only while everybody sleeps: when no statement is running, it steps to the next
 * sleeper. So minutes of calls by several processes are simulated exactly, in no time.
 */
export function createVirtualTime(startAt = Date.UTC(2026, 10, 20)) {
  let at = startAt;
  let underWay = 0;
  let looking = false;
  const sleepers: { readonly wakesAt: number; readonly wake: () => void }[] = [];

  const lookWhetherAllSleep = (): void => {
    if (looking) return;
    looking = true;
    // A woken or answered process runs first, until its next statement or sleep.
    setImmediate(() => {
      looking = false;
      if (underWay > 0 || sleepers.length === 0) return;
      sleepers.sort((one, other) => one.wakesAt - other.wakesAt);
      const first = sleepers.shift();
      at = Math.max(at, first?.wakesAt ?? at);
      first?.wake();
      lookWhetherAllSleep();
    });
  };

  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    underWay++;
    try {
      return await work();
    } finally {
      underWay--;
      lookWhetherAllSleep();
    }
  };

  const timers: Timers = {
    now: () => at,
    sleep: (ms) =>
      new Promise<void>((wake) => {
        sleepers.push({ wakesAt: at + ms, wake });
        lookWhetherAllSleep();
      }),
  };

  return {
    timers,
    now: () => new Date(at),
    /** The same database, whose statements take no time. */
    watch: (db: Database): Database =>
      new Proxy(db, {
        get: (target, name) => {
          const member = Reflect.get(target, name) as unknown;
          if (name !== 'execute' && name !== 'transaction') return member;
          return (...given: unknown[]) =>
            during(() => (member as (...all: unknown[]) => Promise<unknown>).apply(target, given));
        },
      }),
  };
}

export type VirtualTime = ReturnType<typeof createVirtualTime>;
