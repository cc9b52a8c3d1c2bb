import { expect, it } from 'vitest';
import { lateJobs } from './late-jobs.ts';

const NOW = new Date('2026-11-26T10:00:00Z');
const clock = { now: () => NOW };
const job = (name: string, due: string | null) => ({
  name,
  nextDue: async () => (due === null ? null : new Date(`2026-11-26T${due}Z`)),
});

it('names the jobs whose work has waited for more than five minutes, the longest first', async () => {
  const jobs = [
    job('idle', null),
    { name: 'at once', nextDue: async () => new Date(0) },
    job('later', '11:00:00'),
    job('just now', '09:59:59'),
    job('in time', '09:55:00'),
    job('late', '09:54:59'),
    job('stuck', '03:00:00'),
  ];
  expect(await lateJobs(jobs, clock)).toEqual([
    { name: 'stuck', dueAt: new Date('2026-11-26T03:00:00Z') },
    { name: 'late', dueAt: new Date('2026-11-26T09:54:59Z') },
  ]);
});

it('fails where a job cannot say when it is due: an unknown state is not a good one', async () => {
  const broken = { name: 'broken', nextDue: () => Promise.reject(new Error('no database')) };
  await expect(lateJobs([broken], clock)).rejects.toThrow('no database');
});
