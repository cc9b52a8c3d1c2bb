import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { endChild } from './child.ts';
import { fillWithDemo } from './demo-catalogue.ts';
import { conclude, type Figure } from './goals.ts';
import { cpuOfTree, loadNow, machine } from './machine.ts';
import { openPostgres, SERVER_MEANING } from './postgres.ts';
import { type RunningProduct, startProduct, waitUntilIdle } from './product.process.ts';
import { readOptions, wholeOption } from './program.ts';
import {
  figuresOfPublication,
  measurePublication,
  type PublicationReport,
  publicationInWords,
} from './publication.measure.ts';
import type { ReadsReport } from './reads.process.ts';
import { medianOf, type Reader, startReader } from './reads.ts';
import { shown } from './statistics.ts';
import { table } from './table.ts';

/**
 * Target of cached pages a second of one process on two cores, with the load generator on the same
 * machine.
 */
const TARGET_CACHED = 25_000;

/** Issue 'Honest speed', section 2: what a render of home may take. */
const MOST_MISS_MS = 5;
const UNCACHED_HOME = 'uncached /';

/** A browser's request header. */
const BROWSER = { 'accept-encoding': 'gzip, deflate, br' };

const { values, say } = readOptions({
  name: 'pages-server',
  about: `Measures how many pages a second one process serves, with and without its caches, beside a
bare Fastify, and what a publication costs. Wanted: ${TARGET_CACHED} cached pages a second.`,
  options: {
    'database-url': { type: 'string' },
    seconds: { type: 'string', default: '2' },
    runs: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
    pipelining: { type: 'string', default: '8' },
  },
  meanings: {
    '--database-url URL': SERVER_MEANING,
    '--seconds N': 'length of a run (2)',
    '--runs N': 'runs of which the median counts (3)',
    '--connections N': '(32)',
    '--pipelining N': 'requests in flight on a connection (8)',
  },
});

await main();

interface ReadFigures extends ReadsReport {
  readonly name: string;
  /** Bytes of one answer over the wire. */
  readonly bytes: number;
  readonly load: number;
  /** Milliseconds of the product's processor time for an answer. */
  readonly cpu?: number | undefined;
}

type ReadOptions = ReturnType<typeof planned>;

/** One request after the other: those that ask for one page at once share one render. */
function oneAtOnce(options: ReadOptions): ReadOptions {
  return { ...options, connections: 1, pipelining: 1 };
}

function planned() {
  return {
    seconds: wholeOption('seconds', values.seconds),
    runs: wholeOption('runs', values.runs),
    connections: wholeOption('connections', values.connections),
    pipelining: wholeOption('pipelining', values.pipelining),
  };
}

/** The reference on the same machine: a Fastify that only sends a prepared 10 kB body. */
async function bareFastify(reader: Reader, options: ReadOptions): Promise<ReadFigures> {
  const child = fork(join(import.meta.dirname, 'bare-fastify.process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    return await measure(
      'bare Fastify, a prepared 10 kB body',
      reader,
      { origin: url, paths: ['/prepared'] },
      options,
    );
  } finally {
    await endChild(child, { signal: 'SIGTERM', withinMs: 5_000 });
  }
}

interface Question {
  readonly origin: string;
  /** Requested one after the other on each connection. */
  readonly paths: readonly string[];
  /** The process that answers. */
  readonly pid?: number;
}

/** Warms up for a second, then runs and returns the medians. */
async function measure(
  name: string,
  reader: Reader,
  question: Question,
  options: ReadOptions,
): Promise<ReadFigures> {
  const { seconds, runs, connections, pipelining } = options;
  const { pid, ...asked } = question;
  const order = { ...asked, connections, pipelining, headers: BROWSER };
  console.error(`measuring: ${name}`);
  await reader.read({ ...order, seconds: 1 });
  const reports: ReadsReport[] = [];
  const before = pid === undefined ? undefined : cpuOfTree(pid);
  for (let run = 0; run < runs; run++) reports.push(await reader.read({ ...order, seconds }));
  const spent = pid !== undefined && before !== undefined ? (cpuOfTree(pid) ?? 0) - before : 0;
  const answers = reports.reduce((sum, one) => sum + one.answers, 0);
  const all = medianOf(reports);
  const cpu = spent > 0 ? spent / answers : undefined;
  return { ...all, name, bytes: all.bytesPerSecond / all.perSecond, load: loadNow(), cpu };
}

/** The figures as a table; the other rows are compared with the first. */
function report(
  measured: readonly ReadFigures[],
  database: string,
  { connections, pipelining, seconds, runs }: ReadOptions,
): string {
  const { cores, processor, memoryGB, node, system } = machine();
  const bare = measured[0]?.perSecond ?? 1;
  const rows = measured.map(({ name, perSecond, p50, p99, share, bytes, load, cpu }) => [
    name,
    shown(Math.round(perSecond)),
    (perSecond / bare).toFixed(2),
    p50.toFixed(1),
    p99.toFixed(1),
    share === undefined ? '' : `${(100 * share).toFixed(1)} %`,
    `${(bytes / 1000).toFixed(1)} kB`,
    cpu === undefined ? '' : shown(cpu),
    String(load),
  ]);
  return [
    `${cores} cores (${processor}), ${memoryGB} GB, ${system}, Node ${node}, ${database}; the reader takes its share of them`,
    `${connections} connections, ${pipelining} requests in flight on each (uncached: one request after the other), ${runs} runs of ${seconds} s, medians`,
    '',
    table(
      [
        'read',
        'a second',
        'of bare',
        'p50 ms',
        'p99 ms',
        'from the cache',
        'an answer',
        'processor ms',
        'load',
      ],
      rows,
    ),
  ].join('\n');
}

async function main(): Promise<void> {
  const options = planned();
  const reader = startReader();
  const server = await openPostgres(values['database-url']);
  if (!server) throw new Error('this needs PostgreSQL (Debian: postgresql), or --database-url');
  const measured: ReadFigures[] = [];
  let publication: PublicationReport | undefined;
  try {
    measured.push(await bareFastify(reader, options));
    const databaseUrl = await server.createDatabase('bench_reads');
    console.error("filling the database with the demo's catalogue");
    await fillWithDemo(databaseUrl);
    const publish = async ({ siteUrl, pid }: RunningProduct): Promise<void> => {
      publication = await measurePublication({ siteUrl, databaseUrl, pid });
    };
    const env = { DATABASE_URL: databaseUrl, TRUST_PROXY: '127.0.0.1' };
    measured.push(...(await readsOfProduct('cached', reader, options, env, publish)));
    const low = oneAtOnce(options);
    const uncached = { ...env, CACHE_MB: '0' };
    measured.push(...(await readsOfProduct('uncached', reader, low, uncached)));
  } finally {
    await reader.stop();
    await server.stop();
  }
  const database = `PostgreSQL ${server.version}`;
  printFigures(measured, { database, options, publication });
}

async function readsOfProduct(
  kind: 'cached' | 'uncached',
  reader: Reader,
  options: ReadOptions,
  env: Record<string, string>,
  also?: (product: RunningProduct) => Promise<void>,
): Promise<ReadFigures[]> {
  console.error(`starting the product, ${kind}`);
  const product = await startProduct({
    env: {
      ...env,
      DEMO_CATALOGUE: 'off',
      SECRET_KEY: 'one-key-for-both-runs-of-this-bench',
      FRAUD_MODE: 'observe',
      LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
  });
  try {
    await waitUntilIdle(product.pid);
    const figures: ReadFigures[] = [];
    for (const path of await pathsOf(product.siteUrl)) {
      figures.push(
        await measure(
          `${kind} ${patternOf(path)}`,
          reader,
          { origin: product.siteUrl, paths: [path], pid: product.pid },
          options,
        ),
      );
    }
    await also?.(product);
    return figures;
  } finally {
    await product.stop();
  }
}

interface ReportOptions {
  readonly database: string;
  readonly options: ReadOptions;
  readonly publication: PublicationReport | undefined;
}

/** Prints the table, and the figures as asked. */
function printFigures(
  measured: readonly ReadFigures[],
  { database, options, publication }: ReportOptions,
): void {
  say(report(measured, database, options));
  if (publication) say(`\n${publicationInWords(publication)}`);
  const [bare] = measured;
  const rates = measured.flatMap(({ name, perSecond }): Figure[] => {
    if (!name.startsWith('cached ')) return [];
    const beside = { name: 'a bare Fastify', value: bare?.perSecond ?? Number.NaN };
    return [{ name, value: perSecond, unit: 'a second', goal: { atLeast: TARGET_CACHED }, beside }];
  });
  const missed = measured.flatMap(({ name, cpu }): Figure[] =>
    name === UNCACHED_HOME && cpu !== undefined
      ? [
          {
            name: `processor time, ${name}`,
            value: cpu,
            unit: 'ms',
            goal: { atMost: MOST_MISS_MS },
          },
        ]
      : [],
  );
  const figures = [...rates, ...missed, ...(publication ? figuresOfPublication(publication) : [])];
  conclude(values, figures, { measured, publication });
}

/** Home, and the first channel, show and category that it links to. */
async function pathsOf(siteUrl: string): Promise<string[]> {
  const [home, channels] = await Promise.all([
    textOf(`${siteUrl}/`),
    textOf(`${siteUrl}/channels`),
  ]);
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
