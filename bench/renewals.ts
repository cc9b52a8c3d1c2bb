import { type ChildProcess, fork, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { migrate, openPostgres as openAt } from '@bonisa/kit/database/database';
import pg from 'pg';
import { freePort } from '../scripts/free-ports.ts';
import type { CallStats } from './call-counter.ts';
import { endChild } from './child.ts';
import { comparePgbench } from './comparison.ts';
import { conclude } from './goals.ts';
import { loadNow } from './machine.ts';
import { openPostgres, SERVER_MEANING, walOf } from './postgres.ts';
import { readOptions, wholeOption } from './program.ts';
import { goalsOf, type Run, report } from './renewals.report.ts';
import { SEED_LIMITS, type SeedPlan, seedRenewals } from './renewals.seed.ts';

/** Charges left out of the figures: a process compiles code and opens connections meanwhile. */
const WARM_UP = 4000;

/** Charges left over when the clock is stopped: the last batches are smaller. */
const LEFT = 100;

/**
 * As `npm run jobs` starts them: a batch creates much garbage, for which a process would otherwise
 * hold hundreds of megabytes.
 */
const JOB_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=16',
  '--max-old-space-size=192',
];

const { values: options, say } = readOptions({
  name: 'renewals',
  about: 'Measures renewals.',
  options: {
    'database-url': { type: 'string' },
    setting: { type: 'string', multiple: true },
    subscribers: { type: 'string', default: '1000000' },
    due: { type: 'string' },
    processes: { type: 'string', default: '2' },
    pace: { type: 'string', default: '50' },
    'pace-seconds': { type: 'string', default: '60' },
    'pace-runs': { type: 'string', default: '1' },
    busy: { type: 'string', default: '0' },
  },
  meanings: {
    '--database-url URL': SERVER_MEANING,
    '--setting NAME=VALUE':
      'of the server that is made, such as wal_compression=lz4; may be repeated',
    '--subscribers N': 'subscriptions (1000000)',
    '--due N': 'of which so many are due (one in five)',
    '--processes N': 'job processes (2)',
    '--pace N': 'calls a second of the slow carrier (50)',
    '--pace-seconds N': 'for how long it is watched (60)',
    '--pace-runs N': 'how often, each with new processes (1)',
    '--busy N': 'processes that do nothing but use a processor meanwhile (0)',
  },
});

await main();

async function main(): Promise<void> {
  const server = await openPostgres(options['database-url'], options.setting);
  if (!server) throw new Error('No PostgreSQL server here: give one with --database-url.');
  const subscribers = wholeOption('subscribers', options.subscribers);
  const due = options.due ? wholeOption('due', options.due) : Math.round(subscribers / 5);
  const processes = wholeOption('processes', options.processes);
  try {
    const beside = await comparePgbench(server, 10, subscribers);
    const url = await server.createDatabase('renewals');
    const seedSeconds = await fill(url, { subscribers, due });
    say(`${subscribers} subscriptions written in ${seedSeconds.toFixed(0)} s; load ${loadNow()}`);
    const fast = await withCarrier((carrier) => measureFast({ url, carrier, processes, due }));
    const paced = {
      url,
      processes,
      pace: Number(options.pace),
      seconds: Number(options['pace-seconds']),
    };
    const slow = await whileBusy(Number(options.busy), () =>
      measureOften(Number(options['pace-runs']), paced),
    );
    const balanced = await isBalanced(url);
    const figures = {
      postgres: server.version,
      load: loadNow(),
      beside,
      seedSeconds,
      fast,
      slow,
      balanced,
    };
    say(report(figures, Number(options.pace)));
    conclude(options, goalsOf(figures, Number(options.pace)), figures);
  } finally {
    await server.stop();
  }
}

async function fill(url: string, plan: Pick<SeedPlan, 'subscribers' | 'due'>): Promise<number> {
  const open = await openAt(url, { connections: 2, limits: SEED_LIMITS });
  try {
    await migrate(open);
    const began = performance.now();
    if (!open.pool) throw new Error('a server has a pool');
    await seedRenewals(open.pool, { ...plan, now: new Date() });
    await open.pool.query('vacuum analyze');
    return (performance.now() - began) / 1000;
  } finally {
    await open.close();
  }
}

async function withCarrier<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const stub = fork(join(import.meta.dirname, 'carrier-stub.process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const [{ url }] = (await once(stub, 'message')) as [{ url: string }];
    return await work(url);
  } finally {
    await endChild(stub, { signal: 'SIGTERM', withinMs: 5000 });
  }
}

interface Setting {
  readonly url: string;
  readonly carrier: string;
  readonly processes: number;
}

/**
 * Processes all due charges at full speed, counted from the end of the warm-up to the last charge.
 */
async function measureFast({ due, ...setting }: Setting & { due: number }): Promise<Run> {
  return await withJobProcesses(setting, {}, async (pids, pool) => {
    await until(async () => (await taken(pool)) >= WARM_UP);
    const logged = await walOf(pool);
    const [from, began] = [await taken(pool), performance.now()];
    // The carrier counts for nothing, where a count of the rows would cost as much as many charges.
    const memory = await watchMemory(
      pids,
      async () => await until(async () => (await statsOf(setting.carrier)).calls >= due - LEFT),
    );
    const [charges, seconds] = [(await taken(pool)) - from, (performance.now() - began) / 1000];
    const walBytes = ((await walOf(pool)) - logged) / charges;
    return { charges, seconds, memory, walBytes, stats: await statsOf(setting.carrier) };
  });
}

/** Repeats a measurement, each time with its own carrier and processes. */
async function measureOften(
  runs: number,
  setting: Omit<Setting, 'carrier'> & { pace: number; seconds: number },
): Promise<Run[]> {
  const measured: Run[] = [];
  while (measured.length < runs)
    measured.push(await withCarrier((carrier) => measurePaced({ ...setting, carrier })));
  return measured;
}

/** Runs the work beside processes that occupy part of the machine. */
async function whileBusy<Result>(count: number, work: () => Promise<Result>): Promise<Result> {
  const busy = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  try {
    return await work();
  } finally {
    for (const one of busy) await endChild(one, { signal: 'SIGTERM', withinMs: 1000 });
  }
}

/**
 * Observes a carrier with a limit of calls a second for a while, with more charges due than the
 * limit allows.
 */
async function measurePaced({
  pace,
  seconds,
  ...setting
}: Setting & { pace: number; seconds: number }): Promise<Run> {
  await makeDue(setting.url, Math.round(pace * seconds * 2));
  return await withJobProcesses(
    setting,
    { CARRIER_CALLS_PER_SECOND: String(pace) },
    async (pids, pool) => {
      await until(async () => (await statsOf(setting.carrier)).calls > pace);
      const { maxInSecond } = await statsOf(setting.carrier);
      await fetch(`${setting.carrier}/stats`, { method: 'DELETE' });
      const logged = await walOf(pool);
      const [from, began] = [await taken(pool), performance.now()];
      const memory = await watchMemory(pids, async () => void (await wait(seconds * 1000)));
      const stats = await statsOf(setting.carrier);
      const most = Math.max(maxInSecond, stats.maxInSecond);
      const charges = (await taken(pool)) - from;
      return {
        charges,
        seconds: (performance.now() - began) / 1000,
        memory,
        walBytes: ((await walOf(pool)) - logged) / charges,
        stats: { ...stats, maxInSecond: most },
      };
    },
  );
}

/** Runs the product as job processes on the given database and carrier. */
async function withJobProcesses<Result>(
  { url, carrier, processes }: Setting,
  more: Record<string, string>,
  work: (pids: readonly number[], pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'bonisa-bench-renewals-'));
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const children: ChildProcess[] = [];
  try {
    for (let index = 0; index < processes; index++)
      children.push(await startJobs(join(folder, String(index)), { url, carrier, more }));
    return await work(
      children.map((child) => child.pid ?? 0),
      pool,
    );
  } finally {
    for (const child of children) await endChild(child, { signal: 'SIGTERM', withinMs: 30_000 });
    await pool.end();
    await rm(folder, { recursive: true, force: true });
  }
}

async function startJobs(
  dataDir: string,
  { url, carrier, more }: { url: string; carrier: string; more: Record<string, string> },
): Promise<ChildProcess> {
  const port = await freePort(2);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const child = spawn(
    process.execPath,
    [...JOB_FLAGS, join(import.meta.dirname, '../apps/server/src/main.ts')],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ENV_FILE: 'none',
        PATH: process.env.PATH,
        ROLE: 'jobs',
        DATABASE_URL: url,
        DATA_DIR: dataDir,
        // All processes have the same files.
        FILE_STORE: `file://${join(dataDir, '../files')}`,
        SECRET_KEY: 'the same for all processes of this bench',
        DEMO_CATALOGUE: 'off',
        PORT: String(port),
        OPS_PORT: String(port + 1),
        CARRIER_URL: carrier,
        CARRIER_TOKEN_URL: `${carrier}/oauth2/token`,
        CARRIER_CLIENT_ID: 'bench',
        CARRIER_KEY: JSON.stringify(privateKey.export({ format: 'jwk' })),
        LOG_LEVEL: 'error',
        ...more,
      },
    },
  );
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`a job process ended with ${child.exitCode}`);
    return (
      (await fetch(`http://127.0.0.1:${port}/healthz/live`).catch(() => undefined))?.ok === true
    );
  });
  return child;
}

async function taken(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: string }>('select count(*) from paid_periods');
  return Number(rows[0]?.count);
}

async function makeDue(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `update subscriptions set due_at = now(), paid_until = now() where id in (select id from subscriptions where status in ('trial', 'active') order by due_at limit $1)`,
    [count],
  );
  // Writing and cleaning up after the fast run must not disturb the paced run.
  await client.query('checkpoint');
  await client.query('vacuum analyze');
  await client.end();
}

/**
 * The peak memory of the processes during the work, in MB; empty if the system does not report it.
 */
async function watchMemory(pids: readonly number[], work: () => Promise<void>): Promise<number[]> {
  await work();
  return await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
    }),
  );
}

async function statsOf(carrier: string): Promise<CallStats> {
  return (await (await fetch(`${carrier}/stats`)).json()) as CallStats;
}

async function isBalanced(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ even: boolean }>(
    'select (select sum(amount) from ledger_lines) = 0 and (select count(*) from paid_periods) * 3 = (select count(*) from ledger_lines) as even',
  );
  await client.end();
  return rows[0]?.even === true;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(200);
}
