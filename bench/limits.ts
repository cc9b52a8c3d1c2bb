import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import {
  migrate,
  type OpenDatabase,
  openPostgres as openDatabase,
} from '../apps/server/src/platform/database/database.ts';
import {
  createNetworkCountsRepository,
  type NetworkCountsRepository,
} from '../apps/server/src/platform/http/network-counts.repository.ts';
import { createNetworkCounts } from '../apps/server/src/platform/http/network-counts.ts';
import { keyedHash } from '../apps/server/src/platform/secrets/keyed-hash.ts';
import { loadNow, machine } from './machine.ts';
import { openPostgres } from './postgres.ts';
import { percentile } from './statistics.ts';
import { table } from './table.ts';

const USAGE = `usage: npm run bench:limits -- [options]

Measures limits by network address across processes.
  --database-url URL   a PostgreSQL server to measure on; without it one is made for this run
  --requests N         requests of each way (20000)`;

const LIMIT = { rule: 'site POST /api/subscribe', max: 120, windowMs: 60_000 };
const NETWORKS = 5000;
const AT_ONCE = 32;
const KEY = randomBytes(32);

const networkOf = (request: number): string => `10.0.${(request % NETWORKS) >> 8}.${request & 255}`;

const { values: options } = parseArgs({
  options: {
    'database-url': { type: 'string' },
    requests: { type: 'string', default: '20000' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (options.help) console.log(USAGE);
else await main(Number(options.requests));

async function main(requests: number): Promise<void> {
  const server = await openPostgres(options['database-url']);
  if (!server) throw new Error('No PostgreSQL server here: give one with --database-url.');
  const open = await openDatabase(await server.createDatabase('limits'), { connections: 10 });
  try {
    await migrate(open);
    const repository = createNetworkCountsRepository(open.db);
    const rows = [
      await eachByStatement(repository, requests),
      await eachInMemory(requests),
      ...(await sharing(open, repository)),
    ];
    console.log(`${machine().cores} cores, PostgreSQL ${server.version}, load ${loadNow()}`);
    console.log(table(['way', 'a second', 'p50 ms', 'p99 ms'], rows));
  } finally {
    await open.close();
    await server.stop();
  }
}

/** One statement for each request: exact, and each request waits for the database. */
async function eachByStatement(
  repository: NetworkCountsRepository,
  requests: number,
): Promise<string[]> {
  const times: number[] = [];
  let next = 0;
  const began = performance.now();
  const client = async (): Promise<void> => {
    for (let request = next++; request < requests; request = next++) {
      const from = performance.now();
      const now = new Date();
      const until = new Date(now.getTime() + LIMIT.windowMs);
      const mark = keyedHash(KEY, LIMIT.rule, networkOf(request));
      await repository.add([{ mark, windowMs: LIMIT.windowMs, count: 1, until }], now);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return row(`a statement each, ${AT_ONCE} at once`, requests, performance.now() - began, times);
}

/** What a request costs where the counts are shared beside the requests. */
async function eachInMemory(requests: number): Promise<string[]> {
  const counts = createNetworkCounts();
  const many = requests * 20;
  const began = performance.now();
  for (let request = 0; request < many; request++) counts.take(LIMIT, networkOf(request));
  return row('counted in memory', many, performance.now() - began, []);
}

/** The statement of one sharing, which no request waits for, by its number of networks. */
async function sharing(open: OpenDatabase, repository: NetworkCountsRepository) {
  const rows: string[][] = [];
  for (const networks of [10, 200, 2000]) {
    const times: number[] = [];
    for (let round = 0; round < 30; round++) {
      const now = new Date();
      const until = new Date(now.getTime() + LIMIT.windowMs);
      const added = Array.from({ length: networks }, (_, index) => ({
        mark: keyedHash(KEY, LIMIT.rule, networkOf(index)),
        windowMs: LIMIT.windowMs,
        count: 3,
        until,
      }));
      const from = performance.now();
      await repository.add(added, now);
      times.push(performance.now() - from);
    }
    const all = times.reduce((sum, time) => sum + time, 0);
    rows.push(row(`shared, ${networks} networks a statement`, times.length, all, times));
    await open.db.execute('vacuum network_counts');
  }
  return rows;
}

function row(way: string, count: number, ms: number, times: readonly number[]): string[] {
  const shown = (share: number): string =>
    times.length === 0 ? '' : percentile([...times], share).toFixed(2);
  return [way, Math.round((count / ms) * 1000).toLocaleString('en'), shown(0.5), shown(0.99)];
}
