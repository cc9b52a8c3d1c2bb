// Interfaces 'Operations': what becomes of statements whose connection or login is refused.
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type OpenDatabase, openPostgres, type PostgresOptions, rowsOf } from './database.ts';
import { isDatabaseAway } from './database-away.ts';
import { DATABASE_LIMITS } from './database-limits.ts';
import { createOnServer, dropOnServer, namedOn } from './database-server.test-kit.ts';
import { CONNECTIONS_LEFT } from './database-watch.ts';

const SERVER = process.env.TEST_DATABASE_URL;
const ROLE = `bonisa_test_${process.pid}`;

describe.runIf(SERVER)('the connections to a server', () => {
  let superuser: pg.Client;
  let name: string;
  let url: string;
  beforeAll(async () => {
    name = await createOnServer(SERVER ?? '');
    url = namedOn(SERVER ?? '', name);
    superuser = new pg.Client(url);
    await superuser.connect();
    await superuser.query(`create role ${ROLE} login`);
  });
  afterAll(async () => {
    await superuser.query(`drop role ${ROLE}`);
    await superuser.end();
    await dropOnServer(SERVER ?? '', name);
  });

  const opened = (options: PostgresOptions = {}, user?: string): Promise<OpenDatabase> => {
    const own = new URL(url);
    if (user) own.username = user;
    return openPostgres(own.toString(), { connections: 1, ...options });
  };
  /**
   * Ends the connection that runs a statement with these words, as soon as there is one. Tests of
   * other processes use the server meanwhile.
   */
  const cut = async (words: string): Promise<void> => {
    await vi.waitFor(
      async () => {
        const { rowCount } = await superuser.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where query like $1 and state = 'active' and pid <> pg_backend_pid()
             and datname = current_database()`,
          [`%${words}%`],
        );
        expect(rowCount).toBe(1);
      },
      { timeout: 30_000, interval: 10 },
    );
  };

  it('name their loss, in a statement and in a transaction, and others take their place', async () => {
    const own = await opened();
    const alone = own.db.execute(sql`select pg_sleep(20), 'first' as said`);
    const aloneFailed = expect(alone).rejects.toSatisfy(isDatabaseAway);
    await cut('first');
    await aloneFailed;
    const within = own.db.transaction((tx) => tx.execute(sql`select pg_sleep(20), 'second'`));
    const withinFailed = expect(within).rejects.toSatisfy(isDatabaseAway);
    await cut('second');
    await withinFailed;
    expect(await rowsOf(own.db, sql`select 'third' as said`)).toEqual([{ said: 'third' }]);
    await own.close();
  });

  it('end where a statement is not answered in time, so that nobody waits behind it', async () => {
    const own = await opened({ limits: { ...DATABASE_LIMITS, statement: 1 } });
    const late = own.db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(sql`select pg_sleep(60)`);
    });
    await expect(late).rejects.toSatisfy(isDatabaseAway);
    const began = performance.now();
    await own.db.execute(sql`select 1`);
    expect(performance.now() - began).toBeLessThan(30_000);
    await own.close();
  });

  it('send nothing while the server is away', async () => {
    const own = await opened();
    own.state.awaySince = new Date();
    await expect(own.db.execute(sql`select 1`)).rejects.toSatisfy(isDatabaseAway);
    await expect(own.db.transaction(async () => undefined)).rejects.toSatisfy(isDatabaseAway);
    await own.close();
  });

  it('come back to the pool where a transaction could not begin', async () => {
    // Behind a pooler `begin` carries the settings.
    const limits = { ...DATABASE_LIMITS, lock: Number.NaN };
    const own = await opened({ limits, pooled: true });
    for (let tries = 0; tries < 3; tries++)
      await expect(own.db.transaction(async () => undefined)).rejects.toSatisfy(
        (error) => !isDatabaseAway(error),
      );
    await own.close();
  });

  it('are away where the login is refused', async () => {
    const own = await opened({}, ROLE);
    await superuser.query(`alter role ${ROLE} nologin`);
    await superuser.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${ROLE}'`,
    );
    await expect(own.db.execute(sql`select 1`)).rejects.toSatisfy(isDatabaseAway);
    await own.close();
    await superuser.query(`alter role ${ROLE} login`);
  });

  it('are counted for an ordinary role too, whoever they are of', async () => {
    const ordinary = new pg.Client(url.replace('//bonisa', `//${ROLE}`));
    await ordinary.connect();
    const left = async (client: pg.Client): Promise<number> =>
      (await client.query(`select ${CONNECTIONS_LEFT} as left`)).rows[0].left;
    // Other tests connect and leave meanwhile.
    await vi.waitFor(async () => expect(await left(ordinary)).toBe(await left(superuser)), {
      timeout: 30_000,
      interval: 20,
    });
    const { rows } = await ordinary.query(
      'select count(*)::int as n from pg_stat_activity where backend_type is null',
    );
    expect(rows[0].n).toBeGreaterThan(0);
    await ordinary.end();
  });
});
