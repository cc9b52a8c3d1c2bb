// S2, S3, A9: a number has one free day, whichever subscription of it that is; page, message and
// charge agree about it.

import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY, HOUR } from '../messaging/messages.test-kit.ts';
import type { MadeBy } from '../packages/package.service.ts';

const DAILY = 'p-grtv-daily-c-01';
const MADE: MadeBy = { by: 'Thandi', reason: 'A test', record: async () => undefined };

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  await product.app.packages.service.start();
});
afterAll(() => product.close());

const priced = async (trialDays: number): Promise<void> => {
  product.clock.by(60);
  await product.app.packages.service.change(DAILY, { amount: 500, trialDays }, MADE);
  product.clock.by(60);
};

/** Subscribes once more and lets the subscription end: what the page, the consent and money say. */
async function again(msisdn: string, run: number) {
  const [visitor, transactionId] = [product.visitor(), `free-${run}`];
  const looked = await visitor.call('statusCheck', { transaction_id: transactionId, msisdn });
  const [offer] = looked.body.packages as { free_id: string; words: string[] }[];
  const accept = await toAccept(product, visitor, msisdn, { transactionId });
  const charged = product.carrier.calls('charge').length;
  const { body } = await visitor.call('subscribe', { ...accept, free_id: offer?.free_id });
  const taken = product.carrier.calls('charge').length - charged;
  const [consent] = await product.rows(
    `select trial, words from consents where msisdn = '${msisdn}' order by at desc limit 1`,
  );
  expect(consent).toEqual({ trial: offer?.free_id !== '', words: offer?.words });
  await product.everybodyStops();
  await product.advance(2 * DAY);
  return { outcome: body.outcome, isFree: consent?.trial, taken };
}

it('has its free day with a later subscription where an earlier one had none, and only once', async () => {
  const msisdn = freshNumber();
  await priced(0);
  expect(await again(msisdn, 1)).toEqual({ outcome: 'subscribed', isFree: false, taken: 1 });
  await priced(1);
  expect(await again(msisdn, 2)).toEqual({ outcome: 'subscribed', isFree: true, taken: 0 });
  expect(await again(msisdn, 3)).toEqual({ outcome: 'subscribed', isFree: false, taken: 1 });
});

it('is not lost by whoever stops in it and subscribes again: what is left is added to what is paid', async () => {
  const msisdn = freshNumber();
  const first = product.visitor();
  await first.call('subscribe', await toAccept(product, first, msisdn));
  await product.advance(HOUR);
  await first.call('unsubscribe', {});
  const freeUntil = product.clock.now().getTime() + (DAY - HOUR) * 1000;
  const again = product.visitor();
  const { body } = await again.call(
    'subscribe',
    await toAccept(product, again, msisdn, { key: 'demo-weekly' }),
  );
  // Charged at Accept, as a subscription after unsubscribing is.
  expect(product.carrier.calls('charge').at(-1)).toMatchObject({ msisdn });
  expect(body).toMatchObject({
    outcome: 'subscribed',
    free_trial: false,
    paid_until: new Date(freeUntil + 7 * DAY * 1000).toISOString(),
  });
  const [consent] = await product.rows(
    `select words from consents where msisdn = '${msisdn}' order by at desc limit 1`,
  );
  expect(String(consent?.words)).toContain('Any free or paid time you have left is added.');
});
