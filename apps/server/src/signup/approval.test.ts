// A9 A14 F3 F4: an OTP approves what its SMS said, once, in the visit that asked for it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
  type Visitor,
} from '../app.test-kit.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
});
afterAll(() => product.close());

const COOKIE = 'bonisa_session';
const DAILY = 'demo-daily';
const MONTHLY = 'demo-monthly';
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

describe('An OTP', () => {
  it('of Daily is refused by name for Monthly, changes nothing, and is still valid for Daily', async () => {
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

  it('stores nothing about a new number when Accept names another package', async () => {
    const msisdn = freshNumber();
    const visitor = product.visitor();
    const accept = await toAccept(product, visitor, msisdn);
    const before = await worldOf(msisdn);
    expect((await press(visitor, { ...accept, service_key: MONTHLY })).body.outcome).toBe(
      'otp_other_package',
    );
    expect(await worldOf(msisdn)).toEqual(before);
  });

  it('replaces the earlier one of its visit and approves only its own package, in either order', async () => {
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

  it('that was sent to sign in approves no opt-in after the subscription was cancelled', async () => {
    const { visitor: owner, msisdn } = await subscribed(await withoutTrial());
    const second = product.visitor();
    const accept = await toAccept(product, second, msisdn);
    expect((product.carrier.calls('sendCode').at(-1) as { message: string }).message).toContain(
      'OTP to sign in',
    );
    await owner.call('unsubscribe', {});
    product.clock.by(1);
    // The owner cancelled: every earlier code is invalid. A code that was later sent to sign in to
    // another subscription, which ends by itself, approves no opt-in either.
    const before = await worldOf(msisdn);
    expect((await press(second, accept)).body).toMatchObject({
      status: 'failed',
      outcome: 'otp_expired',
    });
    expect(await worldOf(msisdn)).toEqual(before);
  });

  it('that was sent to sign in approves no opt-in after the subscription has expired', async () => {
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

  it('whose SMS stated a free day charges nothing when the free day is used up', async () => {
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

  it('whose SMS stated another price, or no free day, charges nothing when the terms have changed', async () => {
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

  it('for an opt-in signs in when the number has subscribed meanwhile, to the same package only', async () => {
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

  it('to sign in does only that, whichever package is named, and starts no second subscription', async () => {
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
