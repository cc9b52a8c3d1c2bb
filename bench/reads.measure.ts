import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endChild } from './child.ts';
import { fillWithDemo } from './demo-catalogue.ts';
import { conclude, type Figure } from './goals.ts';
import { cpuOfTree, loadNow, machine } from './machine.ts';
import { openPostgres } from './postgres.ts';
import { type RunningProduct, startProduct, waitUntilIdle } from './product.process.ts';
import {
  figureOfPublication,
  measurePublication,
  type PublicationReport,
  publicationInWords,
} from './publication.measure.ts';
import type { ReadsReport } from './reads.process.ts';
import { medianOf, type Reader, startReader } from './reads.ts';
import { shown } from './statistics.ts';
import { table } from './table.ts';

/** The common parts of the read benchmarks: options, comparison, measurement and table. */

export const READ_OPTIONS = `  --database-url URL   a PostgreSQL server for the product (own databases are made and dropped); without it one is started for this run
  --seconds N          length of a run (2)
  --runs N             runs of which the median counts (3)
  --connections N      (32)
  --pipelining N       requests in flight on a connection (8)
  --json               figures as JSON on the standard output, the table on the error output
  --check              fail where a target is missed`;

/** Issue 'Honest speed', section 2: what a render of home may take. */
const MOST_MISS_MS = 5;
const UNCACHED_HOME = 'uncached /';

/** A browser's request header. */
const BROWSER = { 'accept-encoding': 'gzip, deflate, br' };

interface ReadFigures extends ReadsReport {
  readonly name: string;
  /** Bytes of one answer over the wire. */
  readonly bytes: number;
  readonly load: number;
  /** Milliseconds of the product's processor time for an answer. */
  readonly cpu?: number | undefined;
}

interface ReadOptions {
  readonly databaseUrl: string | undefined;
  readonly seconds: number;
  readonly runs: number;
  readonly connections: number;
  readonly pipelining: number;
  readonly json: boolean;
  readonly check: boolean;
}

/** One request after the other: those that ask for one page at once share one render. */
function oneAtOnce(options: ReadOptions): ReadOptions {
  return { ...options, connections: 1, pipelining: 1 };
}

/** Reads the command line; `undefined` if help is requested. Throws for an invalid option. */
function readOptions(): ReadOptions | undefined {
  const { values } = parseArgs({
    options: {
      'database-url': { type: 'string' },
      seconds: { type: 'string', default: '2' },
      runs: { type: 'string', default: '3' },
      connections: { type: 'string', default: '32' },
      pipelining: { type: 'string', default: '8' },
      json: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  const whole = (name: 'seconds' | 'runs' | 'connections' | 'pipelining'): number => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < 1)
      throw new Error(`--${name}: a whole number from 1 on`);
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

/** The definition of a read benchmark; `kind` as in `least`. */
export interface ReadsBench {
  readonly usage: string;
  /** By kind: the target of reads a second. */
  readonly least: Readonly<Record<'cached' | 'uncached', number>>;
  /** The reads of an idle product, by name. */
  readonly readsOf: (siteUrl: string) => Promise<Readonly<Record<string, readonly string[]>>>;
}

/**
 * Measures a product with and without its caches, beside a bare Fastify, and prints the figures.
 */
export async function runReadsBench(bench: ReadsBench): Promise<void> {
  const options = readOptions();
  if (!options) return console.log(bench.usage);
  const reader = startReader();
  const server = await openPostgres(options.databaseUrl);
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
    measured.push(...(await readsOfProduct('cached', bench, reader, options, env, publish)));
    const low = oneAtOnce(options);
    const uncached = { ...env, CACHE_MB: '0' };
    measured.push(...(await readsOfProduct('uncached', bench, reader, low, uncached)));
  } finally {
    await reader.stop();
    await server.stop();
  }
  const database = `PostgreSQL ${server.version}`;
  printFigures(measured, { database, options, least: bench.least, publication });
}

async function readsOfProduct(
  kind: 'cached' | 'uncached',
  { readsOf }: ReadsBench,
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
    for (const [name, paths] of Object.entries(await readsOf(product.siteUrl))) {
      figures.push(
        await measure(
          `${kind} ${name}`,
          reader,
          { origin: product.siteUrl, paths, pid: product.pid },
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
  /** By the first word of a row's name: the target of reads a second. */
  readonly least: Readonly<Record<string, number>>;
  readonly publication: PublicationReport | undefined;
}

/** Prints the table, and the figures as asked. */
function printFigures(
  measured: readonly ReadFigures[],
  { database, options, least, publication }: ReportOptions,
): void {
  const say = options.json ? console.error : console.log;
  say(report(measured, database, options));
  if (publication) say(`\n${publicationInWords(publication)}`);
  const [bare] = measured;
  const rates = measured.flatMap(({ name, perSecond }): Figure[] => {
    const atLeast = least[name.split(' ')[0] ?? ''];
    if (atLeast === undefined) return [];
    const beside = { name: 'a bare Fastify', value: bare?.perSecond ?? Number.NaN };
    return [{ name, value: perSecond, unit: 'a second', goal: { atLeast }, beside }];
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
  const figures = [...rates, ...missed, ...(publication ? [figureOfPublication(publication)] : [])];
  conclude(options, figures, { measured, publication });
}
