// Decision 204: which processes run beside each other on one PostgreSQL database. A line that a
// wrong clock has written refuses nobody for long.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStillClock } from './app.test-kit.ts';
import { joinDatabase } from './join-database.ts';
import { systemClock } from './platform/clock/clock.ts';
import { createTestDatabase } from './platform/database/database.test-kit.ts';
import type { OpenDatabase } from './platform/database/database.ts';
import { writeLine } from './platform/database/live-processes.ts';
import type { FileStorePlace } from './platform/files/file-store.config.ts';

const KEYS = {
  ...{ current: 'one', next: undefined, previous: undefined, before: [] },
  ...{ marks: 'marks', lost: false },
};
const SETTINGS = { role: 'all', testClock: false, simulatesCarriers: false } as const;
const logger = { warn: () => undefined, debug: () => undefined };

describe.runIf(process.env.TEST_DATABASE_URL)('processes that do all', () => {
  let open: OpenDatabase;
  let folder: string;
  const joined: { stop(): Promise<void> }[] = [];
  beforeEach(async () => {
    open = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'bonisa-join-'));
  });
  afterEach(async () => {
    await Promise.all(joined.splice(0).map((one) => one.stop()));
    await open.close();
    await rm(folder, { recursive: true });
  });

  const start = async (name: string, fileStore?: FileStorePlace): Promise<void> => {
    const dataDir = await mkdtemp(join(folder, name));
    const own: FileStorePlace = { kind: 'folder', folder: join(dataDir, 'files') };
    joined.push(
      await joinDatabase({
        config: {
          ...SETTINGS,
          dataDir,
          fileStore: fileStore ?? own,
        },
        secrets: {
          fingerprints: KEYS,
          source: 'SECRET_KEY',
        },
        ...{ open, clock: systemClock, time: systemClock, logger },
      }),
    );
  };

  it('run beside each other where they share their files', async () => {
    const shared: FileStorePlace = { kind: 'folder', folder: join(folder, 'shared') };
    await start('one', shared);
    await start('two', shared);
    await expect(start('three')).rejects.toThrow(
      /^FILE_STORE: files lie in DATA_DIR: only one process may run on this database then, and 2/,
    );
  });

  it('do not where the files of one are nowhere for the other', async () => {
    await start('one');
    await expect(start('two')).rejects.toThrow(/^FILE_STORE: files lie in DATA_DIR/);
    await expect(start('two', { kind: 'folder', folder: join(folder, 'all') })).rejects.toThrow(
      /must be the only one \(FILE_STORE: files lie in DATA_DIR\)/,
    );
  });
});

it('starts within a minute or two after one that was killed two days ahead of the time', async () => {
  const open = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'bonisa-join-'));
  const dataDir = await mkdtemp(join(folder, 'data'));
  const time = createStillClock();
  const killed = { role: 'all', keys: ['one'] as [string], alone: 'TEST_CLOCK' };
  const ahead = new Date(time.now().getTime() + 2 * 86_400_000);
  await writeLine(open.db, { id: 'killed', process: killed, now: ahead });
  const start = () =>
    joinDatabase({
      config: { ...SETTINGS, dataDir, fileStore: { kind: 'folder', folder: join(folder, 'all') } },
      secrets: {
        fingerprints: KEYS,
        source: 'SECRET_KEY',
      },
      // Only a server's database has several processes.
      open: { db: open.db, pool: {} as never, state: open.state },
      clock: time,
      time,
      logger,
    });
  await expect(start()).rejects.toThrow(
    'a process runs on this database that must be the only one',
  );
  time.by(61);
  await (await start()).stop();
  await open.close();
  await rm(folder, { recursive: true });
});
