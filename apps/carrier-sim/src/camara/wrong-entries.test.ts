// Lists with wrong entries.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Carrier, payment, startCarrier } from '../carrier-sim.test-kit.ts';
import type { PaymentReply } from './carrier-billing.schemas.ts';

let carrier: Carrier;
let token: string;
let made: PaymentReply[];
beforeEach(async () => {
  carrier = await startCarrier();
  token = await carrier.token();
  made = [];
});
afterEach(() => carrier.sim.close());

const PAYMENTS = '/carrier-billing/v0.5/payments';
async function pay(times = 1): Promise<void> {
  for (let time = 0; time < times; time++) {
    const body = payment({ phoneNumber: '+27850001111' });
    made.push((await carrier.call('POST', PAYMENTS, { token, body })).body);
  }
}
const spoil = (times = 1) =>
  carrier.call('POST', '/sim/faults', {
    body: { operation: 'list', kind: 'wrong-entries', times },
  });
async function list(query = '', shown = token) {
  const { body, headers } = await carrier.call('GET', `${PAYMENTS}?order=asc&${query}`, {
    token: shown,
  });
  return { entries: body as PaymentReply[], total: Number(headers.get('x-total-count')) };
}
const idsOf = (entries: readonly PaymentReply[]) => entries.map(({ paymentId }) => paymentId);
const amountOf = (entry: PaymentReply | undefined) =>
  entry?.amountTransaction.paymentAmount.chargingInformation.amount;

test('adds an invented entry to an empty list, but not to a page after the end', async () => {
  await spoil(2);
  const { entries, total } = await list();
  expect([entries.length, total]).toEqual([1, 1]);
  expect(
    (await carrier.call('GET', `${PAYMENTS}/${entries[0]?.paymentId}`, { token })).status,
  ).toBe(404);
  expect(await carrier.call('GET', `${PAYMENTS}?page=2`, { token })).toMatchObject({
    status: 400,
    body: { code: 'OUT_OF_RANGE' },
  });
  expect(await list()).toEqual({ entries: [], total: 0 });
});

test('removes the entry of a list of one', async () => {
  await pay();
  await spoil();
  const { entries, total } = await list();
  expect([entries.length, total]).toEqual([1, 1]);
  expect(idsOf(entries)).not.toEqual(idsOf(made));
});

test('removes one entry, invents one and changes one amount; the next listing is right again', async () => {
  await pay(5);
  await spoil();
  const { entries, total } = await list();
  expect([entries.length, total]).toEqual([5, 5]);
  const missing = made.filter(({ paymentId }) => !idsOf(entries).includes(paymentId));
  const invented = entries.filter(({ paymentId }) => !idsOf(made).includes(paymentId));
  const known = entries.filter((entry) => !invented.includes(entry));
  const differing = known.filter((entry) => amountOf(entry) !== 5);
  expect([missing.length, invented.length, differing.map(amountOf)]).toEqual([1, 1, [6]]);
  expect(invented[0]?.paymentStatus).toBe('succeeded');
  expect(made.map(({ amountTransaction }) => amountTransaction.referenceCode)).not.toContain(
    invented[0]?.amountTransaction.referenceCode,
  );
  expect(entries.map(({ paymentCreationDate }) => paymentCreationDate)).toEqual(
    entries.map(({ paymentCreationDate }) => paymentCreationDate).toSorted(),
  );
  expect(await list()).toEqual({ entries: made, total: 5 });
});

test('keeps the length of every page, so that paging ends at the right place', async () => {
  await pay(5);
  await spoil(3);
  const pages = [
    await list('perPage=2&page=1'),
    await list('perPage=2&page=2'),
    await list('perPage=2&page=3'),
  ];
  expect(pages.map(({ entries, total }) => [entries.length, total])).toEqual([
    [2, 5],
    [2, 5],
    [1, 5],
  ]);
});

test('never changes the list of one number', async () => {
  await pay(5);
  await spoil();
  const own = await carrier.token({ msisdn: '27850001111' });
  expect(idsOf((await list('', own)).entries)).toEqual(idsOf(made));
});
