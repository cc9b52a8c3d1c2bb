// F7: which price, key and limit count at an instant, and where a package is sold.
import { vatRates } from '@bonisa/domain/money/vat-rates';
import type { PriceVersion } from '@bonisa/domain/packages/package-prices';
import { createMovableClock } from '@bonisa/kit/clock/clock';
import { describe, expect, it } from 'vitest';
import { createSoldPackages } from './sold-packages.ts';
import { startingPackages } from './starting-packages.ts';

const DAILY = 'p-grtv-daily-c-01';
const NOW = new Date('2026-11-26T10:00:00Z');
const HOUR_MS = 3_600_000;

let made = 0;
/** A version that begins some hours from now. */
function version(hours: number, change: Partial<PriceVersion> = {}): PriceVersion {
  made += 1;
  return {
    id: `version ${made}`,
    packageId: DAILY,
    amount: 500,
    vatRate: 1500,
    trialDays: 1,
    monthlyLimit: 200_00,
    serviceKeys: {},
    offered: true,
    validFrom: new Date(NOW.getTime() + hours * HOUR_MS),
    holders: 'kept',
    madeAt: NOW,
    madeBy: 'Thandi',
    reason: 'A test',
    withdrawnAt: null,
    ...change,
  };
}

function sold(...versions: PriceVersion[]) {
  const clock = createMovableClock(0, { now: () => NOW });
  const packages = createSoldPackages({
    carriers: [
      { id: 'karoo', serviceKeys: { [DAILY]: 'configured' } },
      { id: 'vula', serviceKeys: {} },
    ],
    vatRateAt: vatRates([]),
    clock,
  });
  const one = {
    id: DAILY,
    name: 'Daily',
    words: '',
    period: 'day' as const,
    madeAt: NOW,
    madeBy: 'Thandi',
    reason: 'A test',
  };
  const names = [
    { packageId: DAILY, name: 'Day', at: new Date(NOW.getTime() - 2 * HOUR_MS) },
    { packageId: DAILY, name: 'Daily', at: NOW },
  ];
  packages.load({ packages: [one], names, versions, withdrawals: [] });
  return { packages, clock };
}

describe('a planned price', () => {
  const soon = () =>
    sold(
      version(-2, { serviceKeys: { vula: 'old' } }),
      version(1, { serviceKeys: { karoo: 'new', vula: 'other' }, monthlyLimit: 50_00 }),
    );

  it('lends its service keys to no charge before it begins', () => {
    const { packages, clock } = soon();
    expect(packages.serviceKey('karoo', DAILY, 500)).toBe('configured');
    expect(packages.serviceKey('vula', DAILY, 500)).toBe('old');
    expect(packages.serviceKey('vula', DAILY, 600)).toBe('old');
    clock.moveTo(new Date(NOW.getTime() + HOUR_MS));
    expect(packages.serviceKey('karoo', DAILY, 500)).toBe('new');
    expect(packages.serviceKey('vula', DAILY, 500)).toBe('other');
  });

  it('limits no month, and is named by no consent, before it begins', () => {
    const { packages, clock } = soon();
    expect(packages.monthlyLimit(DAILY, 500)).toBe(200_00);
    const [held] = packages.offered();
    expect(packages.version(DAILY, 500)?.versionId).toBe(held?.versionId);
    clock.moveTo(new Date(NOW.getTime() + HOUR_MS));
    expect(packages.monthlyLimit(DAILY, 500)).toBe(50_00);
    expect(packages.version(DAILY, 500)?.versionId).not.toBe(held?.versionId);
  });

  it('is found by its key once it has begun, and pages that show the earlier key still work', () => {
    const { packages, clock } = soon();
    expect(packages.byServiceKey('new')).toBeUndefined();
    expect(packages.byServiceKey('configured')?.id).toBe(DAILY);
    clock.moveTo(new Date(NOW.getTime() + HOUR_MS));
    for (const key of ['new', 'configured', 'old'])
      expect(packages.byServiceKey(key)?.id).toBe(DAILY);
  });
});

describe('an empty service key', () => {
  it('sells the package no more at its carrier, and ends no subscription there', () => {
    const { packages } = sold(
      version(-2, { serviceKeys: { vula: 'old' } }),
      version(-1, { serviceKeys: { karoo: '', vula: 'old' } }),
    );
    expect(packages.offered('karoo')).toEqual([]);
    expect(packages.isSoldAt('karoo', { id: DAILY, price: 500 })).toBe(false);
    expect(packages.offered('vula')).toHaveLength(1);
    expect(packages.serviceKey('vula', DAILY, 500)).toBe('old');
    expect(packages.shownKey(DAILY, 500)).toBe('old');
  });

  it('leaves charges of a price that was sold there the key that they had', () => {
    const { packages } = sold(
      version(-2, { serviceKeys: { karoo: 'first' } }),
      version(-1, { serviceKeys: { karoo: '' } }),
    );
    expect(packages.isSoldAt('karoo', { id: DAILY, price: 500 })).toBe(false);
    expect(packages.serviceKey('karoo', DAILY, 500)).toBe('first');
  });

  it('leaves them the configured key too, by which their holders are found', () => {
    const { packages } = sold(
      version(-2),
      version(-1, { serviceKeys: { karoo: '' }, offered: false }),
    );
    expect(packages.isSoldAt('karoo', { id: DAILY, price: 500 })).toBe(false);
    expect(packages.isOffered(DAILY)).toBe(false);
    expect(packages.serviceKey('karoo', DAILY, 500)).toBe('configured');
    expect(packages.shownKey(DAILY, 500)).toBe('configured');
    expect(packages.byServiceKey('configured')?.id).toBe(DAILY);
  });
});

it('names a package as it was called at an instant, and before it was made by its first name', () => {
  const { packages } = sold(version(-2));
  const called = [-3, -2, -0.001, 0, 1].map((hours) =>
    packages.nameAt(DAILY, new Date(NOW.getTime() + hours * HOUR_MS)),
  );
  expect(called).toEqual(['Day', 'Day', 'Day', 'Daily', 'Daily']);
  expect(packages.nameAt('none', NOW)).toBeUndefined();
});

it('sells a package nowhere while no carrier has a key for it', () => {
  const { packages } = sold(version(-1, { serviceKeys: { karoo: '' } }));
  expect(packages.offered()).toEqual([]);
});

it('begins an installation with what a carrier has a key for on sale, and nothing else', () => {
  const of = (...keys: string[]) =>
    startingPackages(NOW, {
      carriers: [
        { serviceKeys: {} },
        { serviceKeys: Object.fromEntries(keys.map((id) => [id, `key of ${id}`])) },
      ],
      vatRateAt: vatRates([]),
    }).flatMap(({ packageRow: one, version: first }) => (first.offered ? [one.name] : []));
  expect(of(DAILY)).toEqual(['Daily']);
  expect(of()).toEqual([]);
  const packages = createSoldPackages({
    carriers: [{ id: 'karoo', serviceKeys: {} }],
    vatRateAt: vatRates([]),
    clock: { now: () => NOW },
  });
  expect(packages.offered()).toEqual([]);
});
