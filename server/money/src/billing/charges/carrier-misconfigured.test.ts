// Tests a carrier that rejects our requests themselves, and a carrier that charges another amount
// than we asked for.

import type { ChargeOutcome } from '@bonisa/carriers/billing.port';
import type { Done, Unavailable } from '@bonisa/carriers/carrier-outcome';
import { createOperations } from '@bonisa/kit/http/operations-listener';
import {
  createTestProduct,
  DAILY,
  freshNumber,
  INBOUND_TOKEN,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const DAY = 86_400;
const MISTAKE: Unavailable = {
  outcome: 'unavailable',
  cause: 'misconfigured',
  detail: '422 MISSING_IDENTIFIER',
};

let product: TestProduct;
let operations: Awaited<ReturnType<typeof createOperations>>;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  operations = await createOperations(product.app.operations);
});
afterAll(async () => {
  await operations.close();
  await product.close();
});

async function subscriber(): Promise<string> {
  const msisdn = freshNumber();
  const visitor = product.visitor();
  const { body } = await visitor.call(
    'subscribe',
    await toAccept(product, visitor, msisdn, { key: DAILY }),
  );
  expect(body.status).toBe('success');
  await product.app.scheduler.runDue();
  return msisdn;
}
const subscribers = (count: number): Promise<string[]> =>
  Array.from({ length: count }).reduce<Promise<string[]>>(
    async (all) => [...(await all), await subscriber()],
    Promise.resolve([]),
  );
const always = (outcome: ChargeOutcome): void => {
  for (let times = 0; times < 50; times++) product.carrier.next('charge', async () => outcome);
};
const asked = (): number => product.carrier.calls('charge').length;
const ops = async (msisdn: string) =>
  (await operations.inject({ url: `/ops/subscriptions/${msisdn}` })).json();
const metrics = async () => (await operations.inject({ url: '/metrics' })).body;
const lines = (words: RegExp): string[] => product.log.filter((line) => words.test(line));
const STOPPED = /stopped for everybody/;
const WORKS = /takes our requests again/;
const stop = (msisdn: string) =>
  product.site.inject({
    method: 'POST',
    url: '/carrier/messages',
    headers: { authorization: `Bearer ${INBOUND_TOKEN}` },
    payload: {
      id: `stop-${msisdn}`,
      at: product.clock.now().toISOString(),
      from: `+${msisdn}`,
      text: 'STOP',
    },
  });

describe('when the carrier rejects our own requests', () => {
  it('stops all renewals with one log line, moves no subscription, and charges them once the carrier accepts our requests again', async () => {
    const all = await subscribers(4);
    const told = product.carrier.messages.length;
    const before = asked();
    always(MISTAKE);
    await product.advance(DAY + 30);
    expect(asked() - before).toBeLessThanOrEqual(4);
    for (const msisdn of all) {
      const { events, charges } = await ops(msisdn);
      expect(events.map(({ type }: { type: string }) => type)).not.toContain('charge_denied');
      for (const charge of charges)
        expect(charge).toMatchObject({ outcome: 'unknown', reason: 'misconfigured' });
    }
    expect(
      product.carrier.messages.slice(told).filter(({ text }) => /not paid|could not/i.test(text)),
    ).toEqual([]);
    expect(lines(STOPPED)).toHaveLength(1);
    expect(lines(STOPPED)[0]).toContain('"operation":"charge","detail":"422 MISSING_IDENTIFIER"');
    expect(await metrics()).toContain(
      'bonisa_carrier_misconfigured{carrier="karoo",operation="charge"} 1',
    );

    // Each probe is one call, and probes are far apart.
    const afterFirst = asked();
    await product.advance(600);
    expect(asked() - afterFirst).toBeGreaterThanOrEqual(1);
    expect(asked() - afterFirst).toBeLessThanOrEqual(4);
    expect(lines(STOPPED)).toHaveLength(1);

    product.carrier.usually('charge');
    await product.advance(3 * 3600);
    for (const msisdn of all) {
      const { state, charges } = await ops(msisdn);
      expect(charges).toMatchObject([{ period: 1, outcome: 'succeeded' }]);
      // The operator sees the correlator that the carrier was sent.
      expect(charges[0].correlator).toBe(
        product.carrier.payments.get(charges[0].reference)?.input.correlator,
      );
      expect(state).toBe('active');
    }
    expect(lines(WORKS)).toHaveLength(1);
    expect(await metrics()).not.toContain(
      'bonisa_carrier_misconfigured{carrier="karoo",operation="charge"} 1',
    );
    await product.everybodyStops();
  });

  it('reports that nothing was taken to a person who presses Accept, and makes no further calls', async () => {
    const msisdn = await subscriber();
    await product.everybodyStops();
    product.clock.by(600);
    always(MISTAKE);
    const answers = [];
    for (let times = 0; times < 3; times++) {
      const visitor = product.visitor();
      const { body } = await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
      answers.push(body);
      product.clock.by(601);
      if (times === 0)
        expect(await product.app.carriers.all[0].stops.probeAt('charge')).not.toBeNull();
    }
    for (const body of answers) {
      expect(body).toMatchObject({ status: 'failed', outcome: 'not_asked' });
      expect(body.description).toMatch(/nothing was taken/i);
    }
    product.carrier.usually('charge');
    await product.app.carriers.all[0].stops.probeAll();
    const visitor = product.visitor();
    expect(
      (await visitor.call('subscribe', await toAccept(product, visitor, msisdn))).body,
    ).toMatchObject({ status: 'success' });
    await product.everybodyStops();
  });

  it('stops the operation in every process, and lets a starting process try at once', async () => {
    const [msisdn = ''] = await subscribers(1);
    always(MISTAKE);
    await product.advance(DAY + 10);
    const other = product.again();
    const before = asked();
    expect(await other.numbers.calls.charge({ carrierId: 'karoo' } as never)).toMatchObject({
      cause: 'misconfigured',
    });
    expect(asked()).toBe(before);
    await other.carriers.all[0].stops.probeAll();
    expect(await other.carriers.all[0].stops.mayCall('charge')).toBe(true);
    expect(await other.carriers.all[0].stops.mayCall('charge')).toBe(false);
    // A subscription that was stopped meanwhile is not charged for a charge on hold.
    await stop(msisdn);
    product.carrier.usually('charge');
    await product.advance(2 * 3600);
    expect(asked()).toBe(before);
    expect((await ops(msisdn)).charges).toMatchObject([{ outcome: 'denied', reason: 'not_asked' }]);
    // No charge on hold is left as a probe, so the charge of a person is the probe.
    await subscriber();
    await product.advance(DAY);
    expect(asked()).toBe(before + 1);
    await product.everybodyStops();
  });

  it('probes with the one charge on hold for as long as the stop lasts, and asks for it soon after the carrier recovers', async () => {
    const [msisdn = ''] = await subscribers(1);
    always(MISTAKE);
    await product.advance(DAY + 10);
    const before = asked();
    await product.advance(6 * 3600);
    // About twice an hour, once probes are at their longest distance.
    expect(asked() - before).toBeGreaterThan(10);
    product.carrier.usually('charge');
    await product.advance(45 * 60);
    expect((await ops(msisdn)).charges).toMatchObject([{ outcome: 'succeeded' }]);
    await product.everybodyStops();
  });

  it('keeps charging others when the carrier rejects one charge only', async () => {
    const [odd = '', ...others] = await subscribers(3);
    const refuseOdd = (): void => {
      for (let times = 0; times < 50; times++) {
        product.carrier.next('charge', async (input, usual) =>
          input.msisdn === odd ? MISTAKE : await usual(),
        );
      }
    };
    refuseOdd();
    await product.advance(DAY + 2 * 3600);
    for (const msisdn of others)
      expect((await ops(msisdn)).charges).toMatchObject([{ outcome: 'succeeded' }]);
    expect((await ops(odd)).charges).toMatchObject([
      { outcome: 'unknown', reason: 'misconfigured' },
    ]);
    product.carrier.usually('charge');
    await product.app.billing.charges.resumeOnHold(product.clock.now());
    await product.app.carriers.all[0].stops.probeAll();
    await product.app.scheduler.runDue();
    expect((await ops(odd)).charges).toMatchObject([{ outcome: 'succeeded' }]);
    await product.everybodyStops();
  });

  it('stops an operation only after rejections for more than one number, where anybody can enter a number', async () => {
    const odd: Unavailable = {
      outcome: 'unavailable',
      cause: 'misconfigured',
      detail: '400 INVALID_ARGUMENT',
    };
    const check = () =>
      product.visitor().call('statusCheck', {
        transaction_id: `odd-${freshNumber()}`,
        msisdn: freshNumber(),
        service_key: DAILY,
      });
    for (let times = 0; times < 2; times++) {
      product.carrier.next('sendCode', async () => odd);
      expect((await check()).body.code).toBe('carrier_unavailable');
    }
    expect((await check()).status).toBe(200);
    for (let times = 0; times < 3; times++) {
      product.carrier.next('sendCode', async () => odd);
      await check();
    }
    expect((await check()).body.code).toBe('carrier_unavailable');
    product.clock.by(61);
    expect((await check()).status).toBe(200);
    expect((await check()).status).toBe(200);
  });
});

describe('a charge that the carrier made with another amount', () => {
  const done: Done = {
    amount: 500,
    currency: 'ZAR',
    status: 'succeeded',
    at: new Date('2026-11-20T10:00:00Z'),
  };
  const other = { carrierPaymentId: 'pay-odd', done };

  it("neither serves nor posts it and opens a reconciliation exception at once, which resolves itself after the carrier's correction", async () => {
    const [msisdn = ''] = await subscribers(1);
    product.carrier.next('charge', async (_input, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'not_as_asked', ...other };
    });
    product.carrier.next('findCharge', async () => ({ outcome: 'not_as_asked', ...other }));
    await product.advance(DAY + 6);
    const { charges, paid_until: paidUntil } = await ops(msisdn);
    expect(charges).toMatchObject([{ outcome: 'unknown', reason: 'not_as_asked' }]);
    expect(Date.parse(paidUntil)).toBeLessThan(product.clock.now().getTime());
    const exceptions = async () =>
      product.rows(`select * from cases where reference = '${charges[0].reference}'`);
    expect(await exceptions()).toMatchObject([
      { kind: 'unknown_charge', state: 'open', carrier_payment_id: 'pay-odd' },
    ]);
    expect((await exceptions())[0]?.proposal).toMatchObject({
      words: expect.stringContaining('500 ZAR (succeeded)'),
    });
    const posted = `select count(*)::int as count from ledger_lines where cause = 'charge' and cause_id = (select id from charges where reference = '${charges[0].reference}')`;
    expect(await product.rows(posted)).toEqual([{ count: 0 }]);
    await product.advance(3600);
    expect((await ops(msisdn)).charges).toMatchObject([{ outcome: 'succeeded' }]);
    expect(await exceptions()).toMatchObject([{ state: 'resolved' }]);
  });
});

// A 429 that concerns our client is nobody's 'too many codes'. A code's calls can be traced by
// their correlator as long as its consent is retained.
describe('a one-time code', () => {
  it('does not blame the number when the carrier accepts no codes at all, and says when to come back', async () => {
    const visitor = product.visitor();
    const msisdn = freshNumber();
    product.carrier.next('sendCode', async () => ({
      outcome: 'unavailable',
      cause: 'too_many_requests',
      retryAfterSeconds: 240,
    }));
    const { body, headers } = await visitor.call('statusCheck', {
      transaction_id: 'limited-1',
      msisdn,
      service_key: DAILY,
    });
    expect(body).toMatchObject({
      code: 'carrier_unavailable',
      description: expect.stringContaining('4 minutes'),
    });
    expect(headers['retry-after']).toBe('240');
    expect(
      (
        await visitor.call('statusCheck', {
          transaction_id: 'limited-1',
          msisdn,
          service_key: DAILY,
        })
      ).status,
    ).toBe(200);
  });

  it('is found at the carrier by the correlator that the consent stores', async () => {
    const msisdn = await subscriber();
    const sent = product.carrier.calls('sendCode').at(-1) as { correlator?: string };
    const checked = product.carrier.calls('validateCode').at(-1) as { correlator?: string };
    expect(sent.correlator).toMatch(/^[0-9a-f-]{36}$/);
    expect(checked.correlator).toBe(sent.correlator);
    expect((await ops(msisdn)).consents).toMatchObject([
      { proof: 'otp', proof_correlator: sent.correlator },
    ]);
  });
});
