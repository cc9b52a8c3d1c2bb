// Packages and prices as data: who pays what before, during and after a change of price.

import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
  type Visitor,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MadeBy, WantedVersion } from './package.service.ts';

const DAILY = 'p-grtv-daily-c-01';
const DAY = 86_400;
const MINUTE = 60_000;
const MADE: MadeBy = { by: 'Thandi', reason: 'A test', record: async () => undefined };

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct({
    LIMITS: 'off',
    VAT_RATES: '[{"from":"2027-06-01","percent":16}]',
  });
  await product.app.packages.service.start();
});
afterAll(() => product.close());

function wanted(amount: number, change: Partial<WantedVersion> = {}): WantedVersion {
  return {
    amount,
    vatRate: 1500,
    trialDays: 1,
    monthlyLimit: 200_00,
    serviceKeys: {},
    offered: true,
    holders: 'kept',
    chargesPerPeriod: 1,
    ...change,
  };
}
const inMinutes = (minutes: number) => new Date(product.clock.now().getTime() + minutes * MINUTE);
const change = (amount: number, more: Partial<WantedVersion> = {}) =>
  product.app.packages.service.change(DAILY, wanted(amount, more), MADE);

async function offered(visitor = product.visitor()): Promise<unknown> {
  const { body } = await visitor.call('statusCheck', {
    transaction_id: `look ${freshNumber()}`,
    msisdn: freshNumber(),
  });
  return (body.packages as { name: string; price: string }[]).map(({ price }) => price);
}

/** Subscribes a number and lets its first charge be made. */
async function paying(): Promise<{ visitor: Visitor; msisdn: string }> {
  const [visitor, msisdn] = [product.visitor(), freshNumber()];
  await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
  await product.advance(DAY + 60);
  return { visitor, msisdn };
}

const ofNumber = (msisdn: string, what: string): Promise<Record<string, unknown>[]> =>
  product.rows(
    `select ${what} from subscriptions s join subscribers n on n.id = s.subscriber_id
     left join charges c on c.subscription_id = s.id where n.msisdn = '${msisdn}' order by c.created_at`,
  );
const amounts = async (msisdn: string) =>
  (await ofNumber(msisdn, 'c.amount')).map(({ amount }) => amount);

describe('packages and prices', () => {
  it('begin with three packages, made once for all processes, and are append-only', async () => {
    expect(await offered()).toEqual(['5.00', '10.00', '25.00']);
    await product.again().packages.service.start();
    expect(await product.rows('select count(*)::int as many from price_versions')).toEqual([
      { many: 3 },
    ]);
    for (const table of ['packages', 'package_names', 'price_versions', 'price_withdrawals'])
      for (const statement of [`update ${table} set reason = 'x'`, `delete from ${table}`])
        await expect(product.rows(statement)).rejects.toThrow();
  });

  it('change for new subscribers at their instant, on other processes too, and renewals keep theirs', async () => {
    const { msisdn, visitor } = await paying();
    const other = product.again();
    await other.packages.service.start();
    await change(600, { validFrom: inMinutes(30) });
    await other.packages.service.refresh();
    const epoch = other.packages.sold.epoch();
    expect(await offered()).toEqual(['5.00', '10.00', '25.00']);
    product.clock.by(30 * 60);
    expect(await offered()).toEqual(['6.00', '10.00', '25.00']);
    expect(other.packages.sold.offered().map(({ price }) => price)).toEqual([600, 1000, 2500]);
    expect(other.packages.sold.epoch()).toBeGreaterThan(epoch);
    await product.advance(2 * DAY);
    expect(await amounts(msisdn)).toEqual([500, 500, 500]);
    expect((await visitor.call('viewer')).body).toMatchObject({
      subscription: { price: '5.00', next_amount: '5.00' },
    });
    // A number that is subscribed is told the price that it pays.
    const checked = await product.visitor().call('statusCheck', { transaction_id: 'held', msisdn });
    expect(checked.body).toMatchObject({ code: 'ACTIVE', packages: [{ price: '5.00' }] });
    await product.everybodyStops();
  });

  it('charge a sign-up over the instant of a change what its code approved', async () => {
    const [visitor, msisdn] = [product.visitor(), freshNumber()];
    await change(700, { validFrom: inMinutes(1) });
    const accept = await toAccept(product, visitor, msisdn);
    product.clock.by(90);
    // Another page shows the new price by now: with this code it is asked again.
    const asked = await visitor.call('subscribe', { ...accept, price: '7.00' });
    expect(asked.body).toMatchObject({ status: 'failed', outcome: 'terms_changed' });
    const accepted = await visitor.call('subscribe', { ...accept, price: '6.00' });
    expect(accepted.body).toMatchObject({ status: 'success', outcome: 'subscribed' });
    await product.advance(DAY + 60);
    expect(await amounts(msisdn)).toEqual([600]);
    const consents = await product.rows(
      `select c.price, v.amount, c.words from consents c join price_versions v on v.id = c.price_version_id where c.msisdn = '${msisdn}'`,
    );
    expect(consents).toMatchObject([{ price: 600, amount: 600 }]);
    expect(JSON.stringify(consents)).toContain('R6.00/day');
    await product.everybodyStops();
  });

  it('charge a number that its network proved no more than was shown since', async () => {
    const prove = async (price?: string) => {
      const msisdn = freshNumber();
      const visitor = product.visitor({ network: msisdn });
      const transaction = { transaction_id: `enriched ${msisdn}` };
      await visitor.call('enrich', transaction);
      product.clock.by(90);
      const { body } = await visitor.call('subscribe', {
        ...transaction,
        msisdn,
        service_key: 'demo-daily',
        to_cancel: 'no',
        ...(price ? { price } : {}),
      });
      const [row] = await ofNumber(msisdn, 's.price');
      return [body.outcome, row?.price];
    };
    await change(800, { validFrom: inMinutes(1) });
    expect(await prove()).toEqual(['subscribed', 700]);
    await change(900, { validFrom: inMinutes(1) });
    expect(await prove('9.00')).toEqual(['subscribed', 900]);
    expect(await prove('8.00')).toEqual(['terms_changed', undefined]);
    await product.everybodyStops();
  });

  it('take a higher price of the held package only after its owner has accepted it', async () => {
    await change(1000, { holders: 'asked_again', validFrom: inMinutes(30 * 24 * 60) });
    product.clock.by(28 * DAY);
    const asked = await paying();
    expect((await asked.visitor.call('account')).body.packages).toHaveLength(2);
    await product.advance(DAY);
    expect((await asked.visitor.call('account')).body.packages).toContainEqual(
      expect.objectContaining({ package_id: DAILY, price: '10.00', effect: 'renewal' }),
    );
    // The price has begun: the account names it beside the one that is paid.
    expect((await asked.visitor.call('account')).body.price_offer).toMatchObject({
      price: '10.00',
      held_price: '9.00',
      effect: 'renewal',
    });
    const before = await amounts(asked.msisdn);
    expect(new Set(before)).toEqual(new Set([900]));
    const refused = await asked.visitor.call('changePackage', {
      service_key: 'demo-daily',
      price: '9.50',
    });
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const changed = await asked.visitor.call('changePackage', {
      service_key: 'demo-daily',
      price: '10.00',
    });
    expect(changed.body).toMatchObject({ outcome: 'planned', next_package: { price: '10.00' } });
    await product.advance(DAY);
    expect((await amounts(asked.msisdn)).slice(before.length)).toEqual([1000]);
    await product.everybodyStops();
  });

  it('keep the price and VAT of a charge for its refund and its ledger entry', async () => {
    const { msisdn } = await paying();
    await change(1150);
    const [charge] = await ofNumber(msisdn, 'c.id, c.reference, c.amount, c.vat, c.vat_rate');
    expect(charge).toMatchObject({ amount: 1000, vat: 130, vat_rate: 1500 });
    await product.app.billing.refundService.request({
      reference: String(charge?.reference),
      why: 'A test',
    });
    await product.app.scheduler.runDue();
    const [refund] = await product.rows(
      `select amount, vat, state from refunds where charge_id = '${charge?.id}'`,
    );
    expect(refund).toEqual({ amount: 1000, vat: 130, state: 'succeeded' });
    await product.everybodyStops();
  });

  it('sell a package only where a carrier has its key, and stop selling it without ending it', async () => {
    const { service } = product.app.packages;
    const one = { id: 'family-weekly', name: 'Family', words: 'For the family', period: 'week' };
    const first = wanted(1500, { serviceKeys: { karoo: 'family' }, trialDays: 0 });
    await service.make(one, first, MADE);
    expect(await offered()).toContain('15.00');
    const [visitor, msisdn] = [product.visitor(), freshNumber()];
    const accept = await toAccept(product, visitor, msisdn, { key: 'family' });
    await visitor.call('subscribe', accept);
    const [charge] = product.carrier.calls('charge').slice(-1) as Record<string, unknown>[];
    expect(charge).toMatchObject({ serviceId: 'family', amountCents: 1500, productId: one.id });
    product.clock.by(1);
    await service.change(one.id, { ...first, offered: false }, MADE);
    expect(await offered()).not.toContain('15.00');
    await product.advance(7 * DAY + 60);
    expect(await amounts(msisdn)).toEqual([1500, 1500]);
    await product.everybodyStops();
  });

  it('are called by another name from now on, in every process, and consents keep the old one', async () => {
    const { service } = product.app.packages;
    const other = product.again();
    await other.packages.service.start();
    const { msisdn } = await paying();
    await service.rename({ packageId: DAILY, name: 'Day Pass', words: 'All of it' }, MADE);
    await other.packages.service.refresh();
    for (const { packages } of [product.app, other])
      expect(packages.sold.offered()[0]).toMatchObject({ name: 'Day Pass', words: 'All of it' });
    const shown = await product.rows(`select words from consents where msisdn = '${msisdn}'`);
    expect(JSON.stringify(shown)).toContain('Daily');
    for (const name of ['Weekly', 'A name that makes messages too long', 'No_underscore'])
      await expect(
        service.rename({ packageId: DAILY, name, words: '' }, MADE),
      ).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(
      service.rename({ packageId: 'none', name: 'None', words: '' }, MADE),
    ).rejects.toMatchObject({ code: 'not_found' });
    await service.rename({ packageId: DAILY, name: 'Daily', words: '' }, MADE);
    await product.everybodyStops();
  });

  it('leave in a new price what it does not name: keys, free days, limit and whether it is offered', async () => {
    const { service } = product.app.packages;
    const one = { id: 'kept-weekly', name: 'Kept', words: '', period: 'week' };
    const first = {
      trialDays: 0,
      monthlyLimit: 90_00,
      serviceKeys: { karoo: 'kept' },
      offered: false,
    };
    await service.make(one, { amount: 1500, ...first }, MADE);
    product.clock.by(1);
    const second = await service.change(one.id, { amount: 1600 }, MADE);
    expect(second).toMatchObject({ amount: 1600, vatRate: 1500, holders: 'kept', ...first });
    product.clock.by(1);
    await service.change(one.id, { amount: 1700, offered: true }, MADE);
    expect(product.app.packages.sold.shownKey(one.id, 1700)).toBe('kept');
    const nowhere = { amount: 1700, serviceKeys: { karoo: '' } };
    const refused = service.change(one.id, nowhere, MADE);
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request' });
    product.clock.by(1);
    await service.change(one.id, { ...nowhere, offered: false }, MADE);
    expect(product.app.packages.sold.isSoldAt('karoo', { id: one.id, price: 1700 })).toBe(false);
  });

  it('follow a change of the law of VAT from its day on, and each charge keeps its rate', async () => {
    const { service } = product.app.packages;
    const before = await paying();
    await product.everybodyStops();
    const law = new Date('2027-05-31T22:00:00Z');
    await expect(
      service.change(DAILY, { amount: 1160, vatRate: 1500, validFrom: law }, MADE),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    product.clock.by((law.getTime() - product.clock.now().getTime()) / 1000);
    await service.change(DAILY, { amount: 1160, serviceKeys: {} }, MADE);
    const after = await paying();
    const rates = async ({ msisdn }: { msisdn: string }) =>
      await ofNumber(msisdn, 'c.vat, c.vat_rate');
    expect(await rates(before)).toEqual([{ vat: 150, vat_rate: 1500 }]);
    expect(await rates(after)).toEqual([{ vat: 160, vat_rate: 1600 }]);
    await product.everybodyStops();
  });
});
