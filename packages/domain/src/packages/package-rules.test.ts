// What may not be configured is refused with its reason, and nothing else is.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vatRates } from '../money/vat-rates.ts';
import { DAY_MS, PACKAGES } from './package-catalogue.ts';
import { type PriceVersion, standing, versionAt } from './package-prices.ts';
import {
  type Configured,
  packageRules,
  priceRules,
  renameRules,
  TOLD_AHEAD_MS,
  type WantedPrice,
  withdrawalRefused,
} from './package-rules.ts';

const NOW = new Date('2026-11-23T08:00:00Z');
const DAILY = 'p-grtv-daily-c-01';
const later = (ms: number) => new Date(NOW.getTime() + ms);

const VALID: PriceVersion = {
  id: 'v1',
  packageId: DAILY,
  amount: 500,
  vatRate: 1500,
  trialDays: 1,
  monthlyLimit: 200_00,
  serviceKeys: {},
  offered: true,
  validFrom: later(-DAY_MS),
  holders: 'kept',
  madeAt: later(-DAY_MS),
  madeBy: 'Thandi',
  reason: 'The first price',
  withdrawnAt: null,
};
const CONFIGURED: Configured = {
  now: NOW,
  carriers: ['karoo', 'vula'],
  serviceKeys: PACKAGES.map(({ id }) => ({ carrierId: 'karoo', packageId: id, key: `key-${id}` })),
  packages: PACKAGES.map(({ id, name, period }) => ({ id, name, period, words: '' })),
  versions: [VALID],
  vatRateAt: vatRates([]),
  terms: {
    service: 'Bonisa',
    supportNumber: '0800 123 456',
    publicUrl: 'https://bonisa.example',
  },
};
const WANTED: WantedPrice = {
  packageId: DAILY,
  amount: 600,
  vatRate: 1500,
  trialDays: 1,
  monthlyLimit: 200_00,
  serviceKeys: {},
  offered: true,
  validFrom: later(60_000),
  holders: 'kept',
  chargesPerPeriod: 1,
};
const codes = (
  wanted: Partial<WantedPrice>,
  configured: Partial<Configured> = {},
  name = 'Daily',
): string[] =>
  priceRules({ ...WANTED, ...wanted }, name, { ...CONFIGURED, ...configured }).map(
    ({ code }) => code,
  );

describe('a price', () => {
  it('is taken from this instant on, and as far ahead as two years', () => {
    expect(codes({})).toEqual([]);
    expect(codes({ validFrom: NOW })).toEqual([]);
    expect(codes({ validFrom: later(3 * 365 * DAY_MS) })).toEqual(['from_too_far']);
  });

  it.each<[string, Partial<WantedPrice>, string]>([
    ['of nothing', { amount: 0 }, 'price_not_above_zero'],
    ['below nothing', { amount: -500 }, 'price_not_above_zero'],
    ['that is split', { chargesPerPeriod: 5 }, 'price_split'],
    ['with two free days', { trialDays: 2 }, 'trial_too_long'],
    ['with another VAT', { vatRate: 1550 }, 'vat_not_lawful'],
    ['in the past', { validFrom: later(-1) }, 'from_in_the_past'],
    ['above a limit of its own', { monthlyLimit: 599 }, 'monthly_limit_below_price'],
    ['with a limit above R200', { monthlyLimit: 200_01 }, 'over_monthly_limit'],
    [
      'under the key of another package',
      { serviceKeys: { vula: 'key-p-grtv-weekly-c-01' } },
      'service_key_used',
    ],
    ['under a key with a space', { serviceKeys: { vula: 'a key' } }, 'service_key_invalid'],
    ['at an unknown carrier', { serviceKeys: { mars: 'key' } }, 'carrier_unknown'],
    [
      'that holders are asked about too soon',
      { holders: 'asked_again', validFrom: later(TOLD_AHEAD_MS - 1) },
      'told_too_late',
    ],
  ])('%s is refused', (_what, wanted, code) => {
    const [first, ...more] = priceRules({ ...WANTED, ...wanted }, 'Daily', CONFIGURED);
    expect([first?.code, more]).toEqual([code, []]);
    expect(first?.problem.length).toBeGreaterThan(10);
  });

  it('above R200 is refused by the limits of carrier and month', () => {
    expect(codes({ amount: 200_01, monthlyLimit: 200_01 })).toEqual([
      'over_carrier_limit',
      'over_monthly_limit',
    ]);
  });

  it('of a package without a carrier is refused', () => {
    expect(codes({ packageId: 'x-daily' })).toEqual(['no_carrier']);
    expect(codes({ packageId: 'x-daily', serviceKeys: { vula: 'x-1' } })).toEqual([]);
    expect(codes({ packageId: 'x-daily', serviceKeys: { vula: '' } })).toEqual(['no_carrier']);
    expect(codes({ packageId: 'x-daily', offered: false })).toEqual([]);
  });

  it('does not begin at or before the newest one that counts', () => {
    const planned = { ...VALID, id: 'v2', validFrom: later(5 * DAY_MS) };
    const versions = [planned, VALID];
    expect(codes({}, { versions })).toEqual(['versions_overlap']);
    expect(codes({ validFrom: planned.validFrom }, { versions })).toEqual(['versions_overlap']);
    expect(codes({ validFrom: later(6 * DAY_MS) }, { versions })).toEqual([]);
    expect(codes({}, { versions: [{ ...planned, withdrawnAt: NOW }, VALID] })).toEqual([]);
  });

  it('asks nobody again where the package has no earlier price', () => {
    expect(
      codes({ packageId: 'x-daily', serviceKeys: { vula: 'x-1' }, holders: 'asked_again' }),
    ).toEqual([]);
  });

  it('whose messages would not fit one short message is refused', () => {
    expect(codes({}, {}, 'A package with quite a long name')).toEqual(['message_too_long']);
  });

  it('may be withdrawn only before it begins, and once', () => {
    expect(withdrawalRefused({ ...VALID, validFrom: later(1) }, NOW)).toBeUndefined();
    expect(withdrawalRefused({ ...VALID, validFrom: NOW }, NOW)).toContain('was valid');
    expect(withdrawalRefused({ ...VALID, validFrom: later(1), withdrawnAt: NOW }, NOW)).toContain(
      'already',
    );
  });

  it('is valid from its beginning until the next one that counts, whatever was made when', () => {
    const instant = fc.integer({ min: 0, max: 50 });
    const made = fc.uniqueArray(fc.record({ from: instant, withdrawn: fc.boolean() }), {
      selector: ({ from }) => from,
      maxLength: 12,
    });
    fc.assert(
      fc.property(made, instant, (given, at) => {
        const versions = given.map(({ from, withdrawn }, index) => ({
          ...VALID,
          id: String(index),
          validFrom: later(from),
          withdrawnAt: withdrawn ? NOW : null,
        }));
        const counted = versions.filter(({ withdrawnAt }) => withdrawnAt === null);
        const begun = counted.filter(({ validFrom }) => validFrom <= later(at));
        const latest = Math.max(...begun.map(({ validFrom }) => validFrom.getTime()));
        const earliest = Math.min(...counted.map(({ validFrom }) => validFrom.getTime()));
        const expected = begun.length > 0 ? latest : earliest;
        expect(versionAt(standing(versions), later(at))?.validFrom.getTime()).toBe(
          counted.length === 0 ? undefined : expected,
        );
      }),
    );
  });
});

describe('a package', () => {
  const rules = (id: string, name = 'Family', period = 'week') =>
    packageRules({ id, name, period }, CONFIGURED).map(({ code }) => code);

  it('has a key that says its period, as apps read it', () => {
    expect(rules('family-weekly')).toEqual([]);
    expect(rules('family')).toEqual(['key_without_period']);
    expect(rules('family-weekly-monthly')).toEqual(['key_without_period']);
    expect(rules('family-monthly', 'Family', 'week')).toEqual(['key_without_period']);
    expect(rules('family-daily', 'Family', 'day')).toEqual([]);
  });

  it('has a period of a day, a week or a month', () => {
    expect(rules('family-yearly', 'Family', 'year')).toEqual(['period_not_lawful']);
  });

  it('shares neither key nor name with another, and neither has odd characters', () => {
    expect(rules('p-grtv-weekly-c-01')).toEqual(['key_taken']);
    expect(rules('a-weekly', 'weekly')).toEqual(['name_taken']);
    expect(rules('A weekly')).toEqual(['key_invalid']);
    expect(rules('a-weekly-free-day')).toEqual(['key_invalid']);
    expect(rules('a-weekly', 'Family <b>')).toEqual(['name_invalid']);
    expect(rules('a-weekly', 'Umndeni 家')).toEqual(['name_invalid']);
  });

  it('has neither the word nor the digits of a code in its name, made or renamed', () => {
    for (const name of ['OTP Pass', 'Pass 2026']) {
      expect(rules('a-weekly', name)).toEqual(['name_like_code']);
      const renamed = renameRules({ id: DAILY, name }, CONFIGURED);
      expect(renamed.map(({ code }) => code)).toEqual(['name_like_code']);
    }
  });
});
