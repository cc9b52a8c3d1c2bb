// A9 A14: a service without anything to watch sells nothing, and says that it opens soon.

import {
  createTestProduct,
  createVisitor,
  freshNumber,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const OPENS_SOON = 'We open soon: there is nothing to watch yet, so nobody can subscribe.';

let product: TestProduct;
beforeEach(async () => {
  product = await createTestProduct();
});
afterEach(() => product.close());

/** A browser of the empty service: nobody publishes a title for it. */
const browser = () => createVisitor(product.site);
const publish = async (published: boolean): Promise<void> => {
  const rows = [{ kind: 'video', slug: 'first', published }];
  expect((await product.app.catalogue.editing.apply(rows)).problems).toEqual([]);
};

describe('a service without anything to watch', () => {
  it('refuses a new number by name, and sends it no code', async () => {
    const asked = { transaction_id: 'early', msisdn: freshNumber() };
    for (const more of [{}, { service_key: 'demo-daily' }]) {
      const { status, body } = await browser().call('statusCheck', { ...asked, ...more });
      expect([status, body.code, body.description]).toEqual([409, 'opens_soon', OPENS_SOON]);
    }
    expect(product.carrier.messages).toEqual([]);
  });

  it('refuses an Accept whose last title was withdrawn meanwhile, and the code serves later', async () => {
    await product.openForSale();
    const visitor = browser();
    const accept = await toAccept(product, visitor, freshNumber());
    await publish(false);
    expect((await visitor.call('subscribe', accept)).body).toMatchObject({
      status: 'failed',
      outcome: 'opens_soon',
      description: OPENS_SOON,
    });
    expect(await product.rows('select id from subscriptions')).toEqual([]);
    await publish(true);
    expect((await visitor.call('subscribe', accept)).body).toMatchObject({ status: 'success' });
  });

  it('still signs in a number that has a subscription', async () => {
    await product.openForSale();
    const msisdn = freshNumber();
    const first = browser();
    await first.call('subscribe', await toAccept(product, first, msisdn));
    await publish(false);
    product.clock.by(601);
    const second = browser();
    const { body } = await second.call('subscribe', await toAccept(product, second, msisdn));
    expect(body).toMatchObject({ status: 'success', outcome: 'signed_in' });
  });

  it('is open with a live channel that has programmes', async () => {
    const { editing, service } = product.app.catalogue;
    const shown = { title: 'Live', published: true };
    const slot = {
      minutes: 60,
      title: 'News',
      synopsis: 'News.',
      ratingAge: 'PG',
      ratingAdvice: [],
    };
    const channel = {
      ...{ kind: 'liveChannel', ...shown, slug: 'live', category: 'live', genre: 'news' },
      ...{ tagline: 'Live.', description: 'Live.', languages: ['zu'] },
    };
    const rows = [
      { kind: 'genre', slug: 'news', title: 'News' },
      { kind: 'liveCategory', ...shown, slug: 'live' },
      channel,
    ];
    expect((await editing.apply(rows)).problems).toEqual([]);
    expect(await service.isOpenForSale()).toBe(false);
    const week = [{ ...channel, slots: [{ ...slot, startsAt: 0 }] }];
    expect((await editing.apply(week)).problems).toEqual([]);
    expect(await service.isOpenForSale()).toBe(true);
  });
});
