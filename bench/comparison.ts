import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { endChild, execute } from './child.ts';
import { loadNow } from './machine.ts';
import { type PostgresServer, walOf, withClient } from './postgres.ts';

/** The result of a well-known program on the same machine at the same time. */
export interface Comparison {
  readonly name: string;
  readonly perSecond: number;
  readonly p50?: number;
  readonly p99?: number;
  /** The bytes of a database's log for each. */
  readonly walBytes?: number;
  readonly load: number;
}

/** Fewer accounts than a million, and clients would contend for a row. */
const LEAST_ACCOUNTS = 1_000_000;
/** The accounts of each step of `pgbench`'s scale. */
const ACCOUNTS_A_STEP = 100_000;

/**
 * `pgbench`'s simple-update (one update, one select and one insert in a transaction) with 1 and
 * with 16 clients. `rows`: so many accounts as the measured table has rows, because the log after a
 * checkpoint holds whole pages, and a charge and an update share fewer of a larger table.
 */
export async function comparePgbench(
  server: PostgresServer,
  seconds: number,
  rows = LEAST_ACCOUNTS,
): Promise<Comparison[]> {
  const { pgbench } = server;
  if (!pgbench) return [];
  const url = await server.createDatabase('pgbench');
  const scale = Math.ceil(Math.max(rows, LEAST_ACCOUNTS) / ACCOUNTS_A_STEP);
  await execute(pgbench, ['-i', '-q', '-s', String(scale), url]);
  const results: Comparison[] = [];
  for (const clients of [1, 16]) {
    const logged = await withClient(url, walOf);
    const { stdout } = await execute(pgbench, [
      '-N',
      '-n',
      '-c',
      String(clients),
      '-j',
      String(Math.min(clients, 2)),
      '-T',
      String(seconds),
      url,
    ]);
    const rate = /^tps = ([0-9.]+)/m.exec(stdout)?.[1];
    const done = /actually processed: (\d+)/.exec(stdout)?.[1];
    if (!rate || !done) throw new Error(`pgbench told no rate:\n${stdout}`);
    results.push({
      name: `pgbench simple-update, ${clients} client${clients === 1 ? '' : 's'}`,
      perSecond: Number(rate),
      walBytes: ((await withClient(url, walOf)) - logged) / Number(done),
      load: loadNow(),
    });
  }
  return results;
}

/** A Fastify that only returns small JSON, under autocannon with 16 connections. */
export async function compareBareFastify(seconds: number): Promise<Comparison> {
  const child = fork(join(import.meta.dirname, 'bare-fastify.process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const [message] = (await once(child, 'message')) as [{ url: string }];
    const autocannon = join(
      dirname(createRequire(import.meta.url).resolve('autocannon/package.json')),
      'autocannon.js',
    );
    const { stdout } = await execute(process.execPath, [
      autocannon,
      '--json',
      '-c',
      '16',
      '-W',
      '[',
      '-c',
      '16',
      '-d',
      '1',
      ']',
      '-d',
      String(seconds),
      `${message.url}/json`,
    ]);
    const told = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as {
      requests: { average: number };
      latency: { p50: number; p99: number };
      errors: number;
      non2xx: number;
    };
    if (told.errors + told.non2xx > 0)
      throw new Error('the bare Fastify did not answer every request');
    return {
      name: 'bare Fastify, small JSON, 16 connections',
      perSecond: told.requests.average,
      p50: told.latency.p50,
      p99: told.latency.p99,
      load: loadNow(),
    };
  } finally {
    await endChild(child, { signal: 'SIGTERM', withinMs: 5_000 });
  }
}
