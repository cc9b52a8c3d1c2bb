import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { cpuOf } from './machine.ts';
import type { ReadsReport } from './reads.process.ts';
import { medianOf, type Reader } from './reads.ts';
import { median } from './statistics.ts';

/** A process that answers playlists, or stands in for one. */
export interface Served {
  readonly origin: string;
  readonly pid: number;
  readonly paths: readonly string[];
}

export interface Rate extends ReadsReport {
  /** Microseconds of the serving process's processor time for an answer; absent off Linux. */
  readonly processor: number | undefined;
}

/** In flight: 16 connections with 8 requests each, as channel-engine is measured. */
const CONNECTIONS = 16;
const PIPELINING = 8;

/**
 * The most answers a second of several processes, in turns, so that other work on the machine slows
 * them alike: the medians of the rounds.
 */
export async function ratesOf(
  reader: Reader,
  served: readonly Served[],
  { seconds, rounds }: { readonly seconds: number; readonly rounds: number },
): Promise<Rate[]> {
  const measured = served.map((): Rate[] => []);
  for (const one of served) await rateOf(reader, one, 1);
  for (let round = 0; round < rounds; round++)
    for (const [place, one] of served.entries())
      measured[place]?.push(await rateOf(reader, one, seconds));
  return measured.map((rates) => {
    const times = rates.flatMap(({ processor }) => processor ?? []);
    return { ...medianOf(rates), processor: times.length > 0 ? median(times) : undefined };
  });
}

async function rateOf(
  reader: Reader,
  { origin, pid, paths }: Served,
  seconds: number,
): Promise<Rate> {
  const before = cpuOf(pid);
  const report = await reader.read({
    ...{ origin, paths, seconds, connections: CONNECTIONS, pipelining: PIPELINING },
    headers: {},
  });
  const after = cpuOf(pid);
  const answers = report.perSecond * seconds;
  const spent = before === undefined || after === undefined ? undefined : after - before;
  return { ...report, processor: spent === undefined ? undefined : (spent * 1000) / answers };
}

/**
 * The times of answers, in milliseconds, to viewers who ask evenly spread: each path is asked for
 * once in `everyMs`. Throws if an answer is no success.
 */
export async function viewersInTime(
  { origin, paths }: Served,
  { seconds, everyMs }: { readonly seconds: number; readonly everyMs: number },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: paths.length });
  const times: number[] = [];
  const asked: Promise<void>[] = [];
  const began = performance.now();
  for (let count = 0; count < (paths.length * seconds * 1000) / everyMs; count++) {
    const early = began + (count * everyMs) / paths.length - performance.now();
    if (early > 0) await wait(early);
    const path = paths[count % paths.length] ?? '';
    asked.push(ask(agent, `${origin}${path}`).then((ms) => void times.push(ms)));
  }
  await Promise.all(asked);
  agent.destroy();
  return times;
}

function ask(agent: Agent, url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    get(url, { agent }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(performance.now() - began)
          : reject(new Error(`a playlist answered ${response.statusCode}`)),
      );
    }).on('error', reject);
  });
}
