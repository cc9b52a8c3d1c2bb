// A14: the server repeats its answer to an accept attempt after a lost answer, and only then.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestProduct, freshNumber, type TestProduct, toAccept } from '../app.test-kit.ts';
import { handsetSends } from '../messaging/messages.test-kit.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
});
afterAll(() => product.close());

const COOKIE = 'bonisa_session';
const DAILY = 'demo-daily';
let kits = 0;

const subscriptionsOf = (msisdn: string) =>
  product.rows(
    `select s.* from subscriptions s join subscribers n on n.id = s.subscriber_id where n.msisdn = '${msisdn}' order by s.started_at, s.id`,
  );
const chargesOf = (msisdn: string) =>
  product.carrier.calls('charge').filter((input) => (input as { msisdn: string }).msisdn === msisdn)
    .length;
const consentsOf = (msisdn: string) =>
  product.rows(`select id from consents where msisdn = '${msisdn}'`);

/** Everything that a refused Accept must not change. */
async function worldOf(msisdn: string) {
  return {
    subscriptions: await subscriptionsOf(msisdn),
    charges: chargesOf(msisdn),
    consents: (await consentsOf(msisdn)).length,
    sessions: await product.rows('select count(*)::int as n from sessions'),
    subscribers: await product.rows(
      `select id, trial_used_at, blocked_at from subscribers where msisdn = '${msisdn}'`,
    ),
  };
}

/** A number whose free day is used up and whose subscription ended ten minutes ago. */
async function withoutTrial(): Promise<string> {
  const msisdn = freshNumber();
  const visitor = product.visitor();
  await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
  await visitor.call('unsubscribe', {});
  product.clock.by(601);
  return msisdn;
}

/** A subscriber, and the exact request and cookie of their Accept. */
async function subscribed(msisdn: string = freshNumber(), key = DAILY) {
  const visitor = product.visitor();
  const body = {
    ...(await toAccept(product, visitor, msisdn, { key })),
    evina_token: `kit-${++kits}`,
  };
  const cookie = visitor.cookies.get(COOKIE) ?? '';
  const answer = await visitor.call('subscribe', body);
  expect(answer.body.status).toBe('success');
  const replay = async () => {
    const again = product.visitor();
    again.cookies.set(COOKIE, cookie);
    const { body: said } = await again.call('subscribe', body);
    return { said, signedIn: (await again.call('viewer')).body.signed_in };
  };
  return { visitor, msisdn, body, cookie, replay };
}

const DEAD = {
  said: { status: 'failed', outcome: 'otp_expired', description: 'OTP timed out' },
  signedIn: false,
};

describe('A repeated accept attempt', () => {
  it('gets the same session for five minutes', async () => {
    const one = await subscribed();
    const first = one.visitor.cookies.get(COOKIE);
    product.clock.by(4 * 60);
    const again = product.visitor();
    again.cookies.set(COOKIE, one.cookie);
    expect((await again.call('subscribe', one.body)).body).toMatchObject({
      status: 'success',
      outcome: 'subscribed',
    });
    expect(again.cookies.get(COOKIE)).toBe(first);
    product.clock.by(61);
    expect(await one.replay()).toMatchObject(DEAD);
  });

  it('signs nobody in two days later', async () => {
    const one = await subscribed();
    await product.advance(2 * 86_400);
    expect(await one.replay()).toMatchObject(DEAD);
  });

  it.each<[string, (one: Awaited<ReturnType<typeof subscribed>>) => Promise<unknown>]>([
    ['signing out', async ({ visitor }) => visitor.call('signOut', {})],
    [
      'signing out everywhere',
      async ({ visitor }) => visitor.call('signOut', { everywhere: true }),
    ],
    [
      'signing out everywhere on another device',
      async ({ msisdn }) => {
        const other = product.visitor();
        await other.call('subscribe', await toAccept(product, other, msisdn));
        await other.call('signOut', { everywhere: true });
      },
    ],
    ['STOP', async ({ msisdn }) => handsetSends(product, msisdn, 'STOP')],
    ['STOP ALL', async ({ msisdn }) => handsetSends(product, msisdn, 'STOP ALL')],
    ['unsubscribe', async ({ visitor }) => visitor.call('unsubscribe', {})],
    [
      'the removal of the data',
      async ({ visitor }) => visitor.call('deletePersonalData', { confirm: 'delete' }),
    ],
  ])('stops working at once after %s', async (_what, end) => {
    const one = await subscribed();
    await end(one);
    const before = await worldOf(one.msisdn);
    const { said, signedIn } = await one.replay();
    expect([said.status, signedIn]).toEqual(['failed', false]);
    expect(await worldOf(one.msisdn)).toEqual(before);
  });

  it('is refused with another cookie and without one', async () => {
    const one = await subscribed();
    for (const visitor of [product.visitor(), (await subscribed()).visitor]) {
      const { body } = await visitor.call('subscribe', one.body);
      expect(body).toMatchObject({ status: 'failed', outcome: 'otp_expired' });
    }
  });

  it('is answered for five minutes after a payment that was confirmed late', async () => {
    const msisdn = await withoutTrial();
    const visitor = product.visitor();
    const accept = { ...(await toAccept(product, visitor, msisdn)), evina_token: `kit-${++kits}` };
    const cookie = visitor.cookies.get(COOKIE) ?? '';
    product.carrier.next('charge', async (_input, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    expect((await visitor.call('subscribe', accept)).body.outcome).toBe('payment_pending');
    product.clock.by(3);
    expect((await visitor.call('subscribe', accept)).body.outcome).toBe('payment_pending');
    await product.advance(1200);
    expect((await visitor.call('subscribe', accept)).body).toMatchObject({
      status: 'success',
      outcome: 'subscribed',
    });
    expect((await visitor.call('viewer')).body.signed_in).toBe(true);
    await visitor.call('signOut', { everywhere: true });
    const again = product.visitor();
    again.cookies.set(COOKIE, cookie);
    expect((await again.call('subscribe', accept)).body).toMatchObject({ status: 'failed' });
    expect((await again.call('viewer')).body.signed_in).toBe(false);
  });

  it('signs nobody in two days later, nor after a sign-out everywhere, when its first answer was lost', async () => {
    for (const end of ['two days', 'everywhere'] as const) {
      const msisdn = await withoutTrial();
      const visitor = product.visitor();
      const accept = await toAccept(product, visitor, msisdn);
      product.carrier.next('charge', async (_input, usual) => {
        await usual();
        return { outcome: 'unknown', cause: 'timed_out' };
      });
      expect((await visitor.call('subscribe', accept)).body.outcome).toBe('payment_pending');
      await product.advance(60);
      if (end === 'two days') await product.advance(2 * 86_400);
      else {
        const other = product.visitor();
        await other.call('subscribe', await toAccept(product, other, msisdn));
        await other.call('signOut', { everywhere: true });
      }
      expect((await visitor.call('subscribe', accept)).body).toMatchObject({
        status: 'failed',
        outcome: 'otp_expired',
      });
      expect((await visitor.call('viewer')).body.signed_in).toBe(false);
    }
  });
});
