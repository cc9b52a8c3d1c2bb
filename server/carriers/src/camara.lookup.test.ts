import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
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
const look = {
  reference: 'ref-1',
  correlator: 'corr-1',
  msisdn: msisdn(),
  amountCents: 500,
  from: FROM,
  to: TO,
};

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    payment(
      { paymentId: `pay-${index + 1}` },
      { referenceCode: `ref-${index + 1}`, clientCorrelator: `corr-${index + 1}` },
    ),
  );

/**
 * Lists as CAMARA does, with at most `most` entries a page whatever is asked, and the total where
 * it is told.
 */
const listing =
  (entries: unknown[], most: number, tellTotal: boolean): Reaction =>
  (response, seen) => {
    const perPage = Math.min(most, Number(seen.query.get('perPage')));
    const start = (Number(seen.query.get('page')) - 1) * perPage;
    const headers: Record<string, string> = tellTotal
      ? { 'x-total-count': String(entries.length) }
      : {};
    json(200, entries.slice(start, start + perPage), headers)(response, seen);
  };

describe('looking up a charge', () => {
  it("finds it by the carrier's id", async () => {
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
      decided: {
        outcome: 'succeeded',
        carrierPaymentId: 'pay-1',
        carrierReference: 'srv-1',
        at: new Date('2026-11-20T10:00:01Z'),
      },
    });
    expect(standIn.calls[0]?.path).toBe('/root/carrier-billing/v0.5/payments/pay%2F1');
    // Only the carrier itself can say that a payment does not exist.
    expect(await carrier.findCharge(byId)).toEqual({
      outcome: 'unavailable',
      cause: 'misconfigured',
      detail: '404',
    });
    expect(await carrier.findCharge(byId)).toEqual({
      outcome: 'unavailable',
      cause: 'carrier_error',
    });
  });

  // A payment that the carrier gave an id exists.
  it("finds it among the number's payments when the carrier does not know its own id, and never by only one of the two", async () => {
    standIn.answer(
      refusal(404, 'NOT_FOUND'),
      json(200, [payment()], { 'x-total-count': '1' }),
      refusal(404, 'NOT_FOUND'),
      json(200, []),
    );
    const carrier = standIn.carrier();
    const byId = { ...look, carrierPaymentId: 'pay-1' };
    expect(await carrier.findCharge(byId)).toMatchObject({
      outcome: 'found',
      decided: { outcome: 'succeeded' },
    });
    expect(await carrier.findCharge(byId)).toEqual({ outcome: 'not_found' });
    expect(standIn.calls.map(({ path }) => path.split('/v0.5').at(-1))).toEqual([
      '/payments/pay-1',
      '/payments',
      '/payments/pay-1',
      '/payments',
    ]);
  });

  it("finds it among the number's payments, by reference or correlator", async () => {
    standIn.answer(listing(numbered(130), 50, true));
    const found = await standIn
      .carrier()
      .findCharge({ ...look, reference: 'ref-117', correlator: 'corr-117' });
    expect(found).toMatchObject({ outcome: 'found', charge: { carrierPaymentId: 'pay-117' } });
    expect(
      await standIn.carrier().findCharge({ ...look, reference: 'ref-999', correlator: 'corr-999' }),
    ).toEqual({ outcome: 'not_found' });
    expect(new URLSearchParams(standIn.tokenCalls[0]?.body).get('grant_type')).toContain(
      'jwt-bearer',
    );
  });

  it('takes the successful payment of several', async () => {
    const denied = payment({ paymentId: 'pay-0', paymentStatus: 'denied', paymentDate: undefined });
    standIn.answer(listing([denied, payment(), { ...denied, paymentId: 'pay-2' }], 100, true));
    expect(await standIn.carrier().findCharge(look)).toMatchObject({
      outcome: 'found',
      charge: { carrierPaymentId: 'pay-1' },
    });
  });

  it("never takes another number's payment", async () => {
    standIn.answer(listing([payment({}, { phoneNumber: '+27831112222' })], 100, true));
    expect(await standIn.carrier().findCharge(look)).toEqual({ outcome: 'not_found' });
  });

  it('takes a payment whose number has another format, because the reference is ours', async () => {
    const odd = payment({}, { phoneNumber: '0821234567 (prepaid)' });
    standIn.answer(json(200, odd), json(200, [odd], { 'x-total-count': '1' }));
    expect(
      await standIn.carrier().findCharge({ ...look, carrierPaymentId: 'pay-1' }),
    ).toMatchObject({ outcome: 'found' });
    expect(await standIn.carrier().findCharge(look)).toMatchObject({
      outcome: 'found',
      decided: { outcome: 'succeeded' },
    });
  });

  // S7: a payment that is found late, after its owner was removed or the number was reassigned, is
  // still found.
  it('finds it without a number by reference or correlator alone, with a two-legged token', async () => {
    const { msisdn: _gone, ...nobodys } = look;
    standIn.answer(
      listing(
        [
          ...numbered(3),
          payment({ paymentId: 'pay-9' }, { phoneNumber: '+27831112222', referenceCode: 'ref-9' }),
        ],
        100,
        true,
      ),
    );
    expect(
      await standIn.carrier().findCharge({ ...nobodys, reference: 'ref-9', correlator: 'x' }),
    ).toMatchObject({
      charge: { carrierPaymentId: 'pay-9' },
    });
    expect(
      await standIn.carrier().findCharge({ ...nobodys, reference: 'x', correlator: 'corr-2' }),
    ).toMatchObject({
      charge: { carrierPaymentId: 'pay-2' },
    });
    expect(
      await standIn.carrier().findCharge({ ...nobodys, reference: 'x', correlator: 'x' }),
    ).toEqual({ outcome: 'not_found' });
    for (const call of standIn.tokenCalls)
      expect(new URLSearchParams(call.body).get('grant_type')).toBe('client_credentials');
  });

  it.each([
    ['its reference', payment({ paymentStatus: 'perhaps' }), false],
    [
      'its correlator',
      payment({ paymentDate: 1, paymentStatus: 'perhaps' }, { referenceCode: undefined }),
      false,
    ],
    ['nothing that would tell', { paymentId: 'pay-1' }, false],
    [
      'another reference',
      payment({ paymentStatus: 'perhaps' }, { referenceCode: 'ref-2', clientCorrelator: 'corr-2' }),
      true,
    ],
    [
      'another number',
      payment({ paymentStatus: 'perhaps' }, { phoneNumber: '+27831112222' }),
      true,
    ],
  ])(
    'does not report a missing payment when an entry is unreadable that has %s',
    async (_name, odd, isAnothers) => {
      const other = payment(
        { paymentId: 'pay-2', paymentStatus: 'denied' },
        { referenceCode: 'ref-3', clientCorrelator: 'corr-3' },
      );
      standIn.answer(listing([odd, other], 100, true));
      const outcome = isAnothers
        ? { outcome: 'not_found' }
        : { outcome: 'unavailable', cause: 'carrier_error' };
      expect(await standIn.carrier().findCharge(look)).toEqual(outcome);
    },
  );

  // An unknown charge can be looked up at any carrier, also at one without three-legged tokens.
  it.each([
    [400, { error: 'invalid_grant' }],
    [400, { error: 'unsupported_grant_type' }],
    [400, { error: 'unauthorized_client' }],
    [400, { error: 'invalid_scope' }],
    [401, { error: 'invalid_client' }],
    [403, {}],
  ])(
    'reads the whole window with a two-legged token when the carrier issues none for the number: %i %j',
    async (status, body) => {
      standIn.answerTokens(json(status, body));
      standIn.answer(listing([payment()], 100, true));
      expect(await standIn.carrier().findCharge(look)).toMatchObject({ outcome: 'found' });
      expect(standIn.tokenCalls).toHaveLength(2);
    },
  );

  it('reads the whole window with a token of our own where one for the number may not list', async () => {
    standIn.answer(refusal(403, 'PERMISSION_DENIED'), listing([payment()], 100, true));
    expect(await standIn.carrier().findCharge(look)).toMatchObject({ outcome: 'found' });
    expect(standIn.calls.map((call) => call.headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });

  it.each([json(503, { error: 'temporarily_unavailable' }), dropped])(
    'waits where the token endpoint only fails (%#)',
    async (reaction) => {
      standIn.answerTokens(reaction);
      expect(await standIn.carrier().findCharge(look)).toEqual({
        outcome: 'unavailable',
        cause: 'no_token',
      });
    },
  );

  it('is not told where our own token is refused as well', async () => {
    standIn.answerTokens(
      json(401, { error: 'invalid_client' }),
      json(401, { error: 'invalid_client' }),
    );
    const refused = {
      outcome: 'unavailable',
      cause: 'misconfigured',
      detail: 'token invalid_client',
    };
    expect(await standIn.carrier().findCharge(look)).toEqual(refused);
    expect(standIn.calls).toEqual([]);
  });

  it.each([
    [
      'denied',
      {
        outcome: 'denied',
        reason: 'refused',
        carrierPaymentId: 'pay-1',
        detail: 'The carrier has this payment as denied',
      },
    ],
    [
      'cancelled',
      {
        outcome: 'denied',
        reason: 'refused',
        carrierPaymentId: 'pay-1',
        detail: 'The carrier has this payment as cancelled',
      },
    ],
    ['reserved', { outcome: 'processing', carrierPaymentId: 'pay-1' }],
    ['pending_validation', { outcome: 'processing', carrierPaymentId: 'pay-1' }],
    ['processing', { outcome: 'processing', carrierPaymentId: 'pay-1' }],
  ])('%s in the words of a charge', async (paymentStatus, decided) => {
    standIn.answer(
      json(200, [payment({ paymentStatus, paymentDate: undefined })], { 'x-total-count': '1' }),
    );
    expect(await standIn.carrier().findCharge(look)).toMatchObject({ outcome: 'found', decided });
  });

  // X5: CAMARA's records have no reason of a denial; the event has it.
  it('is denied with the reason of its event', async () => {
    const told = 'Payment denied by business. Insufficient airtime of [number].';
    const denied = {
      outcome: 'denied',
      reason: 'insufficient_airtime',
      carrierPaymentId: 'pay-1',
      detail: told,
    };
    const entry = payment({ paymentStatus: 'denied', paymentDate: undefined });
    standIn.answer(
      json(200, entry),
      json(200, [entry], { 'x-total-count': '1' }),
      json(200, payment()),
      json(200, { ...entry, paymentStatus: 'cancelled' }),
    );
    const byId = { ...look, carrierPaymentId: 'pay-1', told };
    expect(await standIn.carrier().findCharge(byId)).toMatchObject({ decided: denied });
    expect(await standIn.carrier().findCharge({ ...look, told })).toMatchObject({
      decided: denied,
    });
    // Only the carrier's records have the outcome.
    expect(await standIn.carrier().findCharge(byId)).toMatchObject({
      decided: { outcome: 'succeeded' },
    });
    expect(await standIn.carrier().findCharge(byId)).toMatchObject({
      decided: { outcome: 'denied', reason: 'refused' },
    });
  });

  it('is not found only if the whole list could be read', async () => {
    standIn.answer(listing(numbered(100), 100, false), dropped);
    const found = await standIn
      .carrier()
      .findCharge({ ...look, reference: 'ref-999', correlator: 'corr-999' });
    expect(found).toEqual({ outcome: 'unavailable', cause: 'carrier_error' });
  });
});
