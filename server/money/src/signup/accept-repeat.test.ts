// A14: the server repeats its answer to an accept attempt after a lost answer, and only then.

import { toAccept } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handsetSends } from '../messaging/messages.test-kit.ts';
import {
  createSignupBench,
  EXPIRED_REPLAY,
  SESSION_COOKIE,
  type SignupBench,
} from './signup.test-kit.ts';

let bench: SignupBench;
beforeAll(async () => {
  bench = await createSignupBench({ LIMITS: 'off' });
});
afterAll(() => bench.product.close());

describe('A repeated accept attempt', () => {
  it('gets the same session for five minutes', async () => {
    const one = await bench.subscribed();
    const first = one.visitor.cookies.get(SESSION_COOKIE);
    bench.product.clock.by(4 * 60);
    const again = bench.product.visitor();
    again.cookies.set(SESSION_COOKIE, one.cookie);
    expect((await again.call('subscribe', one.body)).body).toMatchObject({
      status: 'success',
      outcome: 'subscribed',
    });
    expect(again.cookies.get(SESSION_COOKIE)).toBe(first);
    bench.product.clock.by(61);
    expect(await one.replay()).toMatchObject(EXPIRED_REPLAY);
  });

  it('signs nobody in two days later', async () => {
    const one = await bench.subscribed();
    await bench.product.advance(2 * 86_400);
    expect(await one.replay()).toMatchObject(EXPIRED_REPLAY);
  });

  it.each<[string, (one: Awaited<ReturnType<SignupBench['subscribed']>>) => Promise<unknown>]>([
    ['signing out', async ({ visitor }) => visitor.call('signOut', {})],
    [
      'signing out everywhere',
      async ({ visitor }) => visitor.call('signOut', { everywhere: true }),
    ],
    [
      'signing out everywhere on another device',
      async ({ msisdn }) => {
        const other = bench.product.visitor();
        await other.call('subscribe', await toAccept(bench.product, other, msisdn));
        await other.call('signOut', { everywhere: true });
      },
    ],
    ['STOP', async ({ msisdn }) => handsetSends(bench.product, msisdn, 'STOP')],
    ['STOP ALL', async ({ msisdn }) => handsetSends(bench.product, msisdn, 'STOP ALL')],
    ['unsubscribe', async ({ visitor }) => visitor.call('unsubscribe', {})],
    [
      'the removal of the data',
      async ({ visitor }) => visitor.call('deletePersonalData', { confirm: 'delete' }),
    ],
  ])('stops working at once after %s', async (_what, end) => {
    const one = await bench.subscribed();
    await end(one);
    const before = await bench.stateOf(one.msisdn);
    const { said, signedIn } = await one.replay();
    expect([said.status, signedIn]).toEqual(['failed', false]);
    expect(await bench.stateOf(one.msisdn)).toEqual(before);
  });

  it('is refused with another cookie and without one', async () => {
    const one = await bench.subscribed();
    for (const visitor of [bench.product.visitor(), (await bench.subscribed()).visitor]) {
      const { body } = await visitor.call('subscribe', one.body);
      expect(body).toMatchObject({ status: 'failed', outcome: 'otp_expired' });
    }
  });

  it('is answered for five minutes after a payment that was confirmed late', async () => {
    const msisdn = await bench.withoutTrial();
    const visitor = bench.product.visitor();
    const accept = {
      ...(await toAccept(bench.product, visitor, msisdn)),
      evina_token: bench.newKit(),
    };
    const cookie = visitor.cookies.get(SESSION_COOKIE) ?? '';
    bench.product.carrier.next('charge', async (_input, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    expect((await visitor.call('subscribe', accept)).body.outcome).toBe('payment_pending');
    bench.product.clock.by(3);
    expect((await visitor.call('subscribe', accept)).body.outcome).toBe('payment_pending');
    await bench.product.advance(1200);
    expect((await visitor.call('subscribe', accept)).body).toMatchObject({
      status: 'success',
      outcome: 'subscribed',
    });
    expect((await visitor.call('viewer')).body.signed_in).toBe(true);
    await visitor.call('signOut', { everywhere: true });
    const again = bench.product.visitor();
    again.cookies.set(SESSION_COOKIE, cookie);
    expect((await again.call('subscribe', accept)).body).toMatchObject({ status: 'failed' });
    expect((await again.call('viewer')).body.signed_in).toBe(false);
  });

  it('signs nobody in two days later, nor after a sign-out everywhere, when its first answer was lost', async () => {
    for (const end of ['two days', 'everywhere'] as const) {
      const msisdn = await bench.withoutTrial();
      const visitor = bench.product.visitor();
      const accept = await toAccept(bench.product, visitor, msisdn);
      bench.product.carrier.next('charge', async (_input, usual) => {
        await usual();
        return { outcome: 'unknown', cause: 'timed_out' };
      });
      expect((await visitor.call('subscribe', accept)).body.outcome).toBe('payment_pending');
      await bench.product.advance(60);
      if (end === 'two days') await bench.product.advance(2 * 86_400);
      else {
        const other = bench.product.visitor();
        await other.call('subscribe', await toAccept(bench.product, other, msisdn));
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
