// Refunds through CAMARA carrier-billing-refund 0.3.0.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  dropped,
  json,
  refusal,
  type StandIn,
  startStandIn,
} from './carrier-stand-in.test-support.ts';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await startStandIn();
});
afterEach(() => standIn.close());

async function all<Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const read: Entry[] = [];
  for await (const entry of entries) read.push(entry);
  return read;
}

describe('refunds', () => {
  const refund = (more: Record<string, unknown> = {}, amount: unknown = {}) => ({
    refundId: 'rf-1',
    refundStatus: 'succeeded',
    type: 'total',
    refundCreationDate: '2026-11-20T10:00:00Z',
    refundDate: '2026-11-20T10:00:05Z',
    amountTransaction: { clientCorrelator: 'rc-1', referenceCode: 'rr-1', refundAmount: amount },
    ...more,
  });
  const input = {
    carrierPaymentId: 'pay-1',
    amountCents: 500,
    reference: 'rr-1',
    correlator: 'rc-1',
  };

  it('can be of all that is left', async () => {
    standIn.answer(json(201, refund()));
    expect(await standIn.carrier().refund({ ...input, reason: 'Asked for' })).toEqual({
      outcome: 'succeeded',
      carrierRefundId: 'rf-1',
      at: new Date('2026-11-20T10:00:05Z'),
    });
    expect(standIn.calls[0]?.path).toBe('/root/carrier-billing-refund/v0.3/payments/pay-1/refunds');
    expect(JSON.parse(standIn.calls[0]?.body ?? '')).toEqual({
      type: 'total',
      reason: 'Asked for',
      amountTransaction: { clientCorrelator: 'rc-1', referenceCode: 'rr-1', refundAmount: {} },
    });
  });

  it('can be of a part', async () => {
    standIn.answer(
      json(201, refund({ type: 'partial', refundStatus: 'processing', refundDate: undefined })),
    );
    const part = { amountCents: 250, vatCents: 33 };
    expect(await standIn.carrier().refund({ ...input, part })).toEqual({
      outcome: 'processing',
      carrierRefundId: 'rf-1',
    });
    expect(JSON.parse(standIn.calls[0]?.body ?? '').amountTransaction.refundAmount).toEqual({
      chargingInformation: {
        amount: 2.5,
        currency: 'ZAR',
        description: 'Refund',
        isTaxIncluded: true,
        taxAmount: 0.33,
      },
    });
  });

  it.each([
    [404, 'NOT_FOUND', 'payment_not_found'],
    [403, 'CARRIER_BILLING_REFUND.PAYMENT_NOT_ELIGIBLE_FOR_REFUND', 'not_eligible'],
    [422, 'CARRIER_BILLING_REFUND.INVALID_PAYMENT_STATUS', 'payment_not_taken'],
    [422, 'CARRIER_BILLING_REFUND.UNAUTHORIZED_AMOUNT', 'amount_not_allowed'],
    [422, 'CARRIER_BILLING_REFUND.USER_AMOUNT_THRESHOLD_OVERPASSED', 'spending_limit'],
    [403, 'CARRIER_BILLING_REFUND.REFUND_DENIED', 'refused'],
  ] as const)('with %i %s are %s', async (status, code, reason) => {
    standIn.answer(refusal(status, code));
    expect(await standIn.carrier().refund(input)).toEqual({
      outcome: 'denied',
      reason,
      detail: `${code}: No.`,
    });
  });

  it('are looked up when they were submitted before, or lost', async () => {
    const before = [
      refusal(409, 'ALREADY_EXISTS'),
      refusal(409, 'CARRIER_BILLING_REFUND.INVALID_PAYMENT_STATUS'),
      refusal(400, 'INVALID_ARGUMENT', 'Duplicate referenceCode'),
    ];
    standIn.answer(...before, dropped, json(201, refund({}, {})));
    const carrier = standIn.carrier();
    for (const _one of before)
      expect(await carrier.refund(input)).toEqual({
        outcome: 'unknown',
        cause: 'already_submitted',
      });
    expect(await carrier.refund(input)).toEqual({ outcome: 'unknown', cause: 'connection_lost' });
    expect(await carrier.refund({ ...input, reference: 'rr-2' })).toEqual({
      outcome: 'unknown',
      cause: 'already_submitted',
    });
  });

  it('are found among those of the payment, and by id', async () => {
    const partial = refund(
      { refundId: 'rf-2', type: 'partial' },
      { chargingInformation: { amount: 1.5, currency: 'ZAR', description: 'x' } },
    );
    standIn.answer(
      json(200, [refund({ refundId: 'rf-0' }, {}), partial], { 'x-total-count': '2' }),
    );
    const carrier = standIn.carrier();
    expect(await carrier.findRefund(input)).toMatchObject({
      outcome: 'found',
      refund: { carrierRefundId: 'rf-0', kind: 'total' },
    });
    expect(await carrier.findRefund({ ...input, reference: 'x', correlator: 'y' })).toEqual({
      outcome: 'not_found',
    });
    expect((await all(carrier.listRefunds(input))).map((each) => each.amountCents)).toEqual([
      undefined,
      150,
    ]);
    standIn.answer(refusal(404, 'NOT_FOUND'));
    expect(await carrier.findRefund({ ...input, carrierRefundId: 'rf-9' })).toEqual({
      outcome: 'not_found',
    });
    expect(await carrier.findRefund(input)).toEqual({ outcome: 'not_found' });
    standIn.answer(dropped);
    expect(await carrier.findRefund(input)).toEqual({
      outcome: 'unavailable',
      cause: 'carrier_error',
    });
  });
});
