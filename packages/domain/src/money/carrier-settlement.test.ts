// The settlement statement of a month: gross, VAT, carrier's share, net.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settlementStatement } from './carrier-settlement.ts';

const cents = fc.integer({ min: 0, max: 10_000_000_000_00 });

describe('settlementStatement', () => {
  it('gives the carrier its share of the net amount, after refunds and VAT', () => {
    expect(settlementStatement({ gross: 10_00, refunds: 5_00, vat: 65 }, 3000)).toEqual({
      gross: 1000,
      refunds: 500,
      vat: 65,
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
