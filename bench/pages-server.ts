import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endChild } from './child.ts';
import { loadNow, machine } from './machine.ts';
import { openPostgres } from './postgres.ts';
import { startProduct } from './product.process.ts';
import type { ReadsReport } from './reads.process.ts';
import { medianOf, type Reader, startReader } from './reads.ts';
import { shown } from './statistics.ts';
import { table } from './table.ts';

/** Cached pages a second from one process on two cores, the reader on the same machine. */
const LEAST_CACHED = 25_000;

const USAGE = `Measures how many pages a second one process serves: node bench/pages-server.ts [options]
  --database-url URL   a PostgreSQL server for the product (own databases are made and dropped); without it one is made for this run
  --seconds N          length of a run (5)
  --runs N             runs of which the median counts (3)
  --connections N      (32)
  --pipelining N       requests in flight on a connection (8)
  --json               figures as JSON on the standard output, the table on the error output
  --check              fail where the target is missed: ${LEAST_CACHED} cached pages a second`;

/** What a browser asks for. */
const BROWSER = { 'accept-encoding': 'gzip, deflate, br', accept: 'text/html' };

interface Figures extends ReadsReport {
  readonly name: string;
  /** Bytes of one answer over the wire. */
  readonly bytes: number;
  readonly load: number;
}

interface Options {
  readonly databaseUrl: string | undefined;
  readonly seconds: number;
  readonly runs: number;
  readonly connections: number;
  readonly pipelining: number;
  readonly json: boolean;
  readonly check: boolean;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) return console.log(USAGE);
  const reader = startReader();
  const server = await openPostgres(options.databaseUrl);
  const measured: Figures[] = [];
  try {
    measured.push(await bareFastify(reader, options));
    const database: Record<string, string> = server ? { DATABASE_URL: await server.createDatabase('bench_pages') } : {};
    measured.push(...(await pagesOf('cached', reader, options, database)));
    // One after the other: pages that are asked for at the same time are made once for all who ask.
    const alone = { ...options, connections: 1, pipelining: 1 };
    measured.push(...(await pagesOf('uncached', reader, alone, { ...database, CACHE_MB: '0' })));
  } finally {
    await reader.stop();
    await server?.stop();
  }
  const say = options.json ? console.error : console.log;
  say(report(measured, server ? `PostgreSQL ${server.version}` : 'PGlite', options));
  if (options.json) console.log(JSON.stringify({ machine: machine(), measured }, null, 2));
  const missed = measured.filter(({ name, perSecond }) => name.startsWith('cached') && perSecond < LEAST_CACHED);
  for (const { name, perSecond } of missed) console.error(`missed: ${name}: ${Math.round(perSecond)} a second, at least ${LEAST_CACHED}`);
  if (options.check && missed.length > 0) process.exitCode = 1;
}

function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      'database-url': { type: 'string' },
      seconds: { type: 'string', default: '5' },
      runs: { type: 'string', default: '3' },
      connections: { type: 'string', default: '32' },
      pipelining: { type: 'string', default: '8' },
      json: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const whole = (name: 'seconds' | 'runs' | 'connections' | 'pipelining'): number => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name}: a whole number from 1 on`);
    return value;
  };
  return {
    databaseUrl: values['database-url'],
    seconds: whole('seconds'),
    runs: whole('runs'),
    connections: whole('connections'),
    pipelining: whole('pipelining'),
    json: values.json,
    check: values.check,
  };
}

/** The same machine's measure of itself: a Fastify that sends a prepared 10 kB body and does nothing else. */
async function bareFastify(reader: Reader, options: Options): Promise<Figures> {
  const child = fork(join(import.meta.dirname, 'bare-fastify.process.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  try {
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    return await measure('bare Fastify, a prepared 10 kB body', reader, url, '/prepared', options);
  } finally {
    await endChild(child, { signal: 'SIGTERM', withinMs: 5_000 });
  }
}

async function pagesOf(kind: 'cached' | 'uncached', reader: Reader, options: Options, env: Record<string, string>): Promise<Figures[]> {
  const product = await startProduct({ env: { ...env, FRAUD_MODE: 'observe', LIMITS: 'off', LOG_LEVEL: 'warn' } });
  try {
    const figures: Figures[] = [];
    for (const path of await pathsOf(product.siteUrl))
      figures.push(await measure(`${kind} ${patternOf(path)}`, reader, product.siteUrl, path, options));
    return figures;
  } finally {
    await product.stop();
  }
}

/** Home, and the first channel, show and category that it leads to. */
async function pathsOf(siteUrl: string): Promise<string[]> {
  const [home, channels] = await Promise.all([textOf(`${siteUrl}/`), textOf(`${siteUrl}/channels`)]);
  const first = (html: string, shape: RegExp): string[] => shape.exec(html)?.slice(1, 2) ?? [];
  return [
    '/',
    ...first(channels, /href="(\/channel\/[a-z0-9-]+)"/),
    ...first(home, /href="(\/show\/[a-z0-9-]+)"/),
    ...first(channels, /href="(\/channel\/[a-z0-9-]+\/[a-z0-9-]+)"/),
  ];
}

function patternOf(path: string): string {
  const [, first, , third] = path.split('/');
  return first === '' ? '/' : `/${first}/:slug${third ? '/:category' : ''}`;
}

async function textOf(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return await response.text();
}

async function measure(name: string, reader: Reader, origin: string, path: string, options: Options): Promise<Figures> {
  const { seconds, runs, connections, pipelining } = options;
  const order = { origin, paths: [path], connections, pipelining, headers: BROWSER };
  await reader.read({ ...order, seconds: 1 });
  const reports: ReadsReport[] = [];
  for (let run = 0; run < runs; run++) reports.push(await reader.read({ ...order, seconds }));
  const all = medianOf(reports);
  return { ...all, name, bytes: all.bytesPerSecond / all.perSecond, load: loadNow() };
}

function report(measured: readonly Figures[], database: string, { connections, pipelining, seconds, runs }: Options): string {
  const { cores, processor, memoryGB, node, system } = machine();
  const bare = measured[0]?.perSecond ?? 1;
  const rows = measured.map(({ name, perSecond, p50, p99, bytes, load }) => [
    name,
    shown(Math.round(perSecond)),
    (perSecond / bare).toFixed(2),
    String(p50),
    String(p99),
    `${(bytes / 1000).toFixed(1)} kB`,
    String(load),
  ]);
  return [
    `${cores} cores (${processor}), ${memoryGB} GB, ${system}, Node ${node}, ${database}; the reader takes its share of them`,
    `${connections} connections, ${pipelining} requests in flight on each (uncached: one request at a time), ${runs} runs of ${seconds} s, medians`,
    '',
    table(['page', 'a second', 'of bare', 'p50 ms', 'p99 ms', 'an answer', 'load'], rows),
  ].join('\n');
}
