import fc from 'fast-check';
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
    expect(await idsOf(standIn.carrier().listCharges({ from: FROM, to: TO }))).toEqual([
      'pay-1',
      'pay-2',
      'pay-3',
    ]);
  });

  it('ends at a page that is out of range', async () => {
    standIn.answer(json(200, numbered(2)), refusal(400, 'OUT_OF_RANGE'));
    expect(await idsOf(standIn.carrier().listCharges({ from: FROM, to: TO }))).toEqual([
      'pay-1',
      'pay-2',
    ]);
  });

  /** A carrier that hands out at most one payment at once, at instants finer than ours. */
  const oneAtATime =
    (...at: string[]): Reaction =>
    (response, seen) => {
      const [gte, lte] = [
        seen.query.get('paymentCreationDate.gte') ?? '',
        seen.query.get('paymentCreationDate.lte') ?? '',
      ];
      const inside = at.filter(
        (instant) => instant >= gte.replace('Z', '000Z') && instant <= lte.replace('Z', '000Z'),
      );
      if (inside.length > 1)
        return refusal(400, 'CARRIER_BILLING.TOO_MANY_MATCHING_RECORDS')(response, seen);
      const entries = inside.map((instant) =>
        payment({ paymentId: `pay-${at.indexOf(instant) + 1}`, paymentCreationDate: instant }),
      );
      json(200, entries, { 'x-total-count': String(entries.length) })(response, seen);
    };

  it('cuts a window in two that has too many', async () => {
    standIn.answer(
      oneAtATime(
        '2026-11-20T03:00:00.000000Z',
        '2026-11-20T05:00:00.000000Z',
        '2026-11-20T21:00:00.000000Z',
      ),
    );
    expect(await idsOf(standIn.carrier().listCharges({ from: FROM, to: TO }))).toEqual([
      'pay-1',
      'pay-2',
      'pay-3',
    ]);
  });

  it.each(['11:59:59.999000', '11:59:59.999400', '11:59:59.999999'])(
    'leaves nothing out between the halves, and shows nothing twice: %s',
    async (middle) => {
      standIn.answer(
        oneAtATime(
          '2026-11-20T05:00:00.000000Z',
          `2026-11-20T${middle}Z`,
          '2026-11-20T21:00:00.000000Z',
        ),
      );
      expect(await idsOf(standIn.carrier().listCharges({ from: FROM, to: TO }))).toEqual([
        'pay-1',
        'pay-2',
        'pay-3',
      ]);
    },
  );

  // One odd entry hides neither the others nor itself.
  it('takes a payment whose number is of another shape, and one whose reference or date of payment says nothing', async () => {
    const odd = [
      payment({ paymentId: 'pay-1' }, { phoneNumber: 'tel:27821234567' }),
      payment({ paymentId: 'pay-2' }, { phoneNumber: undefined }),
      payment(
        { paymentId: 'pay-3', paymentDate: 'yesterday' },
        { referenceCode: 42, clientCorrelator: null, serverReferenceCode: {} },
      ),
    ];
    standIn.answer(listing(odd, 100, true));
    const list = await all(standIn.carrier().listCharges({ from: FROM, to: TO }));
    expect(list).toMatchObject([
      { carrierPaymentId: 'pay-1', reference: 'ref-1', amountCents: 500 },
      { carrierPaymentId: 'pay-2' },
      { carrierPaymentId: 'pay-3' },
    ]);
    for (const entry of list.slice(0, 2)) expect(entry).not.toHaveProperty('msisdn');
    for (const name of ['reference', 'correlator', 'carrierReference', 'paidAt'])
      expect(list[2]).not.toHaveProperty(name);
  });

  it('says of an entry that cannot be read what can, and goes on', async () => {
    const [first, last] = [
      numbered(2)[0],
      payment({ paymentId: 'pay-9', paymentCreationDate: '2026-11-20T13:00:00Z' }),
    ];
    const unreadable = [
      payment({ paymentId: 'pay-5', paymentStatus: 'perhaps' }),
      payment({ paymentId: 'pay-6' }, { paymentAmount: '5.00' }),
      { paymentId: 'pay-7', paymentCreationDate: '2026-11-20T12:00:00Z' },
      { paymentId: 7, paymentStatus: 'succeeded' },
      null,
      'pay-8',
    ];
    standIn.answer(listing([first, ...unreadable, last], 3, true));
    const list = await all(standIn.carrier().listCharges({ from: FROM, to: TO }));
    const ten = new Date('2026-11-20T10:00:00Z');
    const noon = new Date('2026-11-20T12:00:00Z');
    const marked = expect.stringMatching(/^unreadable-[0-9a-f]{32}$/);
    expect(list.slice(1, -1)).toEqual([
      {
        carrierPaymentId: 'pay-5',
        reference: 'ref-1',
        amountCents: 500,
        status: 'unreadable',
        createdAt: ten,
      },
      {
        carrierPaymentId: 'pay-6',
        reference: 'ref-1',
        amountCents: 0,
        status: 'unreadable',
        createdAt: ten,
      },
      { carrierPaymentId: 'pay-7', amountCents: 0, status: 'unreadable', createdAt: noon },
      ...[1, 2, 3].map(() => ({
        carrierPaymentId: marked,
        amountCents: 0,
        status: 'unreadable',
        createdAt: noon,
      })),
    ]);
    expect([list[0]?.carrierPaymentId, list.at(-1)?.carrierPaymentId]).toEqual(['pay-1', 'pay-9']);
    expect(new Set(list.map(({ carrierPaymentId }) => carrierPaymentId)).size).toBe(8);
    // The same entry has the same mark.
    expect(await all(standIn.carrier().listCharges({ from: FROM, to: TO }))).toEqual(list);
  });

  it('places what has no date and nothing before it in the middle of what was asked for', async () => {
    standIn.answer(json(200, [{}], { 'x-total-count': '1' }));
    expect(await all(standIn.carrier().listCharges({ from: FROM, to: TO }))).toMatchObject([
      { createdAt: new Date('2026-11-20T11:59:59.999Z') },
    ]);
  });

  it('reads any list of anything without failing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.json().map((text) => JSON.parse(text) as unknown),
            fc.constant(payment()),
          ),
        ),
        async (entries) => {
          standIn.answer(
            json(200, entries, { 'x-total-count': String(entries.length) }),
            json(200, []),
          );
          const list = await all(standIn.carrier().listCharges({ from: FROM, to: TO }));
          expect(list).toHaveLength(new Set(entries.map((entry) => JSON.stringify(entry))).size);
        },
      ),
      { numRuns: 30 },
    );
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
      decided: {
        outcome: 'succeeded',
        carrierPaymentId: 'pay-1',
        carrierReference: 'srv-1',
        at: new Date('2026-11-20T10:00:01Z'),
      },
    });
    expect(standIn.calls[0]?.path).toBe('/root/carrier-billing/v0.5/payments/pay%2F1');
    // Only the carrier itself can say that there is none.
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

  // A payment that the carrier has named was there.
  it('among the number’s payments where the carrier does not know its own id, and never by one of the two alone', async () => {
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

  it('among the number’s payments, by reference or correlator', async () => {
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

  it('takes the payment that succeeded where there are several', async () => {
    const denied = payment({ paymentId: 'pay-0', paymentStatus: 'denied', paymentDate: undefined });
    standIn.answer(listing([denied, payment(), { ...denied, paymentId: 'pay-2' }], 100, true));
    expect(await standIn.carrier().findCharge(look)).toMatchObject({
      outcome: 'found',
      charge: { carrierPaymentId: 'pay-1' },
    });
  });

  it('never takes another number’s', async () => {
    standIn.answer(listing([payment({}, { phoneNumber: '+27831112222' })], 100, true));
    expect(await standIn.carrier().findCharge(look)).toEqual({ outcome: 'not_found' });
  });

  it('takes one whose number is of another shape: the reference is ours', async () => {
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

  // S7: what is found late, after its owner had the number removed or it went to somebody else, is
  // found all the same.
  it('without a number finds it by reference or correlator alone, with a token of our own', async () => {
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
    'does not say that there is none where an entry cannot be read that has %s',
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

  // What is unknown can be looked up at any carrier, also at one that gives no tokens for numbers.
  it.each([
    [400, { error: 'invalid_grant' }],
    [400, { error: 'unsupported_grant_type' }],
    [400, { error: 'unauthorized_client' }],
    [400, { error: 'invalid_scope' }],
    [401, { error: 'invalid_client' }],
    [403, {}],
  ])(
    'reads the whole window with a token of our own where the carrier gives none for the number: %i %j',
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

  // X5: CAMARA's books do not say why a payment was denied; its event does.
  it('denied, for what an event said of it', async () => {
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
    // What became of it only the books say.
    expect(await standIn.carrier().findCharge(byId)).toMatchObject({
      decided: { outcome: 'succeeded' },
    });
    expect(await standIn.carrier().findCharge(byId)).toMatchObject({
      decided: { outcome: 'denied', reason: 'refused' },
    });
  });

  it('is not found only when the whole list could be read', async () => {
    standIn.answer(listing(numbered(100), 100, false), dropped);
    const found = await standIn
      .carrier()
      .findCharge({ ...look, reference: 'ref-999', correlator: 'corr-999' });
    expect(found).toEqual({ outcome: 'unavailable', cause: 'carrier_error' });
  });
});

describe('two-step payments', () => {
  const prepared = (more: Record<string, unknown>) =>
    json(201, payment({ paymentDate: undefined, ...more }));
  it.each([
    [{ paymentStatus: 'reserved' }, { outcome: 'reserved', carrierPaymentId: 'pay-1' }],
    [
      {
        paymentStatus: 'pending_validation',
        validationInfo: { action: 'validate', authorizationId: 'a-1' },
      },
      { outcome: 'needs_code', carrierPaymentId: 'pay-1', authorizationId: 'a-1' },
    ],
    [
      {
        paymentStatus: 'pending_validation',
        validationInfo: { action: 'open', validationURL: 'https://carrier.example/v' },
      },
      { outcome: 'needs_page', carrierPaymentId: 'pay-1', url: 'https://carrier.example/v' },
    ],
    [
      {
        paymentStatus: 'pending_validation',
        validationInfo: { action: 'open', validationURL: 'javascript:1' },
      },
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
      {
        outcome: 'denied',
        reason: 'not_on_network',
        carrierPaymentId: 'pay-1',
        detail: 'IDENTIFIER_NOT_FOUND: No.',
      },
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
