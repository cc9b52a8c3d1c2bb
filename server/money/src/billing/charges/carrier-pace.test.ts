// Everything that takes or refunds money outside renewals also follows the carrier's shared pace,
// its back-pressure and its circuit breaker.

import type { ChargeOutcome } from '@bonisa/carriers/billing.port';
import { toAccept } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefundBench, type RefundBench } from '../refunds/refund.test-kit.ts';

const SILENT: ChargeOutcome = { outcome: 'unavailable', cause: 'not_connected' };
const TURNED_AWAY = {
  status: 'failed',
  outcome: 'carrier_unavailable',
  description:
    'Your network does not answer at the moment and nothing was taken. Please try again in a minute.',
};

let bench: RefundBench;
beforeAll(async () => {
  bench = await createRefundBench();
});
afterAll(() => bench.close());

const charged = () => bench.product.carrier.calls('charge').length;
const refunded = () => bench.product.carrier.calls('refund').length;

/** Presses Accept for a number whose free day is used up. */
async function press(key?: string) {
  const visitor = bench.product.visitor();
  const accept = await toAccept(
    bench.product,
    visitor,
    await bench.withoutTrial(),
    key ? { key } : {},
  );
  return { visitor, accept, body: (await visitor.call('subscribe', accept)).body };
}

/** Lets the carrier fail until its circuit breaker opens. */
async function breakDown(): Promise<void> {
  for (let failure = 0; failure < 10; failure++)
    bench.product.carrier.next('charge', async () => SILENT);
  for (let failure = 0; failure < 10; failure++)
    expect((await press()).body).toMatchObject(TURNED_AWAY);
}

describe('a carrier whose circuit breaker is open', () => {
  it('refuses Accept by name without a call, and accepts the same press once the carrier has recovered', async () => {
    await breakDown();
    const before = charged();
    const { visitor, accept, body } = await press();
    expect([body, charged()]).toEqual([expect.objectContaining(TURNED_AWAY), before]);
    bench.product.clock.by(7);
    expect((await visitor.call('subscribe', accept)).body).toMatchObject({ status: 'success' });
    expect(charged()).toBe(before + 1);
  });

  it('refuses an immediate package change without a call and changes nothing', async () => {
    const { visitor } = await press('demo-daily');
    await breakDown();
    const before = charged();
    const { body } = await visitor.call('changePackage', {
      service_key: 'demo-monthly',
      at_once: true,
    });
    expect(body).toMatchObject({ outcome: 'carrier_unavailable' });
    expect(String(body.description)).toContain('Nothing was taken, and you keep Daily as it was');
    expect(charged()).toBe(before);
    bench.product.clock.by(7);
    expect(
      (await visitor.call('changePackage', { service_key: 'demo-monthly', at_once: true })).body,
    ).toMatchObject({ outcome: 'changed' });
  });

  it('sends no refund for the operator or the job, and the job continues after the pause', async () => {
    const { charge } = await bench.paid();
    await breakDown();
    const before = refunded();
    const { body } = await bench.refund({ reference: charge.reference, reason: 'Asked for' });
    expect(body).toMatchObject({ outcome: 'unknown', carrier_reason: 'not_asked' });
    const resumes = (await bench.product.app.carriers.all[0].pace.resumesAt())?.getTime() ?? 0;
    expect(
      (await bench.product.app.billing.refundService.sendsAt('karoo').nextDue())?.getTime(),
    ).toBeGreaterThanOrEqual(resumes);
    expect(refunded()).toBe(before);
    await bench.product.advance(10);
    expect(refunded()).toBe(before + 1);
    expect((await bench.refundsOf(charge))[0]).toMatchObject({ state: 'succeeded' });
    expect(await bench.product.app.carriers.all[0].pace.resumesAt()).toBeNull();
  });

  it('still looks up refunds, because a lookup moves no money', async () => {
    const { charge } = await bench.paid();
    bench.product.carrier.next('refund', async (_input, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    const { body } = await bench.refund({ reference: charge.reference, reason: 'Asked for' });
    expect(body).toMatchObject({ outcome: 'unknown', carrier_reason: 'timed_out' });
    // Answers once; afterwards a missing answer no longer opens the circuit breaker.
    expect((await press()).body).toMatchObject({ status: 'success' });
    await breakDown();
    const { refundService } = bench.product.app.billing;
    const { pace } = bench.product.app.carriers.all[0];
    await refundService.hint({ id: String(body.refund_id) });
    await refundService.lookupsAt('karoo').run();
    expect(await pace.resumesAt()).not.toBeNull();
    expect((await bench.refundsOf(charge))[0]).toMatchObject({ state: 'succeeded' });
    await bench.product.advance(600);
  });

  it('opens for failed refunds as well', async () => {
    const { charge } = await bench.paid();
    for (let failure = 0; failure < 10; failure++)
      bench.product.carrier.next('refund', async () => ({
        outcome: 'unknown',
        cause: 'timed_out',
      }));
    for (const cents of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      await bench.refund({
        reference: charge.reference,
        amount: `0.${String(cents).padStart(2, '0')}`,
        reason: 'Asked for',
      });
    expect(await bench.product.app.carriers.all[0].pace.resumesAt()).not.toBeNull();
    expect((await press()).body).toMatchObject(TURNED_AWAY);
    await bench.product.advance(600);
    expect(await bench.product.app.carriers.all[0].pace.resumesAt()).toBeNull();
  });
});

describe('the metrics of the pace', () => {
  it('show the limit, the calls under way and the calls granted for each purpose', async () => {
    const { text } = await bench.ops('GET', '/metrics');
    expect(text).toMatch(/^bonisa_carrier_pace_limit_per_second\{carrier="karoo"\} \+Inf$/m);
    expect(text).toMatch(/^bonisa_carrier_pace_slots\{carrier="karoo"\} 32$/m);
    expect(text).toMatch(/^bonisa_carrier_pace_in_flight\{carrier="karoo"\} 0$/m);
    expect(text).toMatch(/^bonisa_carrier_pace_ahead_seconds\{carrier="karoo"\} 0$/m);
    expect(text).toMatch(
      /^bonisa_carrier_pace_granted_total\{carrier="karoo",to="person"\} [1-9]/m,
    );
    expect(text).toMatch(
      /^bonisa_carrier_pace_refused_total\{carrier="karoo",to="person"\} [1-9]/m,
    );
  });
});
