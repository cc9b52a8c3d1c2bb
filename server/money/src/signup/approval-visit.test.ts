// A9 A14 F3 F4: a code approves an opt-in only in the visit that requested it.

import { DAILY, freshNumber, toAccept } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handsetSends } from '../messaging/messages.test-kit.ts';
import {
  createSignupBench,
  insufficientAirtime,
  SESSION_COOKIE,
  type SignupBench,
} from './signup.test-kit.ts';

let bench: SignupBench;
beforeAll(async () => {
  bench = await createSignupBench({ LIMITS: 'off' });
});
afterAll(() => bench.product.close());

describe('A proof of a number', () => {
  it('counts only in its visit and transaction, which a second tab of the visit shares', async () => {
    const msisdn = freshNumber();
    const visitor = bench.product.visitor();
    const accept = await toAccept(bench.product, visitor, msisdn);
    const validations = bench.product.carrier.calls('validateCode').length;
    const stranger = bench.product.visitor();
    expect((await bench.press(stranger, accept)).body.outcome).toBe('otp_expired');
    await stranger.call('statusCheck', { transaction_id: accept.transaction_id, msisdn });
    expect((await bench.press(stranger, accept)).body.outcome).toBe('otp_expired');
    expect(
      (await bench.press(visitor, { ...accept, transaction_id: 'another' })).body.outcome,
    ).toBe('otp_expired');
    expect(bench.product.carrier.calls('validateCode')).toHaveLength(validations);
    const tab = bench.product.visitor();
    tab.cookies.set(SESSION_COOKIE, visitor.cookies.get(SESSION_COOKIE) ?? '');
    expect((await bench.press(tab, accept)).body.outcome).toBe('subscribed');
  });

  it('by header enrichment grants once, even with a code, and again only when the first grant had no effect', async () => {
    const msisdn = await bench.withoutTrial();
    const visitor = bench.product.visitor({ network: msisdn });
    const { body: vouched } = await visitor.call('enrich', { transaction_id: `he ${msisdn}` });
    const accept = {
      transaction_id: `he ${msisdn}`,
      he_msisdn: msisdn,
      he_token: vouched.he_token,
      service_key: DAILY,
    };
    const cookie = visitor.cookies.get(SESSION_COOKIE) ?? '';
    bench.product.carrier.next('charge', insufficientAirtime);
    expect((await bench.press(visitor, { ...accept, otp: '1234' })).body.outcome).toBe(
      'insufficient_airtime',
    );
    expect((await bench.press(visitor, { ...accept, otp: '1234' })).body.outcome).toBe(
      'subscribed',
    );
    await visitor.call('unsubscribe', {});
    const again = bench.product.visitor();
    again.cookies.set(SESSION_COOKIE, cookie);
    for (const otp of ['1234', undefined])
      expect((await bench.press(again, { ...accept, otp })).body).toMatchObject({
        status: 'failed',
        outcome: otp ? 'otp_expired' : 'otp_missing',
      });
    expect(bench.chargesOf(msisdn)).toBe(2);
    expect((await bench.subscriptionsOf(msisdn)).map(({ status }) => status)).toEqual([
      'cancelled',
      'expired',
      'cancelled',
    ]);
  });

  it('by header enrichment is used up with all other proofs of its transaction, and STOP ends them', async () => {
    const msisdn = freshNumber();
    const visitor = bench.product.visitor({ network: msisdn });
    for (let times = 0; times < 3; times++)
      await visitor.call('enrich', { transaction_id: 'thrice' });
    const cookie = visitor.cookies.get(SESSION_COOKIE) ?? '';
    const accept = { transaction_id: 'thrice', he_msisdn: msisdn, service_key: DAILY };
    expect((await bench.press(visitor, accept)).body.outcome).toBe('subscribed');
    const again = bench.product.visitor();
    again.cookies.set(SESSION_COOKIE, cookie);
    expect((await bench.press(again, accept)).body.outcome).toBe('otp_missing');

    const other = freshNumber();
    const later = bench.product.visitor({ network: other });
    await later.call('enrich', { transaction_id: 'then stop' });
    await handsetSends(bench.product, other, 'STOP');
    expect(
      (
        await bench.press(later, {
          transaction_id: 'then stop',
          he_msisdn: other,
          service_key: DAILY,
        })
      ).body.outcome,
    ).toBe('otp_missing');
  });
});
