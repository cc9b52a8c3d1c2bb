// A14 X4 X5 X6: what Accept answers to each outcome of its charge.

import type { ChargeOutcome } from '@bonisa/carriers/billing.port';
import { toAccept } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignupBench, type SignupBench } from './signup.test-kit.ts';

let bench: SignupBench;
beforeAll(async () => {
  bench = await createSignupBench();
});
afterAll(() => bench.product.close());

describe('the outcome of the charge at Accept', () => {
  const detail = 'in its own words';
  const cases: [string, ChargeOutcome, string, string][] = [
    [
      'too little airtime',
      { outcome: 'denied', reason: 'insufficient_airtime', detail },
      'insufficient_airtime',
      'Insufficient airtime',
    ],
    [
      'a spending limit',
      { outcome: 'denied', reason: 'spending_limit', detail },
      'spending_limit',
      'Spending limit reached',
    ],
    [
      'billing switched off',
      { outcome: 'denied', reason: 'billing_blocked', detail },
      'billing_blocked',
      'Content billing is not available for this number',
    ],
    [
      'another refusal',
      { outcome: 'denied', reason: 'refused', detail },
      'refused',
      'Content billing is not available for this number',
    ],
    [
      'a foreign number',
      { outcome: 'denied', reason: 'not_on_network', detail },
      'not_on_network',
      "This number is not on the carrier's network",
    ],
    [
      'no connection',
      { outcome: 'unavailable', cause: 'not_connected' },
      'carrier_unavailable',
      'Your network does not answer at the moment and nothing was taken. Please try again in a minute.',
    ],
  ];
  it.each(cases)(
    "%s refuses by name in the specification's words and serves nothing",
    async (_what, outcome, name, words) => {
      const msisdn = await bench.withoutTrial();
      const visitor = bench.product.visitor();
      const accept = await toAccept(bench.product, visitor, msisdn);
      bench.product.carrier.next('charge', async () => outcome);
      const { status, body } = await visitor.call('subscribe', accept);
      expect({ http: status, ...body }).toMatchObject({
        http: 200,
        status: 'failed',
        outcome: name,
        description: words,
      });
      const isShort = name === 'insufficient_airtime';
      expect(body.recharge).toEqual(isShort ? { code: '*120*7#' } : undefined);
      expect(visitor.cookies.get('bonisa_hint')).toBeUndefined();
      expect((await bench.subscriptionsOf(msisdn)).map((row) => row.status)).toEqual([
        'cancelled',
        'expired',
      ]);
      // After a top-up the same attempt may be made again: as another charge with its own
      // reference, while the proof is still valid.
      const again = await visitor.call('subscribe', accept);
      expect(again.body).toMatchObject({ status: 'success', outcome: 'subscribed' });
      const references = (await bench.ofNumber('charges', msisdn)).map(
        (charge) => charge.reference,
      );
      expect(new Set(references).size).toBe(2);
    },
  );

  it('reports a late answer as being confirmed, looks it up, and never charges again', async () => {
    const msisdn = await bench.withoutTrial();
    const visitor = bench.product.visitor();
    const accept = await toAccept(bench.product, visitor, msisdn);
    bench.product.carrier.next('charge', async (_input, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    const first = await visitor.call('subscribe', accept);
    expect(first.body).toMatchObject({
      status: 'failed',
      outcome: 'payment_pending',
      description: 'Payment is being confirmed',
    });
    expect(first.body.description).not.toMatch(/otp|timed out|insufficient/i);
    const calls = bench.product.carrier.calls('charge').length;
    expect((await visitor.call('subscribe', accept)).body.outcome).toBe('payment_pending');
    // Another tab with its own code finds the same payment, not a second subscription.
    const tab = bench.product.visitor();
    expect(
      (await tab.call('subscribe', await toAccept(bench.product, tab, msisdn))).body.outcome,
    ).toBe('payment_pending');
    await bench.product.advance(6);
    const decided = await visitor.call('subscribe', accept);
    expect(decided.body).toMatchObject({ status: 'success', outcome: 'subscribed' });
    expect(bench.product.carrier.calls('charge')).toHaveLength(calls);
    expect((await bench.ofNumber('charges', msisdn)).map((charge) => charge.state)).toEqual([
      'succeeded',
    ]);
    await bench.product.app.scheduler.runDue();
    // The welcome of the earlier subscription was never sent: it was stopped at the same moment.
    expect(
      bench.product.carrier.messages.filter(
        (message) => message.msisdn === msisdn && message.text.startsWith('Welcome'),
      ),
    ).toHaveLength(1);
  });

  it('decides that nothing was taken, after its time, when neither the answer nor the payment ever comes', async () => {
    const msisdn = await bench.withoutTrial();
    const visitor = bench.product.visitor();
    const accept = await toAccept(bench.product, visitor, msisdn);
    bench.product.carrier.next('charge', async () => ({
      outcome: 'unknown',
      cause: 'connection_lost',
    }));
    await visitor.call('subscribe', accept);
    await bench.product.advance(30);
    expect((await bench.ofNumber('charges', msisdn)).map((charge) => charge.state)).toEqual([
      'unknown',
    ]);
    await bench.product.advance(120);
    const [charge] = await bench.ofNumber('charges', msisdn);
    expect(charge).toMatchObject({ state: 'denied', reason: 'not_taken' });
    expect(
      new Date(String(charge?.lookup_at)).getTime() -
        new Date(String(charge?.created_at)).getTime(),
    ).toBe(6 * 3_600_000);
    const { body } = await visitor.call('subscribe', accept);
    expect(body).toMatchObject({ status: 'failed', outcome: 'not_taken' });
    expect(body.description).not.toMatch(/otp|timed out|insufficient/i);
  });

  it('looks the charge up early when the carrier sends an event', async () => {
    const msisdn = await bench.withoutTrial();
    const visitor = bench.product.visitor();
    const accept = await toAccept(bench.product, visitor, msisdn);
    bench.product.carrier.next('charge', async (input, usual) => {
      await usual();
      return { outcome: 'processing', carrierPaymentId: `payment of ${input.reference}` };
    });
    expect((await visitor.call('subscribe', accept)).body.outcome).toBe('payment_pending');
    const sink = (
      bench.product.carrier.calls('charge').at(-1) as { sink: { url: string; token: string } }
    ).sink;
    const event = {
      id: 'event-1',
      source: '/carrier-billing/v0.5/payments',
      specversion: '1.0',
      type: 'org.camaraproject.carrier-billing.v0.payment-completed',
      time: bench.product.clock.now().toISOString(),
      data: {
        paymentId: 'p',
        status: 'succeeded',
        description: 'done',
        paymentDate: bench.product.clock.now().toISOString(),
      },
    };
    const post = (token: string) =>
      bench.product.site.inject({
        method: 'POST',
        url: new URL(sink.url).pathname,
        headers: { authorization: `Bearer ${token}` },
        payload: event,
      });
    expect((await post('made.up')).statusCode).toBe(401);
    expect((await post(sink.token)).statusCode).toBe(204);
    await bench.product.app.scheduler.runDue();
    expect((await bench.ofNumber('charges', msisdn)).map((charge) => charge.state)).toEqual([
      'succeeded',
    ]);
  });

  it('looks the charge up after a crash between intent and outcome: one subscription, one charge', async () => {
    const msisdn = await bench.withoutTrial();
    const visitor = bench.product.visitor();
    const accept = await toAccept(bench.product, visitor, msisdn);
    const calls = bench.product.carrier.calls('charge').length;
    // The process dies during the carrier's call: its answer is never recorded.
    bench.product.carrier.next('charge', async (_input, usual) => {
      await usual();
      throw new Error('killed');
    });
    expect((await visitor.call('subscribe', accept)).status).toBe(500);
    expect((await bench.ofNumber('charges', msisdn)).map((charge) => charge.state)).toEqual([
      'intended',
    ]);
    expect((await visitor.call('subscribe', accept)).body.outcome).toBe('payment_pending');
    await bench.product.advance(21);
    expect((await visitor.call('subscribe', accept)).body).toMatchObject({
      status: 'success',
      outcome: 'subscribed',
    });
    expect(bench.product.carrier.calls('charge')).toHaveLength(calls + 1);
    expect((await bench.subscriptionsOf(msisdn)).map((row) => row.status)).toEqual([
      'cancelled',
      'active',
    ]);
  });

  it('records one success, one entry and one paid period when two processes record the same outcome', async () => {
    const msisdn = await bench.withoutTrial();
    const visitor = bench.product.visitor();
    const accept = await toAccept(bench.product, visitor, msisdn);
    bench.product.carrier.next('charge', async (_input, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    await visitor.call('subscribe', accept);
    bench.product.clock.by(6);
    const other = bench.product.again();
    await Promise.all([
      bench.product.app.billing.chargeService.lookupsAt('karoo').run(),
      other.billing.chargeService.lookupsAt('karoo').run(),
    ]);
    await Promise.all([bench.product.app.scheduler.runDue(), other.scheduler.runDue()]);
    const [charge] = await bench.ofNumber('charges', msisdn);
    expect(charge?.state).toBe('succeeded');
    expect(
      await bench.product.rows(
        `select * from ledger_lines where cause_id = '${String(charge?.id)}'`,
      ),
    ).toHaveLength(3);
    expect(await bench.ofNumber('paid_periods', msisdn)).toHaveLength(1);
  });

  // STOP ends the subscription at once; an open charge that succeeds later is refunded.
  it('treats money as an overpayment to refund when it is found to be taken after STOP', async () => {
    const msisdn = await bench.withoutTrial();
    const visitor = bench.product.visitor();
    bench.product.carrier.next('charge', async (_input, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    await visitor.call('subscribe', await toAccept(bench.product, visitor, msisdn));
    await bench.product.app.signup.inbound.onMessage({
      carrierId: 'karoo',
      id: 'stop',
      msisdn: msisdn as never,
      text: 'STOP',
    });
    await bench.product.advance(10);
    expect((await bench.subscriptionsOf(msisdn)).at(-1)).toMatchObject({
      status: 'expired',
      paid_until: null,
    });
    const [charge] = await bench.ofNumber('charges', msisdn);
    expect(charge).toMatchObject({ surplus: true, refunded: 500, amount: 500 });
    expect(
      await bench.product.rows(
        `select amount, vat, why from refunds where charge_id = '${String(charge?.id)}'`,
      ),
    ).toEqual([{ amount: 500, vat: 65, why: 'taken_for_nothing' }]);
    expect(await bench.ofNumber('paid_periods', msisdn)).toEqual([]);
  });
});
