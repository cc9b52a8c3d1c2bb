// How real carriers differ from the definitions.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Carrier } from './carrier.port.ts';
import {
  chargeInput,
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

const money = (amount: unknown, currency: unknown = 'ZAR') => ({
  paymentAmount: { chargingInformation: { amount, currency, description: 'x' } },
});
const window = { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2026-11-21T00:00:00Z') };
const look = {
  reference: 'ref-1',
  correlator: 'corr-1',
  msisdn: msisdn(),
  amountCents: 500,
  ...window,
};
const refundInput = {
  carrierPaymentId: 'pay-1',
  amountCents: 500,
  reference: 'rr-1',
  correlator: 'rc-1',
};

describe('an answer that differs from the request', () => {
  const others: [string, Record<string, unknown>][] = [
    ['more', money(500)],
    ['less', money(0.05)],
    ['a fraction more', money(5.004)],
    ['another currency', money(5, 'USD')],
    ['no currency', money(5, null)],
    ['another number', { phoneNumber: '+27831112222' }],
  ];

  it.each(others)('is no success: %s', async (_name, transaction) => {
    standIn.answer(json(201, payment({}, transaction)));
    const other = { outcome: 'unknown', cause: 'not_as_asked', carrierPaymentId: 'pay-1' };
    expect(await standIn.carrier().charge(chargeInput())).toMatchObject(other);
  });

  it.each(others.slice(0, 5))(
    'is no success in a lookup either: %s',
    async (_name, transaction) => {
      standIn.answer(
        json(200, payment({}, transaction)),
        json(200, [payment({}, transaction)], { 'x-total-count': '1' }),
      );
      const carrier = standIn.carrier();
      const other = {
        outcome: 'not_as_asked',
        carrierPaymentId: 'pay-1',
        done: { status: 'succeeded' },
      };
      expect(await carrier.findCharge({ ...look, carrierPaymentId: 'pay-1' })).toMatchObject(other);
      expect(await carrier.findCharge(look)).toMatchObject(other);
    },
  );

  it('took nothing when the charge was denied', async () => {
    standIn.answer(json(201, payment({ paymentStatus: 'denied' }, money(500))));
    expect(await standIn.carrier().charge(chargeInput())).toMatchObject({ outcome: 'denied' });
  });

  it('is listed as unreadable in another currency', async () => {
    standIn.answer(json(200, [payment({}, money(5, 'USD'))], { 'x-total-count': '1' }));
    const [entry] = await all(standIn.carrier().listCharges(window));
    expect(entry).toMatchObject({
      carrierPaymentId: 'pay-1',
      reference: 'ref-1',
      amountCents: 0,
      status: 'unreadable',
    });
  });

  const refund = (type: string, amount: unknown, currency = 'ZAR') => ({
    refundId: 'rf-1',
    refundStatus: 'succeeded',
    type,
    refundCreationDate: '2026-11-20T10:00:00Z',
    amountTransaction: {
      clientCorrelator: 'rc-1',
      referenceCode: 'rr-1',
      refundAmount:
        amount === undefined ? {} : { chargingInformation: { amount, currency, description: 'x' } },
    },
  });
  const part = { amountCents: 200, vatCents: 26 };
  it.each([
    ['more than a part', { ...refundInput, amountCents: 200, part }, refund('partial', 5)],
    ['all for a part', { ...refundInput, amountCents: 200, part }, refund('total', undefined)],
    ['a part for all', refundInput, refund('partial', 2)],
    ['less than all', refundInput, refund('total', 1)],
    ['another currency', refundInput, refund('total', 5, 'EUR')],
  ])('is no refund: %s', async (_name, input, answered) => {
    standIn.answer(
      json(201, answered),
      json(200, [answered], { 'x-total-count': '1' }),
      json(200, answered),
    );
    const carrier = standIn.carrier();
    expect(await carrier.refund(input)).toMatchObject({
      outcome: 'unknown',
      cause: 'not_as_asked',
      carrierRefundId: 'rf-1',
    });
    expect(await carrier.findRefund(input)).toMatchObject({
      outcome: 'not_as_asked',
      carrierRefundId: 'rf-1',
    });
    expect(await carrier.findRefund({ ...input, carrierRefundId: 'rf-1' })).toMatchObject({
      outcome: 'not_as_asked',
    });
  });
});

describe('a mistake of our own', () => {
  const mistakes: [string, Reaction][] = [
    ['422 MISSING_IDENTIFIER', refusal(422, 'MISSING_IDENTIFIER')],
    ['422 UNNECESSARY_IDENTIFIER', refusal(422, 'UNNECESSARY_IDENTIFIER')],
    ['400 INVALID_SINK', refusal(400, 'INVALID_SINK')],
    ['400 INVALID_CREDENTIAL', refusal(400, 'INVALID_CREDENTIAL')],
    ['400 INVALID_TOKEN', refusal(400, 'INVALID_TOKEN')],
    ['403 INVALID_TOKEN_CONTEXT', refusal(403, 'INVALID_TOKEN_CONTEXT')],
    [
      '403 CARRIER_BILLING.INVALID_TOKEN_CONTEXT',
      refusal(403, 'CARRIER_BILLING.INVALID_TOKEN_CONTEXT'),
    ],
    ['403 PERMISSION_DENIED', refusal(403, 'PERMISSION_DENIED')],
    ['400 INVALID_ARGUMENT', refusal(400, 'INVALID_ARGUMENT', 'Currency is unknown')],
    ['404 NOT_FOUND', refusal(404, 'NOT_FOUND')],
    ['404', text(404, '<html>')],
    ['405', text(405, '')],
    ['415 UNSUPPORTED_MEDIA_TYPE', refusal(415, 'UNSUPPORTED_MEDIA_TYPE')],
    ['401 UNAUTHENTICATED', text(401, '')],
  ];
  it.each(mistakes)('is no denial of the subscriber: %s', async (detail, reaction) => {
    standIn.answer(reaction);
    const mistake = { outcome: 'unavailable', cause: 'misconfigured', detail };
    expect(await standIn.carrier().charge(chargeInput())).toEqual(mistake);
  });

  it.each(mistakes.filter(([detail]) => detail !== '404 NOT_FOUND'))(
    'is no denial of a refund: %s',
    async (detail, reaction) => {
      standIn.answer(reaction);
      expect(await standIn.carrier().refund(refundInput)).toEqual({
        outcome: 'unavailable',
        cause: 'misconfigured',
        detail,
      });
    },
  );

  it.each(mistakes.filter(([detail]) => detail !== '404 NOT_FOUND'))(
    'is no refusal of a code: %s',
    async (detail, reaction) => {
      standIn.answer(reaction);
      const sent = await standIn.carrier().sendCode({ msisdn: msisdn(), message: '{{code}}' });
      expect(sent).toEqual({ outcome: 'unavailable', cause: 'misconfigured', detail });
    },
  );

  it.each([401, 400, 404, 405])('is a client without a token: %i', async (status) => {
    standIn.answerTokens(json(status, { error: 'invalid_client' }));
    const mistake = {
      outcome: 'unavailable',
      cause: 'misconfigured',
      detail: 'token invalid_client',
    };
    expect(await standIn.carrier().charge(chargeInput())).toEqual(mistake);
    expect(standIn.calls).toEqual([]);
  });

  it("differs from the carrier's answer about an existing payment or an entered code", async () => {
    standIn.answer(refusal(400, 'INVALID_ARGUMENT', 'clientCorrelator already exist on server.'));
    expect(await standIn.carrier().charge(chargeInput())).toEqual({
      outcome: 'unknown',
      cause: 'already_submitted',
    });
    standIn.answer(refusal(400, 'INVALID_ARGUMENT'));
    expect(await standIn.carrier().validateCode({ authenticationId: 'a', code: '12' })).toEqual({
      outcome: 'invalid',
    });
  });
});

describe('Retry-After', () => {
  const START = Date.parse('2026-11-20T10:00:00Z');
  const later = (status: number, seconds: string) =>
    json(status, { status, code: 'UNAVAILABLE', message: 'x' }, { 'retry-after': seconds });
  let at: number;
  const waiting = (): Carrier => standIn.carrier({ now: () => new Date(at) });
  beforeEach(() => {
    at = START;
  });

  it('of a 429 or a 503 pauses that API until then, and no other', async () => {
    for (const status of [429, 503]) {
      standIn.answer(later(status, '7'), json(201, payment()));
      const carrier = waiting();
      expect(await carrier.charge(chargeInput())).toMatchObject({ retryAfterSeconds: 7 });
      at += 3000;
      const alone = { outcome: 'unavailable', cause: 'too_many_requests', retryAfterSeconds: 4 };
      expect(await carrier.charge(chargeInput())).toEqual(alone);
      expect(await carrier.findCharge(look)).toEqual(alone);
      at += 4000;
      expect(await carrier.charge(chargeInput())).toMatchObject({ outcome: 'succeeded' });
    }
  });

  it('of a list is passed on to the reader', async () => {
    standIn.answer(later(503, '90'));
    const read = all(waiting().listCharges(window));
    await expect(read).rejects.toMatchObject({
      why: { cause: 'carrier_error', retryAfterSeconds: 90 },
    });
  });

  it('of the token endpoint pauses all APIs', async () => {
    standIn.answer(json(201, payment()));
    standIn.answerTokens(later(429, '30'));
    const carrier = waiting();
    expect(await carrier.charge(chargeInput())).toEqual({
      outcome: 'unavailable',
      cause: 'no_token',
      retryAfterSeconds: 30,
    });
    at += 20_000;
    expect(await carrier.contentLock(msisdn())).toEqual({
      outcome: 'unavailable',
      cause: 'no_token',
      retryAfterSeconds: 10,
    });
    expect(standIn.tokenCalls).toHaveLength(1);
    at += 10_000;
    expect(await carrier.charge(chargeInput())).toMatchObject({ outcome: 'succeeded' });
  });

  it.each(['TOO_MANY_REQUESTS', 'QUOTA_EXCEEDED'])(
    'of a code concerns the client and not the number: %s',
    async (code) => {
      standIn.answer(json(429, { status: 429, code, message: 'x' }, { 'retry-after': '5' }));
      const sent = await waiting().sendCode({ msisdn: msisdn(), message: '{{code}}' });
      expect(sent).toEqual({
        outcome: 'unavailable',
        cause: 'too_many_requests',
        retryAfterSeconds: 5,
      });
    },
  );
});

describe("a carrier's own variants", () => {
  it('include versions, roots and page sizes for each API', async () => {
    standIn.answer(json(201, payment()));
    const apis = {
      'carrier-billing': { root: `${standIn.url}/pay/`, version: 'v0.6', perPage: 25 },
    };
    const carrier = standIn.carrier({ apis });
    await carrier.charge(chargeInput());
    await carrier.contentLock(msisdn());
    expect(standIn.calls.map(({ path }) => path)).toEqual([
      '/pay/carrier-billing/v0.6/payments',
      '/root/kyc-age-verification/v0.2/verify',
    ]);
    standIn.answer(json(200, []));
    await all(carrier.listCharges(window));
    expect(standIn.calls.at(-1)?.query.get('perPage')).toBe('25');
  });

  it.each([
    [400, 'OUT_OF_RANGE', 'No.'],
    [400, 'CARRIER_BILLING.OUT_OF_RANGE', 'No.'],
    [400, 'INVALID_ARGUMENT', 'page is out of range'],
    [404, 'NOT_FOUND', 'No.'],
    [416, 'PAGE', 'No.'],
  ])('include the end of a list by %i %s', async (status, code, message) => {
    standIn.answer(json(200, [payment()]), refusal(status, code, message));
    expect(await all(standIn.carrier().listCharges(window))).toHaveLength(1);
  });

  it('include a required token for the number, whose calls have no number in the body', async () => {
    const threeLegged = { legs: 3 } as const;
    const apis = {
      'carrier-billing': threeLegged,
      'kyc-age-verification': threeLegged,
      'number-recycling': threeLegged,
      'carrier-billing-refund': threeLegged,
    };
    const carrier = standIn.carrier({ apis });
    standIn.answer(
      json(201, payment()),
      json(200, {}),
      json(200, {}),
      json(200, payment()),
      refusal(422, 'X'),
    );
    expect(await carrier.charge(chargeInput())).toMatchObject({ outcome: 'succeeded' });
    await carrier.contentLock(msisdn());
    await carrier.numberRecycled({ msisdn: msisdn(), since: window.from });
    await carrier.findCharge({ ...look, carrierPaymentId: 'pay-1' });
    await carrier.refund({ ...refundInput, msisdn: msisdn() });
    for (const call of standIn.calls) expect(call.body).not.toContain('phoneNumber');
    expect(standIn.tokenCalls).toHaveLength(5);
    for (const call of standIn.tokenCalls)
      expect(new URLSearchParams(call.body).get('grant_type')).toContain('jwt-bearer');
  });

  it('include payments of other merchants in the list, which are not ours', async () => {
    const of = (merchantIdentifier: string) => ({
      referenceCode: `ref-${merchantIdentifier}`,
      clientCorrelator: `corr-${merchantIdentifier}`,
      paymentAmount: { ...money(5).paymentAmount, chargingMetaData: { merchantIdentifier } },
    });
    const entries = [
      payment({ paymentId: 'pay-1' }, of('theirs')),
      payment({ paymentId: 'pay-2' }, of('ours')),
    ];
    standIn.answer(json(200, entries, { 'x-total-count': '2' }));
    const carrier = standIn.carrier({ apis: { 'carrier-billing': { merchant: 'ours' } } });
    expect(
      (await all(carrier.listCharges(window))).map(({ carrierPaymentId }) => carrierPaymentId),
    ).toEqual(['pay-2']);
    expect(standIn.calls[0]?.query.get('merchantIdentifier')).toBe('ours');
    // The same holds for a payment that the carrier returns under its own id with references that
    // are not ours.
    expect(await carrier.findCharge(look)).toEqual({ outcome: 'not_found' });
    standIn.answer(json(200, entries[0]), json(200, entries, { 'x-total-count': '2' }));
    expect(await carrier.findCharge({ ...look, carrierPaymentId: 'pay-1' })).toEqual({
      outcome: 'not_found',
    });
  });
});

async function all<Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const read: Entry[] = [];
  for await (const entry of entries) read.push(entry);
  return read;
}
