import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CarrierUnavailableError } from './carrier.port.ts';
import {
  chargeInput,
  dropped,
  json,
  msisdn,
  payment,
  type Reaction,
  refusal,
  type StandIn,
  startStandIn,
  text,
} from './carrier-stand-in.test-support.ts';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await startStandIn();
});
afterEach(() => standIn.close());

const FROM = new Date('2026-11-20T00:00:00Z');
const TO = new Date('2026-11-20T23:59:59.999Z');
const look = { reference: 'ref-1', correlator: 'corr-1', msisdn: msisdn(), from: FROM, to: TO };

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    payment({ paymentId: `pay-${index + 1}` }, { referenceCode: `ref-${index + 1}`, clientCorrelator: `corr-${index + 1}` }),
  );

/** Lists as CAMARA does, with at most `most` entries a page whatever is asked, and the total where it is told. */
const listing =
  (entries: unknown[], most: number, tellTotal: boolean): Reaction =>
  (response, seen) => {
    const perPage = Math.min(most, Number(seen.query.get('perPage')));
    const start = (Number(seen.query.get('page')) - 1) * perPage;
    const headers: Record<string, string> = tellTotal ? { 'x-total-count': String(entries.length) } : {};
    json(200, entries.slice(start, start + perPage), headers)(response, seen);
  };

async function all<Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const read: Entry[] = [];
  for await (const entry of entries) read.push(entry);
  return read;
}

async function idsOf(charges: AsyncIterable<{ carrierPaymentId: string }>): Promise<string[]> {
  return (await all(charges)).map((charge) => charge.carrierPaymentId);
}

describe('listing charges', () => {
  it.each([
    ['none', 0, 100, true],
    ['one page', 7, 100, true],
    ['exactly a full page', 100, 100, false],
    ['several pages', 250, 100, true],
    ['a carrier that hands out fewer than asked', 45, 20, true],
    ['a carrier that does not tell the total', 45, 20, false],
  ])('%s: every one once, oldest first', async (_name, count, most, tellTotal) => {
    standIn.answer(listing(numbered(count), most, tellTotal));
    const ids = await idsOf(standIn.carrier().listCharges({ from: FROM, to: TO }));
    expect(ids).toEqual(numbered(count).map((entry) => entry.paymentId));
    const query = standIn.calls[0]?.query;
    expect(query?.get('order')).toBe('asc');
    expect(query?.get('paymentCreationDate.gte')).toBe('2026-11-20T00:00:00.000Z');
    expect(query?.get('paymentCreationDate.lte')).toBe('2026-11-20T23:59:59.999Z');
  });

  it('drops what a shifting list shows twice', async () => {
    const [first, second, third] = numbered(3);
    standIn.answer(json(200, [first, second]), json(200, [second, third]), json(200, []));
    expect(await idsOf(standIn.carrier().listCharges({ from: FROM, to: TO }))).toEqual(['pay-1', 'pay-2', 'pay-3']);
  });

  it('ends at a page that is out of range', async () => {
    standIn.answer(json(200, numbered(2)), refusal(400, 'OUT_OF_RANGE'));
    expect(await idsOf(standIn.carrier().listCharges({ from: FROM, to: TO }))).toEqual(['pay-1', 'pay-2']);
  });

  it('cuts a window in two that has too many', async () => {
    const middle = new Date((FROM.getTime() + TO.getTime()) / 2).toISOString();
    const [early, late] = numbered(2);
    standIn.answer((response, seen) => {
      const [gte, lte] = [seen.query.get('paymentCreationDate.gte') ?? '', seen.query.get('paymentCreationDate.lte') ?? ''];
      if (gte <= middle && lte > middle) return refusal(400, 'CARRIER_BILLING.TOO_MANY_MATCHING_RECORDS')(response, seen);
      json(200, [lte <= middle ? early : late], { 'x-total-count': '1' })(response, seen);
    });
    expect(await idsOf(standIn.carrier().listCharges({ from: FROM, to: TO }))).toEqual(['pay-1', 'pay-2']);
  });

  it('says that it is unavailable instead of ending early', async () => {
    standIn.answer(listing(numbered(100), 100, false), refusal(503, 'UNAVAILABLE'));
    const read = idsOf(standIn.carrier().listCharges({ from: FROM, to: TO }));
    await expect(read).rejects.toThrow(CarrierUnavailableError);
  });
});

describe('finding a charge', () => {
  it('by the carrier’s id', async () => {
    standIn.answer(json(200, payment()), text(404, '<html>'), dropped);
    const carrier = standIn.carrier();
    const byId = { ...look, carrierPaymentId: 'pay/1' };
    expect(await carrier.findCharge(byId)).toEqual({
      outcome: 'found',
      charge: {
        carrierPaymentId: 'pay-1',
        carrierReference: 'srv-1',
        reference: 'ref-1',
        correlator: 'corr-1',
        msisdn: '27821234567',
        amountCents: 500,
        status: 'succeeded',
        createdAt: new Date('2026-11-20T10:00:00Z'),
        paidAt: new Date('2026-11-20T10:00:01Z'),
      },
      settled: { outcome: 'succeeded', carrierPaymentId: 'pay-1', carrierReference: 'srv-1', at: new Date('2026-11-20T10:00:01Z') },
    });
    expect(standIn.calls[0]?.path).toBe('/root/carrier-billing/v0.5/payments/pay%2F1');
    // Only the carrier itself can say that there is none.
    expect(await carrier.findCharge(byId)).toEqual({ outcome: 'unavailable', cause: 'carrier_error' });
    expect(await carrier.findCharge(byId)).toEqual({ outcome: 'unavailable', cause: 'carrier_error' });
  });

  // Issue 4 section 2: a payment that the carrier has named was there.
  it('among the number’s payments where the carrier does not know its own id, and never by one of the two alone', async () => {
    standIn.answer(refusal(404, 'NOT_FOUND'), json(200, [payment()], { 'x-total-count': '1' }), refusal(404, 'NOT_FOUND'), json(200, []));
    const carrier = standIn.carrier();
    const byId = { ...look, carrierPaymentId: 'pay-1' };
    expect(await carrier.findCharge(byId)).toMatchObject({ outcome: 'found', settled: { outcome: 'succeeded' } });
    expect(await carrier.findCharge(byId)).toEqual({ outcome: 'not_found' });
    expect(standIn.calls.map(({ path }) => path.split('/v0.5').at(-1))).toEqual(['/payments/pay-1', '/payments', '/payments/pay-1', '/payments']);
  });

  it('among the number’s payments, by reference or correlator', async () => {
    standIn.answer(listing(numbered(130), 50, true));
    const found = await standIn.carrier().findCharge({ ...look, reference: 'ref-117', correlator: 'corr-117' });
    expect(found).toMatchObject({ outcome: 'found', charge: { carrierPaymentId: 'pay-117' } });
    expect(await standIn.carrier().findCharge({ ...look, reference: 'ref-999', correlator: 'corr-999' })).toEqual({ outcome: 'not_found' });
    expect(new URLSearchParams(standIn.tokenCalls[0]?.body).get('grant_type')).toContain('jwt-bearer');
  });

  it('takes the payment that succeeded where there are several', async () => {
    const denied = payment({ paymentId: 'pay-0', paymentStatus: 'denied', paymentDate: undefined });
    standIn.answer(listing([denied, payment(), { ...denied, paymentId: 'pay-2' }], 100, true));
    expect(await standIn.carrier().findCharge(look)).toMatchObject({ outcome: 'found', charge: { carrierPaymentId: 'pay-1' } });
  });

  it('never takes another number’s', async () => {
    standIn.answer(listing([payment({}, { phoneNumber: '+27831112222' })], 100, true));
    expect(await standIn.carrier().findCharge(look)).toEqual({ outcome: 'not_found' });
  });

  it('reads the whole window with a token of our own where the carrier gives none for the number', async () => {
    standIn.answerTokens(json(400, { error: 'invalid_grant' }));
    standIn.answer(listing([payment()], 100, true));
    expect(await standIn.carrier().findCharge(look)).toMatchObject({ outcome: 'found' });
    expect(standIn.tokenCalls).toHaveLength(2);
  });

  it.each([
    ['denied', { outcome: 'denied', reason: 'refused', carrierPaymentId: 'pay-1', detail: 'The carrier has this payment as denied' }],
    ['cancelled', { outcome: 'denied', reason: 'refused', carrierPaymentId: 'pay-1', detail: 'The carrier has this payment as cancelled' }],
    ['reserved', { outcome: 'processing', carrierPaymentId: 'pay-1' }],
    ['pending_validation', { outcome: 'processing', carrierPaymentId: 'pay-1' }],
    ['processing', { outcome: 'processing', carrierPaymentId: 'pay-1' }],
  ])('%s in the words of a charge', async (paymentStatus, settled) => {
    standIn.answer(json(200, [payment({ paymentStatus, paymentDate: undefined })], { 'x-total-count': '1' }));
    expect(await standIn.carrier().findCharge(look)).toMatchObject({ outcome: 'found', settled });
  });

  it('is not found only when the whole list could be read', async () => {
    standIn.answer(listing(numbered(100), 100, false), dropped);
    const found = await standIn.carrier().findCharge({ ...look, reference: 'ref-999', correlator: 'corr-999' });
    expect(found).toEqual({ outcome: 'unavailable', cause: 'carrier_error' });
  });
});

describe('two-step payments', () => {
  const prepared = (more: Record<string, unknown>) => json(201, payment({ paymentDate: undefined, ...more }));
  it.each([
    [{ paymentStatus: 'reserved' }, { outcome: 'reserved', carrierPaymentId: 'pay-1' }],
    [
      { paymentStatus: 'pending_validation', validationInfo: { action: 'validate', authorizationId: 'a-1' } },
      { outcome: 'needs_code', carrierPaymentId: 'pay-1', authorizationId: 'a-1' },
    ],
    [
      { paymentStatus: 'pending_validation', validationInfo: { action: 'open', validationURL: 'https://carrier.example/v' } },
      { outcome: 'needs_page', carrierPaymentId: 'pay-1', url: 'https://carrier.example/v' },
    ],
    [
      { paymentStatus: 'pending_validation', validationInfo: { action: 'open', validationURL: 'javascript:1' } },
      { outcome: 'unknown', cause: 'unreadable_reply' },
    ],
    [{ paymentStatus: 'processing' }, { outcome: 'processing', carrierPaymentId: 'pay-1' }],
  ])('prepare: %j', async (more, outcome) => {
    standIn.answer(prepared(more));
    expect(await standIn.carrier().prepareCharge(chargeInput())).toEqual(outcome);
  });

  const step = { carrierPaymentId: 'pay-1', msisdn: msisdn() };
  it.each([
    [text(202, ''), { outcome: 'accepted' }],
    [refusal(409, 'CARRIER_BILLING.PAYMENT_CONFIRMED'), { outcome: 'already_confirmed' }],
    [refusal(409, 'CARRIER_BILLING.PAYMENT_CANCELLED'), { outcome: 'already_cancelled' }],
    [refusal(409, 'ALREADY_EXISTS'), { outcome: 'unknown', cause: 'already_submitted' }],
    [refusal(404, 'NOT_FOUND'), { outcome: 'not_found' }],
    [
      refusal(404, 'IDENTIFIER_NOT_FOUND'),
      { outcome: 'denied', reason: 'not_on_network', carrierPaymentId: 'pay-1', detail: 'IDENTIFIER_NOT_FOUND: No.' },
    ],
    [dropped, { outcome: 'unknown', cause: 'connection_lost' }],
  ])('confirm and cancel (%#)', async (reaction, outcome) => {
    standIn.answer(reaction);
    expect(await standIn.carrier().confirmCharge(step)).toEqual(outcome);
    expect(await standIn.carrier().cancelCharge(step)).toEqual(outcome);
    expect(standIn.calls.map((call) => call.path.split('/').at(-1))).toEqual(['confirm', 'cancel']);
    expect(JSON.parse(standIn.calls[0]?.body ?? '')).toEqual({ phoneNumber: '+27821234567' });
  });

  it.each([
    [text(204, ''), { outcome: 'valid' }],
    [refusal(400, 'CARRIER_BILLING.INVALID_CODE'), { outcome: 'invalid' }],
    [refusal(400, 'CARRIER_BILLING.VALIDATION_FAILED'), { outcome: 'attempts_used_up' }],
    [refusal(400, 'CARRIER_BILLING.INVALID_AUTHORIZATION_ID'), { outcome: 'wrong_authorization' }],
    [refusal(409, 'ALREADY_EXISTS'), { outcome: 'already_validated' }],
    [refusal(404, 'NOT_FOUND'), { outcome: 'not_found' }],
  ])('validate (%#)', async (reaction, outcome) => {
    standIn.answer(reaction);
    const input = { carrierPaymentId: 'pay-1', authorizationId: 'a-1', code: '1234' };
    expect(await standIn.carrier().validateCharge(input)).toEqual(outcome);
  });
});

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
  const input = { carrierPaymentId: 'pay-1', reference: 'rr-1', correlator: 'rc-1' };

  it('of all that is left', async () => {
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

  it('of a part', async () => {
    standIn.answer(json(201, refund({ type: 'partial', refundStatus: 'processing', refundDate: undefined })));
    const part = { amountCents: 250, vatCents: 33 };
    expect(await standIn.carrier().refund({ ...input, part })).toEqual({ outcome: 'processing', carrierRefundId: 'rf-1' });
    expect(JSON.parse(standIn.calls[0]?.body ?? '').amountTransaction.refundAmount).toEqual({
      chargingInformation: { amount: 2.5, currency: 'ZAR', description: 'Refund', isTaxIncluded: true, taxAmount: 0.33 },
    });
  });

  it.each([
    [404, 'NOT_FOUND', 'payment_not_found'],
    [403, 'CARRIER_BILLING_REFUND.PAYMENT_NOT_ELIGIBLE_FOR_REFUND', 'not_eligible'],
    [422, 'CARRIER_BILLING_REFUND.INVALID_PAYMENT_STATUS', 'payment_not_taken'],
    [422, 'CARRIER_BILLING_REFUND.UNAUTHORIZED_AMOUNT', 'amount_not_allowed'],
    [422, 'CARRIER_BILLING_REFUND.USER_AMOUNT_THRESHOLD_OVERPASSED', 'spending_limit'],
    [403, 'CARRIER_BILLING_REFUND.REFUND_DENIED', 'refused'],
  ] as const)('%i %s is %s', async (status, code, reason) => {
    standIn.answer(refusal(status, code));
    expect(await standIn.carrier().refund(input)).toEqual({ outcome: 'denied', reason, detail: `${code}: No.` });
  });

  it('that were submitted before, or lost, are looked up', async () => {
    const before = [
      refusal(409, 'ALREADY_EXISTS'),
      refusal(409, 'CARRIER_BILLING_REFUND.INVALID_PAYMENT_STATUS'),
      refusal(400, 'INVALID_ARGUMENT', 'Duplicate referenceCode'),
    ];
    standIn.answer(...before, dropped, json(201, refund({}, {})));
    const carrier = standIn.carrier();
    for (const _one of before) expect(await carrier.refund(input)).toEqual({ outcome: 'unknown', cause: 'already_submitted' });
    expect(await carrier.refund(input)).toEqual({ outcome: 'unknown', cause: 'connection_lost' });
    expect(await carrier.refund({ ...input, reference: 'rr-2' })).toEqual({ outcome: 'unknown', cause: 'already_submitted' });
  });

  it('are found among those of the payment, and by id', async () => {
    const partial = refund({ refundId: 'rf-2', type: 'partial' }, { chargingInformation: { amount: 1.5, currency: 'ZAR', description: 'x' } });
    standIn.answer(json(200, [refund({ refundId: 'rf-0' }, {}), partial], { 'x-total-count': '2' }));
    const carrier = standIn.carrier();
    expect(await carrier.findRefund(input)).toMatchObject({ outcome: 'found', refund: { carrierRefundId: 'rf-0', kind: 'total' } });
    expect(await carrier.findRefund({ ...input, reference: 'x', correlator: 'y' })).toEqual({ outcome: 'not_found' });
    expect((await all(carrier.listRefunds(input))).map((each) => each.amountCents)).toEqual([undefined, 150]);
    standIn.answer(refusal(404, 'NOT_FOUND'));
    expect(await carrier.findRefund({ ...input, carrierRefundId: 'rf-9' })).toEqual({ outcome: 'not_found' });
    expect(await carrier.findRefund(input)).toEqual({ outcome: 'not_found' });
    standIn.answer(dropped);
    expect(await carrier.findRefund(input)).toEqual({ outcome: 'unavailable', cause: 'carrier_error' });
  });

  it('what is left', async () => {
    standIn.answer(json(200, { amount: 2.35, currency: 'ZAR' }), refusal(404, 'NOT_FOUND'), json(200, { amount: -1 }));
    const carrier = standIn.carrier();
    expect(await carrier.remainingToRefund(input)).toEqual({ outcome: 'known', amountCents: 235 });
    expect(await carrier.remainingToRefund(input)).toEqual({ outcome: 'not_found' });
    expect(await carrier.remainingToRefund(input)).toEqual({ outcome: 'unavailable', cause: 'carrier_error' });
  });
});
