// Clocks: a fence whose next look was put off by a clock that was ahead.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../platform/database/database.test-kit.ts';
import type { OpenDatabase } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { createFenceRepository } from './fence.repository.ts';

let open: OpenDatabase;
beforeAll(async () => {
  open = await createTestDatabase();
});
afterAll(() => open.close());

it('looks at once when the clock is right again, and keeps what it knows', async () => {
  const repository = createFenceRepository(open);
  const now = new Date('2026-11-26T08:00:00Z');
  const [soon, later] = [10_000, 48 * 3_600_000].map((ms) => new Date(now.getTime() + ms));
  if (!soon || !later) throw new Error('no times');
  const claim = { dueAt: soon };
  await repository.claim({ now, until: soon, isForced: false }, newId);
  await repository.write(claim, { state: 'held' });
  await repository.bringBack(now);
  expect(await repository.nextDue()).toEqual(soon);
  await repository.write(claim, { dueAt: later, awaySince: later });
  await repository.bringBack(now);
  expect(await repository.nextDue()).toEqual(now);
  expect(await repository.read()).toMatchObject({ state: 'held', awaySince: now, seenAt: null });
  expect(await repository.closedSince()).toBe(null);
});
