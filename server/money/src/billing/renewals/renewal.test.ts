// F3, F8, S7: a due renewal is charged once, and the carrier's answer decides the subscription's
// state.

import type { ChargeOutcome } from '@bonisa/carriers/billing.port';
import {
  createTestProduct,
  DAILY,
  freshNumber,
  INBOUND_TOKEN,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

const DAY = 86_400;
const HOUR = 3600;
const POOR: ChargeOutcome = {
  outcome: 'denied',
  reason: 'insufficient_airtime',
  detail: 'no airtime',
};

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
});
afterAll(() => product.close());
const live: string[] = [];
afterEach(async () => {
  for (const msisdn of live.splice(0)) await stop(msisdn);
});

async function subscriber(key = DAILY) {
  const visitor = product.visitor();
  const msisdn = freshNumber();
  const { body } = await visitor.call(
    'subscribe',
    await toAccept(product, visitor, msisdn, { key }),
  );
  expect(body.status).toBe('success');
  await product.app.scheduler.runDue();
  live.push(msisdn);
  return { visitor, msisdn };
}
let inbound = 0;
async function carrierTells(path: string, payload: Record<string, unknown>): Promise<void> {
  const sent = { id: `renewal-${++inbound}`, at: product.clock.now().toISOString(), ...payload };
  const headers = { authorization: `Bearer ${INBOUND_TOKEN}` };
  expect(
    (await product.site.inject({ method: 'POST', url: `/carrier/${path}`, headers, payload: sent }))
      .statusCode,
  ).toBe(204);
  await product.app.scheduler.runDue();
}
const stop = (msisdn: string) => carrierTells('messages', { from: `+${msisdn}`, text: 'STOP' });
const topUp = (msisdn: string) =>
  carrierTells('top-ups', { phoneNumber: `+${msisdn}`, amount: '20.00' });

async function stateOf(msisdn: string) {
  const [row = {}] = await product.rows(
    `select s.status, s.paid_until, s.period, s.package_id, s.tries from subscriptions s join subscribers b on b.id = s.subscriber_id where b.msisdn = '${msisdn}' order by s.started_at desc limit 1`,
  );
  return row;
}
const chargesOf = (msisdn: string) =>
  product.rows(
    `select c.period, c.state, c.reason, c.amount, c.surplus from charges c join subscriptions s on s.id = c.subscription_id join subscribers b on b.id = s.subscriber_id where b.msisdn = '${msisdn}' order by c.created_at, c.id`,
  );
const everyCharge = (turn: () => ChargeOutcome, times = 1): void => {
  for (let i = 0; i < times; i++) product.carrier.next('charge', async () => turn());
};

describe('renewal', () => {
  it('charges when the free day is over, and again each period, once', async () => {
    const { visitor, msisdn } = await subscriber();
    await product.advance(DAY);
    expect(await stateOf(msisdn)).toMatchObject({ status: 'active', period: 1 });
    expect((await visitor.call('viewer')).body).toMatchObject({
      entitled: true,
      subscription: { state: 'active', free_trial: false },
    });
    await product.advance(3 * DAY);
    expect(await chargesOf(msisdn)).toMatchObject(
      [1, 2, 3, 4].map((period) => ({ period, state: 'succeeded', amount: 500 })),
    );
    expect((await product.app.ledger.report()).balanced).toBe(true);
  });

  it.each([
    ['demo-weekly', 7, 1000],
    ['demo-monthly', 30, 2500],
  ])('keeps the length and the price of its package: %s', async (key, days, amount) => {
    const { msisdn } = await subscriber(key);
    await product.advance(DAY);
    expect(await chargesOf(msisdn)).toMatchObject([{ period: 1, amount }]);
    await product.advance((days - 1) * DAY);
    expect(await chargesOf(msisdn)).toHaveLength(1);
    await product.advance(DAY + 60);
    expect(await chargesOf(msisdn)).toMatchObject([{ period: 1 }, { period: 2, amount }]);
  });

  it('serves in grace, tries on the retry schedule, parks, and resumes at once with airtime', async () => {
    const { visitor, msisdn } = await subscriber();
    everyCharge(() => POOR, 40);
    await product.advance(DAY);
    expect(await stateOf(msisdn)).toMatchObject({ status: 'grace', tries: 1 });
    expect((await visitor.call('viewer')).body).toMatchObject({
      entitled: true,
      subscription: { state: 'grace' },
    });
    expect(
      (await visitor.call('statusCheck', { transaction_id: 'grace', msisdn })).body,
    ).toMatchObject({ code: 'ACTIVE' });
    await product.advance(12 * HOUR);
    expect(await chargesOf(msisdn)).toMatchObject(
      Array.from({ length: 4 }, () => ({ period: 1, state: 'denied' })),
    );
    await product.advance(2 * DAY);
    expect(await stateOf(msisdn)).toMatchObject({ status: 'parked' });
    expect((await visitor.call('viewer')).body).toMatchObject({
      entitled: false,
      subscription: { state: 'parked' },
    });
    const before = (await chargesOf(msisdn)).length;
    await topUp(msisdn);
    expect((await chargesOf(msisdn)).length).toBe(before + 1);
    product.carrier.usually('charge');
    await topUp(msisdn);
    expect(await stateOf(msisdn)).toMatchObject({ status: 'active', tries: 0 });
    expect((await chargesOf(msisdn)).filter((charge) => charge.state === 'succeeded')).toHaveLength(
      1,
    );
  });

  it('ends a subscription that never pays again, and stops charging', async () => {
    const { msisdn } = await subscriber();
    everyCharge(() => POOR, 60);
    await product.advance(40 * DAY);
    expect(await stateOf(msisdn)).toMatchObject({ status: 'expired' });
    const tries = (await chargesOf(msisdn)).length;
    expect(tries).toBeGreaterThan(8);
    await product.advance(10 * DAY);
    expect((await chargesOf(msisdn)).length).toBe(tries);
    product.carrier.usually('charge');
  });

  it('never repeats an unknown charge before its lookup, and counts it once it is found', async () => {
    const { visitor, msisdn } = await subscriber();
    product.carrier.next('charge', async (_input, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    await product.advance(DAY);
    expect(await chargesOf(msisdn)).toMatchObject([{ state: 'unknown' }]);
    expect((await visitor.call('viewer')).body).toMatchObject({
      entitled: true,
      subscription: { state: 'grace' },
    });
    await product.advance(60);
    expect(await chargesOf(msisdn)).toMatchObject([{ state: 'succeeded', period: 1 }]);
    expect(await stateOf(msisdn)).toMatchObject({ status: 'active' });
  });

  it('repeats a charge only after the carrier can no longer have it', async () => {
    const { msisdn } = await subscriber();
    everyCharge(() => ({ outcome: 'unknown', cause: 'connection_lost' }));
    await product.advance(DAY);
    await product.advance(50);
    expect(await chargesOf(msisdn)).toMatchObject([{ state: 'unknown' }]);
    await product.advance(20 * 60);
    expect(await chargesOf(msisdn)).toMatchObject([
      { state: 'denied', reason: 'not_taken', period: 1 },
      { state: 'succeeded', period: 1 },
    ]);
  });

  it('refunds a charge that succeeds although the subscription was stopped while the carrier was asked', async () => {
    const { msisdn } = await subscriber();
    product.carrier.next('charge', async (_input, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    await product.advance(DAY);
    await stop(msisdn);
    await product.advance(DAY);
    expect(await chargesOf(msisdn)).toMatchObject([{ surplus: true }]);
    const refunds = await product.rows(
      `select r.amount from refunds r join charges c on c.id = r.charge_id join subscriptions s on s.id = c.subscription_id join subscribers b on b.id = s.subscriber_id where b.msisdn = '${msisdn}'`,
    );
    expect(refunds).toEqual([{ amount: 500 }]);
    expect(await stateOf(msisdn)).toMatchObject({ status: 'expired' });
    expect((await product.app.ledger.report()).balanced).toBe(true);
  });

  it('takes over the intents of a killed process, and charges nothing twice', async () => {
    const { msisdn } = await subscriber();
    product.carrier.next('charge', async (_input, usual) => {
      await usual();
      throw new Error('the process is killed here');
    });
    await expect(product.advance(DAY)).rejects.toThrow('killed here');
    expect(await chargesOf(msisdn)).toMatchObject([{ state: 'intended' }]);
    await product.advance(120);
    expect(await chargesOf(msisdn)).toMatchObject([{ state: 'succeeded' }]);
    expect(
      [...product.carrier.payments.values()].filter(({ input }) => input.msisdn === msisdn),
    ).toHaveLength(1);
  });

  it('charges the package that was agreed for the next period', async () => {
    const { visitor, msisdn } = await subscriber();
    expect((await visitor.call('changePackage', { service_key: 'demo-weekly' })).status).toBe(200);
    await product.advance(DAY);
    expect(await chargesOf(msisdn)).toMatchObject([{ amount: 1000, state: 'succeeded' }]);
    expect(await stateOf(msisdn)).toMatchObject({
      package_id: 'p-grtv-weekly-c-01',
      status: 'active',
    });
  });

  it('charges nothing after STOP, whatever was due', async () => {
    const { msisdn } = await subscriber();
    await stop(msisdn);
    await product.advance(3 * DAY);
    expect(await chargesOf(msisdn)).toEqual([]);
    expect(await stateOf(msisdn)).toMatchObject({ status: 'expired' });
  });
});
