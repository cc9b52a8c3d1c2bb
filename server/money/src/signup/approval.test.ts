// A9 A14 F3 F4: an OTP approves what its SMS said, once, in the visit that asked for it.

import { DAILY, freshNumber, toAccept } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignupBench, type SignupBench } from './signup.test-kit.ts';

const MONTHLY = 'demo-monthly';

let bench: SignupBench;
beforeAll(async () => {
  bench = await createSignupBench({ LIMITS: 'off' });
});
afterAll(() => bench.product.close());

describe('An OTP', () => {
  it('of Daily is refused by name for Monthly, changes nothing, and is still valid for Daily', async () => {
    const msisdn = await bench.withoutTrial();
    const visitor = bench.product.visitor();
    const accept = await toAccept(bench.product, visitor, msisdn);
    const { message } = bench.product.carrier.calls('sendCode').at(-1) as { message: string };
    expect(message).toContain('OTP for R5.00/day');
    const before = await bench.stateOf(msisdn);
    const validations = bench.product.carrier.calls('validateCode').length;
    const { body } = await bench.press(visitor, { ...accept, service_key: MONTHLY });
    expect(body).toMatchObject({
      status: 'failed',
      outcome: 'otp_other_package',
      description: 'This OTP was sent for Daily at R5.00/day. Request a new OTP for Monthly.',
    });
    expect(await bench.stateOf(msisdn)).toEqual(before);
    expect(bench.product.carrier.calls('validateCode')).toHaveLength(validations);
    expect(visitor.cookies.get('bonisa_hint')).toBeUndefined();
    expect((await bench.press(visitor, accept)).body).toMatchObject({
      status: 'success',
      package_id: 'p-grtv-daily-c-01',
    });
    expect(bench.chargesOf(msisdn)).toBe(1);
  });

  it('stores nothing about a new number when Accept names another package', async () => {
    const msisdn = freshNumber();
    const visitor = bench.product.visitor();
    const accept = await toAccept(bench.product, visitor, msisdn);
    const before = await bench.stateOf(msisdn);
    expect((await bench.press(visitor, { ...accept, service_key: MONTHLY })).body.outcome).toBe(
      'otp_other_package',
    );
    expect(await bench.stateOf(msisdn)).toEqual(before);
  });

  it('replaces the earlier one of its visit and approves only its own package, in either order', async () => {
    const msisdn = await bench.withoutTrial();
    const visitor = bench.product.visitor();
    const daily = await toAccept(bench.product, visitor, msisdn, { transactionId: 'two packages' });
    const monthly = await toAccept(bench.product, visitor, msisdn, {
      key: MONTHLY,
      transactionId: 'two packages',
    });
    expect((await bench.press(visitor, daily)).body.outcome).toBe('otp_other_package');
    expect((await bench.press(visitor, { ...monthly, otp: daily.otp })).body.outcome).toBe(
      'otp_invalid',
    );
    expect((await bench.press(visitor, { ...daily, otp: monthly.otp })).body.outcome).toBe(
      'otp_other_package',
    );
    expect(bench.chargesOf(msisdn)).toBe(0);
  });

  it('that was sent to sign in approves no opt-in after the subscription was cancelled', async () => {
    const { visitor: owner, msisdn } = await bench.subscribed(await bench.withoutTrial());
    const second = bench.product.visitor();
    const accept = await toAccept(bench.product, second, msisdn);
    expect(
      (bench.product.carrier.calls('sendCode').at(-1) as { message: string }).message,
    ).toContain('OTP to sign in');
    await owner.call('unsubscribe', {});
    bench.product.clock.by(1);
    // The owner cancelled: every earlier code is invalid. A code that was later sent to sign in to
    // another subscription, which ends by itself, approves no opt-in either.
    const before = await bench.stateOf(msisdn);
    expect((await bench.press(second, accept)).body).toMatchObject({
      status: 'failed',
      outcome: 'otp_expired',
    });
    expect(await bench.stateOf(msisdn)).toEqual(before);
  });

  it('that was sent to sign in approves no opt-in after the subscription has expired', async () => {
    const { msisdn } = await bench.subscribed(await bench.withoutTrial());
    const second = bench.product.visitor();
    const accept = await toAccept(bench.product, second, msisdn);
    await bench.product.rows(
      `update subscriptions set status = 'expired', due_at = null where status = 'active' and subscriber_id = (select id from subscribers where msisdn = '${msisdn}')`,
    );
    const before = await bench.stateOf(msisdn);
    for (const key of [DAILY, MONTHLY]) {
      const { body } = await bench.press(second, { ...accept, service_key: key });
      expect(body).toMatchObject({ status: 'failed', outcome: 'otp_for_sign_in' });
      expect(body.description).toMatch(/OTP/);
    }
    expect(await bench.stateOf(msisdn)).toEqual(before);
  });

  it('whose SMS stated a free day charges nothing when the free day is used up', async () => {
    const msisdn = freshNumber();
    const visitor = bench.product.visitor();
    const accept = await toAccept(bench.product, visitor, msisdn);
    expect(
      (bench.product.carrier.calls('sendCode').at(-1) as { message: string }).message,
    ).toContain('first day FREE');
    // Another device uses the free day meanwhile, and that subscription ends.
    await bench.product.rows(
      `insert into subscribers (msisdn, created_at, trial_used_at) values ('${msisdn}', now(), now())`,
    );
    const before = await bench.stateOf(msisdn);
    for (const free_id of [undefined, 'p-grtv-daily-c-01-free-day']) {
      const { body } = await bench.press(visitor, { ...accept, free_id });
      expect(body).toMatchObject({ status: 'failed', outcome: 'terms_changed' });
      expect(body.description).toMatch(/OTP/);
    }
    expect(await bench.stateOf(msisdn)).toEqual(before);
  });

  it('whose SMS stated another price, or no free day, charges nothing when the terms have changed', async () => {
    for (const change of ['price_cents = price_cents - 100', 'free_day = false']) {
      const msisdn = freshNumber();
      const visitor = bench.product.visitor();
      const accept = await toAccept(bench.product, visitor, msisdn);
      await bench.product.rows(`update otp_challenges set ${change} where msisdn = '${msisdn}'`);
      expect((await bench.press(visitor, accept)).body).toMatchObject({
        status: 'failed',
        outcome: 'terms_changed',
      });
      expect(await bench.subscriptionsOf(msisdn)).toEqual([]);
    }
  });

  it('for an opt-in signs in when the number has subscribed meanwhile, to the same package only', async () => {
    const msisdn = freshNumber();
    const [first, second] = [bench.product.visitor(), bench.product.visitor()];
    const asked = await toAccept(bench.product, first, msisdn);
    await second.call('subscribe', await toAccept(bench.product, second, msisdn, { key: MONTHLY }));
    const before = await bench.subscriptionsOf(msisdn);
    expect((await bench.press(first, { ...asked, service_key: MONTHLY })).body.outcome).toBe(
      'otp_other_package',
    );
    expect((await bench.press(first, asked)).body).toMatchObject({
      status: 'success',
      outcome: 'signed_in',
      package_id: 'p-grtv-monthly-c-01',
    });
    expect(await bench.subscriptionsOf(msisdn)).toEqual(before);
  });

  it('to sign in does only that, whichever package is named, and starts no second subscription', async () => {
    const { msisdn } = await bench.subscribed();
    const second = bench.product.visitor();
    const accept = await toAccept(bench.product, second, msisdn);
    const { body } = await bench.press(second, { ...accept, service_key: MONTHLY });
    expect(body).toMatchObject({
      status: 'success',
      outcome: 'signed_in',
      package_id: 'p-grtv-daily-c-01',
    });
    expect(await bench.subscriptionsOf(msisdn)).toHaveLength(1);
  });
});
