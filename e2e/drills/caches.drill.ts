// Interfaces 'Content': a change is visible at every process within a second.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CatalogueService,
  createCatalogueService,
} from '../../apps/server/src/catalogue/catalogue.service.ts';
import { createEditing } from '../../apps/server/src/catalogue/catalogue-editing.repository.ts';
import { createReadingRepository } from '../../apps/server/src/catalogue/catalogue-reading.repository.ts';
import { systemClock } from '../../apps/server/src/platform/clock/clock.ts';
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
let catalogue: CatalogueService;
beforeAll(async () => {
  // A replica that is always behind: nothing older than a change may get into a cache after it.
  fleet = await startFleet(['pages', 'pages'], {}, undefined, {
    replica: ['recovery_min_apply_delay=300ms'],
  });
  // A third process, as the studio's.
  open = await openPostgres(fleet.database);
  catalogue = createCatalogueService({
    reading: createReadingRepository(open.db),
    editing: createEditing(open.db),
    clock: systemClock,
    thumbhashOf: async () => 'AAAA',
  });
  await catalogue.start();
});
afterAll(async () => {
  await open?.close();
  await fleet?.close();
});

/** Milliseconds after a change at which an address of any process was last served as before. */
async function lastOldAfter(title: string): Promise<number> {
  await catalogue.change((editor) => editor.updateTitle('isibane', { title }));
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

/** How many reads of all processes each server has answered. */
async function reads(): Promise<Record<string, number>> {
  const counts: Record<string, number> = { replica: 0, primary: 0 };
  for (const { ops } of fleet.members) {
    const text = await (await fetch(`http://127.0.0.1:${ops}/metrics`)).text();
    for (const [, server = '', count] of text.matchAll(
      /^bonisa_reads_total\{.*?server="(\w+)".*?\} (\d+)$/gm,
    ))
      counts[server] = (counts[server] ?? 0) + Number(count);
  }
  return counts;
}

describe('a changed title', () => {
  it('is at both processes at once where PostgreSQL announces the change', async () => {
    expect(Math.max(...(await rounds('Announced')))).toBeLessThan(500);
    process.stdout.write(`reads: ${JSON.stringify(await reads())}\n`);
  });

  it('is at both processes within a second where nothing announces it', async () => {
    await open.pool?.query('alter table catalogue_version disable trigger all');
    expect(Math.max(...(await rounds('Looked for')))).toBeLessThan(1000);
  });
});
