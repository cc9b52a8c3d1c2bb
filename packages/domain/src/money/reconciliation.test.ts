// Daily reconciliation: matched, missing here, missing there, differing, and the edges of the day.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Day, daysAfter } from '../south-african-time.ts';
import type { ChargeState } from './charge.ts';
import {
  boundsOf,
  type CarrierEntry,
  type Counts,
  countsOf,
  EDGE_MS,
  isTakenHere,
  isTakenStatus,
  type OwnEntry,
  reconcile,
  UNREADABLE,
} from './reconciliation.ts';

const DAY: Day = '2026-11-20';
const NEXT = daysAfter(DAY, 1);
const noon = new Date('2026-11-20T10:00:00.000Z');
const beforeMidnight = new Date('2026-11-20T21:59:59.000Z');
const afterMidnight = new Date('2026-11-20T22:00:01.000Z');

const ours = (id: string, change: Partial<OwnEntry> = {}): OwnEntry => ({
  id,
  reference: `BON-${id}`,
  carrierPaymentId: `pay-${id}`,
  amount: 500,
  state: 'succeeded',
  createdAt: noon,
  sentAt: null,
  ...change,
});
const theirs = (id: string, change: Partial<CarrierEntry> = {}): CarrierEntry => ({
  reference: `BON-${id}`,
  carrierPaymentId: `pay-${id}`,
  amount: 500,
  status: 'succeeded',
  at: noon,
  ...change,
});
const counted = (
  day: Day,
  entries: readonly CarrierEntry[],
  charges: readonly OwnEntry[],
): Counts => countsOf(reconcile(day, entries, charges));
const NOTHING: Counts = { matched: 0, missing_here: 0, missing_there: 0, differing: 0 };

describe('reconciliation', () => {
  it.each<[string, CarrierEntry[], OwnEntry[], Partial<Counts>]>([
    ['taken on both sides', [theirs('a')], [ours('a')], { matched: 1 }],
    ['taken and given back', [theirs('a')], [ours('a', { state: 'refunded' })], { matched: 1 }],
    ['not known here', [theirs('a')], [], { missing_here: 1 }],
    ['not known there', [], [ours('a')], { missing_there: 1 }],
    ['another amount', [theirs('a', { amount: 600 })], [ours('a')], { differing: 1 }],
    ['denied here', [theirs('a')], [ours('a', { state: 'denied' })], { differing: 1 }],
    [
      'unknown here',
      [theirs('a')],
      [ours('a', { state: 'unknown', carrierPaymentId: null })],
      { differing: 1 },
    ],
    ['denied there', [theirs('a', { status: 'denied' })], [ours('a')], { differing: 1 }],
    [
      'denied on both sides',
      [theirs('a', { status: 'denied' })],
      [ours('a', { state: 'denied' })],
      {},
    ],
    [
      'still open on both sides',
      [theirs('a', { status: 'processing' })],
      [ours('a', { state: 'unknown' })],
      {},
    ],
    ['denied there and not known here', [theirs('a', { status: 'denied' })], [], {}],
    [
      'unreadable there and not known here',
      [theirs('a', { status: UNREADABLE, amount: 0, reference: null })],
      [],
      { missing_here: 1 },
    ],
    [
      'unreadable there',
      [theirs('a', { status: UNREADABLE, amount: 0 })],
      [ours('a')],
      { differing: 1 },
    ],
    [
      'unreadable there and denied here',
      [theirs('a', { status: UNREADABLE, amount: 0 })],
      [ours('a', { state: 'denied' })],
      { differing: 1 },
    ],
    ['under the payment id alone', [theirs('a', { reference: null })], [ours('a')], { matched: 1 }],
    [
      'under the reference alone',
      [theirs('a', { carrierPaymentId: null })],
      [ours('a')],
      { matched: 1 },
    ],
    ['listed twice', [theirs('a'), theirs('a')], [ours('a')], { matched: 1 }],
    [
      'listed twice, before and after it was taken',
      [theirs('a', { status: 'processing' }), theirs('a')],
      [ours('a')],
      { matched: 1 },
    ],
    [
      'taken twice under one reference',
      [theirs('a'), theirs('a', { carrierPaymentId: 'pay-b' })],
      [ours('a')],
      { matched: 1, missing_here: 1 },
    ],
    [
      'the second of two takings',
      [theirs('a', { carrierPaymentId: 'pay-b' })],
      [ours('a')],
      { missing_here: 1, missing_there: 1 },
    ],
    [
      'denied, then taken',
      [theirs('a', { status: 'denied' }), theirs('a', { carrierPaymentId: 'pay-b' })],
      [ours('a', { carrierPaymentId: null })],
      { matched: 1 },
    ],
    [
      'of another day on both sides',
      [theirs('a', { at: afterMidnight })],
      [ours('a', { createdAt: afterMidnight })],
      {},
    ],
  ])('finds: %s', (_name, entries, charges, expected) => {
    expect(counted(DAY, entries, charges)).toEqual({ ...NOTHING, ...expected });
  });

  it.each([
    ['ours before midnight, theirs after it', beforeMidnight, afterMidnight, NEXT, DAY],
    ['theirs before midnight, ours after it', afterMidnight, beforeMidnight, DAY, NEXT],
  ])(
    "matches a payment once, on the carrier's day, without a missing side: %s",
    (_name, here, there, carriersDay, otherDay) => {
      const books = [[theirs('a', { at: there })], [ours('a', { createdAt: here })]] as const;
      expect(counted(carriersDay, ...books)).toEqual({ ...NOTHING, matched: 1 });
      expect(counted(otherDay, ...books)).toEqual(NOTHING);
    },
  );

  it('compares a charge that was put on hold overnight on the day on which it was sent again', () => {
    const sentAt = new Date('2026-11-21T03:00:00.000Z');
    const charges = [ours('a', { createdAt: noon, sentAt })];
    const listed = [theirs('a', { at: sentAt })];
    // The list of the first day is read while the charge is taken already.
    expect(counted(DAY, [], charges)).toEqual(NOTHING);
    expect(counted(NEXT, listed, charges)).toEqual({ ...NOTHING, matched: 1 });
    expect(counted(NEXT, [], charges)).toEqual({ ...NOTHING, missing_there: 1 });
  });

  const STATES: readonly ChargeState[] = ['intended', 'unknown', 'succeeded', 'denied', 'refunded'];
  const STATUSES = [
    'processing',
    'pending_validation',
    'reserved',
    'succeeded',
    'denied',
    'cancelled',
    'refunded',
    UNREADABLE,
  ];
  const start = boundsOf(DAY).from.getTime();
  /** Within three days, and often at midnight. */
  const instant = fc
    .oneof(
      fc.integer({ min: -86_400_000, max: 2 * 86_400_000 }),
      fc.integer({ min: -2000, max: 2000 }),
      fc.integer({ min: 86_400_000 - 2000, max: 86_400_000 + 2000 }),
    )
    .map((offset) => new Date(start + offset));
  const amount = fc.constantFrom(500, 1000, 2500);
  /**
   * A payment as the two sides may know it: on one side alone, on both, with another amount, or
   * minutes apart.
   */
  const payment = fc.record({
    here: fc.option(
      fc.record({ state: fc.constantFrom(...STATES), amount, knowsId: fc.boolean() }),
    ),
    there: fc.option(
      fc.record({
        status: fc.constantFrom(...STATUSES),
        amount,
        named: fc.constantFrom('both', 'reference', 'id'),
      }),
    ),
    at: instant,
    apart: fc.integer({ min: -EDGE_MS + 1, max: EDGE_MS - 1 }),
  });
  const books = fc.array(payment, { maxLength: 30 }).map((payments) => {
    const charges: OwnEntry[] = [];
    const entries: CarrierEntry[] = [];
    for (const [index, { here, there, at, apart }] of payments.entries()) {
      const id = String(index);
      const knowsId = here !== null && (here.knowsId || isTakenHere(here.state));
      if (here)
        charges.push(
          ours(id, {
            state: here.state,
            amount: here.amount,
            createdAt: at,
            carrierPaymentId: knowsId ? `pay-${id}` : null,
          }),
        );
      if (!there) continue;
      const named = there.named === 'id' && !knowsId ? 'both' : there.named;
      entries.push(
        theirs(id, {
          status: there.status,
          amount: there.amount,
          at: new Date(at.getTime() + apart),
          ...(named === 'id' ? { reference: null } : {}),
          ...(named === 'reference' ? { carrierPaymentId: null } : {}),
        }),
      );
    }
    return { charges, entries };
  });
  const within = (day: Day, entries: readonly CarrierEntry[], edge: number): CarrierEntry[] => {
    const { from, to } = boundsOf(day);
    return entries.filter(
      ({ at }) => at.getTime() >= from.getTime() - edge && at.getTime() < to.getTime() + edge,
    );
  };

  it('accounts for each taken payment of the carrier once, on its own day', () => {
    fc.assert(
      fc.property(books, ({ charges, entries }) => {
        const found = reconcile(DAY, within(DAY, entries, EDGE_MS), charges);
        const told = found.flatMap((finding) => ('theirs' in finding ? [finding.theirs] : []));
        expect(new Set(told).size).toBe(told.length);
        const taken = within(DAY, entries, 0).filter(({ status }) => isTakenStatus(status));
        expect(taken.every((entry) => told.includes(entry))).toBe(true);
        expect(told.every((entry) => within(DAY, [entry], 0).length === 1)).toBe(true);
      }),
    );
  });

  it('accounts for each taken charge of ours exactly once over the days, on either side of midnight', () => {
    fc.assert(
      fc.property(books, ({ charges, entries }) => {
        const days = [-2, -1, 0, 1, 2, 3].map((count) => daysAfter(DAY, count));
        const found = days.flatMap((day) => reconcile(day, within(day, entries, EDGE_MS), charges));
        for (const charge of charges.filter(({ state }) => isTakenHere(state))) {
          expect(
            found.filter((finding) => 'ours' in finding && finding.ours === charge),
          ).toHaveLength(1);
        }
      }),
    );
  });

  it('gives the same findings for any order of the entries', () => {
    fc.assert(
      fc.property(books, ({ charges, entries }) => {
        expect(counted(DAY, [...entries].reverse(), [...charges].reverse())).toEqual(
          counted(DAY, entries, charges),
        );
      }),
    );
  });

  it('matches everything when both sides are equal, and nothing when one side is empty', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(instant, amount)), (taken) => {
        const charges = taken.map(([createdAt, each], index) =>
          ours(String(index), { createdAt, amount: each }),
        );
        const entries = charges.map(({ id, createdAt, amount: each }) =>
          theirs(id, { at: createdAt, amount: each }),
        );
        const today = within(DAY, entries, 0).length;
        expect(counted(DAY, entries, charges)).toEqual({ ...NOTHING, matched: today });
        expect(counted(DAY, [], charges)).toEqual({ ...NOTHING, missing_there: today });
        expect(counted(DAY, entries, [])).toEqual({ ...NOTHING, missing_here: today });
      }),
    );
  });
});
