// Interfaces 'Operations': what an operator does before an upgrade.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../platform/database/database.ts';
import {
  createOnServer,
  dropOnServer,
  namedOn,
} from '../platform/database/database-server.test-kit.ts';
import {
  checkMigrations,
  indexFindings,
  migrationFindings,
  wantedIndexes,
} from './migrations.check.ts';

const levels = (found: readonly { level: string; says: string }[]) =>
  found.map(({ level, says }) => `${level}: ${says}`);

describe('migrations', () => {
  it('are counted where they wait, and refused on tables of other releases', () => {
    const ours = [100, 200, 300];
    expect(migrationFindings(undefined, ours)[0]).toMatchObject({ level: 'ok' });
    expect(migrationFindings([100, 200, 300], ours)[0]).toMatchObject({ level: 'ok' });
    expect(levels(migrationFindings([100], ours))).toEqual([
      expect.stringMatching(/^warning: 2 are pending/),
    ]);
    expect(levels(migrationFindings([100, 400], ours))).toEqual([
      expect.stringMatching(/^error: .*newer release/),
    ]);
    expect(levels(migrationFindings([150], ours))).toEqual([
      expect.stringMatching(/^error: .*another release/),
    ]);
  });
});

const MADE_BEFORE = 'CREATE INDEX "a_b" ON "a" USING btree ("b");';
const WANTED = 'CREATE INDEX IF NOT EXISTS "c_b" ON "c" USING btree ("b") WHERE b is not null;';

describe('indexes', () => {
  it('are those that a migration makes unless they are there', () => {
    expect(wantedIndexes(`${MADE_BEFORE}--> statement-breakpoint\n${WANTED}`)).toEqual([
      { name: 'c_b', table: 'c', statement: WANTED.slice(0, -1) },
    ]);
  });

  it.each([
    [{ valid: new Map(), rows: new Map([['c', 999_999]]) }, 0],
    [{ valid: new Map(), rows: new Map([['c', 1_000_000]]) }, 1],
    [{ valid: new Map([['c_b', true]]), rows: new Map([['c', 1_000_000]]) }, 0],
    [{ valid: new Map(), rows: new Map() }, 0],
  ])('of a large table are made before the upgrade: %j', (facts, count) => {
    const found = indexFindings(wantedIndexes(WANTED), facts);
    expect(found).toHaveLength(count);
    for (const { remedy } of found)
      expect(remedy).toBe(
        'before it: create index concurrently IF NOT EXISTS "c_b" ON "c" USING btree ("b") WHERE b is not null',
      );
  });
});

const SERVER = process.env.TEST_DATABASE_URL;
/** When the migration before the one with the index was written. */
const RELEASED = (
  JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as {
    entries: { idx: number; when: number }[];
  }
).entries.find(({ idx }) => idx === 5)?.when;

describe.skipIf(!SERVER)('a database of the release before with millions of charges', () => {
  it('is told of an index until it is made, and of one whose building was broken off', async () => {
    const name = await createOnServer(SERVER ?? '');
    const client = new pg.Client(namedOn(SERVER ?? '', name));
    await client.connect();
    try {
      await client.query(`
        create table charges (carrier_id text, created_at timestamptz);
        create schema drizzle;
        create table drizzle.__drizzle_migrations (created_at bigint);
        insert into drizzle.__drizzle_migrations values (${RELEASED});
        update pg_class set reltuples = 2e6 where oid = 'charges'::regclass`);
      const indexes = async () =>
        (await checkMigrations(client)).filter((one) => one.name === 'indexes');
      const [missing, ...more] = await indexes();
      expect(more).toEqual([]);
      expect(missing?.says).toMatch(/^charges_carrier_created is built by the next start/);
      await client.query(missing?.remedy?.replace('before it: ', '') ?? '');
      expect(await indexes()).toEqual([]);
      await client.query(
        "update pg_index set indisvalid = false where indexrelid = 'charges_carrier_created'::regclass",
      );
      const [broken] = await indexes();
      expect(broken?.says).toBe('charges_carrier_created was not built to its end');
      await client.query(broken?.remedy ?? '');
      expect(await indexes()).toEqual([]);
    } finally {
      await client.end();
      await dropOnServer(SERVER ?? '', name);
    }
  });
});
