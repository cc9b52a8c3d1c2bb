// Decision 47: which processes run on a database. 'Clock' of the interfaces: one process only.
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import { createTestDatabase } from './database.test-kit.ts';
import type { OpenDatabase } from './database.ts';
import {
  type LiveProcess,
  liveProcesses,
  refuseCompany,
  startLine,
  writeLine,
} from './live-processes.ts';

const PROCESS: LiveProcess = { role: 'api', keys: ['key'], alone: '' };
const NOW = new Date('2026-11-24T10:00:00.000Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

let open: OpenDatabase;
beforeEach(async () => {
  open = await createTestDatabase();
});
afterEach(() => open.close());

describe('the processes of a database', () => {
  it('are known for a minute after their last line, without the one that asks', async () => {
    await writeLine(open.db, { id: 'one', process: PROCESS, now: NOW });
    await writeLine(open.db, { id: 'two', process: { ...PROCESS, role: 'jobs' }, now: later(30) });
    expect((await liveProcesses(open.db, later(59))).map(({ role }) => role).sort()).toEqual([
      'api',
      'jobs',
    ]);
    expect(await liveProcesses(open.db, later(59), 'two')).toEqual([PROCESS]);
    expect(await liveProcesses(open.db, later(61), 'two')).toEqual([]);
    // The same data folder, started again: one process.
    await writeLine(open.db, { id: 'two', process: PROCESS, now: later(61) });
    expect(await liveProcesses(open.db, later(62))).toEqual([PROCESS]);
  });

  it('do not include those of the database that this one was copied from', async () => {
    await writeLine(open.db, { id: 'one', process: PROCESS, now: NOW });
    await open.db.execute(
      sql`update installation_facts set value = replace(value, '"database":"', '"database":"9')`,
    );
    expect(await liveProcesses(open.db, NOW)).toEqual([]);
  });

  it('say that they stop', async () => {
    const line = { db: open.db, id: 'one', process: PROCESS };
    await writeLine(open.db, { ...line, now: new Date() });
    const logger = { debug: () => undefined };
    const started = startLine({ ...line, time: systemClock, away: () => false, logger });
    expect(await liveProcesses(open.db, new Date())).toHaveLength(1);
    await started.stop();
    expect(await liveProcesses(open.db, new Date())).toEqual([]);
  });

  it('are refused beside one that must be alone, in either order', () => {
    const alone = { ...PROCESS, alone: 'TEST_CLOCK' };
    expect(() => refuseCompany('', [PROCESS])).not.toThrow();
    expect(() => refuseCompany('TEST_CLOCK', [])).not.toThrow();
    expect(() => refuseCompany('TEST_CLOCK', [PROCESS])).toThrow(
      'TEST_CLOCK: only one process may run on this database then, and one runs already',
    );
    expect(() => refuseCompany('', [PROCESS, alone])).toThrow(
      /^DATABASE_URL: a process runs on this database that must be the only one \(TEST_CLOCK\)/,
    );
  });
});
