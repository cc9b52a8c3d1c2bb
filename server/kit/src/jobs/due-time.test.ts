// A job of the whole service has one holder, who may die or stand still.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../database/database.test-kit.ts';
import type { OpenDatabase } from '../database/database.ts';
import { createDueTime } from './due-time.ts';
import { LEASE_MS } from './lease.ts';
import { scheduledJobs } from './scheduled-jobs.tables.ts';

const START = new Date('2026-11-24T10:00:00Z');
const NEXT = new Date('2026-11-24T11:00:00Z');

let open: OpenDatabase;
let now: Date;
beforeAll(async () => {
  open = await createTestDatabase();
});
beforeEach(async () => {
  await open.db.delete(scheduledJobs);
  now = START;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => void vi.useRealTimers());
afterAll(() => open.close());

const pass = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};
/** The due time as one process has it. */
const due = () => createDueTime(open.db, { name: 'a job', clock: { now: () => now } });

/** A process that holds the job until `end` is called. */
async function holder() {
  const { promise, resolve: end } = Promise.withResolvers<Date>();
  const begun = Promise.withResolvers<void>();
  const held = due().hold(() => {
    begun.resolve();
    return promise;
  });
  await begun.promise;
  return { held, end };
}

describe('the due time of a job', () => {
  it('is held by one process while its work runs, however long', async () => {
    const { held, end } = await holder();
    for (let minutes = 0; minutes < 5; minutes++) {
      const before = await due().read();
      pass(30_000);
      await vi.waitFor(async () => {
        vi.advanceTimersByTime(10_000);
        expect(await due().read()).not.toEqual(before);
      });
      expect(await due().hold(async () => NEXT)).toBe(false);
    }
    end(NEXT);
    expect(await held).toBe(true);
    expect(await due().read()).toEqual(NEXT);
  });

  it('comes to another process within a minute of the death of its holder', async () => {
    await open.db
      .insert(scheduledJobs)
      .values({ name: 'a job', nextRunAt: new Date(START.getTime() + LEASE_MS) });
    expect(LEASE_MS).toBeLessThanOrEqual(55_000);
    pass(LEASE_MS - 1);
    expect(await due().hold(async () => NEXT)).toBe(false);
    pass(1);
    expect(await due().hold(async () => NEXT)).toBe(true);
  });

  it('is left alone by a holder that stood still and lost it', async () => {
    const { held, end } = await holder();
    // Frozen: no renewal is sent, and another process takes the job over and ends it.
    const other = new Date(NEXT.getTime() + 60_000);
    await open.db.update(scheduledJobs).set({ nextRunAt: other });
    end(NEXT);
    expect(await held).toBe(true);
    expect(await due().read()).toEqual(other);
  });

  it('is due again when the lease ends, where the work throws', async () => {
    await expect(due().hold(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await due().hold(async () => NEXT)).toBe(false);
    pass(LEASE_MS);
    expect(await due().hold(async () => NEXT)).toBe(true);
  });

  it('moves forward and never back by a wish', async () => {
    await due().notAfter(NEXT);
    await due().notAfter(new Date(NEXT.getTime() + 1));
    expect(await due().read()).toEqual(NEXT);
    await due().notAfter(START);
    expect(await due().read()).toEqual(START);
  });
});
