// S7, WASPA 15: an Accept charges now only where its page said so, and its consent has those words.

import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, outboxOf, subscribe } from '../messaging/messages.test-kit.ts';
import type { MadeBy } from '../packages/package.service.ts';
import { insufficientAirtime } from './signup.test-kit.ts';

const DAILY = 'p-grtv-daily-c-01';
const MADE: MadeBy = { by: 'Thandi', reason: 'A test', record: async () => undefined };

let product: TestProduct;
let holder: Awaited<ReturnType<typeof subscribe>>;
beforeEach(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  await product.app.packages.service.start();
});
afterEach(() => product.close());

const asked = () => product.carrier.calls('charge').length;
const consents = async () =>
  await product.rows(
    `select price, words from consents where msisdn = '${holder.msisdn}' order by at, id`,
  );
/** The next charges are denied. */
const deny = (count: number): void => {
  for (let call = 0; call < count; call++) product.carrier.next('charge', insufficientAirtime);
};
/** A holder of Daily whose renewal is denied; `act` sees the account just before. */
async function inGrace<Seen>(act: () => Promise<Seen>): Promise<Seen> {
  holder = await subscribe(product);
  await product.advance(DAY - 60);
  const seen = await act();
  deny(1);
  await product.advance(120);
  return seen;
}
type Choice = { service_key: string; price: string; effect: string; words: string[] };
const weekly = async (): Promise<Choice> => {
  const { packages } = (await holder.visitor.call('account')).body;
  const found = (packages as Choice[]).find(({ service_key }) => service_key === 'demo-weekly');
  if (!found) throw new Error('Weekly is not listed');
  return found;
};
const change = ({ service_key, price, effect }: Choice) =>
  holder.visitor.call('changePackage', { service_key, price, effect });
const run = () => product.app.scheduler.runDue();

describe('the effect that a page showed', () => {
  it('refuses an Accept by which money would be taken now although the page said later', async () => {
    const before = await inGrace(weekly);
    expect(before).toMatchObject({
      effect: 'renewal',
      words: expect.arrayContaining([expect.stringContaining('Nothing is taken now')]),
    });
    const [charged, given] = [asked(), await consents()];
    expect(await change(before)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await run();
    expect([asked(), await consents()]).toEqual([charged, given]);
    // The page shows the words of now, and these are recorded.
    const now = await weekly();
    expect(now.effect).toBe('now');
    expect((await change(now)).body).toMatchObject({ outcome: 'tried_now' });
    await run();
    expect(asked()).toBe(charged + 1);
    expect((await consents()).at(-1)).toEqual({ price: 1000, words: now.words });
    // A repetition is answered and changes nothing.
    expect((await change(now)).status).toBe(200);
    expect(await consents()).toHaveLength(given.length + 1);
  });

  it('charges nothing at the Accept of a caller that names none, and records no charge now', async () => {
    await inGrace(async () => undefined);
    const charged = asked();
    const { body } = await holder.visitor.call('changePackage', { service_key: 'demo-weekly' });
    expect(body).toMatchObject({
      outcome: 'planned',
      description:
        'From your next payment on you have Weekly at R10.00/week. Nothing was taken now.',
    });
    await run();
    expect(asked()).toBe(charged);
    expect(JSON.stringify((await consents()).at(-1))).toContain('Nothing is taken now');
    await product.advance(6 * HOUR);
    expect((await holder.visitor.call('viewer')).body).toMatchObject({
      subscription: { name: 'Weekly', state: 'active' },
    });
  });

  it('refuses the words of a charge now for a package that no longer begins now', async () => {
    await inGrace(async () => undefined);
    const now = await weekly();
    await product.advance(6 * HOUR);
    expect(await change(now)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const atOnce = { service_key: 'demo-weekly', at_once: true, effect: 'renewal' };
    expect(await holder.visitor.call('changePackage', atOnce)).toMatchObject({ status: 409 });
    expect(await holder.visitor.call('changePackage', { ...atOnce, effect: 'now' })).toMatchObject({
      body: { outcome: 'changed' },
    });
  });

  it('holds across the beginning of a new price', async () => {
    const validFrom = new Date(product.clock.now().getTime() + 31 * DAY * 1000 + 60_000);
    const price = { amount: 600, holders: 'asked_again' as const, validFrom };
    await product.app.packages.service.change(DAILY, price, MADE);
    await product.advance(30 * DAY);
    const offer = await inGrace(
      async () => (await holder.visitor.call('account')).body.price_offer,
    );
    const { package_id, from, effect } = offer as Record<string, string>;
    expect(effect).toBe('later');
    const shown = { package_id, price: '6.00', from };
    const charged = asked();
    expect(await holder.visitor.call('acceptPrice', { ...shown, effect })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect((await holder.visitor.call('acceptPrice', shown)).body).toMatchObject({
      outcome: 'planned',
    });
    await run();
    expect(asked()).toBe(charged);
    await product.everybodyStops();
  });
});

it('asks nobody about a price of the package that was left for a dearer one', async () => {
  holder = await subscribe(product);
  await product.advance(DAY + 60);
  const validFrom = new Date(product.clock.now().getTime() + 30 * DAY * 1000);
  await product.app.packages.service.change(
    DAILY,
    { amount: 600, holders: 'asked_again', validFrom },
    MADE,
  );
  // In the evening: the message waits for the morning.
  product.clock.by(12 * HOUR);
  await run();
  const offers = () => outboxOf(product, holder.msisdn, 'price_offered');
  expect(await offers()).toMatchObject([{ state: 'queued' }]);
  const upgrade = { service_key: 'demo-monthly', at_once: true };
  deny(1);
  await holder.visitor.call('changePackage', upgrade);
  expect(await offers()).toMatchObject([{ state: 'queued' }]);
  await holder.visitor.call('changePackage', upgrade);
  expect(await offers()).toMatchObject([{ state: 'failed' }]);
});
