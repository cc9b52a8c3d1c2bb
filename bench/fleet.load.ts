import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { Fleet } from '../e2e/drills/fleet.ts';
import { endChild } from './child.ts';
import type { FleetOrder, FleetReport, FleetTarget } from './fleet.load.process.ts';
import { MEDIA } from './fleet.setting.ts';

/** Just behind the product: a generator that waits for a processor asks too late. */
const NICE = 1;
const FIRST_NUMBER = 27_820_000_000;

export type FleetLoad = ReturnType<typeof startLoadOn>;

/** Starts the load generator's process, which gives way to the product. */
export function startLoadOn(fleet: Fleet, signal: AbortSignal) {
  const target: FleetTarget = {
    siteUrl: fleet.url,
    carrierUrl: fleet.carrier.url,
    segments: MEDIA.segments,
    firstNumber: FIRST_NUMBER,
  };
  const child = fork(join(import.meta.dirname, 'fleet.load.process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const pid = child.pid ?? 0;
  setPriority(pid, NICE);
  child.send({ do: 'target', ...target });
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error('the load generator ended by itself')),
  );
  ended.catch(() => undefined);
  // The measurement then fails, and ends all that it started.
  const end = (): boolean => child.kill('SIGKILL');
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  return {
    pid,
    /** Throws where the generator could not work; errors of the product are in the report. */
    run: async (order: FleetOrder): Promise<FleetReport> => {
      child.send(order);
      const answered = once(child, 'message') as Promise<
        [{ report?: FleetReport; failure?: string }]
      >;
      const [{ report, failure }] = await Promise.race([answered, ended]);
      if (!report) throw new Error(`the load generator failed: ${failure}`);
      return report;
    },
    stop: () => endChild(child, { signal: 'SIGTERM', withinMs: 5000 }),
  };
}
