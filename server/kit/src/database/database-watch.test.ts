// Interfaces 'Operations': when a server counts as away.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createComparedClocks } from '../clock/clock-agreement.ts';
import { createMetrics } from '../metrics.ts';
import { createTestDatabase } from './database.test-kit.ts';
import { createOnServer, dropOnServer, namedOn } from './database-server.test-kit.ts';
import {
  createConnectionsMeasure,
  createProbe,
  type DatabaseWatch,
  watchDatabase,
} from './database-watch.ts';
import { createServerState, type ServerState } from './server-pool.ts';

const logger = pino({ level: 'silent' });

describe('a server that takes connections and does not answer', () => {
  let server: Server;
  let state: ServerState;
  let watch: DatabaseWatch;
  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
    state = createServerState();
    const url = `postgres://bonisa@127.0.0.1:${port}/bonisa`;
    const clocks = createComparedClocks(logger);
    watch = watchDatabase({ probe: createProbe(url), state, pools: [], logger, clocks });
  });
  afterEach(async () => {
    const stopped = watch.stop();
    // A check that is under way ends first.
    await pass(5);
    await stopped;
    vi.useRealTimers();
    server.close();
  });

  /** Lets time pass in small steps. */
  const pass = async (seconds: number): Promise<void> => {
    for (let step = 0; step < seconds * 10; step++) await vi.advanceTimersByTimeAsync(100);
  };

  it('is away after it was asked twice, and not before', async () => {
    await pass(3);
    expect(state.awaySince).toBeUndefined();
    await pass(3);
    expect(state.awaySince).toBeDefined();
  });

  it('is away at once where it refuses connections', async () => {
    server.close();
    await vi.waitFor(async () => {
      await pass(1);
      expect(state.awaySince).toBeDefined();
    });
  });
});

const SERVER = process.env.TEST_DATABASE_URL;

describe.runIf(SERVER)('a server that takes no writes', () => {
  it('counts as away, with that reason, until it does', async () => {
    const name = await createOnServer(SERVER ?? '');
    const url = namedOn(SERVER ?? '', name);
    const superuser = new pg.Client(url);
    await superuser.connect();
    const reasons: unknown[] = [];
    const noted = { ...logger, error: (fields: object) => reasons.push(fields) } as typeof logger;
    const clocks = createComparedClocks(logger);
    const state = createServerState();
    await superuser.query(`alter database ${name} set default_transaction_read_only = on`);
    const probe = createProbe(url);
    const watch = watchDatabase({ probe, state, pools: [], logger: noted, clocks });
    await vi.waitFor(() => expect(state.awaySince).toBeDefined(), { timeout: 20_000 });
    expect(reasons).toEqual([
      { reason: 'the server takes no writes: its transactions are read-only' },
    ]);
    await superuser.query('set default_transaction_read_only = off');
    await superuser.query(`alter database ${name} reset default_transaction_read_only`);
    await superuser.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = '${name}' and application_name = 'bonisa watch'`,
    );
    await vi.waitFor(() => expect(state.awaySince).toBeUndefined(), { timeout: 20_000 });
    await watch.stop();
    await probe.end();
    await superuser.end();
    await dropOnServer(SERVER ?? '', name);
  });
});

describe.runIf(SERVER)('the clock of a server', () => {
  afterEach(() => vi.useRealTimers());

  it('is compared with that of this machine by the watch, and when money leaves', async () => {
    const open = await createTestDatabase();
    const { state, probe = createProbe('') } = open;
    const clocks = createComparedClocks(logger);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6000 });
    const watch = watchDatabase({ probe, state, pools: [], logger, clocks });
    await vi.waitFor(() => expect(clocks.agrees()).toBe(false), { timeout: 20_000 });
    expect(clocks.offset()).toBeGreaterThan(5);
    expect(await clocks.confirm()).toBeUndefined();
    vi.useRealTimers();
    // The machine's clock has whole milliseconds, the server's has not.
    expect(Math.abs((await clocks.confirm()) ?? Number.NaN)).toBeLessThan(1000);
    expect(clocks.agrees()).toBe(true);
    await watch.stop();
    await open.close();
  });
});

describe('the figure of connections', () => {
  const figures = async (probe?: pg.Pool): Promise<string> => {
    const metrics = createMetrics();
    await createConnectionsMeasure(probe, metrics)();
    return await metrics.registry.metrics();
  };

  it('is not there where the database is embedded', async () => {
    expect(await figures()).not.toMatch(/^bonisa_database_connections_left/m);
  });

  it.runIf(SERVER)('is what the server has left', async () => {
    const probe = createProbe(SERVER ?? '');
    expect(await figures(probe)).toMatch(
      /^bonisa_database_connections_left\{server="primary"\} [1-9]/m,
    );
    await probe.end();
  });
});
