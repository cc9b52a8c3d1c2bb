// The hourly budget of one-time codes for strangers: it bounds what pumping of SMS costs us, so
// only codes that may have been sent use it up.

import type { SendCodeOutcome } from '@bonisa/carriers/one-time-codes.port';
import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';
import { afterEach, describe, expect, it } from 'vitest';

const products: TestProduct[] = [];
afterEach(async () => {
  for (const one of products.splice(0)) await one.close();
});

/** A product whose budget is so many codes an hour. */
async function withBudget(sends: number): Promise<TestProduct> {
  const variables = { OTP_SENDS_PER_HOUR: String(sends), LIMITS: 'off' };
  const product = await createTestProduct(variables);
  products.push(product);
  return product;
}

let runs = 0;
const ask = (product: TestProduct, visitor = product.visitor(), msisdn = freshNumber()) =>
  visitor.call('statusCheck', {
    transaction_id: `ask-${++runs}`,
    msisdn,
    service_key: 'demo-daily',
  });
const spent = async ({ rows }: TestProduct) =>
  (await rows('select sends from otp_hours order by hour')).map(({ sends }) => sends);

const AWAY: SendCodeOutcome = { outcome: 'unavailable', cause: 'not_connected' };
const REFUSED: SendCodeOutcome = { outcome: 'refused', reason: 'not_on_network' };
const LOST: SendCodeOutcome = { outcome: 'unknown', cause: 'timed_out' };

describe('the hourly budget of codes', () => {
  it('is for strangers, is shown by the metrics, and owners do not use it', async () => {
    const small = await withBudget(4);
    const owner = small.visitor();
    const msisdn = freshNumber();
    await owner.call('subscribe', await toAccept(small, owner, msisdn));
    await owner.call('unsubscribe', {});
    const statuses = [];
    for (let turn = 0; turn < 5; turn++) statuses.push((await ask(small)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const refusedNumber = freshNumber();
    const refused = await ask(small, small.visitor(), refusedNumber);
    expect([refused.body.code, Number(refused.body.retry_after) <= 3600]).toEqual([
      'otp_send_limit',
      true,
    ]);
    // What the budget refused was not sent, so it leaves no row that counts as a send.
    const sends = await small.rows(
      `select 1 from otp_challenges where msisdn = '${refusedNumber}'`,
    );
    expect(sends).toHaveLength(0);
    expect((await ask(small, owner, msisdn)).status).toBe(200);
    const figures = await small.app.metrics.registry.metrics();
    expect(figures).toContain('bonisa_otp_refused_total{limit="service"} 3');
    expect(figures).toContain('bonisa_otp_budget_per_hour 4');
    small.clock.by(3600);
    expect((await ask(small)).status).toBe(200);
  });
  it.each([AWAY, REFUSED])('is given back what was certainly not sent: %j', async (outcome) => {
    const small = await withBudget(2);
    for (let turn = 0; turn < 5; turn++) {
      small.carrier.next('sendCode', async () => outcome);
      expect((await ask(small)).body.code).not.toBe('otp_send_limit');
    }
    expect(await spent(small)).toEqual([0]);
    const statuses = [];
    for (let turn = 0; turn < 3; turn++) statuses.push((await ask(small)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('is not given back what may have been sent', async () => {
    const small = await withBudget(2);
    for (let turn = 0; turn < 2; turn++) {
      small.carrier.next('sendCode', async () => LOST);
      expect((await ask(small)).body.code).toBe('carrier_unavailable');
    }
    expect((await ask(small)).body.code).toBe('otp_send_limit');
  });

  it('is given back by the hour that it was taken from, and never below zero', async () => {
    const small = await withBudget(3);
    await ask(small);
    small.clock.by(3599);
    small.carrier.next('sendCode', async () => {
      small.clock.by(2);
      return AWAY;
    });
    await ask(small);
    expect(await spent(small)).toEqual([1]);
    small.carrier.next('sendCode', async () => {
      await small.rows('update otp_hours set sends = 0');
      return AWAY;
    });
    await ask(small);
    expect(await spent(small)).toEqual([0, 0]);
  });

  it('is given back once, and nothing by owners', async () => {
    const small = await withBudget(4);
    const { identity } = small.app;
    const owner = small.visitor();
    const msisdn = freshNumber();
    await owner.call('subscribe', await toAccept(small, owner, msisdn));
    await owner.call('unsubscribe', {});
    await ask(small);
    expect(await spent(small)).toEqual([2]);
    small.carrier.next('sendCode', async () => AWAY);
    await ask(small, owner, msisdn);
    expect(await spent(small)).toEqual([2]);
    const challenge = await identity.otp.reserve({
      msisdn: freshNumber() as never,
      transactionId: 'twice',
      visitorId: 'twice',
      address: '198.18.0.1',
      byOwner: false,
      purpose: { purpose: 'sign_in' },
    });
    expect(await spent(small)).toEqual([3]);
    for (let turn = 0; turn < 2; turn++) await identity.otpRepository.markNotSent(challenge);
    expect(await spent(small)).toEqual([2]);
  });
});
