// Denied charges, charges that could not be asked for, airtime that arrives meanwhile, and their
// notices, through the whole product.

import type { ChargeOutcome, Denied } from '@bonisa/carriers/billing.port';
import {
  createTestProduct,
  freshNumber,
  INBOUND_TOKEN,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const DAY = 86_400;
const HOUR = 3600;
const POOR: Denied = { outcome: 'denied', reason: 'insufficient_airtime', detail: 'no airtime' };
const AWAY: ChargeOutcome = { outcome: 'unavailable', cause: 'carrier_error' };

let usual: TestProduct;
let strict: TestProduct;
beforeAll(async () => {
  usual = await createTestProduct({ LIMITS: 'off' });
  strict = await createTestProduct({ LIMITS: 'off', RETRY_SCHEDULE: '{"graceDays":0}' });
});
afterAll(async () => {
  await usual.close();
  await strict.close();
});

/** A number on its free day, in a product without other renewals; its state and its notices. */
async function subscriber(product: TestProduct) {
  await product.everybodyStops();
  const visitor = product.visitor();
  const msisdn = freshNumber();
  const { body } = await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
  expect(body.status).toBe('success');
  await product.app.scheduler.runDue();
  const of = (query: string) => product.rows(query.replace('NUMBER', `'${msisdn}'`));
  let told = 0;
  return {
    answers: (...outcomes: ChargeOutcome[]): void => {
      for (const outcome of outcomes) product.carrier.next('charge', async () => outcome);
    },
    topUp: async () => {
      const payload = {
        id: `${msisdn}-${++told}`,
        at: product.clock.now().toISOString(),
        phoneNumber: `+${msisdn}`,
        amount: '20.00',
      };
      const headers = { authorization: `Bearer ${INBOUND_TOKEN}` };
      expect(
        (await product.site.inject({ method: 'POST', url: '/carrier/top-ups', headers, payload }))
          .statusCode,
      ).toBe(204);
    },
    state: async () =>
      (
        await of(
          'select s.* from subscriptions s join subscribers b on b.id = s.subscriber_id where b.msisdn = NUMBER',
        )
      )[0] ?? {},
    charges: () =>
      of(
        'select c.state, c.reason, c.period, extract(epoch from c.created_at)::float8 / 60 as minute from charges c join subscriptions s on s.id = c.subscription_id join subscribers b on b.id = s.subscriber_id where b.msisdn = NUMBER order by c.created_at, c.id',
      ),
    told: async () =>
      (await of('select template from messages where msisdn = NUMBER order by created_at, id')).map(
        ({ template }) => template,
      ),
    served: async () => (await visitor.call('viewer')).body.entitled,
  };
}

describe('a charge that could not be asked for', () => {
  it('sends no notice; the denial that follows does', async () => {
    const one = await subscriber(usual);
    one.answers(AWAY, POOR);
    await usual.advance(DAY);
    expect([await one.told(), (await one.state()).failures, (await one.state()).tries]).toEqual([
      ['welcome', 'trial_ends'],
      1,
      0,
    ]);
    await usual.advance(5 * 60);
    expect(await one.charges()).toMatchObject([
      { reason: 'carrier_unavailable', period: 1 },
      { reason: 'insufficient_airtime', period: 1 },
    ]);
    expect(await one.told()).toEqual(['welcome', 'trial_ends', 'not_paid']);
  });

  it('is tried again in minutes, however often airtime was too low before', async () => {
    const one = await subscriber(usual);
    one.answers(POOR, POOR, POOR, POOR, AWAY);
    await usual.advance(DAY + 32 * HOUR);
    expect(await one.charges()).toHaveLength(6);
    const minutes = (await one.charges()).map(({ minute }) => Number(minute));
    expect((minutes[5] ?? 0) - (minutes[4] ?? 0)).toBe(5);
    expect((await one.told()).filter((kind) => kind === 'not_paid')).toHaveLength(1);
  });
});

describe('without days of grace, a subscription', () => {
  it('is served without a notice of debt while the carrier does not answer, and the first denial parks it with a notice', async () => {
    const one = await subscriber(strict);
    let meanwhile: unknown;
    strict.carrier.next('charge', async () => {
      meanwhile = [(await one.state()).status, await one.served(), await one.told()];
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    for (let look = 0; look < 3; look++)
      strict.carrier.next('findCharge', async () => ({
        outcome: 'unavailable',
        cause: 'carrier_error',
      }));
    const charge = {
      carrierPaymentId: 'p-1',
      amountCents: 500,
      status: 'denied',
      createdAt: strict.clock.now(),
    } as const;
    strict.carrier.next('findCharge', async () => ({ outcome: 'found', charge, decided: POOR }));
    await strict.advance(DAY + 60);
    expect(meanwhile).toEqual(['due', true, ['welcome', 'trial_ends']]);
    expect([(await one.state()).status, await one.served(), await one.told()]).toEqual([
      'due',
      true,
      ['welcome', 'trial_ends'],
    ]);
    await strict.advance(9 * 60);
    expect([(await one.state()).status, await one.served(), await one.told()]).toEqual([
      'parked',
      false,
      ['welcome', 'trial_ends', 'parked'],
    ]);
    // The first day's tries are over; the one that is paid resumes the subscription.
    await strict.advance(HOUR);
    expect((await one.state()).status).toBe('active');
    expect(await one.told()).toEqual(['welcome', 'trial_ends', 'parked']);
  });
});

describe('airtime that arrives during a charge', () => {
  it('triggers a new charge at once when the first is denied', async () => {
    const one = await subscriber(usual);
    usual.carrier.next('charge', async () => {
      await one.topUp();
      return POOR;
    });
    await usual.advance(DAY);
    expect(await one.charges()).toMatchObject([
      { reason: 'insufficient_airtime' },
      { state: 'succeeded', period: 1 },
    ]);
    expect((await one.state()).status).toBe('active');
  });

  it('triggers four charges for ten top-ups in a day', async () => {
    const one = await subscriber(usual);
    one.answers(...Array.from({ length: 20 }, () => POOR));
    await usual.advance(DAY + 20);
    const before = (await one.charges()).length;
    for (let recharge = 0; recharge < 10; recharge++) {
      await one.topUp();
      await usual.app.scheduler.runDue();
    }
    expect((await one.charges()).length).toBe(before + 4);
    usual.carrier.usually('charge');
  });
});
