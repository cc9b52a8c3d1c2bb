// Joining the processes of a database: a line that a wrong clock has written refuses nobody for
// long.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStillClock } from './app.test-kit.ts';
import { joinDatabase } from './join-database.ts';
import { createTestDatabase } from './platform/database/database.test-kit.ts';
import type { OpenDatabase } from './platform/database/database.ts';
import { writeLine } from './platform/database/live-processes.ts';

let open: OpenDatabase;
let dataDir: string;
beforeAll(async () => {
  open = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'bonisa-join-'));
});
afterAll(async () => {
  await rm(dataDir, { recursive: true });
  await open.close();
});

it('starts within a minute or two after one that was killed two days ahead of the time', async () => {
  const time = createStillClock();
  const killed = { role: 'all', keys: ['k'] as [string], alone: 'TEST_CLOCK' };
  const ahead = new Date(time.now().getTime() + 2 * 86_400_000);
  await writeLine(open.db, { id: 'killed', process: killed, now: ahead });
  const logger = { warn: () => undefined, debug: () => undefined };
  const start = () =>
    joinDatabase({
      config: { role: 'all', dataDir, testClock: false, simulatesCarriers: false },
      secrets: {
        fingerprints: {
          current: 'k',
          next: undefined,
          previous: undefined,
          before: [],
          marks: 'k',
          lost: false,
        },
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
});
