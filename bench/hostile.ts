import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { endChild } from './child.ts';
import type { HostileOrder, HostileReport } from './hostile.process.ts';
import { cpuOfTree, loadNow, machine } from './machine.ts';
import { startProduct, waitUntilIdle } from './product.process.ts';
import { median, shown, spreadOf } from './statistics.ts';
import { table } from './table.ts';

const USAGE = `usage: npm run bench:hostile -- [options]

Measures what one client that invents addresses costs everybody else.
  --rates 0,15,100     invented requests a second, one run after the other
  --seconds N          length of a run (15)
  --site-url URL       measure a product that runs already (with TRUST_PROXY=127.0.0.1); --pid is its process
  --pid N
  --json               figures as JSON on the standard output, the table on the error output
  --check              fail where honest calls are more than three times slower, or the client costs over half a processor`;

/**
 * The honest requests meanwhile: a cached page, a cached answer, and a call that queries the
 * database.
 */
const HONEST: Readonly<Record<string, { readonly path: string; readonly body?: string }>> = {
  home: { path: '/' },
  content: { path: '/content/v1/home/slides' },
  search: { path: '/api/search/suggest', body: JSON.stringify({ text: 'isib' }) },
};
const HONEST_EVERY_MS = 100;
const [HOSTILE, VIEWER] = ['198.51.100.7', '203.0.113.7'];
const MOST_SLOWED = 3;
const MOST_CPU = 0.5;

interface Figures {
  readonly rate: number;
  /**
   * The share of one processor: the processor time of the product and its children until the last
   * answer, over the time of the requests.
   */
  readonly cpu: number;
  readonly honest: Readonly<
    Record<string, { readonly p50: number; readonly p99: number; readonly failed: number }>
  >;
  /** The hostile client's count of each status. */
  readonly statuses: HostileReport;
}

const ask = async (url: string, from: string, body?: string): Promise<number> => {
  const headers = {
    'accept-encoding': 'br',
    'x-forwarded-for': from,
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  const answer = await fetch(url, { headers, ...(body ? { method: 'POST', body } : {}) });
  await answer.arrayBuffer();
  return answer.status;
};

async function honestTimes(siteUrl: string, until: number): Promise<Figures['honest']> {
  const times = new Map(
    Object.keys(HONEST).map((name) => [name, { took: [] as number[], failed: 0 }]),
  );
  while (performance.now() < until) {
    for (const [name, { path, body }] of Object.entries(HONEST)) {
      const began = performance.now();
      const status = await ask(siteUrl + path, VIEWER, body);
      const one = times.get(name);
      one?.took.push(performance.now() - began);
      if (one && status >= 400) one.failed += 1;
    }
    await wait(HONEST_EVERY_MS);
  }
  return Object.fromEntries(
    [...times].map(([name, { took, failed }]) => [name, { ...spreadOf(took), failed }]),
  );
}

async function measure(
  siteUrl: string,
  pid: number,
  rate: number,
  seconds: number,
): Promise<Figures> {
  const client = fork(join(import.meta.dirname, 'hostile.process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const report = once(client, 'message') as Promise<
      [{ report?: HostileReport; failure?: string }]
    >;
    client.send({ siteUrl, from: HOSTILE, rate, seconds } satisfies HostileOrder);
    const [before, began] = [cpuOfTree(pid) ?? 0, performance.now()];
    const honest = await honestTimes(siteUrl, began + seconds * 1000);
    const [{ report: statuses, failure }] = await report;
    if (!statuses) throw new Error(`the hostile client failed: ${failure}`);
    // Includes late work: on a busy machine the product answers the rest afterwards.
    const cpu = ((cpuOfTree(pid) ?? 0) - before) / (seconds * 1000);
    return { rate, cpu, honest, statuses };
  } finally {
    await endChild(client, { signal: 'SIGTERM', withinMs: 5_000 });
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rates: { type: 'string', default: '0,15,100' },
      seconds: { type: 'string', default: '15' },
      'site-url': { type: 'string' },
      pid: { type: 'string' },
      json: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return void console.log(USAGE);
  const running = values['site-url'];
  const product = running ? undefined : await startProduct({ env: { TRUST_PROXY: '127.0.0.1' } });
  const [siteUrl, pid] = product
    ? [product.siteUrl, product.pid]
    : [running ?? '', Number(values.pid)];
  try {
    await waitUntilIdle(pid);
    const figures: Figures[] = [];
    for (const rate of values.rates.split(',').map(Number))
      figures.push(await measure(siteUrl, pid, rate, Number(values.seconds)));
    report(figures, values.json);
    if (values.check) check(figures);
  } finally {
    await product?.stop();
  }
}

function report(figures: readonly Figures[], json: boolean): void {
  const names = Object.keys(HONEST);
  const rows = figures.map(({ rate, cpu, honest, statuses }) => [
    `${rate} a second`,
    `${Math.round(cpu * 100)} %`,
    ...names.map((name) => `${shown(honest[name]?.p50 ?? 0)} / ${shown(honest[name]?.p99 ?? 0)}`),
    Object.entries(statuses)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  ]);
  const text = table(
    ['invented', 'processor', ...names.map((name) => `${name}, p50 / p99 ms`), 'answered'],
    rows,
  );
  if (json) console.log(JSON.stringify({ machine: machine(), load: loadNow(), figures }));
  (json ? console.error : console.log)(`${text}\nload of the machine: ${loadNow()}`);
}

function check([quiet, ...attacked]: readonly Figures[]): void {
  for (const { rate, cpu, honest } of attacked) {
    const slowed = median(
      Object.entries(honest).map(([name, { p50 }]) => p50 / (quiet?.honest[name]?.p50 ?? p50)),
    );
    if (slowed > MOST_SLOWED || cpu - (quiet?.cpu ?? 0) > MOST_CPU) {
      throw new Error(
        `${rate} invented requests a second: calls ${shown(slowed)} times slower, ${Math.round(cpu * 100)} % of a processor`,
      );
    }
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
