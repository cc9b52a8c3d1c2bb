// What a live picture writes while the file store or the database is away.

import { DatabaseAwayError } from '@bonisa/kit/database/database-away';
import { expect, it, vi } from 'vitest';
import { createPictureWrites } from './picture-writes.ts';

const AWAY = new DatabaseAwayError(new Error('connection lost'));
const failing = (times: number, error: Error, after: () => void) => {
  let left = times;
  return async () => {
    left -= 1;
    if (left >= 0) throw error;
    after();
  };
};

it('repeats what must be written until it is, before anything that was added later', async () => {
  const failures: unknown[] = [];
  const done: string[] = [];
  const writes = createPictureWrites((error) => failures.push(error), 1);
  writes.addLasting(failing(3, AWAY, () => done.push('closed')));
  writes.add(async () => void done.push('later'));
  await vi.waitFor(() => expect(done).toEqual(['closed', 'later']));
  expect(failures).toEqual([AWAY, AWAY, AWAY]);
});

it('repeats neither what is lost anyway nor what another time would not mend', async () => {
  const failures: unknown[] = [];
  const done = vi.fn();
  const writes = createPictureWrites((error) => failures.push(error), 1);
  const wrong = new Error('a rendition has no sound');
  writes.add(failing(1, AWAY, done));
  writes.addLasting(failing(1, wrong, done));
  await writes.finish();
  expect([failures, done.mock.calls]).toEqual([[AWAY, wrong], []]);
});

it('gives up at its end, so that a process can stop while its database is away', async () => {
  const failures: unknown[] = [];
  const writes = createPictureWrites((error) => failures.push(error), 1);
  writes.addLasting(failing(Number.POSITIVE_INFINITY, AWAY, () => undefined));
  await vi.waitFor(() => expect(failures.length).toBeGreaterThan(1));
  await writes.finish();
  const { length } = failures;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(failures).toHaveLength(length);
});
