import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../database/database.test-kit.ts';
import type { OpenDatabase } from '../database/database.ts';
import { createRepeatedJob } from './repeated-job.ts';
import { scheduledJobs } from './scheduled-jobs.tables.ts';

const START = new Date('2026-11-22T10:00:00Z');
const HOUR = 3600;

let open: OpenDatabase;
let now: Date;
let runs: string[];
beforeAll(async () => {
  open = await createTestDatabase();
});
beforeEach(async () => {
  await open.db.delete(scheduledJobs);
  now = START;
  runs = [];
});
afterAll(() => open.close());

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
/** The job as one process sees it. */
const job = (worker: string, work: () => Promise<void> = async () => void runs.push(worker)) =>
  createRepeatedJob({
    db: open.db,
    clock: { now: () => now },
    name: 'housekeeping',
    everySeconds: HOUR,
    work,
  });

describe('a repeated job', () => {
  it('runs at once in a new database and then when its interval is over', async () => {
    const one = job('one');
    expect(await one.nextDue()).toEqual(START);
    expect(await one.run()).toBe(1);
    expect(await one.nextDue()).toEqual(new Date(START.getTime() + HOUR * 1000));
    pass(HOUR - 1);
    expect(await one.run()).toBe(0);
    pass(1);
    expect(await one.run()).toBe(1);
    expect(runs).toEqual(['one', 'one']);
  });

  it('runs in one of several processes', async () => {
    const handled = await Promise.all([job('one').run(), job('two').run(), job('three').run()]);
    expect(handled.toSorted()).toEqual([0, 0, 1]);
    expect(runs).toHaveLength(1);
  });

  it('runs once after several missed intervals', async () => {
    await job('one').run();
    pass(10 * HOUR);
    expect(await job('one').run()).toBe(1);
    expect(await job('one').run()).toBe(0);
  });

  it('throws the error of its work and runs again after the interval', async () => {
    const failing = job('one', () => Promise.reject(new Error('no')));
    await expect(failing.run()).rejects.toThrow('no');
    expect(await failing.run()).toBe(0);
    pass(HOUR);
    expect(await job('two').run()).toBe(1);
    expect(runs).toEqual(['two']);
  });
});
