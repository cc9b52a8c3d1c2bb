// A9 A14 F3 F4: an OTP approves what its SMS said, once, in the visit that asked for it.
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
/** An attempt with a fraud kit of its own, so that it is not the same attempt again. */
const press = (visitor: Visitor, body: Record<string, unknown>) =>
  visitor.call('subscribe', { ...body, evina_token: `kit-${++kits}` });

const subscriptionsOf = (msisdn: string) =>
  product.rows(
    `select s.* from subscriptions s join subscribers n on n.id = s.subscriber_id where n.msisdn = '${msisdn}' order by s.started_at, s.id`,
  );
const chargesOf = (msisdn: string) =>
  product.carrier.calls('charge').filter((input) => (input as { msisdn: string }).msisdn === msisdn)
    .length;
const consentsOf = (msisdn: string) =>
  product.rows(`select id from consents where msisdn = '${msisdn}'`);

/** What must not change where an Accept is refused. */
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

/** A number whose free day is used up and whose subscription was ended, ten minutes ago. */
async function withoutTrial(): Promise<string> {
  const msisdn = freshNumber();
  const visitor = product.visitor();
  await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
  await visitor.call('unsubscribe', {});
  product.clock.by(601);
  return msisdn;
}

/** A subscriber, and the very request that made them one with the cookie that it was sent with. */
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

describe('a code approves what its SMS said', () => {
  it('Monthly with the code of Daily is refused by name, and nothing changes; the code still serves for Daily', async () => {
    const msisdn = await withoutTrial();
    const visitor = product.visitor();
    const accept = await toAccept(product, visitor, msisdn);
    const { message } = product.carrier.calls('sendCode').at(-1) as { message: string };
    expect(message).toContain('OTP for R5.00/day');
    const before = await worldOf(msisdn);
    const validations = product.carrier.calls('validateCode').length;
    const { body } = await press(visitor, { ...accept, service_key: MONTHLY });
    expect(body).toMatchObject({
      status: 'failed',
      outcome: 'otp_other_package',
      description: 'This OTP was sent for Daily at R5.00/day. Request a new OTP for Monthly.',
    });
    expect(await worldOf(msisdn)).toEqual(before);
    expect(product.carrier.calls('validateCode')).toHaveLength(validations);
    expect(visitor.cookies.get('bonisa_hint')).toBeUndefined();
    expect((await press(visitor, accept)).body).toMatchObject({
      status: 'success',
      package_id: 'p-grtv-daily-c-01',
    });
    expect(chargesOf(msisdn)).toBe(1);
  });

  it('a new number is not even written down for an Accept of another package', async () => {
    const msisdn = freshNumber();
    const visitor = product.visitor();
    const accept = await toAccept(product, visitor, msisdn);
    const before = await worldOf(msisdn);
    expect((await press(visitor, { ...accept, service_key: MONTHLY })).body.outcome).toBe(
      'otp_other_package',
    );
    expect(await worldOf(msisdn)).toEqual(before);
  });

  it('the newest code of the visit counts: one for Monthly does not approve Daily either, in whichever order they were sent', async () => {
    const msisdn = await withoutTrial();
    const visitor = product.visitor();
    const daily = await toAccept(product, visitor, msisdn, { transactionId: 'two packages' });
    const monthly = await toAccept(product, visitor, msisdn, {
      key: MONTHLY,
      transactionId: 'two packages',
    });
    expect((await press(visitor, daily)).body.outcome).toBe('otp_other_package');
    expect((await press(visitor, { ...monthly, otp: daily.otp })).body.outcome).toBe('otp_invalid');
    expect((await press(visitor, { ...daily, otp: monthly.otp })).body.outcome).toBe(
      'otp_other_package',
    );
    expect(chargesOf(msisdn)).toBe(0);
  });

  it('a code that was sent to sign in buys nothing once the subscription has ended', async () => {
    const { visitor: owner, msisdn } = await subscribed(await withoutTrial());
    const second = product.visitor();
    const accept = await toAccept(product, second, msisdn);
    expect((product.carrier.calls('sendCode').at(-1) as { message: string }).message).toContain(
      'OTP to sign in',
    );
    await owner.call('unsubscribe', {});
    product.clock.by(1);
    // Ended by its owner: every code of before is dead. One that was sent to sign in afterwards, to
    // another subscription that ends by itself, is none to opt in with.
    const before = await worldOf(msisdn);
    expect((await press(second, accept)).body).toMatchObject({
      status: 'failed',
      outcome: 'otp_expired',
    });
    expect(await worldOf(msisdn)).toEqual(before);
  });

  it('nor where the subscription has ended by itself', async () => {
    const { msisdn } = await subscribed(await withoutTrial());
    const second = product.visitor();
    const accept = await toAccept(product, second, msisdn);
    await product.rows(
      `update subscriptions set status = 'expired', due_at = null where status = 'active' and subscriber_id = (select id from subscribers where msisdn = '${msisdn}')`,
    );
    const before = await worldOf(msisdn);
    for (const key of [DAILY, MONTHLY]) {
      const { body } = await press(second, { ...accept, service_key: key });
      expect(body).toMatchObject({ status: 'failed', outcome: 'otp_for_sign_in' });
      expect(body.description).toMatch(/OTP/);
    }
    expect(await worldOf(msisdn)).toEqual(before);
  });

  it('a code whose SMS showed a free day that is gone charges nothing', async () => {
    const msisdn = freshNumber();
    const visitor = product.visitor();
    const accept = await toAccept(product, visitor, msisdn);
    expect((product.carrier.calls('sendCode').at(-1) as { message: string }).message).toContain(
      'first day FREE',
    );
    // Another device uses the free day meanwhile, and that subscription ends.
    await product.rows(
      `insert into subscribers (msisdn, created_at, trial_used_at) values ('${msisdn}', now(), now())`,
    );
    const before = await worldOf(msisdn);
    for (const free_id of [undefined, 'p-grtv-daily-c-01-free-day']) {
      const { body } = await press(visitor, { ...accept, free_id });
      expect(body).toMatchObject({ status: 'failed', outcome: 'terms_changed' });
      expect(body.description).toMatch(/OTP/);
    }
    expect(await worldOf(msisdn)).toEqual(before);
  });

  it('nor does one that was sent for another price, or without the free day that there is now', async () => {
    for (const change of ['price_cents = price_cents - 100', 'free_day = false']) {
      const msisdn = freshNumber();
      const visitor = product.visitor();
      const accept = await toAccept(product, visitor, msisdn);
      await product.rows(`update otp_challenges set ${change} where msisdn = '${msisdn}'`);
      expect((await press(visitor, accept)).body).toMatchObject({
        status: 'failed',
        outcome: 'terms_changed',
      });
      expect(await subscriptionsOf(msisdn)).toEqual([]);
    }
  });

  it('of a number that became live meanwhile an opt-in code signs in, for the same package only', async () => {
    const msisdn = freshNumber();
    const [first, second] = [product.visitor(), product.visitor()];
    const asked = await toAccept(product, first, msisdn);
    await second.call('subscribe', await toAccept(product, second, msisdn, { key: MONTHLY }));
    const before = await subscriptionsOf(msisdn);
    expect((await press(first, { ...asked, service_key: MONTHLY })).body.outcome).toBe(
      'otp_other_package',
    );
    expect((await press(first, asked)).body).toMatchObject({
      status: 'success',
      outcome: 'signed_in',
      package_id: 'p-grtv-monthly-c-01',
    });
    expect(await subscriptionsOf(msisdn)).toEqual(before);
  });

  it('with a code to sign in any package signs in, and none is a second subscription', async () => {
    const { msisdn } = await subscribed();
    const second = product.visitor();
    const accept = await toAccept(product, second, msisdn);
    const { body } = await press(second, { ...accept, service_key: MONTHLY });
    expect(body).toMatchObject({
      status: 'success',
      outcome: 'signed_in',
      package_id: 'p-grtv-daily-c-01',
    });
    expect(await subscriptionsOf(msisdn)).toHaveLength(1);
  });
});

describe('one code is one opt-in', () => {
  it('a used code opens nothing again after STOP, unsubscribe or the end, in whatever press', async () => {
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

  it('neither does it sign in a second time while the subscription runs', async () => {
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

  it('twenty presses at once with one code, each with a kit of its own: one opt-in, one charge, one session', async () => {
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

  it('a refused payment lets the same visit press again for a quarter of an hour, a few times', async () => {
    const msisdn = await withoutTrial();
    const visitor = product.visitor();
    const accept = await toAccept(product, visitor, msisdn);
    product.carrier.next('charge', PREPAID_OUT);
    expect((await press(visitor, accept)).body.outcome).toBe('insufficient_airtime');
    // Another package was not what the code was for, also now.
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

  it('a refused payment and a STOP: the code is dead', async () => {
    const msisdn = await withoutTrial();
    const visitor = product.visitor();
    const accept = await toAccept(product, visitor, msisdn);
    product.carrier.next('charge', PREPAID_OUT);
    await press(visitor, accept);
    await handsetSends(product, msisdn, 'STOP');
    expect((await press(visitor, accept)).body.outcome).toBe('otp_expired');
    expect(chargesOf(msisdn)).toBe(1);
  });

  it('a STOP counts before anything was opened, also of a number that nobody knows', async () => {
    const msisdn = freshNumber();
    const visitor = product.visitor();
    const accept = await toAccept(product, visitor, msisdn);
    await handsetSends(product, msisdn, 'STOP');
    expect((await press(visitor, accept)).body.outcome).toBe('otp_expired');
    expect(await subscriptionsOf(msisdn)).toEqual([]);
  });

  it('a STOP at the very moment of Accept: nothing runs afterwards, and the code is dead', async () => {
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

  it('an unknown payment holds the code until it is known', async () => {
    const msisdn = await withoutTrial();
    const visitor = product.visitor();
    const accept = await toAccept(product, visitor, msisdn);
    product.carrier.next('charge', async () => ({ outcome: 'unknown', cause: 'connection_lost' }));
    expect((await press(visitor, accept)).body.outcome).toBe('payment_pending');
    expect((await press(visitor, accept)).body.outcome).toBe('payment_pending');
    expect(chargesOf(msisdn)).toBe(1);
    await product.advance(150);
    // It was never taken, so nothing was granted.
    expect((await press(visitor, accept)).body).toMatchObject({
      status: 'success',
      outcome: 'subscribed',
    });
    expect(chargesOf(msisdn)).toBe(2);
  });

  it('a content lock that is unblocked: the same code, once', async () => {
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

describe('a repeat of a press is for a lost answer', () => {
  it('for five minutes, and it hands out the very same session', async () => {
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

  it('two days later it signs nobody in', async () => {
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
  ])('%s ends it at once', async (_what, end) => {
    const one = await subscribed();
    await end(one);
    const before = await worldOf(one.msisdn);
    const { said, signedIn } = await one.replay();
    expect([said.status, signedIn]).toEqual(['failed', false]);
    expect(await worldOf(one.msisdn)).toEqual(before);
  });

  it('nobody else can send it: not with another cookie, nor without one', async () => {
    const one = await subscribed();
    for (const visitor of [product.visitor(), (await subscribed()).visitor]) {
      const { body } = await visitor.call('subscribe', one.body);
      expect(body).toMatchObject({ status: 'failed', outcome: 'otp_expired' });
    }
  });

  it('a payment that is confirmed late is still answered to the page that asks for it, and then five minutes more', async () => {
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

  it('one that was never answered signs nobody in two days later, nor after signing out everywhere', async () => {
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

describe('a code works only in the visit that asked for it', () => {
  it('not in another visit, a visit without a cookie, or another transaction; a second tab shares its visit', async () => {
    const msisdn = freshNumber();
    const visitor = product.visitor();
    const accept = await toAccept(product, visitor, msisdn);
    const validations = product.carrier.calls('validateCode').length;
    const stranger = product.visitor();
    expect((await press(stranger, accept)).body.outcome).toBe('otp_expired');
    await stranger.call('statusCheck', { transaction_id: accept.transaction_id, msisdn });
    expect((await press(stranger, accept)).body.outcome).toBe('otp_expired');
    expect((await press(visitor, { ...accept, transaction_id: 'another' })).body.outcome).toBe(
      'otp_expired',
    );
    expect(product.carrier.calls('validateCode')).toHaveLength(validations);
    const tab = product.visitor();
    tab.cookies.set(COOKIE, visitor.cookies.get(COOKIE) ?? '');
    expect((await press(tab, accept)).body.outcome).toBe('subscribed');
  });

  it("the network's word grants once, also where a code is sent along, and again only after what granted nothing", async () => {
    const msisdn = await withoutTrial();
    const visitor = product.visitor({ network: msisdn });
    const { body: vouched } = await visitor.call('enrich', { transaction_id: `he ${msisdn}` });
    const accept = {
      transaction_id: `he ${msisdn}`,
      he_msisdn: msisdn,
      he_token: vouched.he_token,
      service_key: DAILY,
    };
    const cookie = visitor.cookies.get(COOKIE) ?? '';
    product.carrier.next('charge', PREPAID_OUT);
    expect((await press(visitor, { ...accept, otp: '1234' })).body.outcome).toBe(
      'insufficient_airtime',
    );
    expect((await press(visitor, { ...accept, otp: '1234' })).body.outcome).toBe('subscribed');
    await visitor.call('unsubscribe', {});
    const again = product.visitor();
    again.cookies.set(COOKIE, cookie);
    for (const otp of ['1234', undefined])
      expect((await press(again, { ...accept, otp })).body).toMatchObject({
        status: 'failed',
        outcome: otp ? 'otp_expired' : 'otp_missing',
      });
    expect(chargesOf(msisdn)).toBe(2);
    expect((await subscriptionsOf(msisdn)).map(({ status }) => status)).toEqual([
      'cancelled',
      'expired',
      'cancelled',
    ]);
  });

  it('several words of the network for one run are used up together, and STOP ends them', async () => {
    const msisdn = freshNumber();
    const visitor = product.visitor({ network: msisdn });
    for (let times = 0; times < 3; times++)
      await visitor.call('enrich', { transaction_id: 'thrice' });
    const cookie = visitor.cookies.get(COOKIE) ?? '';
    const accept = { transaction_id: 'thrice', he_msisdn: msisdn, service_key: DAILY };
    expect((await press(visitor, accept)).body.outcome).toBe('subscribed');
    const again = product.visitor();
    again.cookies.set(COOKIE, cookie);
    expect((await press(again, accept)).body.outcome).toBe('otp_missing');

    const other = freshNumber();
    const later = product.visitor({ network: other });
    await later.call('enrich', { transaction_id: 'then stop' });
    await handsetSends(product, other, 'STOP');
    expect(
      (await press(later, { transaction_id: 'then stop', he_msisdn: other, service_key: DAILY }))
        .body.outcome,
    ).toBe('otp_missing');
  });
});
