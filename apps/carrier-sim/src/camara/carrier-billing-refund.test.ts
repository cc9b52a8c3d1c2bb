import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Carrier,
  payment,
  sinkAt,
  startCarrier,
  startService,
  until,
} from '../carrier-sim.test-kit.ts';

let carrier: Carrier;
let token: string;
let next = 0;
beforeAll(async () => {
  carrier = await startCarrier();
  token = await carrier.token();
});
afterAll(() => carrier.sim.close());

const newNumber = () => `2785000${String(next++).padStart(4, '0')}`;
const airtime = async (msisdn: string) =>
  (await carrier.call('GET', `/sim/handsets/${msisdn}`)).body.airtime;
const path = (paymentId: string) => `/carrier-billing-refund/v0.3/payments/${paymentId}/refunds`;
const refund = (paymentId: string, body: object) =>
  carrier.call('POST', path(paymentId), { token, body });
const total = (more: object = {}) => ({
  type: 'total',
  amountTransaction: { referenceCode: crypto.randomUUID(), refundAmount: {}, ...more },
});
const part = (amount: number, more: object = {}, information: object = {}) => ({
  type: 'partial',
  amountTransaction: {
    referenceCode: crypto.randomUUID(),
    refundAmount: {
      chargingInformation: {
        amount,
        currency: 'ZAR',
        description: 'x',
        isTaxIncluded: true,
        ...information,
      },
      ...more,
    },
  },
});

async function paid(changes: object = {}) {
  const msisdn = newNumber();
  const body = payment({ phoneNumber: `+${msisdn}`, amount: 10, ...changes });
  const { paymentId } = (
    await carrier.call('POST', '/carrier-billing/v0.5/payments', { token, body })
  ).body;
  return { msisdn, paymentId };
}

describe('refunds', () => {
  test('return everything and close the payment when they are total', async () => {
    const { msisdn, paymentId } = await paid();
    const reply = await refund(paymentId, { ...total(), reason: 'played badly' });
    expect(reply).toMatchObject({
      status: 201,
      body: {
        refundStatus: 'succeeded',
        type: 'total',
        reason: 'played badly',
        amountTransaction: { refundAmount: {} },
      },
    });
    expect(await airtime(msisdn)).toBe('50.00');
    expect((await refund(paymentId, total())).body.code).toBe(
      'CARRIER_BILLING_REFUND.PAYMENT_NOT_ELIGIBLE_FOR_REFUND',
    );
    expect(
      (await carrier.call('GET', `${path(paymentId)}/remaining-amount`, { token })).body,
    ).toMatchObject({ amount: 0, currency: 'ZAR' });
    expect(
      (await carrier.call('GET', `${path(paymentId)}/${reply.body.refundId}`, { token })).body,
    ).toEqual(reply.body);
    expect((await carrier.call('GET', `/sim/charges?msisdn=${msisdn}`)).body).toMatchObject([
      { status: 'succeeded', refunded: '10.00' },
    ]);
  });

  test('add up to the payment and not beyond when they are partial', async () => {
    const { msisdn, paymentId } = await paid();
    expect((await refund(paymentId, part(3.5))).status).toBe(201);
    expect(
      (await carrier.call('GET', `${path(paymentId)}/remaining-amount`, { token })).body,
    ).toMatchObject({ amount: 6.5, isTaxIncluded: true });
    expect((await refund(paymentId, part(6.51))).body.code).toBe(
      'CARRIER_BILLING_REFUND.UNAUTHORIZED_AMOUNT',
    );
    expect((await refund(paymentId, total())).status).toBe(201);
    expect(await airtime(msisdn)).toBe('50.00');
    const list = await carrier.call('GET', `${path(paymentId)}?order=asc`, { token });
    expect(list.body.map(({ type }: { type: string }) => type)).toEqual(['partial', 'total']);
    expect([list.headers.get('x-total-count'), list.headers.get('content-last-key')]).toEqual([
      '2',
      '2',
    ]);
    expect(
      (await carrier.call('GET', `${path(paymentId)}?refundStatus=denied`, { token })).body,
    ).toEqual([]);
  });

  test('are created once for a repeated request', async () => {
    const { msisdn, paymentId } = await paid();
    const body = total({ clientCorrelator: `refund-${msisdn}` });
    const first = await refund(paymentId, body);
    expect(await refund(paymentId, body)).toMatchObject({ status: 201, body: first.body });
    expect(
      (await refund(paymentId, total({ clientCorrelator: `refund-${msisdn}` }))).body.code,
    ).toBe('INVALID_ARGUMENT');
    const reference = { referenceCode: body.amountTransaction.referenceCode };
    expect((await refund(paymentId, total(reference))).body).toMatchObject({
      status: 409,
      code: 'ALREADY_EXISTS',
    });
    expect(await airtime(msisdn)).toBe('50.00');
  });

  test('must match the payment', async () => {
    const { paymentId } = await paid();
    expect((await refund(paymentId, part(1, {}, { isTaxIncluded: false }))).body.code).toBe(
      'CARRIER_BILLING_REFUND.TAXES_MANAGEMENT_MISMATCH',
    );
    const details = {
      refundDetails: [{ paymentItemId: 'x', amount: 1, currency: 'ZAR', description: 'x' }],
    };
    expect((await refund(paymentId, part(1, details))).body.code).toBe(
      'CARRIER_BILLING_REFUND.REFUND_DETAILS_MISMATCH',
    );
    expect((await refund(paymentId, part(1, {}, { currency: 'EUR' }))).body.code).toBe(
      'INVALID_ARGUMENT',
    );
    expect((await refund(paymentId, part(1.001))).body.code).toBe(
      'CARRIER_BILLING_REFUND.UNAUTHORIZED_AMOUNT',
    );
    expect((await refund('nothing', total())).body).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
    for (const bad of [
      {},
      { type: 'whole' },
      { type: 'partial', amountTransaction: { referenceCode: 'x', refundAmount: {} } },
    ])
      expect((await refund(paymentId, bad)).body.code).toBe('INVALID_ARGUMENT');
  });

  test('are refused for a reservation', async () => {
    const body = payment({ phoneNumber: `+${newNumber()}` });
    const { paymentId } = (
      await carrier.call('POST', '/carrier-billing/v0.5/payments/prepare', { token, body })
    ).body;
    expect((await refund(paymentId, total())).body.code).toBe(
      'CARRIER_BILLING_REFUND.INVALID_PAYMENT_STATUS',
    );
    expect(
      (await carrier.call('GET', `${path(paymentId)}/remaining-amount`, { token })).body.amount,
    ).toBe(0);
  });

  test('notify their sink', async () => {
    const service = await startService();
    const { paymentId } = await paid();
    const reply = await refund(paymentId, { ...total(), ...sinkAt(service.url) });
    await until(() => service.received.length === 1);
    expect(service.received[0]?.body).toMatchObject({
      type: 'org.camaraproject.carrier-billing-refund.v0.refund-completed',
      data: {
        paymentId,
        refundId: reply.body.refundId,
        status: 'succeeded',
        refundDate: reply.body.refundDate,
      },
    });
    await service.close();
  });

  test.each([
    ['OUT_OF_RANGE', 'perPage=0'],
    ['INVALID_ARGUMENT', 'refundStatus=gone'],
    [
      'CARRIER_BILLING_REFUND.INVALID_DATE_RANGE',
      'refundCreationDate.gte=2026-02-01T00:00:00Z&refundCreationDate.lte=2026-01-01T00:00:00Z',
    ],
  ])('answer %s to a list with ?%s', async (code, query) => {
    const { paymentId } = await paid();
    expect(await carrier.call('GET', `${path(paymentId)}?${query}`, { token })).toMatchObject({
      status: 400,
      body: { code },
    });
  });
});
