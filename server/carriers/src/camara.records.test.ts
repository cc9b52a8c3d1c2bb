import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CarrierUnavailableError } from './carrier-outcome.ts';
import {
  json,
  payment,
  type Reaction,
  refusal,
  type StandIn,
  startStandIn,
} from './carrier-stand-in.test-support.ts';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await startStandIn();
});
afterEach(() => standIn.close());

const FROM = new Date('2026-11-20T00:00:00Z');
const TO = new Date('2026-11-20T23:59:59.999Z');
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    payment(
      { paymentId: `pay-${index + 1}` },
      { referenceCode: `ref-${index + 1}`, clientCorrelator: `corr-${index + 1}` },
    ),
  );

/**
 * Lists as CAMARA does, with at most `most` entries a page whatever the request, and the total if
 * it is stated.
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
  ])('returns each once, oldest first: %s', async (_name, count, most, tellTotal) => {
    standIn.answer(listing(numbered(count), most, tellTotal));
    const ids = await idsOf(standIn.carrier().listCharges({ from: FROM, to: TO }));
    expect(ids).toEqual(numbered(count).map((entry) => entry.paymentId));
    const query = standIn.calls[0]?.query;
    expect(query?.get('order')).toBe('asc');
    expect(query?.get('paymentCreationDate.gte')).toBe('2026-11-20T00:00:00.000Z');
    expect(query?.get('paymentCreationDate.lte')).toBe('2026-11-20T23:59:59.999Z');
  });

  it('drops what a shifting list returns twice', async () => {
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

  /** A carrier that returns at most one payment at a time, at instants finer than ours. */
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

  it('splits a window with too many payments', async () => {
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
    'loses nothing between the halves and returns nothing twice: %s',
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
  it('accepts a payment with an odd number, reference or date of payment', async () => {
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

  it('returns the readable fields of an unreadable entry, and continues', async () => {
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
    // The same entry has the same hash.
    expect(await all(standIn.carrier().listCharges({ from: FROM, to: TO }))).toEqual(list);
  });

  it('places an entry without a date and a predecessor in the middle of the window', async () => {
    standIn.answer(json(200, [{}], { 'x-total-count': '1' }));
    expect(await all(standIn.carrier().listCharges({ from: FROM, to: TO }))).toMatchObject([
      { createdAt: new Date('2026-11-20T11:59:59.999Z') },
    ]);
  });

  it('reads any list with any content without failing', async () => {
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

  it('reports that the list is unavailable instead of ending early', async () => {
    standIn.answer(listing(numbered(100), 100, false), refusal(503, 'UNAVAILABLE'));
    const read = idsOf(standIn.carrier().listCharges({ from: FROM, to: TO }));
    await expect(read).rejects.toThrow(CarrierUnavailableError);
  });
});
