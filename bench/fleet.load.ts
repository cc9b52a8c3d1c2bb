import { setPriority } from 'node:os';
import type { Fleet } from '../e2e/drills/fleet.ts';
import type { FleetOrder, FleetReport, FleetTarget } from './fleet.load.process.ts';
import { MEDIA } from './fleet.setting.ts';
import { startLoadGenerator } from './load.ts';

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
  const load = startLoadGenerator<FleetOrder, FleetReport>('fleet.load.process.ts', {
    do: 'target',
    ...target,
  });
  setPriority(load.pid, NICE);
  // The measurement then fails, and ends all that it started.
  if (signal.aborted) load.kill();
  signal.addEventListener('abort', load.kill);
  return load;
}
