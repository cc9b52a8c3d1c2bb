// A damaged or lost embedded database is named and never replaced by an empty one.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createComparedClocks } from '../clock/clock-agreement.ts';
import { createLogger } from '../logger.ts';
import { createShutdown } from '../shutdown.ts';
import { openPglite, rowsOf } from './database.ts';
import { DATABASE_LIMITS } from './database-limits.ts';
import { explainFolder } from './embedded-folder.ts';
import { copyTemplateTo } from './embedded-template.test-kit.ts';
import { openDatabase } from './open-database.ts';

const NOW = new Date('2026-11-22T08:00:00.000Z');
const root = mkdtempSync(join(tmpdir(), 'bonisa-embedded-'));
const original = join(root, 'original/database');
const folder = join(root, 'var/database');
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The error of a failed start, or the number of rows of the opened database. */
async function outcome(): Promise<string> {
  try {
    const open = await openPglite(folder, NOW);
    const rows = await rowsOf(open.db, sql`select * from kept`).catch(() => 'an empty service');
    await open.close();
    return `opened: ${Array.isArray(rows) ? rows.length : rows}`;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('the folder of the embedded database', () => {
  beforeAll(async () => {
    copyTemplateTo(join(root, 'original'));
    writeFileSync(
      join(root, 'original/database.made.json'),
      JSON.stringify({ state: 'made', at: NOW.toISOString() }),
    );
    const open = await openPglite(original, NOW);
    await open.db.execute(sql`create table kept (id int)`);
    await open.db.execute(sql`insert into kept values (1), (2)`);
    await open.close();
  });
  beforeEach(() => {
    rmSync(join(root, 'var'), { recursive: true, force: true });
    cpSync(join(root, 'original'), join(root, 'var'), { recursive: true });
  });

  it('of another release is named with what to do, and stays as it is', async () => {
    const other = await openPglite(folder, NOW);
    await other.db.execute(sql`update drizzle.__drizzle_migrations set created_at = 0`);
    await other.close();
    const shutdown = createShutdown();
    const config = {
      databaseUrl: undefined,
      databasePooled: false,
      databaseDirectUrl: undefined,
      databaseLimits: DATABASE_LIMITS,
      dataDir: join(root, 'var'),
    };
    const logger = createLogger('silent');
    const clocks = createComparedClocks(logger);
    await expect(openDatabase(config, logger, shutdown, clocks)).rejects.toThrow(
      /^DATA_DIR: the database in .*\/var\/database is of another release, and this one cannot migrate it \(relation "\w+" already exists\); nothing was changed: start the release that made it, or choose another DATA_DIR \(see [^\n]+\)$/,
    );
    await shutdown.run();
    expect(await outcome()).toBe('opened: 2');
  });

  it('is readable by its owner only, also when it existed before', async () => {
    expect(statSync(original).mode & 0o777).toBe(0o700);
    chmodSync(folder, 0o755);
    expect(await outcome()).toBe('opened: 2');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('without PG_VERSION is refused and stays unchanged', async () => {
    rmSync(join(folder, 'PG_VERSION'));
    const before = readdirSync(folder);
    expect(await outcome()).toMatch(
      /^DATA_DIR: .*PG_VERSION is missing.*restore the newest backup/,
    );
    expect(readdirSync(folder)).toEqual(before);
    expect(await outcome()).toMatch(/^DATA_DIR: .*PG_VERSION is missing/);
  });

  it('with foreign files is refused', async () => {
    rmSync(join(root, 'var'), { recursive: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    expect(await outcome()).toMatch(/is not empty/);
    expect(existsSync(join(folder, 'notes.txt'))).toBe(true);
  });

  it('that was emptied or removed after a database was created is refused with the day', async () => {
    rmSync(folder, { recursive: true });
    expect(await outcome()).toMatch(
      /a database was made in .* on 2026-11-22T08:00:00.000Z, and it is gone/,
    );
    // The check has created the folder again, empty.
    expect(await outcome()).toMatch(/it is gone/);
    writeFileSync(`${folder}.made.json`, '{"half');
    expect(await outcome()).toMatch(/it is gone/);
    rmSync(`${folder}.made.json`);
    expect(await outcome()).toBe('opened: an empty service');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('of a release without markers is opened, and noticed as lost from then on', async () => {
    rmSync(`${folder}.made.json`);
    expect(await outcome()).toBe('opened: 2');
    rmSync(folder, { recursive: true });
    expect(await outcome()).toMatch(/it is gone/);
  });

  it('of a killed first start is created again', async () => {
    rmSync(join(folder, 'PG_VERSION'));
    writeFileSync(
      `${folder}.made.json`,
      JSON.stringify({ state: 'making', at: NOW.toISOString() }),
    );
    expect(await outcome()).toBe('opened: an empty service');
    expect(await outcome()).toBe('opened: an empty service');
    rmSync(folder, { recursive: true });
    expect(await outcome()).toMatch(/it is gone/);
  });

  it('of another version, damaged or not a folder is explained in plain words', async () => {
    writeFileSync(join(folder, 'PG_VERSION'), '17\n');
    expect(await outcome()).toMatch(
      /is of PostgreSQL 17, and this release has 18: export it with the release that made it/,
    );
    for (const half of ['', '1']) {
      writeFileSync(join(folder, 'PG_VERSION'), half);
      expect(await outcome()).toMatch(/is damaged \(PG_VERSION\); restore/);
    }
    writeFileSync(join(folder, 'PG_VERSION'), '18\n');
    writeFileSync(join(folder, 'global/pg_control'), 'x'.repeat(8192));
    expect(await outcome()).toMatch(
      /^DATA_DIR: the database in .* is damaged and cannot be opened; restore the newest backup/,
    );
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file');
    expect(await outcome()).toMatch(/^DATA_DIR: .* is not a folder$/);
  });

  it('that cannot be written or is on a full disk is explained', async () => {
    const coded = (code: string) =>
      explainFolder(folder, Object.assign(new Error('words'), { code }));
    expect((await coded('EACCES')).message).toMatch(/permission denied/);
    expect((await coded('EROFS')).message).toMatch(/permission denied/);
    expect((await coded('ENOSPC')).message).toMatch(/the disk is full/);
  });
});
