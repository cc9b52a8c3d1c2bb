// Interfaces 'Content': a change is visible at every process within a second.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishEntries } from '../../apps/server/src/catalogue/catalogue.test-kit.ts';
import type { EditingService } from '../../apps/server/src/catalogue/editing/editing.service.ts';
import { databaseTarget } from '../../apps/server/src/import/database-target.ts';
import {
  type OpenDatabase,
  openPostgres,
} from '../../apps/server/src/platform/database/database.ts';
import { type Fleet, startFleet } from './fleet.ts';

/** Content and pages of the two processes, asked for side by side. */
const ADDRESSES = ['/video/isibane', '/content/v1/video?slug=isibane'] as const;
const ROUNDS = 10;

let fleet: Fleet;
let open: OpenDatabase;
let editing: EditingService;
beforeAll(async () => {
  fleet = await startFleet(['pages', 'pages']);
  // A third process, as an import.
  open = await openPostgres(fleet.database);
  const files = { read: async () => undefined };
  ({ editing } = await databaseTarget(open, { dataDir: '' }, files));
});
afterAll(async () => {
  await open?.close();
  await fleet?.close();
});

/** Milliseconds after a change at which an address of any process was last served as before. */
async function lastOldAfter(title: string): Promise<number> {
  await publishEntries(editing, [{ kind: 'video', key: 'isibane', title }]);
  const changed = performance.now();
  const reads = fleet.members.flatMap(({ site }) =>
    ADDRESSES.map(async (path) => {
      let last = 0;
      // A second beyond the bound: an old page that comes back would be seen.
      while (performance.now() - changed < 2000) {
        const asked = performance.now();
        const text = await (await fetch(`http://127.0.0.1:${site}${path}`)).text();
        if (!text.includes(title)) last = asked - changed;
      }
      return last;
    }),
  );
  return Math.max(...(await Promise.all(reads)));
}

async function rounds(name: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    times.push(Math.round(await lastOldAfter(`${name} ${round}`)));
  process.stdout.write(`${name}: last old answer after ${times.join(', ')} ms\n`);
  return times;
}

describe('a changed title', () => {
  it('is at both processes at once where PostgreSQL announces the change', async () => {
    expect(Math.max(...(await rounds('Announced')))).toBeLessThan(500);
  });

  it('is at both processes within a second where nothing announces it', async () => {
    await open.pool?.query('alter table catalogue_version disable trigger all');
    expect(Math.max(...(await rounds('Looked for')))).toBeLessThan(1000);
  });
});
