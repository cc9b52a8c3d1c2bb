// Price offers, WASPA 15: each holder is told once ahead, and nobody pays what was not accepted.

import { TERMS_VERSION } from '@bonisa/kit/brand/legal-versions';
import { bulkInsert } from '@bonisa/kit/database/bulk';
import { subscribers } from '@bonisa/people/numbers/numbers.tables';
import { createTestProduct, freshNumber, type TestProduct } from '@bonisa/server/app.test-kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, handsetSends, outboxOf, subscribe, textsTo } from '../messaging/messages.test-kit.ts';
import type { MadeBy, WantedVersion } from '../packages/package.service.ts';
import { createHoldersRepository } from './holders.repository.ts';
import { createPriceOffers } from './price-offer.job.ts';
import { createPriceOfferRepository } from './price-offer.repository.ts';
import { subscriptions } from './subscription.tables.ts';

const DAILY = 'p-grtv-daily-c-01';
const MADE: MadeBy = { by: 'Thandi', reason: 'A test', record: async () => undefined };

let product: TestProduct;
beforeEach(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  await product.app.packages.service.start();
});
afterEach(() => product.close());

/** A new price of the Daily package, whose holders are asked, that many days ahead. */
function raise(amount: number, days: number, change: Partial<WantedVersion> = {}) {
  return product.app.packages.service.change(
    DAILY,
    {
      amount,
      vatRate: 1500,
      trialDays: 1,
      monthlyLimit: 200_00,
      serviceKeys: {},
      offered: true,
      holders: 'asked_again',
      chargesPerPeriod: 1,
      validFrom: new Date(product.clock.now().getTime() + days * DAY * 1000),
      ...change,
    },
    MADE,
  );
}

type Status = (typeof subscriptions.$inferInsert)['status'];
let people = 500_000;
/** Subscriptions that nothing is due of. */
async function holding(
  count: number,
  price: number,
  status: Status = 'active',
  carrierId = 'karoo',
): Promise<string[]> {
  const now = product.clock.now();
  const rows = Array.from({ length: count }, () => ({
    id: ++people,
    msisdn: freshNumber(),
    createdAt: now,
  }));
  await bulkInsert(product.open.db, subscribers, rows);
  await bulkInsert(
    product.open.db,
    subscriptions,
    rows.map(({ id }) => ({
      id: crypto.randomUUID(),
      subscriberId: id,
      carrierId,
      packageId: DAILY,
      price,
      status,
      startedAt: now,
      period: 1,
      version: 2,
      transactionId: 'made',
    })),
  );
  return rows.map(({ msisdn }) => msisdn);
}

const told = () =>
  product.rows(
    `select count(*)::int as messages, count(distinct msisdn)::int as numbers from messages where template = 'price_offered'`,
  );
const offer = async () =>
  (await product.rows('select pass, told, done_at is not null as done from price_offers'))[0];
const amounts = async (msisdn: string) =>
  (
    await product.rows(
      `select c.amount from charges c join subscriptions s on s.id = c.subscription_id
       join subscribers n on n.id = s.subscriber_id where n.msisdn = '${msisdn}' order by c.created_at`,
    )
  ).map(({ amount }) => amount);

describe('the telling of a new price', () => {
  it('reaches each of many holders once, by two processes and over a crash between two batches', async () => {
    await holding(2500, 500);
    await raise(600, 40);
    await product.advance(9 * DAY);
    expect(await told()).toEqual([{ messages: 0, numbers: 0 }]);
    product.clock.by(DAY + 60);
    // One process writes its messages and is killed before it commits.
    const { app, open, clock } = product;
    const offers = createPriceOfferRepository(open.db);
    const broken = createPriceOffers({
      ...app.messaging,
      offers: {
        ...offers,
        within: (tx) => ({
          ...offers.within(tx),
          write: () => Promise.reject(new Error('killed')),
        }),
      },
      holders: createHoldersRepository(open.db),
      subscriptions: app.subscription.repository,
      sold: app.packages.sold,
      clock,
    });
    await expect(broken.run()).rejects.toThrow('killed');
    expect(await told()).toEqual([{ messages: 0, numbers: 0 }]);
    const other = product.again();
    await Promise.all([other.subscription.priceOffers.run(), app.subscription.priceOffers.run()]);
    const [first] = await told();
    expect(Number(first?.messages)).toBeGreaterThanOrEqual(1000);
    expect(Number(first?.messages)).toBeLessThan(2500);
    // The rest is told by a process that has just started.
    await other.scheduler.advance(
      clock,
      new Date(clock.now().getTime() + 120_000),
      async () => undefined,
    );
    expect(await told()).toEqual([{ messages: 2500, numbers: 2500 }]);
    await product.advance(31 * DAY);
    expect(await told()).toEqual([{ messages: 2500, numbers: 2500 }]);
    expect(await offer()).toEqual({ pass: 'begun', told: 2500, done: true });
    expect(await app.subscription.priceOffers.nextDue()).toBeNull();
  });

  it('leaves out the ended, the blocked, the removed and those at the new price', async () => {
    const [running, grace, parked] = [
      await holding(1, 500),
      await holding(1, 550, 'grace'),
      await holding(1, 500, 'parked'),
    ].flat();
    for (const status of ['cancelled', 'blocked', 'expired'] as const)
      await holding(1, 500, status);
    await holding(1, 600);
    const [blocked, gone] = await holding(2, 500);
    await product.rows(`update subscribers set blocked_at = now() where msisdn = '${blocked}'`);
    await product.rows(`update subscribers set forgotten_at = now() where msisdn = '${gone}'`);
    await raise(600, 31);
    await product.advance(2 * DAY);
    const rows = await product.rows(
      `select msisdn from messages where template = 'price_offered' order by msisdn`,
    );
    expect(rows.map(({ msisdn }) => msisdn)).toEqual([running, grace, parked].sort());
    expect(textsTo(product, String(grace))).toEqual([
      'Bonisa Daily costs R6.00/day incl VAT from 21 Dec. Accept it in My Account, or you keep R5.50. To stop reply STOP. Help: 0800 123 456',
    ]);
  });

  it('is withheld from numbers whose carrier does not sell it, and cannot be accepted there', async () => {
    const [there] = await holding(1, 500);
    await holding(1, 500, 'active', 'vula');
    const { validFrom, id } = await raise(600, 31);
    await product.advance(2 * DAY);
    const rows = await product.rows(`select msisdn from messages where template = 'price_offered'`);
    expect(rows).toEqual([{ msisdn: there }]);
    await product.app.packages.service.withdraw(id, MADE);
    const nowhere = { serviceKeys: { karoo: '' }, offered: false, validFrom };
    await raise(700, 31, { ...nowhere, validFrom: new Date(validFrom.getTime() + 2 * DAY * 1000) });
    const { visitor } = await subscribe(product);
    await product.advance(2 * DAY);
    expect(await told()).toEqual([{ messages: 1, numbers: 1 }]);
    expect((await visitor.call('account')).body.price_offer).toBeNull();
    const accepted = await visitor.call('acceptPrice', {
      package_id: DAILY,
      price: '7.00',
      from: new Date(validFrom.getTime() + 2 * DAY * 1000).toISOString(),
    });
    expect(accepted).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await product.everybodyStops();
  });

  it('reaches those who subscribe at the earlier price meanwhile, and sends nothing at night', async () => {
    await raise(600, 40);
    await product.advance(12 * DAY);
    const { msisdn } = await subscribe(product);
    await product.advance(2 * DAY);
    const [message] = await outboxOf(product, msisdn, 'price_offered');
    expect(message).toMatchObject({ state: 'sent' });
    expect(new Date(String(message?.sent)).getUTCHours()).toBeGreaterThanOrEqual(6);
    expect(new Date(String(message?.sent)).getUTCHours()).toBeLessThan(18);
    // Whoever subscribes once it is valid has agreed to it.
    await product.advance(27 * DAY);
    const late = await subscribe(product);
    await product.advance(3 * DAY);
    expect(await outboxOf(product, late.msisdn, 'price_offered')).toEqual([]);
    // Nobody was asked twice, and silence keeps the earlier price.
    expect(await outboxOf(product, msisdn, 'price_offered')).toHaveLength(1);
    expect(new Set(await amounts(msisdn))).toEqual(new Set([500]));
    await product.everybodyStops();
  });

  it('stops for a waiting message of somebody who stopped', async () => {
    const { msisdn } = await subscribe(product);
    await raise(600, 30);
    // In the evening: the message waits for the morning.
    product.clock.by(12 * 3600);
    await product.app.scheduler.runDue();
    expect(await outboxOf(product, msisdn, 'price_offered')).toMatchObject([{ state: 'queued' }]);
    await handsetSends(product, msisdn, 'STOP');
    await product.advance(DAY);
    expect(await outboxOf(product, msisdn, 'price_offered')).toMatchObject([{ state: 'failed' }]);
  });
});

describe('the acceptance of a new price', () => {
  it('is a consent with its own words, and charges it from its day on and not before', async () => {
    const { msisdn, visitor } = await subscribe(product);
    const { validFrom } = await raise(600, 31);
    expect((await visitor.call('account')).body.price_offer).toBeNull();
    await product.advance(2 * DAY);
    const { body } = await visitor.call('account');
    expect(body.price_offer).toEqual({
      package_id: DAILY,
      name: 'Daily',
      price: '6.00',
      held_price: '5.00',
      service_period: 'day',
      from: validFrom.toISOString(),
      effect: 'later',
      words: expect.arrayContaining([
        'Bonisa Daily subscription service: from 21 Dec 2026, R6.00/day is taken from your airtime until you stop. Until then you pay R5.00/day. Nothing is taken now.',
      ]),
      words_language: 'en',
    });
    const shown = { package_id: DAILY, price: '6.00', from: validFrom.toISOString() };
    for (const other of [
      { price: '6.01' },
      { from: new Date(validFrom.getTime() - 1).toISOString() },
      { package_id: 'p-grtv-weekly-c-01' },
    ])
      expect(await visitor.call('acceptPrice', { ...shown, ...other })).toMatchObject({
        status: 409,
        body: { code: 'conflict' },
      });
    const first = await visitor.call('acceptPrice', shown);
    expect(first.body).toMatchObject({
      status: 'success',
      outcome: 'planned',
      next_package: { price: '6.00', from: validFrom.toISOString() },
      description: expect.stringContaining('R6.00/day'),
    });
    // Again, and by the call for packages: nothing more is recorded.
    expect((await visitor.call('acceptPrice', shown)).body).toMatchObject({ status: 'success' });
    expect((await visitor.call('account')).body.price_offer).toBeNull();
    const consents = await product.rows(
      `select c.price, c.proof, c.terms_version, v.valid_from = '${validFrom.toISOString()}' as later, c.words::text from consents c
       join price_versions v on v.id = c.price_version_id where c.msisdn = '${msisdn}' order by c.at`,
    );
    expect(consents).toMatchObject([
      { price: 500, later: false },
      { price: 600, proof: 'session', later: true, terms_version: TERMS_VERSION },
    ]);
    expect((await visitor.call('viewer')).body).toMatchObject({
      subscription: { price: '5.00', next_amount: '5.00' },
    });
    await product.advance(40 * DAY);
    const charged = await product.rows(
      `select c.amount, c.created_at >= '${validFrom.toISOString()}' as after from charges c
       join subscriptions s on s.id = c.subscription_id join subscribers n on n.id = s.subscriber_id
       where n.msisdn = '${msisdn}'`,
    );
    expect(charged.length).toBeGreaterThan(30);
    for (const { amount, after } of charged) expect(amount).toBe(after ? 600 : 500);
    expect(textsTo(product, msisdn).filter((text) => text.includes('R6.00/day'))).toContain(
      'Bonisa Daily from 21 Dec 10:00: R6.00/day incl VAT from your airtime. To stop reply STOP. Help: 0800 123 456',
    );
    await product.everybodyStops();
  });

  it('is given up when its price is withdrawn, and by its owner', async () => {
    const [one, other, silent] = [
      await subscribe(product),
      await subscribe(product),
      await subscribe(product),
    ];
    const { id, validFrom } = await raise(600, 30);
    await product.advance(DAY);
    const shown = { package_id: DAILY, price: '6.00', from: validFrom.toISOString() };
    for (const { visitor } of [one, other])
      expect((await visitor.call('acceptPrice', shown)).body).toMatchObject({ status: 'success' });
    const back = await other.visitor.call('changePackage', { service_key: 'demo-daily' });
    expect(back.body).toMatchObject({ outcome: 'kept', next_package: null });
    expect((await other.visitor.call('account')).body.price_offer).toMatchObject({ price: '6.00' });
    await product.app.packages.service.withdraw(id, MADE);
    await product.advance(120);
    expect(await offer()).toEqual({ pass: 'withdrawn', told: 3, done: true });
    for (const { visitor } of [one, other, silent]) {
      const { body } = await visitor.call('account');
      expect(body).toMatchObject({ price_offer: null, next_package: null });
      expect((await visitor.call('acceptPrice', shown)).status).toBe(409);
    }
    await product.advance(31 * DAY);
    for (const { msisdn } of [one, other, silent])
      expect(new Set(await amounts(msisdn))).toEqual(new Set([500]));
    // Only the one who was to pay it was told that it is not.
    const told = await product.rows(
      `select msisdn from messages where once_key like 'price_withdrawn%'`,
    );
    expect(told).toEqual([{ msisdn: one.msisdn }]);
    await product.everybodyStops();
  });

  it('waits for another planned change', async () => {
    const { visitor } = await subscribe(product, 'demo-monthly');
    await product.app.packages.service.change(
      'p-grtv-monthly-c-01',
      {
        ...(await raise(600, 30)),
        amount: 3000,
        chargesPerPeriod: 1,
        validFrom: new Date(product.clock.now().getTime() + 30 * DAY * 1000),
      },
      MADE,
    );
    await product.advance(DAY + 60);
    const { body } = await visitor.call('account');
    const { from, price } = body.price_offer as { from: string; price: string };
    expect(price).toBe('30.00');
    await visitor.call('changePackage', { service_key: 'demo-weekly' });
    const refused = await visitor.call('acceptPrice', {
      package_id: 'p-grtv-monthly-c-01',
      price,
      from,
    });
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await product.everybodyStops();
  });
});
