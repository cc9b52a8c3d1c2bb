// A charge that was put on hold over midnight is compared on the day on which it was sent again:
// the carrier cannot have it in the list of the day of its intent.
import { instantOf } from '@bonisa/domain/south-african-time';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { resentCharges } from '../charges/charge-resends.repository.ts';
import {
  bookCharges,
  chargeRow,
  createReconciliationBench,
  DAY,
  listedCharge,
  NEXT,
  NOTHING,
  noon,
  type ReconciliationBench,
} from './reconciliation.test-kit.ts';

const sentAt = instantOf(NEXT, 4);

let bench: ReconciliationBench;
beforeAll(async () => {
  bench = await createReconciliationBench();
});
beforeEach(() => bench.clear());
afterAll(() => bench.close());

const resent = (change: Partial<ReturnType<typeof chargeRow>> = {}) =>
  chargeRow(uuid(), noon, { sentAt, decidedAt: sentAt, ...change });

it('misses it neither on the day of its intent nor on that of its payment', async () => {
  const row = resent();
  await bookCharges(bench.db, [row]);
  bench.list.push(listedCharge(row, sentAt));
  // At six in the morning the first day is compared, and the charge has been taken already.
  expect(await bench.compare(DAY)).toEqual(NOTHING);
  bench.clock.moveTo(instantOf(NEXT, 30));
  expect(await bench.compare(NEXT)).toEqual({ ...NOTHING, matched: 1 });
  expect(await bench.openKinds()).toEqual([]);
});

it('misses it once, on the day on which it was sent again, where the carrier does not have it', async () => {
  const soon = resent({ sentAt: new Date(noon.getTime() + 60_000) });
  const denied = resent({ state: 'denied', reason: 'refused' });
  await bookCharges(bench.db, [resent(), resent(), soon, denied]);
  expect(await bench.compare(DAY)).toEqual({ ...NOTHING, missing_there: 1 });
  bench.clock.moveTo(instantOf(NEXT, 30));
  expect(await bench.compare(NEXT)).toEqual({ ...NOTHING, missing_there: 2 });
  expect(await bench.openKinds()).toEqual(['missing_there', 'missing_there', 'missing_there']);
});

it('is read page by page, each once', async () => {
  const rows = [0, 0, 0, 1, 2].map((minutes) =>
    resent({ sentAt: new Date(sentAt.getTime() + minutes * 60_000) }),
  );
  await bookCharges(bench.db, [...rows, resent({ carrierId: 'another' }), chargeRow(uuid(), noon)]);
  const read: string[] = [];
  for (let after: { id: string } | undefined; ; ) {
    const within = { carrierId: 'karoo', from: sentAt };
    const page = await resentCharges(bench.db, within, undefined, after, 2);
    after = page.at(-1);
    if (!after) break;
    read.push(...page.map(({ id }) => id));
  }
  expect(read.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
});

it("is found by the carrier's payment id days after its intent", async () => {
  const old = resent({ createdAt: new Date(noon.getTime() - 5 * 86_400_000) });
  await bookCharges(bench.db, [old]);
  bench.list.push(listedCharge(old, sentAt, { reference: 'a reference of theirs' }));
  bench.clock.moveTo(instantOf(NEXT, 30));
  expect(await bench.compare(NEXT)).toEqual({ ...NOTHING, matched: 1 });
});
