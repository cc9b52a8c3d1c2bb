// Sums of the ledger: exact with every line whatever was counted, and for screens from roll-ups.
import type { Day } from '@bonisa/domain/south-african-time';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargeTaken } from '../../../money/src/ledger/postings.ts';
import { sumLedger } from './ledger-sums.repository.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
});
afterAll(() => product.close());

/** Posts a charge of so many cents, without VAT in it, at an instant. */
async function posts(cents: number, at: string, carrierId = 'karoo'): Promise<void> {
  const { app } = product;
  const entry = { cause: 'charge', causeId: app.newId(), carrierId, at: new Date(at) };
  await app.ledger.post(app.db, [{ ...entry, lines: chargeTaken(cents, 0) }]);
}

async function owed(as: 'exact' | 'counted', from?: Day, until?: Day): Promise<number> {
  const span = { carrierId: 'karoo', as, ...(from ? { from } : {}), ...(until ? { until } : {}) };
  const sums = await sumLedger(product.app.db, span);
  return sums
    .filter(({ account, cause }) => account === 'carrier_receivable' && cause === 'charge')
    .reduce((sum, { amount }) => sum + amount, 0);
}
const count = () => product.app.maintenance.runDue();

describe('the sums of the ledger', () => {
  it('are exact before, between and after the counts of the reports', async () => {
    // 23:59 and 00:00 in South Africa.
    await posts(1, '2026-10-31T21:59:59Z');
    await posts(20, '2026-10-31T22:00:00Z');
    await posts(300, '2026-11-20T08:00:00Z');
    await posts(7000, '2026-11-20T08:00:00Z', 'other');
    const sums = async () => [
      await owed('exact'),
      await owed('exact', '2026-11-01', '2026-12-01'),
      await owed('exact', '2026-10-01', '2026-11-01'),
    ];
    expect(await sums()).toEqual([321, 320, 1]);
    await count();
    expect(await product.rows(`select * from report_changes where subject = 'ledger'`)).toEqual([]);
    expect(await sums()).toEqual([321, 320, 1]);
    // Another line of a counted day, and one of a day that was never counted.
    await posts(4000, '2026-11-20T09:00:00Z');
    await posts(50_000, '2026-11-21T09:00:00Z');
    expect(await sums()).toEqual([54_321, 54_320, 1]);
  });

  it('for a screen lack only what was posted since its day was counted', async () => {
    expect(await owed('counted')).toBe(50_321);
    product.clock.by(3600);
    await count();
    expect(await owed('counted')).toBe(54_321);
  });
});
