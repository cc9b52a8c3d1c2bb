// Notifications carry the correlator of their call, and a 201 names the address of the resource.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Carrier,
  payment,
  sinkAt,
  startCarrier,
  startService,
  until,
} from '../carrier-sim.test-kit.ts';

let carrier: Carrier;
let service: Awaited<ReturnType<typeof startService>>;
let token: string;
beforeAll(async () => {
  service = await startService();
  carrier = await startCarrier();
  token = await carrier.token();
});
afterAll(async () => {
  await carrier.sim.close();
  await service.close();
});

const BILLING = '/carrier-billing/v0.5/payments';
const post = (path: string, body: object, correlator: string) =>
  carrier.call('POST', path, { token, body, headers: { 'x-correlator': correlator } });
/** Waits for that many events; those that are due at the same time may arrive in any order. */
async function eventsAt(sink: string, count: number) {
  const here = () => service.received.filter(({ path }) => path === sink);
  await until(() => here().length >= count);
  return here().map(({ correlator, body }) => [String(body.type).split('.').at(-1), correlator]);
}

test('a payment, its refund and their events carry the correlators of their calls', async () => {
  const paid = await post(
    BILLING,
    payment({ phoneNumber: '+27822220001', sink: sinkAt(`${service.url}/one`) }),
    'pay:1',
  );
  expect(paid.headers.get('location')).toBe(paid.body.amountTransaction.resourceURL);
  expect(
    (await carrier.call('GET', paid.headers.get('location') ?? '', { token })).body.paymentId,
  ).toBe(paid.body.paymentId);
  await eventsAt('/one', 1);
  const body = {
    type: 'total',
    amountTransaction: { referenceCode: 'r-1', refundAmount: {} },
    ...sinkAt(`${service.url}/one`),
  };
  const refunded = await post(
    `/carrier-billing-refund/v0.3/payments/${paid.body.paymentId}/refunds`,
    body,
    'refund:1',
  );
  expect(
    (await carrier.call('GET', refunded.headers.get('location') ?? '', { token })).body.refundId,
  ).toBe(refunded.body.refundId);
  expect(await eventsAt('/one', 2)).toEqual([
    ['payment-completed', 'pay:1'],
    ['refund-completed', 'refund:1'],
  ]);
});

test('each step of a reservation notifies under the correlator of its own call', async () => {
  const phoneNumber = '+27822220002';
  const held = await post(
    `${BILLING}/prepare`,
    payment({ phoneNumber, sink: sinkAt(`${service.url}/two`) }),
    'hold:1',
  );
  expect(held.headers.get('location')).toBe(`${BILLING}/${held.body.paymentId}`);
  await eventsAt('/two', 1);
  await post(`${BILLING}/${held.body.paymentId}/confirm`, { phoneNumber }, 'confirm:1');
  expect(await eventsAt('/two', 2)).toEqual([
    ['payment-reserved', 'hold:1'],
    ['payment-completed', 'confirm:1'],
  ]);
});

test('a late outcome notifies under the correlator of the call that requested it', async () => {
  await carrier.call('POST', '/sim/faults', {
    body: { operation: 'charge', kind: 'late-notification' },
  });
  await post(
    BILLING,
    payment({ phoneNumber: '+27822220003', sink: sinkAt(`${service.url}/late`) }),
    'late:1',
  );
  await carrier.call('POST', '/test/clock', {
    body: { now: new Date(Date.now() + 31_000).toISOString() },
  });
  expect(await eventsAt('/late', 1)).toEqual([['payment-completed', 'late:1']]);
});

test('a call without a correlator gets one, and its notification has the same', async () => {
  const body = payment({ phoneNumber: '+27822220004', sink: sinkAt(`${service.url}/made`) });
  const paid = await carrier.call('POST', BILLING, { token, body });
  expect(await eventsAt('/made', 1)).toEqual([
    ['payment-completed', paid.headers.get('x-correlator')],
  ]);
});
