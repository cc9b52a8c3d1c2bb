import { readFileSync } from 'node:fs';
import type { Fleet } from '../e2e/drills/fleet.ts';
import { cpuOfTree, descendantsOf } from './machine.ts';

/** A part of the service whose processor time and memory are counted together. */
export interface Group {
  readonly name: string;
  readonly pid: number;
  /** A process of ours, whose memory counts whole; the others share much of theirs. */
  readonly isOurs: boolean;
  /** Its port for operations, where it has one. */
  readonly ops?: number;
}

/** Every process of the service, and what it needs: database, proxy, carrier, generator. */
export function groupsOf(fleet: Fleet, generator: number): Group[] {
  const numbers = new Map<string, number>();
  const ours = fleet.members.map(({ role, ops, process }): Group => {
    const number = (numbers.get(role) ?? 0) + 1;
    numbers.set(role, number);
    return { name: `${role} ${number}`, pid: process.child.pid ?? 0, isOurs: true, ops };
  });
  return [
    ...ours,
    { name: 'database', pid: fleet.cluster.pid(), isOurs: false },
    { name: 'nginx', pid: fleet.nginx.pid, isOurs: false },
    { name: 'carrier', pid: fleet.carrier.process().child.pid ?? 0, isOurs: false },
    { name: 'generator', pid: generator, isOurs: false },
  ];
}

/** Milliseconds of processor time of each group so far, by its name. */
export const cpuNow = (groups: readonly Group[]): ReadonlyMap<string, number> =>
  new Map(groups.map(({ name, pid }) => [name, cpuOfTree(pid) ?? 0]));

/**
 * The memory of a group, in MB: of our processes the resident set; of others what no process shares
 * (PostgreSQL's buffers would count once for each connection).
 */
export function memoryOf({ pid, isOurs }: Group): number {
  const field = isOurs ? /^VmRSS:\s+(\d+)/m : /^RssAnon:\s+(\d+)/m;
  const pids = isOurs ? [pid] : descendantsOf(pid);
  return pids.reduce((sum, one) => sum + Number(field.exec(statusOf(one))?.[1] ?? 0) / 1024, 0);
}

/** A process may have ended. */
function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

/**
 * The 99th percentile of the event loop's lag since it was last asked, in milliseconds; undefined
 * for a group that does not tell.
 */
export async function lagOf({ ops }: Group): Promise<number | undefined> {
  if (ops === undefined) return undefined;
  const text = await (await fetch(`http://127.0.0.1:${ops}/metrics`)).text();
  const seconds = /^nodejs_eventloop_lag_p99_seconds(?:\{[^}]*\})? ([0-9.e-]+)$/m.exec(text)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
