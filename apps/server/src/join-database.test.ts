// Decision 47: which processes run beside each other on one PostgreSQL database.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@bonisa/kit/clock/clock';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import type { FileStorePlace } from '@bonisa/kit/files/file-store.config';
import { kidOf } from '@bonisa/kit/secrets/key-ring';
import type { JoiningSecrets } from '@bonisa/kit/secrets/lasting-secret';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { joinDatabase } from './join-database.ts';

const SECRETS: JoiningSecrets = {
  ...{ key: () => Buffer.alloc(32, 7), kids: [kidOf(Buffer.alloc(32, 7))] },
  ...{ lost: false, source: 'SECRET_KEY' },
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
        secrets: SECRETS,
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
