// A9 A14 F3: a code approves one opt-in, once. The result of its first use decides whether a second
// is possible.

import { freshNumber, toAccept } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handsetSends } from '../messaging/messages.test-kit.ts';
import {
  createSignupBench,
  EXPIRED_REPLAY,
  insufficientAirtime,
  SESSION_COOKIE,
  type SignupBench,
} from './signup.test-kit.ts';

const MONTHLY = 'demo-monthly';

let bench: SignupBench;
beforeAll(async () => {
  bench = await createSignupBench({ LIMITS: 'off' });
});
afterAll(() => bench.product.close());

describe('One code', () => {
  it('grants nothing again after STOP, an unsubscription or the end, in any accept attempt', async () => {
    const stops: [
      string,
      (one: Awaited<ReturnType<SignupBench['subscribed']>>) => Promise<unknown>,
    ][] = [
      ['STOP', async ({ msisdn }) => handsetSends(bench.product, msisdn, 'STOP')],
      ['unsubscribe', async ({ visitor }) => visitor.call('unsubscribe', {})],
      [
        'the end',
        async ({ msisdn }) =>
          bench.product.rows(
            `update subscriptions set status = 'expired', due_at = null where subscriber_id = (select id from subscribers where msisdn = '${msisdn}')`,
          ),
      ],
    ];
    for (const [how, stop] of stops) {
      const one = await bench.subscribed(await bench.withoutTrial());
      expect(bench.chargesOf(one.msisdn)).toBe(1);
      await stop(one);
      const again = bench.product.visitor();
      again.cookies.set(SESSION_COOKIE, one.cookie);
      for (let turn = 0; turn < 3; turn++) {
        const { body } = await bench.press(again, one.body);
        expect([how, body.status, body.outcome]).toEqual([how, 'failed', 'otp_expired']);
        bench.product.clock.by(60);
      }
      expect(await one.replay()).toMatchObject(EXPIRED_REPLAY);
      expect(bench.chargesOf(one.msisdn)).toBe(1);
      expect(await bench.subscriptionsOf(one.msisdn)).toHaveLength(2);
    }
  });

  it('does not sign in a second time while the subscription runs', async () => {
    const one = await bench.subscribed();
    const again = bench.product.visitor();
    again.cookies.set(SESSION_COOKIE, one.cookie);
    expect((await bench.press(again, one.body)).body).toMatchObject({
      status: 'failed',
      outcome: 'otp_expired',
    });
    const second = bench.product.visitor();
    const signIn = await toAccept(bench.product, second, one.msisdn);
    const before = second.cookies.get(SESSION_COOKIE) ?? '';
    expect((await bench.press(second, signIn)).body.outcome).toBe('signed_in');
    second.cookies.set(SESSION_COOKIE, before);
    expect((await bench.press(second, signIn)).body.outcome).toBe('otp_expired');
  });

  it('grants one opt-in, one charge and one session to twenty simultaneous attempts with their own kits', async () => {
    const msisdn = await bench.withoutTrial();
    const visitor = bench.product.visitor();
    const accept = await toAccept(bench.product, visitor, msisdn);
    const token = await visitor.csrf();
    const before = await bench.product.rows('select count(*)::int as n from sessions');
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
    expect(bench.chargesOf(msisdn)).toBe(1);
    expect(await bench.subscriptionsOf(msisdn)).toHaveLength(2);
    expect(await bench.product.rows('select count(*)::int as n from sessions')).toEqual([
      { n: Number(before[0]?.n) + 1 },
    ]);
  });

  it('is valid again in its visit after a denied payment, for 15 minutes and a few attempts', async () => {
    const msisdn = await bench.withoutTrial();
    const visitor = bench.product.visitor();
    const accept = await toAccept(bench.product, visitor, msisdn);
    bench.product.carrier.next('charge', insufficientAirtime);
    expect((await bench.press(visitor, accept)).body.outcome).toBe('insufficient_airtime');
    // The code is still not valid for another package.
    expect((await bench.press(visitor, { ...accept, service_key: MONTHLY })).body.outcome).toBe(
      'otp_other_package',
    );
    expect((await bench.press(bench.product.visitor(), accept)).body.outcome).toBe('otp_expired');
    bench.product.clock.by(14 * 60);
    expect((await bench.press(visitor, accept)).body).toMatchObject({
      status: 'success',
      outcome: 'subscribed',
    });

    const late = await bench.withoutTrial();
    const other = bench.product.visitor();
    const asked = await toAccept(bench.product, other, late);
    bench.product.carrier.next('charge', insufficientAirtime);
    expect((await bench.press(other, asked)).body.outcome).toBe('insufficient_airtime');
    bench.product.clock.by(15 * 60);
    expect((await bench.press(other, asked)).body.outcome).toBe('otp_expired');

    const poor = await bench.withoutTrial();
    const third = bench.product.visitor();
    const wanted = await toAccept(bench.product, third, poor);
    const outcomes: unknown[] = [];
    for (let turn = 0; turn < 8; turn++) {
      bench.product.carrier.next('charge', insufficientAirtime);
      outcomes.push((await bench.press(third, wanted)).body.outcome);
    }
    bench.product.carrier.usually('charge');
    expect(outcomes).toEqual([
      ...Array(6).fill('insufficient_airtime'),
      'otp_expired',
      'otp_expired',
    ]);
  });

  it('grants nothing after a denied payment and a STOP', async () => {
    const msisdn = await bench.withoutTrial();
    const visitor = bench.product.visitor();
    const accept = await toAccept(bench.product, visitor, msisdn);
    bench.product.carrier.next('charge', insufficientAirtime);
    await bench.press(visitor, accept);
    await handsetSends(bench.product, msisdn, 'STOP');
    expect((await bench.press(visitor, accept)).body.outcome).toBe('otp_expired');
    expect(bench.chargesOf(msisdn)).toBe(1);
  });

  it('grants nothing after a STOP of a number without any subscription', async () => {
    const msisdn = freshNumber();
    const visitor = bench.product.visitor();
    const accept = await toAccept(bench.product, visitor, msisdn);
    await handsetSends(bench.product, msisdn, 'STOP');
    expect((await bench.press(visitor, accept)).body.outcome).toBe('otp_expired');
    expect(await bench.subscriptionsOf(msisdn)).toEqual([]);
  });

  it('leaves nothing running when STOP arrives at the moment of Accept', async () => {
    for (let round = 0; round < 6; round++) {
      const msisdn = round % 2 === 0 ? freshNumber() : await bench.withoutTrial();
      const visitor = bench.product.visitor();
      const accept = await toAccept(bench.product, visitor, msisdn);
      const token = await visitor.csrf();
      const [answer] = await Promise.all([
        visitor.send(
          'POST',
          '/api/subscribe',
          { ...accept, evina_token: `stopped ${msisdn}` },
          { 'x-csrf-token': token },
        ),
        handsetSends(bench.product, msisdn, round % 3 === 0 ? 'STOP ALL' : 'STOP'),
      ]);
      expect(answer.status).toBe(200);
      const rows = await bench.subscriptionsOf(msisdn);
      expect(
        rows.filter(({ status }) => !['cancelled', 'expired', 'blocked'].includes(String(status))),
      ).toEqual([]);
      const taken = bench.chargesOf(msisdn);
      expect((await bench.press(visitor, accept)).body.status).toBe('failed');
      expect(bench.chargesOf(msisdn)).toBe(taken);
    }
  });

  it('is not valid again while the outcome of its payment is unknown', async () => {
    const msisdn = await bench.withoutTrial();
    const visitor = bench.product.visitor();
    const accept = await toAccept(bench.product, visitor, msisdn);
    bench.product.carrier.next('charge', async () => ({
      outcome: 'unknown',
      cause: 'connection_lost',
    }));
    expect((await bench.press(visitor, accept)).body.outcome).toBe('payment_pending');
    expect((await bench.press(visitor, accept)).body.outcome).toBe('payment_pending');
    expect(bench.chargesOf(msisdn)).toBe(1);
    await bench.product.advance(150);
    // Nothing was taken, so the code has granted nothing.
    expect((await bench.press(visitor, accept)).body).toMatchObject({
      status: 'success',
      outcome: 'subscribed',
    });
    expect(bench.chargesOf(msisdn)).toBe(2);
  });

  it('is valid once after its owner overrides the content block', async () => {
    const msisdn = await bench.withoutTrial();
    bench.product.carrier.locked.add(msisdn);
    const visitor = bench.product.visitor();
    const accept = await toAccept(bench.product, visitor, msisdn);
    expect((await bench.press(visitor, accept)).body.outcome).toBe('content_blocked');
    expect(
      (await bench.press(visitor, { ...accept, contentblock_override: true })).body.outcome,
    ).toBe('subscribed');
    expect(
      (await bench.product.visitor().call('subscribe', { ...accept, contentblock_override: true }))
        .body.outcome,
    ).toBe('otp_expired');
  });
});
