import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activePackage, isFreeTrial, localTime } from './active-package.ts';

const NOW = new Date(2026, 10, 20, 14, 5, 9);
const purchase = (packageId: string) => ({
  subscriberId: '41',
  packageId,
  transactionId: 'tx-1',
  amount: '5.00',
});

describe('the active package', () => {
  // E3 F7
  test.each([
    ['p-grtv-daily-c-01', 1, '2026-11-21 14:05:09'],
    ['p-grtv-weekly-c-01', 7, '2026-11-27 14:05:09'],
    ['p-grtv-monthly-c-01', 30, '2026-12-20 14:05:09'],
  ])('gives the package %s a duration of %d days', (packageId, duration, expiry) => {
    expect(activePackage(purchase(packageId), NOW)).toEqual({
      subscriber_id: '41',
      package_id: packageId,
      purchase_date: '2026-11-20 14:05:09',
      expiry_date: expiry,
      transaction_id: 'tx-1',
      duration,
      amount: '5.00',
    });
  });

  test('ends with the running subscription for a number that only signed in', () => {
    const until = new Date(2026, 10, 22, 8, 0, 0);
    expect(
      activePackage(
        { ...purchase('p-grtv-weekly-c-01'), served: { until, freeTrial: false } },
        NOW,
      ),
    ).toMatchObject({
      purchase_date: '2026-11-15 08:00:00',
      expiry_date: '2026-11-22 08:00:00',
    });
    expect(
      activePackage({ ...purchase('p-grtv-weekly-c-01'), served: { until, freeTrial: true } }, NOW)
        .purchase_date,
    ).toBe('2026-11-21 08:00:00');
  });

  // F8
  test('counts as a free trial for 24 hours', () => {
    const { purchase_date } = activePackage(purchase('p-grtv-daily-c-01'), NOW);
    const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
    expect(isFreeTrial({ purchase_date }, NOW)).toBe(true);
    expect(isFreeTrial({ purchase_date }, after(86_399))).toBe(true);
    expect(isFreeTrial({ purchase_date }, after(86_400))).toBe(false);
    expect(isFreeTrial({ purchase_date: 'yesterday' }, NOW)).toBe(false);
  });

  // E3
  test("has dates in the specification's format", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(2000, 0, 1), max: new Date(2100, 0, 1), noInvalidDate: true }),
        (at) => {
          const text = localTime(at);
          expect(text).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
          expect(new Date(text.replace(' ', 'T')).getTime()).toBe(
            Math.floor(at.getTime() / 1000) * 1000,
          );
        },
      ),
    );
  });
});
