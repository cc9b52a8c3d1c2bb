// A15: requests by short message from handsets.

import {
  createTestProduct,
  freshNumber,
  INBOUND_TOKEN,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DAY,
  HOUR,
  handsetSends,
  outboxOf,
  subscribe,
  textsTo,
} from '../messaging/messages.test-kit.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
});
afterAll(() => product.close());

const send = (msisdn: string, text: string, id?: string) => handsetSends(product, msisdn, text, id);
const stateOf = async (msisdn: string) =>
  (
    await product.rows(
      `select status from subscriptions s join subscribers b on b.id = s.subscriber_id where msisdn = '${msisdn}' order by started_at desc, s.id desc limit 1`,
    )
  )[0]?.status;
const chargesOf = (msisdn: string) =>
  product.rows(
    `select c.state, c.surplus, c.refunded from charges c join subscriptions s on s.id = c.subscription_id join subscribers b on b.id = s.subscriber_id where msisdn = '${msisdn}' order by c.created_at`,
  );

const STOPPED = /^You have been unsubscribed from Bonisa\. Nothing more is taken/;
const NOT_SUBSCRIBED =
  'Bonisa: this number has no subscription. Nothing is taken. Help: 0800 123 456';
const BLOCKED = /^Bonisa: this number is blocked now/;

describe('a short message', () => {
  it('is accepted only from the carrier', async () => {
    const post = (authorization?: string) =>
      product.site.inject({
        method: 'POST',
        url: '/carrier/messages',
        headers: authorization ? { authorization } : {},
        payload: {},
      });
    expect((await post()).statusCode).toBe(401);
    expect((await post('Bearer wrong')).statusCode).toBe(401);
    expect((await post(`Bearer ${INBOUND_TOKEN}`)).statusCode).toBe(400);
  });
});

describe('STOP', () => {
  it('ends the subscription at once, and a second delivery of the same message does nothing', async () => {
    const { visitor, msisdn } = await subscribe(product);
    expect(await send(msisdn, 'Stop', 'the-same')).toBe(204);
    expect(await send(msisdn, 'Stop', 'the-same')).toBe(204);
    expect((await visitor.call('viewer')).body).toMatchObject({
      entitled: true,
      subscription: { state: 'cancelled' },
    });
    const [, goodbye, ...more] = textsTo(product, msisdn);
    expect(goodbye).toBe(
      'You have been unsubscribed from Bonisa. Nothing more is taken. Watch until 21 Nov 10:00. Help: 0800 123 456',
    );
    expect(more).toEqual([]);
  });

  it('is answered each time, with what is still served, or that nothing is after the end', async () => {
    const { msisdn } = await subscribe(product);
    await send(msisdn, 'STOP');
    await send(msisdn, 'STOP');
    const [, first, second] = textsTo(product, msisdn);
    expect(first).toMatch(STOPPED);
    expect(second).toBe(first);
    await product.advance(DAY);
    expect(await stateOf(msisdn)).toBe('expired');
    await send(msisdn, 'STOP');
    expect(textsTo(product, msisdn).at(-1)).toBe(NOT_SUBSCRIBED);
    expect(await chargesOf(msisdn)).toEqual([]);
  });

  it('promises to refund an open charge, and refunds it when the charge succeeds', async () => {
    const { msisdn } = await subscribe(product);
    product.carrier.next('charge', async (_input, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    await product.advance(DAY);
    expect(await stateOf(msisdn)).toBe('due');
    await send(msisdn, 'STOP');
    expect(textsTo(product, msisdn).at(-1)).toBe(
      'You have been unsubscribed from Bonisa. Nothing more is taken; a payment under way is returned. Help: 0800 123 456',
    );
    await product.advance(HOUR);
    expect(await chargesOf(msisdn)).toMatchObject([{ surplus: true, refunded: 500 }]);
    expect(textsTo(product, msisdn).at(-1)).toBe(
      'Bonisa: we have given R5.00 back to your airtime. Help: 0800 123 456',
    );
    await product.advance(3 * DAY);
    expect(await chargesOf(msisdn)).toHaveLength(1);
  });

  it('before the outcome of the first payment sends the notice of the end too', async () => {
    const msisdn = freshNumber();
    const { visitor } = await subscribe(product, 'demo-daily', msisdn);
    await send(msisdn, 'STOP');
    await product.advance(DAY);
    product.carrier.next('charge', async () => ({ outcome: 'unknown', cause: 'timed_out' }));
    await visitor.call(
      'subscribe',
      await toAccept(product, visitor, msisdn, { key: 'demo-weekly' }),
    );
    expect(await stateOf(msisdn)).toBe('pending');
    await send(msisdn, 'STOP');
    expect(textsTo(product, msisdn).at(-1)).toContain('a payment under way is returned');
    await product.advance(3 * DAY);
    expect(await stateOf(msisdn)).toBe('expired');
  });

  it.each([
    ['grace', DAY, 1, 1],
    ['parked', 3 * DAY + HOUR, 30, 4],
  ])('in %s ends the retries', async (status, after, refusals, triedAtLeast) => {
    const poor = await createTestProduct({ LIMITS: 'off' });
    for (let i = 0; i < refusals; i++)
      poor.carrier.next('charge', async () => ({
        outcome: 'denied',
        reason: 'insufficient_airtime',
        detail: '',
      }));
    const { msisdn } = await subscribe(poor);
    await poor.advance(after);
    expect(await poor.rows('select status from subscriptions')).toEqual([{ status }]);
    const { length: tries } = await poor.rows('select id from charges');
    expect(tries).toBeGreaterThanOrEqual(triedAtLeast);
    await handsetSends(poor, msisdn, 'STOP');
    expect(textsTo(poor, msisdn).at(-1)).toBe(
      'You have been unsubscribed from Bonisa. Nothing more is taken. Help: 0800 123 456',
    );
    await poor.advance(40 * DAY);
    expect(await poor.rows('select id from charges')).toHaveLength(tries);
    expect(await poor.rows('select status from subscriptions')).toEqual([{ status: 'expired' }]);
    await poor.close();
  });
});

describe('STOP ALL', () => {
  it('blocks the number: no access, no opt-in and no codes', async () => {
    const { visitor, msisdn } = await subscribe(product);
    await send(msisdn, 'STOP ALL');
    expect((await visitor.call('viewer')).body).toMatchObject({ entitled: false });
    expect((await visitor.call('authStatus', { msisdn })).body).toEqual({ status: 'blocked' });
    const codes = product.carrier.calls('sendCode').length;
    const check = await product
      .visitor()
      .call('statusCheck', { transaction_id: 'after', msisdn, service_key: 'demo-daily' });
    expect(check.body).toMatchObject({
      code: 'BLOCKED',
      packages: [],
      hasFreeTrial: false,
      contentBlockStatus: false,
      otp_sent: false,
    });
    expect(product.carrier.calls('sendCode')).toHaveLength(codes);
  });

  it('leaves the number with no messages but answers to its own', async () => {
    const { msisdn } = await subscribe(product);
    product.carrier.next('charge', async (_input, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    await product.advance(DAY);
    await send(msisdn, 'STOP ALL');
    const told = textsTo(product, msisdn).length;
    expect(textsTo(product, msisdn).at(-1)).toMatch(BLOCKED);
    await product.advance(40 * DAY);
    // The refund itself is not announced either.
    expect(await chargesOf(msisdn)).toMatchObject([{ surplus: true, refunded: 500 }]);
    expect(textsTo(product, msisdn)).toHaveLength(told);
    expect(await outboxOf(product, msisdn, 'refund')).toMatchObject([
      { state: 'failed', sent: null },
    ]);

    for (const asked of ['START', 'STOP', 'STOP ALL']) {
      await send(msisdn, asked);
      expect(textsTo(product, msisdn).at(-1)).toMatch(BLOCKED);
    }
    await send(msisdn, 'what is this');
    expect(textsTo(product, msisdn).at(-1)).toMatch(/^Bonisa: to stop reply STOP/);
  });

  it('counts for a number that never subscribed', async () => {
    const msisdn = freshNumber();
    await send(msisdn, 'STOP ALL');
    expect(textsTo(product, msisdn)).toMatchObject([expect.stringMatching(BLOCKED)]);
    const check = await product.visitor().call('statusCheck', { transaction_id: 'never', msisdn });
    expect(check.body).toMatchObject({ code: 'BLOCKED' });
  });
});

describe('HELP and START', () => {
  it('are answered, and a message alone cannot opt in', async () => {
    const msisdn = freshNumber();
    for (const text of ['JOIN', 'HELP', 'STOP']) await send(msisdn, text);
    expect(textsTo(product, msisdn)).toEqual([
      'Bonisa: nothing starts by a message alone. To subscribe use our page. Go to http://localhost:3000. Help: 0800 123 456',
      'Bonisa: to stop reply STOP. To watch go to http://localhost:3000. Help: 0800 123 456',
      NOT_SUBSCRIBED,
    ]);
    expect(
      await product.app.subscription.repository.numbers.subscriberOf(msisdn as never),
    ).toBeUndefined();
  });

  it('send a subscriber the price and how to stop, at any hour', async () => {
    const { msisdn } = await subscribe(product);
    await product.advance(13 * HOUR);
    await send(msisdn, 'HELP');
    expect(textsTo(product, msisdn).at(-1)).toBe(
      'Bonisa Daily at R5.00/day incl VAT. To stop reply STOP. To watch go to http://localhost:3000. Help: 0800 123 456',
    );
    await send(msisdn, 'START');
    expect(textsTo(product, msisdn).at(-1)).toContain('nothing starts by a message alone');
  });

  it('are answered once for a message that two processes receive', async () => {
    const msisdn = freshNumber();
    const asked = { carrierId: 'karoo', id: 'to-both', msisdn: msisdn as never, text: 'HELP' };
    await Promise.all(
      [product.app, product.again()].map((app) => app.signup.inbound.onMessage(asked)),
    );
    await product.app.scheduler.runDue();
    expect(textsTo(product, msisdn)).toHaveLength(1);
  });
});
