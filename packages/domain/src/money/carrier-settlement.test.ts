// The settlement statement of a month: gross, VAT, carrier's share, net.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  outstandingOf,
  settlementMonth,
  settlementStatement,
  shareOfLate,
} from './carrier-settlement.ts';

const cents = fc.integer({ min: 0, max: 10_000_000_000_00 });

describe('settlementStatement', () => {
  it('gives the carrier its share of the net amount, after refunds and VAT', () => {
    expect(settlementStatement({ gross: 10_00, refunds: 5_00, vat: 65 }, 3000)).toEqual({
      gross: 1000,
      refunds: 500,
      vat: 65,
      writtenOffCharges: 0,
      writtenOff: 0,
      net: 435,
      carrierShare: 131,
      netAfterShare: 304,
      toBePaid: 369,
    });
  });

  it('rounds the share half up, also for negative amounts', () => {
    const shareOf = (gross: number): number =>
      settlementStatement({ gross, refunds: 0, vat: 0 }, 5000).carrierShare;
    expect([1, 3, -1, -3].map(shareOf)).toEqual([1, 2, 0, -1]);
    expect(settlementStatement({ gross: 0, refunds: 1, vat: 0 }, 2000).carrierShare).toBe(0);
    expect(settlementStatement({ gross: 0, refunds: 4, vat: 0 }, 2000).carrierShare).toBe(-1);
  });

  it('splits the net amount without losing a cent', () => {
    fc.assert(
      fc.property(
        cents,
        cents,
        cents,
        fc.integer({ min: 0, max: 10_000 }),
        (gross, refunds, vat, share) => {
          const statement = settlementStatement({ gross, refunds, vat }, share);
          expect(statement.toBePaid + statement.carrierShare).toBe(gross - refunds);
          expect(statement.netAfterShare + vat).toBe(statement.toBePaid);
          const exact = ((gross - refunds - vat) * share) / 10_000;
          expect(Math.abs(statement.carrierShare - exact)).toBeLessThanOrEqual(0.51);
        },
      ),
    );
  });

  it('gives the whole net amount to one side at a share of 0 % or 100 %', () => {
    const totals = { gross: 1000, refunds: 0, vat: 130 };
    expect(settlementStatement(totals, 0).carrierShare).toBe(0);
    expect(settlementStatement(totals, 10_000).carrierShare).toBe(870);
  });
});

describe('the write-offs of a month', () => {
  const totals = { gross: 1000, refunds: 0, vat: 130 };

  it('take a charge that the carrier does not list out of every figure, and out of its share', () => {
    const statement = settlementStatement(totals, 3000, [{ amount: 500, vat: 65 }]);
    expect(statement).toEqual({
      ...settlementStatement({ gross: 500, refunds: 0, vat: 65 }, 3000),
      writtenOffCharges: 500,
    });
    expect([statement.carrierShare, outstandingOf(statement, 0)]).toEqual([131, 369]);
    expect(outstandingOf(statement, 369)).toBe(0);
  });

  it('of what it owes after its share leave the share as it is', () => {
    const statement = settlementStatement(totals, 3000, [{ amount: 739, vat: null }]);
    expect(statement).toEqual({ ...settlementStatement(totals, 3000), writtenOff: 739 });
    expect(outstandingOf(statement, 0)).toBe(0);
    expect(outstandingOf(statement, 100)).toBe(-100);
  });

  it('never leave anything outstanding of a month whose charges are all written off', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 0, max: 100 }))),
        fc.integer({ min: 0, max: 10_000 }),
        (charges, share) => {
          const writeOffs = charges.map(([amount, part]) => ({
            amount,
            vat: Math.floor((amount * part) / 100),
          }));
          const gross = writeOffs.reduce((sum, { amount }) => sum + amount, 0);
          const vat = writeOffs.reduce((sum, one) => sum + one.vat, 0);
          const statement = settlementStatement({ gross, refunds: 0, vat }, share, writeOffs);
          expect(outstandingOf(statement, 0)).toBe(0);
        },
      ),
    );
  });
});

describe('shareOfLate', () => {
  const totals = { gross: 500, refunds: 0, vat: 65 };
  const late = { gross: -500, refunds: 0, vat: -65 };
  const month = { totals, late, writeOffs: [], posted: 261 };

  it('is what a late posting changes of the share that was posted', () => {
    expect(shareOfLate(month, 3000)).toBe(131 - 261);
    const nothing = { gross: 0, refunds: 0, vat: 0 };
    expect(shareOfLate({ ...month, late: nothing, posted: 131 }, 3000)).toBe(0);
  });

  it('is nothing where another share was agreed then, or the month was booked before its end', () => {
    expect(shareOfLate(month, 2500)).toBe(0);
    expect(shareOfLate({ ...month, posted: 131 }, 3000)).toBe(0);
  });
});

describe('settlementMonth', () => {
  // 23:59:50 on 30 November and 00:00:05 on 1 December in South Africa.
  const before = new Date('2026-11-30T21:59:50Z');
  const after = new Date('2026-11-30T22:00:05Z');
  const muchLater = new Date('2026-12-02T08:00:00Z');

  it.each([
    ['found late', { asked: before, made: before, recorded: muchLater }, '2026-11'],
    ['made after midnight', { asked: before, made: after, recorded: after }, '2026-12'],
    ['made before midnight', { asked: before, made: before, recorded: after }, '2026-11'],
    ['of a clock that is slow', { asked: after, made: before, recorded: after }, '2026-11'],
    [
      'of a clock that is wrong by a year',
      { asked: before, made: new Date('2025-11-30T00:00:00Z'), recorded: after },
      '2026-11',
    ],
    [
      'of a clock that is ahead by a day',
      { asked: before, made: new Date('2026-12-01T22:00:00Z'), recorded: after },
      '2026-11',
    ],
  ])('is the month of the carrier for a payment %s', (_what, payment, month) => {
    expect(settlementMonth(payment)).toBe(month);
  });
});
