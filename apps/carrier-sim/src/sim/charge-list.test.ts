import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChargesRepository } from '../store/charges.repository.ts';
import { openDatabase } from '../store/database.ts';
import { streamCharges } from './charge-list.ts';

const database = openDatabase(':memory:');
const charges = createChargesRepository(database);
const COUNT = 2_000;
beforeAll(() => {
  const insert = database.prepare(
    `insert into payments (id, client_id, msisdn, steps, status, cents, payment_amount, reference_code, fingerprint, server_reference, created_at)
      values (?, 'client', ?, 1, 'succeeded', 500, '{}', ?, '', '', ?)`,
  );
  const refund = database.prepare(
    `insert into refunds (id, client_id, payment_id, type, status, cents, amount_transaction, reference_code, fingerprint, created_at)
      values (?, 'client', ?, 'partial', ?, ?, '{}', ?, '', 0)`,
  );
  database.transaction(() => {
    for (let index = 0; index < COUNT; index += 1)
      insert.run(`p-${index}`, `2782000000${index % 2}`, `r-${index}`, index);
    for (const [status, cents] of [
      ['succeeded', 100],
      ['succeeded', 50],
      ['processing', 25],
      ['denied', 25],
    ] as const)
      refund.run(`refund-${status}-${cents}`, 'p-3', status, cents, `refund-${status}-${cents}`);
  });
});
afterAll(() => database.close());

const listed = async (msisdn?: string) =>
  JSON.parse((await streamCharges([{ carrier: 'one', charges }], msisdn).toArray()).join(''));

test('lists all charges once and in order, whatever their number', async () => {
  const all = await listed();
  expect(all.map(({ id }: { id: string }) => id)).toEqual(
    Array.from({ length: COUNT }, (_, index) => `p-${index}`),
  );
  expect(all[3]).toEqual({
    id: 'p-3',
    at: '1970-01-01T00:00:00.003Z',
    amount: '5.00',
    status: 'succeeded',
    reference: 'r-3',
    msisdn: '27820000001',
    carrier: 'one',
    // Only the amount that has reached the line.
    refunded: '1.50',
  });
  expect(all[4]).not.toHaveProperty('refunded');
});

test('lists the charges of one number alone, for a full piece and for none', async () => {
  expect(await listed('27820000001')).toHaveLength(COUNT / 2);
  expect(await listed('27820000009')).toEqual([]);
});
