// Interfaces 'Operations': what is wrong with a server, and what to do before an upgrade.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from '@bonisa/kit/database/database';
import {
  createOnServer,
  dropOnServer,
  namedOn,
} from '@bonisa/kit/database/database-server.test-kit';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { checkConfig } from './check-config.ts';
import { poolerProblems, serverProblems } from './database.check.ts';

const RIGHT = {
  version: 150_013,
  release: '15.13',
  encoding: 'UTF8',
  replica: false,
  durable: true,
  creates: true,
  trigrams: true,
  encrypted: true,
  free: 90,
} as const;
const ELSEWHERE = { mode: 'production', databaseUrl: 'postgres://db.example/x' } as const;
const HERE = { mode: 'production', databaseUrl: 'postgres://127.0.0.1/x' } as const;

describe('a server', () => {
  it('has no problem where all is right', () => {
    expect(serverProblems(RIGHT, ELSEWHERE)).toEqual([]);
  });

  it.each([
    [{ version: 140_011, release: '14.11' }, 'error', /is PostgreSQL 14.11/],
    [{ replica: true }, 'error', /is a replica/],
    [{ encoding: 'SQL_ASCII' }, 'error', /has the encoding SQL_ASCII/],
    [{ creates: false }, 'error', /the user may not create/],
    [{ trigrams: false }, 'error', /the extension pg_trgm/],
    [{ durable: false }, 'warning', /may lose answered writes/],
    [{ free: 3 }, 'warning', /has 3 free connections/],
    [{ encrypted: false }, 'warning', /in clear/],
  ])('%j is a problem', (fact, level, says) => {
    expect(serverProblems({ ...RIGHT, ...fact }, ELSEWHERE)).toEqual([
      { level, name: 'DATABASE_URL', says: expect.stringMatching(says) },
    ]);
  });

  it('of the same machine, or of a demo, needs no TLS', () => {
    const clear = { ...RIGHT, encrypted: false };
    expect(serverProblems(clear, HERE)).toEqual([]);
    expect(serverProblems(clear, { ...ELSEWHERE, mode: 'demo' })).toEqual([]);
  });

  it('is recognised behind a pooler that gives backends out by transaction', () => {
    const own = [
      [7, 8],
      [7, 8],
    ] as const;
    const unset = { databasePooled: false };
    expect(poolerProblems(own, unset)).toEqual([]);
    for (const rounds of [[[7, 7]], [...own, [8, 7]]] as const)
      expect(poolerProblems(rounds, unset)).toMatchObject([
        { level: 'error', says: expect.stringContaining('DATABASE_POOLER=transaction') },
      ]);
    expect(poolerProblems([[7, 7]], { databasePooled: true })).toEqual([]);
  });
});

const SERVER = process.env.TEST_DATABASE_URL;
/** When the migration before the one with the index was written. */
const RELEASED = (
  JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as {
    entries: { idx: number; when: number }[];
  }
).entries.find(({ idx }) => idx === 5)?.when;

describe.skipIf(!SERVER)('on a real server', () => {
  /** Works with a new database; `found` are its problems. */
  const withDatabase = async (
    work: (client: pg.Client, found: (more?: object) => Promise<string[]>) => Promise<void>,
  ) => {
    const name = await createOnServer(SERVER ?? '');
    const url = namedOn(SERVER ?? '', name);
    const client = new pg.Client(url);
    await client.connect();
    const found = async (more: object = {}) => {
      const { rows } = await checkConfig({ DATABASE_URL: url, ...more });
      const own = rows.filter(({ check, result }) => check === 'database' && result !== 'ok');
      // The server of the tests may be one that a crash may harm.
      return own.flatMap(({ result, name: about, says }) =>
        says.includes('answered writes') ? [] : `${result} ${about}: ${says}`,
      );
    };
    try {
      await work(client, found);
    } finally {
      await client.end();
      await dropOnServer(SERVER ?? '', name);
    }
  };

  it('an empty database is right, and stays empty', async () => {
    await withDatabase(async (client, found) => {
      expect(await found()).toEqual([]);
      const { rows } = await client.query("select 1 from pg_tables where schemaname = 'public'");
      expect(rows).toEqual([]);
    });
  });

  it('DATABASE_DIRECT_URL must lead to the same database', async () => {
    await withDatabase(async (client, found) => {
      const pooled = { DATABASE_POOLER: 'transaction' };
      const other = { ...pooled, DATABASE_DIRECT_URL: SERVER };
      expect(await found(other)).toEqual([
        'error DATABASE_DIRECT_URL: is of another database than DATABASE_URL',
      ]);
      const same = namedOn(SERVER ?? '', client.database ?? '');
      expect(await found({ ...pooled, DATABASE_DIRECT_URL: same })).toEqual([]);
      const away = { ...pooled, DATABASE_DIRECT_URL: 'postgres://127.0.0.1:9/x' };
      expect(await found(away)).toEqual([
        expect.stringMatching(/^error DATABASE_DIRECT_URL: the server cannot be used/),
      ]);
    });
  });

  it('indexes of large tables are made before the upgrade, and broken ones made anew', async () => {
    await withDatabase(async (client, found) => {
      await client.query(`
        create table charges (carrier_id text, created_at timestamptz);
        create schema drizzle;
        create table drizzle.__drizzle_migrations (created_at bigint);
        insert into drizzle.__drizzle_migrations values (${RELEASED});
        update pg_class set reltuples = 2e6 where oid = 'charges'::regclass`);
      const statements = async () => {
        const rows = await found();
        expect(rows[0]).toMatch(/^warning migrations: the next start applies \d+; make a backup/);
        return rows.slice(1).map((row) => row.replace(/^.*(?:before it: |its end; )/, ''));
      };
      const missing = await statements();
      expect(missing).toEqual([
        expect.stringMatching(/^create index concurrently IF NOT EXISTS "charges_carrier_created"/),
        expect.stringMatching(/^create index concurrently IF NOT EXISTS "charges_made"/),
      ]);
      for (const statement of missing) await client.query(statement);
      expect(await statements()).toEqual([]);
      await client.query(
        "update pg_index set indisvalid = false where indexrelid = 'charges_carrier_created'::regclass",
      );
      const [broken] = await statements();
      expect(broken).toBe('reindex index concurrently charges_carrier_created');
      await client.query(broken ?? '');
      expect(await statements()).toEqual([]);
      await client.query('insert into drizzle.__drizzle_migrations values (9e15)');
      expect(await found()).toEqual([
        'warning migrations: a newer release has migrated the database',
      ]);
    });
  });
});
