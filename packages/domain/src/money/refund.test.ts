// Full and partial refunds; refunded money cannot be refunded again.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vatInside } from './rand.ts';
import { decideRefund, refundCanBecome, vatOfPart, type WithVat } from './refund.ts';

const DAILY = { amount: 500, vat: 65, state: 'succeeded' } as const;
const NOTHING: WithVat = { amount: 0, vat: 0 };

describe('a refund', () => {
  it('is looked up rather than sent again once it may have been requested, and is final once it has an outcome', () => {
    expect(refundCanBecome('intended', 'unknown')).toBe(true);
    expect(refundCanBecome('intended', 'succeeded')).toBe(false);
    expect(refundCanBecome('unknown', 'intended')).toBe(true);
    for (const final of ['succeeded', 'denied'] as const) {
      for (const to of ['intended', 'unknown', 'succeeded', 'denied'] as const)
        expect(refundCanBecome(final, to)).toBe(false);
    }
  });

  it('covers all that is left unless a part is requested', () => {
    expect(decideRefund(DAILY, NOTHING)).toEqual({ ok: true, amount: 500, vat: 65 });
    expect(decideRefund(DAILY, NOTHING, 250)).toEqual({ ok: true, amount: 250, vat: 33 });
    expect(decideRefund(DAILY, { amount: 250, vat: 33 })).toEqual({
      ok: true,
      amount: 250,
      vat: 32,
    });
  });

  it.each([
    [
      'what was never taken',
      { ...DAILY, state: 'denied' as const },
      NOTHING,
      undefined,
      'not_taken',
    ],
    [
      'what is not known to be taken',
      { ...DAILY, state: 'unknown' as const },
      NOTHING,
      undefined,
      'not_taken',
    ],
    [
      'what is given back already',
      { ...DAILY, state: 'refunded' as const },
      { amount: 500, vat: 65 },
      undefined,
      'nothing_left',
    ],
    ['a cent of what is on its way', DAILY, { amount: 500, vat: 65 }, 1, 'nothing_left'],
    ['more than is left', DAILY, { amount: 250, vat: 33 }, 251, 'more_than_left'],
  ])('rejects %s', (_what, charge, setAside, asked, refusal) => {
    expect(decideRefund(charge, setAside, asked)).toEqual({ ok: false, refusal });
  });
});

describe('the VAT of a partial refund', () => {
  const steps = fc.array(
    fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), refused: fc.boolean() }),
    { maxLength: 40 },
  );

  it("adds up to the charge's VAT when the parts refund it all, with any denials between, and never exceeds the part", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), steps, (amount, parts) => {
        const charge = { amount, vat: vatInside(amount, 1500) };
        let setAside: WithVat = NOTHING;
        const give = (part: number, refused: boolean): void => {
          const vat = vatOfPart(charge, setAside, part);
          expect(vat).toBeGreaterThanOrEqual(0);
          expect(vat).toBeLessThanOrEqual(part);
          if (!refused) setAside = { amount: setAside.amount + part, vat: setAside.vat + vat };
        };
        for (const { share, refused } of parts) {
          const left = amount - setAside.amount;
          if (left > 0) give(Math.max(1, Math.floor(left * share)), refused);
        }
        if (setAside.amount < amount) give(amount - setAside.amount, false);
        expect(setAside).toEqual(charge);
      }),
    );
  });

  it('adds up also when a refund is denied after later ones were decided', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 20_000 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 30 }),
        fc.infiniteStream(fc.boolean()),
        (amount, sizes, coin) => {
          const charge = { amount, vat: vatInside(amount, 1500) };
          let given: WithVat[] = [];
          const sum = (): WithVat =>
            given.reduce(
              (total, one) => ({ amount: total.amount + one.amount, vat: total.vat + one.vat }),
              NOTHING,
            );
          for (const size of sizes) {
            const left = amount - sum().amount;
            if (left === 0) break;
            const part = 1 + (size % left);
            given.push({ amount: part, vat: vatOfPart(charge, sum(), part) });
            given = given.filter(() => coin.next().value || coin.next().value);
            expect(charge.vat - sum().vat).toBeGreaterThanOrEqual(0);
            expect(charge.vat - sum().vat).toBeLessThanOrEqual(amount - sum().amount);
          }
          const rest = amount - sum().amount;
          if (rest > 0) given.push({ amount: rest, vat: vatOfPart(charge, sum(), rest) });
          expect(sum()).toEqual(charge);
        },
      ),
    );
  });

  it('never drifts by a cent or more when a charge is refunded cent by cent', () => {
    let setAside: WithVat = NOTHING;
    for (let cent = 1; cent <= DAILY.amount; cent++) {
      setAside = { amount: cent, vat: setAside.vat + vatOfPart(DAILY, setAside, 1) };
      expect(Math.abs(setAside.vat - (DAILY.vat * cent) / DAILY.amount)).toBeLessThanOrEqual(0.5);
    }
  });
});
