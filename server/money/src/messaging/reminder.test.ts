// Reminders, WASPA 15: each calendar month, once, provably, in bulk and by any number of processes.

import { bulkInsert } from '@bonisa/kit/database/bulk';
import { subscribers } from '@bonisa/people/numbers/numbers.tables';
import { createTestProduct, freshNumber, type TestProduct } from '@bonisa/server/app.test-kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { subscriptions } from '../subscription/subscription.tables.ts';
import { DAY, handsetSends, outboxOf, subscribe, textsTo } from './messages.test-kit.ts';

let product: TestProduct;
beforeEach(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
});
afterEach(() => product.close());

const NOVEMBER =
  'Reminder: you are subscribed to Bonisa Weekly at R10.00/week incl VAT. To stop reply STOP. Watch: http://localhost:3000. Help: 0800 123 456';

/** Running subscriptions that are due a reminder now; nothing else is due. */
async function running(count: number): Promise<string[]> {
  const now = product.clock.now();
  const people = Array.from({ length: count }, (_, index) => ({
    id: 500_000 + index,
    msisdn: freshNumber(),
    createdAt: now,
  }));
  await bulkInsert(product.open.db, subscribers, people);
  await bulkInsert(
    product.open.db,
    subscriptions,
    people.map(({ id }) => ({
      id: crypto.randomUUID(),
      subscriberId: id,
      carrierId: 'karoo',
      packageId: 'p-grtv-monthly-c-01',
      price: 2500,
      status: 'active' as const,
      startedAt: now,
      period: 1,
      version: 2,
      transactionId: 'made',
      remindAt: now,
    })),
  );
  return people.map(({ msisdn }) => msisdn);
}

describe('reminders', () => {
  it('are sent once in each calendar month after the start, with price and how to stop, and stored as proof', async () => {
    const { msisdn } = await subscribe(product, 'demo-weekly');
    await product.advance(100 * DAY);
    const told = await outboxOf(product, msisdn, 'reminder');
    expect(told.map(({ sent }) => sent?.slice(0, 10))).toEqual([
      '2026-12-15',
      '2027-01-15',
      '2027-02-15',
    ]);
    for (const one of told)
      expect(one).toMatchObject({ state: 'sent', carrier: expect.any(String) });
    expect(textsTo(product, msisdn)).toContain(NOVEMBER);
    const keys = await product.rows(
      `select once_key from messages where msisdn = '${msisdn}' and template = 'reminder' order by created_at`,
    );
    expect(keys.map(({ once_key }) => String(once_key).replace(/ [0-9a-f-]{36} /, ' x '))).toEqual([
      'reminder x 2026-12',
      'reminder x 2027-01',
      'reminder x 2027-02',
    ]);
  });

  it('stop when the subscription does', async () => {
    const { msisdn } = await subscribe(product, 'demo-weekly');
    await product.advance(30 * DAY);
    await handsetSends(product, msisdn, 'STOP');
    await product.advance(35 * DAY);
    expect(await outboxOf(product, msisdn, 'reminder')).toHaveLength(1);
    expect(await product.rows('select id from subscriptions where remind_at is not null')).toEqual(
      [],
    );
  });

  it('name the price of the next charge', async () => {
    const { visitor, msisdn } = await subscribe(product, 'demo-monthly');
    await product.advance(20 * DAY);
    expect((await visitor.call('changePackage', { service_key: 'demo-daily' })).status).toBe(200);
    await product.advance(6 * DAY);
    expect(textsTo(product, msisdn).find((text) => text.startsWith('Reminder'))).toContain(
      'Bonisa Daily at R5.00/day incl VAT',
    );
  });

  it('are sent once for a month in which no process ran, not several times later', async () => {
    const [msisdn] = await running(1);
    product.clock.by(70 * DAY);
    await product.app.scheduler.runDue();
    await product.advance(31 * DAY);
    expect(
      (await outboxOf(product, String(msisdn), 'reminder')).map(({ sent }) => sent?.slice(0, 7)),
    ).toEqual(['2027-01', '2027-02']);
  });

  it('are sent to thousands in a few transactions, once each although two processes work on them', async () => {
    const numbers = await running(3000);
    const other = product.again();
    await Promise.all([product.app.scheduler.runDue(), other.scheduler.runDue()]);
    expect(
      await product.rows(
        'select count(*)::int as count, count(distinct msisdn)::int as numbers from messages',
      ),
    ).toEqual([{ count: 3000, numbers: 3000 }]);
    expect(
      await product.rows('select distinct remind_at::text as next from subscriptions'),
    ).toEqual([{ next: expect.stringMatching(/^2026-12-20 /) }]);
    for (const msisdn of numbers.slice(0, 20)) expect(textsTo(product, msisdn)).toHaveLength(1);
  });
});
