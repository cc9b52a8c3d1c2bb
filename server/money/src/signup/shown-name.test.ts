// S3, S7: a consent has the words that the person was shown, also where the package has another
// name since.

import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
  type Visitor,
} from '@bonisa/server/app.test-kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, subscribe } from '../messaging/messages.test-kit.ts';
import type { MadeBy } from '../packages/package.service.ts';

const DAILY = 'p-grtv-daily-c-01';
const MONTHLY = 'p-grtv-monthly-c-01';
const MADE: MadeBy = { by: 'Thandi', reason: 'A test', record: async () => undefined };

let product: TestProduct;
let visitor: Visitor;
let msisdn: string;
beforeEach(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  await product.app.packages.service.start();
  visitor = product.visitor();
  msisdn = freshNumber();
});
afterEach(() => product.close());

interface Shown {
  readonly id?: string;
  readonly package_id?: string;
  readonly service_key: string;
  readonly name: string;
  readonly price: string;
  readonly effect: string;
  readonly from?: string;
  readonly words: string[];
  readonly at_once_words: string[];
}

/** An editor gives a package another name, after a minute that the page was open. */
const rename = async (packageId: string, name: string): Promise<void> => {
  product.clock.by(60);
  await product.app.packages.service.rename({ packageId, name, words: '' }, MADE);
};
const wordsOfConsents = async (number = msisdn) =>
  (await product.rows(`select words from consents where msisdn = '${number}' order by at, id`)).map(
    ({ words }) => words,
  );

describe('the name in the consent of a sign-up', () => {
  const offerOf = async (transactionId: string): Promise<Shown> => {
    const looked = { transaction_id: transactionId, msisdn };
    const { packages } = (await visitor.call('statusCheck', looked)).body;
    return (packages as Shown[]).find(({ id }) => id === DAILY) as Shown;
  };

  it.each([true, false])(
    'is that of the words with its code (named by the page: %s)',
    async (isNamed) => {
      const accept = await toAccept(product, visitor, msisdn, { transactionId: 'tx-name-1' });
      const { name, words } = await offerOf('tx-name-1');
      await rename(DAILY, 'Day Pass');
      const { body } = await visitor.call('subscribe', { ...accept, ...(isNamed ? { name } : {}) });
      expect(body.outcome).toBe('subscribed');
      expect(await wordsOfConsents()).toEqual([words]);
      expect(words[0]).toContain('Daily');
    },
  );

  it('is asked again where the page showed another one than since its code', async () => {
    const { name } = await offerOf('tx-name-2');
    await rename(DAILY, 'Day Pass');
    product.clock.by(60);
    const accept = await toAccept(product, visitor, msisdn, { transactionId: 'tx-name-2' });
    const { body } = await visitor.call('subscribe', { ...accept, name });
    expect(body).toMatchObject({ status: 'failed', outcome: 'terms_changed' });
    expect(await wordsOfConsents()).toEqual([]);
    const now = await offerOf('tx-name-2');
    const again = await visitor.call('subscribe', { ...accept, name: now.name });
    expect(again.body.outcome).toBe('subscribed');
    expect(await wordsOfConsents()).toEqual([now.words]);
  });

  it('is the one that the page names where the network proved the number', async () => {
    const accept = async (nameOf: (before: Shown, after: Shown) => string) => {
      msisdn = freshNumber();
      visitor = product.visitor({ network: msisdn });
      const transaction = { transaction_id: `enriched ${msisdn}` };
      await visitor.call('enrich', transaction);
      const before = await offerOf(transaction.transaction_id);
      await rename(DAILY, 'Day Pass');
      const after = await offerOf(transaction.transaction_id);
      const { body } = await visitor.call('subscribe', {
        ...transaction,
        msisdn,
        service_key: 'demo-daily',
        to_cancel: 'no',
        name: nameOf(before, after),
      });
      const [words] = await wordsOfConsents();
      await rename(DAILY, 'Daily');
      product.clock.by(60);
      return { outcome: body.outcome, words, before: before.words, after: after.words };
    };
    const former = await accept((before) => before.name);
    expect(former).toMatchObject({ outcome: 'subscribed', words: former.before });
    const present = await accept((_, after) => after.name);
    expect(present).toMatchObject({ outcome: 'subscribed', words: present.after });
    expect(await accept(() => 'Weekly')).toMatchObject({ outcome: 'terms_changed' });
  });
});

describe('the name in the consent of a change', () => {
  let holder: Awaited<ReturnType<typeof subscribe>>;
  const account = async () => (await holder.visitor.call('account')).body;
  const monthly = async (): Promise<Shown> =>
    ((await account()).packages as Shown[]).find((one) => one.package_id === MONTHLY) as Shown;
  const change = ({ service_key, price, name }: Shown, effect: string, more = {}) =>
    holder.visitor.call('changePackage', { service_key, price, name, effect, ...more });
  const newest = async () => (await wordsOfConsents(holder.msisdn)).at(-1);
  beforeEach(async () => {
    holder = await subscribe(product);
    await product.advance(DAY + 60);
  });

  it('is the one that the page showed, at the end of the paid time and at once', async () => {
    const before = await monthly();
    await rename(MONTHLY, 'Big Month');
    expect((await change(before, 'renewal')).status).toBe(200);
    expect(await newest()).toEqual(before.words);
    const atOnce = await change(before, 'now', { at_once: true });
    expect(atOnce.body).toMatchObject({ outcome: 'changed' });
    expect(await newest()).toEqual(before.at_once_words);
  });

  it('is shown first where the page is older than a quarter of an hour', async () => {
    const before = await monthly();
    const given = await wordsOfConsents(holder.msisdn);
    await rename(MONTHLY, 'Big Month');
    product.clock.by(16 * 60);
    for (const isAtOnce of [false, true])
      expect(
        await change(before, isAtOnce ? 'now' : 'renewal', { at_once: isAtOnce }),
      ).toMatchObject({
        status: 409,
        body: { code: 'conflict', description: expect.stringContaining('name') },
      });
    expect(await wordsOfConsents(holder.msisdn)).toEqual(given);
    const now = await monthly();
    expect((await change(now, 'renewal')).status).toBe(200);
    expect(await newest()).toEqual(now.words);
    expect(now.words[0]).toContain('Big Month');
  });

  it('is the present one where a new price is accepted', async () => {
    const validFrom = new Date(product.clock.now().getTime() + 30 * DAY * 1000);
    const price = { amount: 600, holders: 'asked_again' as const, validFrom };
    await product.app.packages.service.change(DAILY, price, MADE);
    const accept = async () => {
      const offer = (await account()).price_offer as Shown;
      const { package_id, price, from, effect, name, words } = offer;
      const asked = { package_id, price, from, effect, name };
      return { asked, words, press: () => holder.visitor.call('acceptPrice', asked) };
    };
    const before = await accept();
    await rename(DAILY, 'Day Pass');
    expect(await before.press()).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const now = await accept();
    expect((await now.press()).status).toBe(200);
    expect(await newest()).toEqual(now.words);
  });
});
