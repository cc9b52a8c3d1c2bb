import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { openPostgres, rowsOf } from '../platform/database/database.ts';
import {
  createOnServer,
  dropOnServer,
  namedOn,
} from '../platform/database/database-server.test-kit.ts';
import { clockFinding } from './clock.check.ts';
import { aboutNetwork, aboutServer, checkDatabase, poolerFindings } from './database.check.ts';

const RIGHT = {
  version: 150_013,
  release: '15.13',
  encoding: 'UTF8',
  replica: false,
  durable: true,
  creates: true,
  trigrams: 'available',
  encrypted: true,
  free: 90,
} as const;
const levels = (found: readonly { level: string; says: string }[]) =>
  found.map(({ level, says }) => `${level}: ${says}`);

describe('a server', () => {
  it('has no finding where all is right', () => {
    expect(aboutServer(RIGHT)).toEqual([]);
  });

  it.each([
    [{ replica: true }, /^error: is a replica/],
    [{ encoding: 'SQL_ASCII' }, /^error: has the encoding SQL_ASCII/],
    [{ creates: false }, /^error: the user may not create/],
    [{ trigrams: 'missing' as const }, /^error: the extension pg_trgm/],
    [{ durable: false }, /^warning: may lose answered writes/],
    [{ free: 3 }, /^warning: has 3 free connections/],
  ])('%j is a finding', (fact, says) => {
    expect(levels(aboutServer({ ...RIGHT, ...fact }))).toEqual([expect.stringMatching(says)]);
  });

  it('elsewhere must be reached by TLS in production', () => {
    const clear = { encrypted: false };
    expect(aboutNetwork(clear, 'postgres://db.example/x', 'production')).toHaveLength(1);
    expect(aboutNetwork(clear, 'postgres://127.0.0.1/x', 'production')).toEqual([]);
    expect(aboutNetwork({ encrypted: true }, 'postgres://db.example/x', 'production')).toEqual([]);
    expect(aboutNetwork(clear, 'postgres://db.example/x', 'demo')).toEqual([]);
  });

  it('is recognised behind a pooler that gives backends out by transaction', () => {
    const own = [
      [7, 8],
      [7, 8],
    ] as const;
    const none = { databasePooled: false, databaseDirectUrl: undefined };
    expect(poolerFindings(own, none)).toEqual([]);
    expect(poolerFindings([[7, 7]], none)).toMatchObject([
      { level: 'error', remedy: expect.stringContaining('DATABASE_POOLER=transaction') },
    ]);
    expect(poolerFindings([...own, [8, 7]], none)).toMatchObject([{ level: 'error' }]);
    const known = { databasePooled: true, databaseDirectUrl: 'postgres://server/x' };
    expect(poolerFindings([[7, 7]], known)).toMatchObject([{ level: 'ok' }]);
    expect(poolerFindings([[7, 7]], { ...known, databaseDirectUrl: undefined })).toMatchObject([
      { level: 'warning', remedy: expect.stringContaining('DATABASE_DIRECT_URL') },
    ]);
  });

  it('that cannot be reached is one error with its variable', async () => {
    const config = readConfig({ DATABASE_URL: 'postgres://us:pass@127.0.0.1:9/x' });
    expect(await checkDatabase(config)).toMatchObject([
      { level: 'error', name: 'DATABASE_URL', says: expect.stringContaining('ECONNREFUSED') },
    ]);
  });
});

describe('clocks', () => {
  it.each([
    [0.4, 'ok'],
    [-5, 'ok'],
    [-6, 'error'],
    [75, 'error'],
  ])('%s seconds apart: %s', (seconds, level) => {
    expect(clockFinding('database', seconds).level).toBe(level);
  });
});

const SERVER = process.env.TEST_DATABASE_URL;

describe.skipIf(!SERVER)('a real server', () => {
  it('is tried without being changed, and its rights are read', async () => {
    const name = await createOnServer(SERVER ?? '');
    const url = namedOn(SERVER ?? '', name);
    const config = readConfig({ DATABASE_URL: url });
    try {
      const found = await checkDatabase(config);
      expect(found.filter(({ level }) => level === 'error')).toEqual([]);
      expect(found).toMatchObject(
        expect.arrayContaining([
          expect.objectContaining({ name: 'migrations', says: expect.stringMatching(/is empty/) }),
          expect.objectContaining({ group: 'clock', level: 'ok' }),
        ]),
      );
      const open = await openPostgres(url, { connections: 1 });
      const tables = await rowsOf(
        open.db,
        sql`select 1 from pg_tables where schemaname = 'public'`,
      );
      await open.close();
      expect(tables).toEqual([]);
    } finally {
      await dropOnServer(SERVER ?? '', name);
    }
  });
});
