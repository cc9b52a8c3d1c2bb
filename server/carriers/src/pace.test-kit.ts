import {
  type Database,
  type OpenDatabase,
  openPostgres,
  rowsOf,
} from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createPace, type Pace, type PaceLimits, type PaceOptions } from './pace.ts';
import type { VirtualTime } from './virtual-time.test-kit.ts';

export const PROCESSES = 3;
const HALF = 0.5;

/** A database for the tests of a file, emptied before each test, and paces of several processes. */
export function createPaceBench() {
  let open: OpenDatabase;
  let others: OpenDatabase[] = [];

  beforeAll(async () => {
    open = await createTestDatabase();
    const url = open.pool?.options.connectionString;
    if (url)
      others = await Promise.all(
        Array.from({ length: PROCESSES - 1 }, () => openPostgres(url, { connections: 3 })),
      );
  });
  afterAll(async () => {
    for (const one of others) await one.close();
    await open.close();
  });
  const clear = async (): Promise<void> => {
    await open.db.execute(sql`truncate carrier_pace, carrier_slots, carrier_call_tickets`);
  };
  beforeEach(clear);

  const databaseOf = (process: number): Database => (others[process - 1] ?? open).db;
  const count = async (table: SQL): Promise<number> => {
    const [row] = await rowsOf<{ count: number }>(
      open.db,
      sql`select count(*)::int as count from ${table} where holder is not null`,
    );
    return row?.count ?? -1;
  };

  return {
    database: (): Database => open.db,
    clear,
    /** The database as one of the processes reaches it. */
    databaseOf,
    /** The same pace in each of the processes, in a time that the test moves. */
    paces: (time: VirtualTime, limits: PaceLimits, more: Partial<PaceOptions> = {}): Pace[] =>
      Array.from({ length: PROCESSES }, (_, process) =>
        createPace({
          db: time.watch(databaseOf(process)),
          carrier: 'karoo',
          limits,
          now: time.now,
          timers: time.timers,
          random: () => HALF,
          ...more,
        }),
      ),
    ticketsHeld: (): Promise<number> => count(sql`carrier_call_tickets`),
    slotsTaken: (): Promise<number> => count(sql`carrier_slots`),
  };
}
