// Notifications that come late or never.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
let next = 0;
let msisdn: string;
/** The carrier's time in seconds after the beginning; it never goes back. */
let seconds = 0;
beforeAll(async () => {
  service = await startService();
  carrier = await startCarrier();
  token = await carrier.token();
});
afterAll(async () => {
  await carrier.sim.close();
  await service.close();
});
beforeEach(async () => {
  msisdn = `2784000${String(++next).padStart(4, '0')}`;
  await pass(60);
});

/** Each test has a sink of its own, because events of an earlier test may still arrive. */
const sink = () => `${service.url}/${next}`;
const at = (time: number) => new Date(Date.UTC(2031, 0, 1) + time * 1000);
async function pass(more: number): Promise<void> {
  seconds += more;
  await carrier.call('POST', '/test/clock', { body: { now: at(seconds).toISOString() } });
}
const fault = (body: object) => carrier.call('POST', '/sim/faults', { body });
const set = (body: object) => carrier.call('PUT', `/sim/handsets/${msisdn}`, { body });
const airtime = async () => (await carrier.call('GET', `/sim/handsets/${msisdn}`)).body.airtime;
const charges = async () => (await carrier.call('GET', `/sim/charges?msisdn=${msisdn}`)).body;
const PAYMENTS = '/carrier-billing/v0.5/payments';
const pay = (more: object = {}) =>
  carrier.call('POST', PAYMENTS, {
    token,
    body: payment({ phoneNumber: `+${msisdn}`, sink: sinkAt(sink()), ...more }),
  });
const lookUp = async (id: string) =>
  (await carrier.call('GET', `${PAYMENTS}/${id}`, { token })).body;
const events = () =>
  service.received
    .filter(({ path }) => path === `/${next}`)
    .map(({ body }) => body as { type: string; data: Record<string, string> });
/** Waits until every earlier event has arrived. */
async function waitForEarlierEvents() {
  const { body } = await pay({ amount: 0.01 });
  await until(() => events().some(({ data }) => data.paymentId === body.paymentId));
  return events().filter(({ data }) => data.paymentId !== body.paymentId);
}

describe('a late payment', () => {
  test('is in process for 30 seconds, then taken and notified', async () => {
    await fault({ operation: 'charge', kind: 'late-notification' });
    const asked = payment({
      phoneNumber: `+${msisdn}`,
      clientCorrelator: `late-${msisdn}`,
      sink: sinkAt(sink()),
    });
    const made = await carrier.call('POST', PAYMENTS, { token, body: asked });
    const id = made.body.paymentId;
    expect(made).toMatchObject({ status: 201, body: { paymentStatus: 'processing' } });
    expect(made.body).not.toHaveProperty('paymentDate');
    // A repeated request returns the same payment.
    expect((await carrier.call('POST', PAYMENTS, { token, body: asked })).body).toEqual(made.body);
    await pass(15);
    expect([
      await airtime(),
      (await lookUp(id)).paymentStatus,
      (await charges())[0].status,
    ]).toEqual(['50.00', 'processing', 'processing']);
    expect(await waitForEarlierEvents()).toEqual([]);
    await pass(60);
    const decided = await lookUp(id);
    expect(decided).toMatchObject({ paymentStatus: 'succeeded' });
    // Decided at its due time, 30 s after its creation, and not at the time of the lookup.
    expect(
      new Date(decided.paymentDate).getTime() - new Date(decided.paymentCreationDate).getTime(),
    ).toBe(30_000);
    expect(await airtime()).toBe('44.99');
    await until(() => events().some(({ data }) => data.paymentId === id));
    expect(events().filter(({ data }) => data.paymentId === id)).toMatchObject([
      {
        type: 'org.camaraproject.carrier-billing.v0.payment-completed',
        data: { status: 'succeeded', paymentDate: decided.paymentDate },
      },
    ]);
    expect(
      (await carrier.call('GET', PAYMENTS, { token: await carrier.token({ msisdn }) })).body,
    ).toContainEqual(decided);
  });

  test('is denied when the airtime is gone by then, and taken when airtime has arrived', async () => {
    await fault({ operation: 'charge', kind: 'late-notification', times: 2 });
    const { body: lost } = await pay();
    await set({ airtime: '4.99' });
    await pass(31);
    expect(await lookUp(lost.paymentId)).toMatchObject({ paymentStatus: 'denied' });
    await until(() => events().length === 1);
    expect(events()).toMatchObject([
      {
        type: 'org.camaraproject.carrier-billing.v0.payment-denied',
        data: { paymentId: lost.paymentId, status: 'failed' },
      },
    ]);
    expect(events()[0]?.data.denialReason).toContain('Insufficient airtime');
    const { body: won } = await pay();
    await set({ airtime: '5.00' });
    await pass(31);
    expect([(await lookUp(won.paymentId)).paymentStatus, await airtime()]).toEqual([
      'succeeded',
      '0.00',
    ]);
  });

  test('is denied by the code of the fault', async () => {
    await fault({
      operation: 'charge',
      kind: 'late-notification',
      code: 'CARRIER_BILLING.USER_AMOUNT_THRESHOLD_OVERPASSED',
    });
    const { body } = await pay();
    expect(body.paymentStatus).toBe('processing');
    await pass(31);
    await until(() => events().length === 1);
    expect(events()[0]?.data).toMatchObject({
      paymentId: body.paymentId,
      denialReason: 'The spending limit of this number is reached.',
    });
    expect(await airtime()).toBe('50.00');
  });

  test('is not charged to a new owner of the number', async () => {
    await fault({ operation: 'charge', kind: 'late-notification' });
    const { body } = await pay();
    await pass(5);
    await carrier.call('POST', `/sim/handsets/${msisdn}/recycle`);
    await pass(30);
    expect([(await lookUp(body.paymentId)).paymentStatus, await airtime()]).toEqual([
      'denied',
      '50.00',
    ]);
  });

  test('cannot be refunded, confirmed or cancelled while it is in process', async () => {
    await fault({ operation: 'charge', kind: 'lost-notification' });
    const { paymentId } = (await pay()).body;
    const total = {
      type: 'total',
      amountTransaction: { referenceCode: crypto.randomUUID(), refundAmount: {} },
    };
    const refund = await carrier.call(
      'POST',
      `/carrier-billing-refund/v0.3/payments/${paymentId}/refunds`,
      { token, body: total },
    );
    expect(refund.body.code).toBe('CARRIER_BILLING_REFUND.INVALID_PAYMENT_STATUS');
    for (const step of ['confirm', 'cancel']) {
      const reply = await carrier.call('POST', `${PAYMENTS}/${paymentId}/${step}`, {
        token,
        body: { phoneNumber: `+${msisdn}` },
      });
      expect(reply.body.code).toBe('CARRIER_BILLING.PAYMENT_CONFIRMED');
    }
    await pass(31);
    expect((await lookUp(paymentId)).paymentStatus).toBe('succeeded');
  });

  test('is denied for an amount above the limit; a reservation is never late', async () => {
    await fault({ operation: 'charge', kind: 'late-notification', times: 2 });
    const { body } = await pay({ amount: 0.001 });
    const held = await carrier.call('POST', `${PAYMENTS}/prepare`, {
      token,
      body: payment({ phoneNumber: `+${msisdn}` }),
    });
    expect([body.paymentStatus, held.body.paymentStatus]).toEqual(['processing', 'reserved']);
    await pass(31);
    expect((await lookUp(body.paymentId)).paymentStatus).toBe('denied');
  });
});

test('never sends a lost notification, but list and lookup have the outcome after 30 seconds', async () => {
  await fault({ operation: 'charge', kind: 'lost-notification', times: 2 });
  const { paymentId } = (await pay()).body;
  const { paymentId: dear } = (await pay({ amount: 60 })).body;
  await pass(20);
  expect((await lookUp(paymentId)).paymentStatus).toBe('processing');
  await pass(11);
  const list = await carrier.call('GET', `${PAYMENTS}?order=asc`, {
    token: await carrier.token({ msisdn }),
  });
  expect(list.body).toMatchObject([
    { paymentId, paymentStatus: 'succeeded' },
    { paymentId: dear, paymentStatus: 'denied' },
  ]);
  expect(await airtime()).toBe('45.00');
  expect(await waitForEarlierEvents()).toEqual([]);
});

describe('a late refund', () => {
  const path = (id: string) => `/carrier-billing-refund/v0.3/payments/${id}/refunds`;
  const refund = (id: string) => {
    const amountTransaction = { referenceCode: crypto.randomUUID(), refundAmount: {} };
    return carrier.call('POST', path(id), {
      token,
      body: { type: 'total', amountTransaction, ...sinkAt(sink()) },
    });
  };
  const paid = async () => {
    const { paymentId } = (
      await carrier.call('POST', PAYMENTS, { token, body: payment({ phoneNumber: `+${msisdn}` }) })
    ).body;
    return paymentId;
  };

  test('is in process for 30 seconds, then paid and notified', async () => {
    const id = await paid();
    await fault({ operation: 'refund', kind: 'late-notification' });
    const { status, body } = await refund(id);
    expect([status, body.refundStatus, body.refundDate]).toEqual([201, 'processing', undefined]);
    // An amount in process cannot be refunded again.
    expect((await refund(id)).body.code).toBe(
      'CARRIER_BILLING_REFUND.PAYMENT_NOT_ELIGIBLE_FOR_REFUND',
    );
    expect((await charges())[0]).not.toHaveProperty('refunded');
    expect(await airtime()).toBe('45.00');
    await pass(31);
    const decided = (await carrier.call('GET', `${path(id)}/${body.refundId}`, { token })).body;
    expect(decided).toMatchObject({ refundStatus: 'succeeded', refundDate: expect.any(String) });
    expect([await airtime(), (await charges())[0].refunded]).toEqual(['50.00', '5.00']);
    await until(() => events().length === 1);
    expect(events()).toMatchObject([
      {
        type: 'org.camaraproject.carrier-billing-refund.v0.refund-completed',
        data: { refundId: body.refundId, refundDate: decided.refundDate },
      },
    ]);
  });

  test('is denied by the code of the fault, and may then be requested again', async () => {
    const id = await paid();
    await fault({
      operation: 'refund',
      kind: 'late-notification',
      code: 'CARRIER_BILLING_REFUND.REFUND_DENIED',
    });
    const { body } = await refund(id);
    await pass(31);
    await until(() => events().length === 1);
    expect(events()).toMatchObject([
      {
        type: 'org.camaraproject.carrier-billing-refund.v0.refund-denied',
        data: {
          paymentId: id,
          refundId: body.refundId,
          status: 'failed',
          denialReason: 'Refund denied by business.',
        },
      },
    ]);
    expect((await carrier.call('GET', path(id), { token })).body).toMatchObject([
      { refundStatus: 'denied' },
    ]);
    expect((await carrier.call('GET', `${path(id)}/remaining-amount`, { token })).body.amount).toBe(
      5,
    );
    expect([await airtime(), (await refund(id)).status, await airtime()]).toEqual([
      '45.00',
      201,
      '50.00',
    ]);
  });

  test('with a lost notification is found by a lookup', async () => {
    const id = await paid();
    await fault({ operation: 'refund', kind: 'lost-notification' });
    await refund(id);
    await pass(31);
    expect((await carrier.call('GET', path(id), { token })).body).toMatchObject([
      { refundStatus: 'succeeded' },
    ]);
    expect(await waitForEarlierEvents()).toEqual([]);
  });
});

test('decides due payments without any call', async () => {
  const hasty = await startCarrier({ testClock: true });
  const hastyToken = await hasty.token();
  await hasty.call('POST', '/sim/faults', {
    body: { operation: 'charge', kind: 'late-notification' },
  });
  const body = payment({ phoneNumber: '+27840009999', sink: sinkAt(sink()) });
  const { paymentCreationDate } = (await hasty.call('POST', PAYMENTS, { token: hastyToken, body }))
    .body;
  // Shortly before its due time, so that only the carrier's own clock triggers it.
  const now = new Date(new Date(paymentCreationDate).getTime() + 29_900).toISOString();
  await hasty.call('POST', '/test/clock', { body: { now } });
  await until(() => events().length === 1);
  expect(events()[0]?.type).toContain('payment-completed');
  await hasty.sim.close();
});
