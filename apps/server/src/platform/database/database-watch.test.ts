// Interfaces 'Operations': when a server counts as away.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createComparedClocks } from '../clock/clock-agreement.ts';
import { createTestDatabase } from './database.test-kit.ts';
import { openPostgres } from './database.ts';
import { createOnServer, dropOnServer, namedOn } from './database-server.test-kit.ts';
import { type DatabaseWatch, watchDatabase } from './database-watch.ts';
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
    watch = watchDatabase({ url, state, pools: [], logger, clocks });
  });
  afterEach(async () => {
    const stopped = watch.stop();
    await pass(2);
    await stopped;
    vi.useRealTimers();
    server.close();
  });

  /** Lets time pass in small steps; `each` is called after each of them. */
  const pass = async (seconds: number, each: () => void = () => undefined): Promise<void> => {
    for (let step = 0; step < seconds * 10; step++) {
      await vi.advanceTimersByTimeAsync(100);
      each();
    }
  };
  const answerElsewhere = (): void => {
    state.answeredAt = performance.now();
  };

  it('is away after two late checks', async () => {
    await pass(5);
    expect(state.awaySince).toBeDefined();
  });

  it('is not away while it answers statements, and is once it does not', async () => {
    await pass(10, answerElsewhere);
    expect(state.awaySince).toBeUndefined();
    await pass(5);
    expect(state.awaySince).toBeDefined();
  });

  it('is away as soon as it refuses connections, whatever it answered before', async () => {
    server.close();
    await vi.waitFor(async () => {
      await pass(1, answerElsewhere);
      expect(state.awaySince).toBeDefined();
    });
  });
});

const SERVER = process.env.TEST_DATABASE_URL;

describe.runIf(SERVER)('a server that takes no writes', () => {
  it('counts as away, with that reason, from the next look after a refusal until it does', async () => {
    const name = await createOnServer(SERVER ?? '');
    const url = namedOn(SERVER ?? '', name);
    const superuser = new pg.Client(url);
    await superuser.connect();
    const reasons: unknown[] = [];
    const noted = { ...logger, error: (fields: object) => reasons.push(fields) } as typeof logger;
    const clocks = createComparedClocks(logger);
    const open = await openPostgres(url, { connections: 1 });
    const { state } = open;
    const watch = watchDatabase({ url, state, pools: [], logger: noted, clocks });
    await superuser.query(`alter database ${name} set default_transaction_read_only = on`);
    await superuser.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = '${name}' and pid <> pg_backend_pid() and application_name <> 'bonisa watch'`,
    );
    await vi.waitFor(
      async () => {
        await open.db.execute(sql`create table one (a int)`).catch(() => undefined);
        expect(state.awaySince).toBeDefined();
      },
      { timeout: 20_000 },
    );
    expect(reasons).toEqual([
      { reason: 'the server takes no writes: its transactions are read-only' },
    ]);
    await superuser.query('set default_transaction_read_only = off');
    await superuser.query(`alter database ${name} reset default_transaction_read_only`);
    await vi.waitFor(() => expect(state.awaySince).toBeUndefined(), { timeout: 20_000 });
    await watch.stop();
    await open.close();
    await superuser.end();
    await dropOnServer(SERVER ?? '', name);
  });
});

describe.runIf(SERVER)('the clock of a server', () => {
  afterEach(() => vi.useRealTimers());

  it('is compared with that of this machine by the watch, and when money leaves', async () => {
    const open = await createTestDatabase();
    const url = String(open.pool?.options.connectionString);
    const clocks = createComparedClocks(logger);
    const { state } = open;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6000 });
    const watch = watchDatabase({ url, state, pools: [], logger, clocks });
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

describe.runIf(SERVER)('the connections to a server', () => {
  it('record when it answered last, also with an error', async () => {
    const open = await createTestDatabase();
    const answers = async (work: () => Promise<unknown>): Promise<boolean> => {
      const before = performance.now();
      await work();
      return open.state.answeredAt >= before;
    };
    expect(await answers(() => open.db.execute(sql`select 1`))).toBe(true);
    const failed = () => expect(open.db.execute(sql`select 1 / 0`)).rejects.toThrow();
    expect(await answers(failed)).toBe(true);
    expect(await answers(() => open.db.transaction((tx) => tx.execute(sql`select 1`)))).toBe(true);
    await open.close();
  });
});
