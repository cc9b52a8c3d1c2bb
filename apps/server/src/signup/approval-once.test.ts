// A9 A14 F3: a code approves one opt-in, once. The result of its first use decides whether a second
// is possible.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
  type Visitor,
} from '../app.test-kit.ts';
import { handsetSends } from '../messaging/messages.test-kit.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
});
afterAll(() => product.close());

const COOKIE = 'bonisa_session';
const DAILY = 'demo-daily';
const MONTHLY = 'demo-monthly';
const PREPAID_OUT = async () =>
  ({ outcome: 'denied', reason: 'insufficient_airtime', detail: '' }) as const;

let kits = 0;
/** An attempt with its own fraud kit, so that it is not a repetition. */
const press = (visitor: Visitor, body: Record<string, unknown>) =>
  visitor.call('subscribe', { ...body, evina_token: `kit-${++kits}` });

const subscriptionsOf = (msisdn: string) =>
  product.rows(
    `select s.* from subscriptions s join subscribers n on n.id = s.subscriber_id where n.msisdn = '${msisdn}' order by s.started_at, s.id`,
  );
const chargesOf = (msisdn: string) =>
  product.carrier.calls('charge').filter((input) => (input as { msisdn: string }).msisdn === msisdn)
    .length;
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

describe('One code', () => {
  it('grants nothing again after STOP, an unsubscription or the end, in any accept attempt', async () => {
    const stops: [string, (one: Awaited<ReturnType<typeof subscribed>>) => Promise<unknown>][] = [
      ['STOP', async ({ msisdn }) => handsetSends(product, msisdn, 'STOP')],
      ['unsubscribe', async ({ visitor }) => visitor.call('unsubscribe', {})],
      [
        'the end',
        async ({ msisdn }) =>
          product.rows(
            `update subscriptions set status = 'expired', due_at = null where subscriber_id = (select id from subscribers where msisdn = '${msisdn}')`,
          ),
      ],
    ];
    for (const [how, stop] of stops) {
      const one = await subscribed(await withoutTrial());
      expect(chargesOf(one.msisdn)).toBe(1);
      await stop(one);
      const again = product.visitor();
      again.cookies.set(COOKIE, one.cookie);
      for (let turn = 0; turn < 3; turn++) {
        const { body } = await press(again, one.body);
        expect([how, body.status, body.outcome]).toEqual([how, 'failed', 'otp_expired']);
        product.clock.by(60);
      }
      expect(await one.replay()).toMatchObject(DEAD);
      expect(chargesOf(one.msisdn)).toBe(1);
      expect(await subscriptionsOf(one.msisdn)).toHaveLength(2);
    }
  });

  it('does not sign in a second time while the subscription runs', async () => {
    const one = await subscribed();
    const again = product.visitor();
    again.cookies.set(COOKIE, one.cookie);
    expect((await press(again, one.body)).body).toMatchObject({
      status: 'failed',
      outcome: 'otp_expired',
    });
    const second = product.visitor();
    const signIn = await toAccept(product, second, one.msisdn);
    const before = second.cookies.get(COOKIE) ?? '';
    expect((await press(second, signIn)).body.outcome).toBe('signed_in');
    second.cookies.set(COOKIE, before);
    expect((await press(second, signIn)).body.outcome).toBe('otp_expired');
  });

  it('grants one opt-in, one charge and one session to twenty simultaneous attempts with their own kits', async () => {
    const msisdn = await withoutTrial();
    const visitor = product.visitor();
    const accept = await toAccept(product, visitor, msisdn);
    const token = await visitor.csrf();
    const before = await product.rows('select count(*)::int as n from sessions');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        visitor.send(
          'POST',
          '/api/subscribe',
          { ...accept, evina_token: `at once ${msisdn} ${index}` },
          { 'x-csrf-token': token },
        ),
      ),
    );
    expect(answers.filter(({ body }) => body.status === 'success')).toHaveLength(1);
    for (const { body } of answers)
      expect(['subscribed', 'otp_expired', 'payment_pending', 'otp_attempts_used_up']).toContain(
        body.outcome,
      );
    expect(chargesOf(msisdn)).toBe(1);
    expect(await subscriptionsOf(msisdn)).toHaveLength(2);
    expect(await product.rows('select count(*)::int as n from sessions')).toEqual([
      { n: Number(before[0]?.n) + 1 },
    ]);
  });

  it('is valid again in its visit after a denied payment, for 15 minutes and a few attempts', async () => {
    const msisdn = await withoutTrial();
    const visitor = product.visitor();
    const accept = await toAccept(product, visitor, msisdn);
    product.carrier.next('charge', PREPAID_OUT);
    expect((await press(visitor, accept)).body.outcome).toBe('insufficient_airtime');
    // The code is still not valid for another package.
    expect((await press(visitor, { ...accept, service_key: MONTHLY })).body.outcome).toBe(
      'otp_other_package',
    );
    expect((await press(product.visitor(), accept)).body.outcome).toBe('otp_expired');
    product.clock.by(14 * 60);
    expect((await press(visitor, accept)).body).toMatchObject({
      status: 'success',
      outcome: 'subscribed',
    });

    const late = await withoutTrial();
    const other = product.visitor();
    const asked = await toAccept(product, other, late);
    product.carrier.next('charge', PREPAID_OUT);
    expect((await press(other, asked)).body.outcome).toBe('insufficient_airtime');
    product.clock.by(15 * 60);
    expect((await press(other, asked)).body.outcome).toBe('otp_expired');

    const poor = await withoutTrial();
    const third = product.visitor();
    const wanted = await toAccept(product, third, poor);
    const outcomes: unknown[] = [];
    for (let turn = 0; turn < 8; turn++) {
      product.carrier.next('charge', PREPAID_OUT);
      outcomes.push((await press(third, wanted)).body.outcome);
    }
    product.carrier.usually('charge');
    expect(outcomes).toEqual([
      ...Array(6).fill('insufficient_airtime'),
      'otp_expired',
      'otp_expired',
    ]);
  });

  it('grants nothing after a denied payment and a STOP', async () => {
    const msisdn = await withoutTrial();
    const visitor = product.visitor();
    const accept = await toAccept(product, visitor, msisdn);
    product.carrier.next('charge', PREPAID_OUT);
    await press(visitor, accept);
    await handsetSends(product, msisdn, 'STOP');
    expect((await press(visitor, accept)).body.outcome).toBe('otp_expired');
    expect(chargesOf(msisdn)).toBe(1);
  });

  it('grants nothing after a STOP of a number without any subscription', async () => {
    const msisdn = freshNumber();
    const visitor = product.visitor();
    const accept = await toAccept(product, visitor, msisdn);
    await handsetSends(product, msisdn, 'STOP');
    expect((await press(visitor, accept)).body.outcome).toBe('otp_expired');
    expect(await subscriptionsOf(msisdn)).toEqual([]);
  });

  it('leaves nothing running when STOP arrives at the moment of Accept', async () => {
    for (let round = 0; round < 6; round++) {
      const msisdn = round % 2 === 0 ? freshNumber() : await withoutTrial();
      const visitor = product.visitor();
      const accept = await toAccept(product, visitor, msisdn);
      const token = await visitor.csrf();
      const [answer] = await Promise.all([
        visitor.send(
          'POST',
          '/api/subscribe',
          { ...accept, evina_token: `stopped ${msisdn}` },
          { 'x-csrf-token': token },
        ),
        handsetSends(product, msisdn, round % 3 === 0 ? 'STOP ALL' : 'STOP'),
      ]);
      expect(answer.status).toBe(200);
      const rows = await subscriptionsOf(msisdn);
      expect(
        rows.filter(({ status }) => !['cancelled', 'expired', 'blocked'].includes(String(status))),
      ).toEqual([]);
      const taken = chargesOf(msisdn);
      expect((await press(visitor, accept)).body.status).toBe('failed');
      expect(chargesOf(msisdn)).toBe(taken);
    }
  });

  it('is not valid again while the outcome of its payment is unknown', async () => {
    const msisdn = await withoutTrial();
    const visitor = product.visitor();
    const accept = await toAccept(product, visitor, msisdn);
    product.carrier.next('charge', async () => ({ outcome: 'unknown', cause: 'connection_lost' }));
    expect((await press(visitor, accept)).body.outcome).toBe('payment_pending');
    expect((await press(visitor, accept)).body.outcome).toBe('payment_pending');
    expect(chargesOf(msisdn)).toBe(1);
    await product.advance(150);
    // Nothing was taken, so the code has granted nothing.
    expect((await press(visitor, accept)).body).toMatchObject({
      status: 'success',
      outcome: 'subscribed',
    });
    expect(chargesOf(msisdn)).toBe(2);
  });

  it('is valid once after its owner overrides the content block', async () => {
    const msisdn = await withoutTrial();
    product.carrier.locked.add(msisdn);
    const visitor = product.visitor();
    const accept = await toAccept(product, visitor, msisdn);
    expect((await press(visitor, accept)).body.outcome).toBe('content_blocked');
    expect((await press(visitor, { ...accept, contentblock_override: true })).body.outcome).toBe(
      'subscribed',
    );
    expect(
      (await product.visitor().call('subscribe', { ...accept, contentblock_override: true })).body
        .outcome,
    ).toBe('otp_expired');
  });
});
