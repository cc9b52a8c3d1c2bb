import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from './database/database.test-kit.ts';
import type { OpenDatabase } from './database/database.ts';
import { createReadiness, type ReadinessParts } from './readiness.ts';

let open: OpenDatabase;
beforeAll(async () => {
  open = await createTestDatabase();
});
afterAll(async () => await open.close());

const lines: string[] = [];

function readinessOf(files: ReadinessParts['files']) {
  const readiness = createReadiness({
    open,
    drain: { isDraining: () => false },
    files,
    logger: {
      debug: () => undefined,
      error: (line: string) => lines.push(`error: ${line}`),
      info: (line: string) => lines.push(`info: ${line}`),
    } as unknown as ReadinessParts['logger'],
  });
  readiness.started(true);
  return readiness;
}
const STORE = { folder: undefined, stat: async () => undefined };

describe('readiness', () => {
  it('is given with database, migrations and file store', async () => {
    expect(await readinessOf(STORE).check()).toEqual({ notReady: [], degraded: [] });
  });

  it('names the migrations of a database that was replaced by an older one', async () => {
    const readiness = readinessOf(STORE);
    await readiness.check();
    const older = sql`update drizzle.__drizzle_migrations set created_at = created_at - 1000000`;
    const back = sql`update drizzle.__drizzle_migrations set created_at = created_at + 1000000`;
    await open.db.execute(older);
    const report = await readiness.check();
    await open.db.execute(back);
    expect(report.notReady).toEqual(['migrations']);
  });

  it('is only reduced without the file store, which is asked once in some seconds', async () => {
    let asked = 0;
    const readiness = readinessOf({
      folder: undefined,
      stat: async () => {
        asked++;
        throw new Error('503');
      },
    });
    for (let i = 0; i < 3; i++)
      expect(await readiness.check()).toEqual({ notReady: [], degraded: ['file_store'] });
    expect(await readiness.hasFiles()).toBe(false);
    expect(asked).toBe(1);
    expect(lines).toEqual([
      'error: the file store does not answer: media and new pictures are away',
    ]);
    const gone = await readinessOf({ ...STORE, folder: '/nowhere/at/all' }).check();
    expect(gone.degraded).toEqual(['file_store']);
  });
});
