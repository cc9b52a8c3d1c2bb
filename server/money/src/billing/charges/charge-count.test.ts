// The metric of outcomes counts each charge once for each outcome, in whichever way it comes.

import type { ChargeOutcome } from '@bonisa/carriers/billing.port';
import { dayOf } from '@bonisa/domain/south-african-time';
import { toAccept } from '@bonisa/server/app.test-kit';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createRefundBench, type RefundBench } from '../refunds/refund.test-kit.ts';

const DAY = 24 * 3600;

let bench: RefundBench | undefined;
const benchNow = (): RefundBench => {
  if (!bench) throw new Error('there is no bench');
  return bench;
};
beforeEach(async () => {
  await bench?.close();
  bench = await createRefundBench();
});
afterAll(() => bench?.close());

/** What is counted, by outcome and reason; nothing of what is 0. */
async function counted(): Promise<Record<string, number>> {
  const { text } = await benchNow().ops('GET', '/metrics');
  const lines = text.matchAll(
    /^bonisa_charges_total\{carrier="karoo",outcome="(\w+)",reason="(\w*)"\} (\d+)$/gm,
  );
  const counts = [...lines].map(([, outcome, reason, count]) => [
    [outcome, reason].filter(Boolean).join(' '),
    Number(count),
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
}

/** Presses Accept for a number that is charged at once; the carrier answers so. */
async function pressed(answer: (taken: ChargeOutcome) => ChargeOutcome) {
  const { product, withoutTrial, lastCharge } = benchNow();
  const msisdn = await withoutTrial();
  const visitor = product.visitor();
  const accept = await toAccept(product, visitor, msisdn);
  product.carrier.next('charge', async (_input, usual) => answer(await usual()));
  await visitor.call('subscribe', accept);
  return await lastCharge(msisdn);
}
const NEVER: ChargeOutcome = { outcome: 'unknown', cause: 'connection_lost' };
const inProcess = (taken: ChargeOutcome): ChargeOutcome => ({
  outcome: 'processing',
  carrierPaymentId: 'carrierPaymentId' in taken ? (taken.carrierPaymentId ?? '') : '',
});
const withoutAirtime: ChargeOutcome = {
  outcome: 'denied',
  reason: 'insufficient_airtime',
  detail: 'Insufficient airtime',
};

describe('bonisa_charges_total', () => {
  it('begins at 0 for each carrier, so that its first charge is an increase', async () => {
    const { text } = await benchNow().ops('GET', '/metrics');
    expect(text).toContain('bonisa_charges_total{carrier="karoo",outcome="succeeded",reason=""} 0');
    expect(text).toContain(
      'bonisa_charges_total{carrier="karoo",outcome="denied",reason="insufficient_airtime"} 0',
    );
    expect(text).toContain('bonisa_taken_cents_total{carrier="karoo"} 0');
  });

  it('counts an answer at once', async () => {
    await pressed((taken) => taken);
    await pressed(() => withoutAirtime);
    expect(await counted()).toEqual({ succeeded: 1, 'denied insufficient_airtime': 1 });
  });

  it('counts what an event led to', async () => {
    const { id } = await pressed(inProcess);
    await benchNow().product.app.billing.chargeService.hint(id, { wasCaptured: true });
    await benchNow().product.app.scheduler.runDue();
    expect(await counted()).toEqual({ 'unknown processing': 1, succeeded: 1 });
  });

  it('counts a success that a look-up finds, and an unknown outcome once however often', async () => {
    const { product } = benchNow();
    await pressed(inProcess);
    for (let time = 0; time < 3; time++)
      product.carrier.next('findCharge', async () => ({
        outcome: 'found',
        charge: {
          carrierPaymentId: 'under-way',
          amountCents: 500,
          status: 'processing',
          createdAt: product.clock.now(),
        },
        decided: { outcome: 'processing', carrierPaymentId: 'under-way' },
      }));
    await product.advance(DAY / 8);
    expect(await counted()).toEqual({ 'unknown processing': 1, succeeded: 1 });
  });

  it('counts a charge that was never made once, although it is looked up again', async () => {
    const { product } = benchNow();
    const { reference } = await pressed(() => NEVER);
    product.carrier.payments.delete(reference);
    await product.advance(DAY);
    expect((await product.rows('select lookup_at from charges'))[0]).toEqual({ lookup_at: null });
    expect(await counted()).toMatchObject({ 'unknown connection_lost': 1, 'denied not_taken': 1 });
  });

  it('counts a success once, and its money, although a look-up follows', async () => {
    const { product, ops } = benchNow();
    await pressed((taken) => taken);
    // An event was read before the outcome was written, and asked for a look-up after it.
    await product.rows("update charges set lookup_at = created_at where state = 'succeeded'");
    await product.app.scheduler.runDue();
    expect((await product.rows('select lookup_at from charges'))[0]).toEqual({ lookup_at: null });
    expect(await counted()).toEqual({ succeeded: 1 });
    expect((await ops('GET', '/metrics')).text).toContain(
      'bonisa_taken_cents_total{carrier="karoo"} 500',
    );
  });

  it('counts what reconciliation finds', async () => {
    const { product, ops } = benchNow();
    await pressed(() => NEVER);
    const date = dayOf(product.clock.now());
    expect((await ops('POST', '/ops/reconciliation', { date })).status).toBe(200);
    await product.app.scheduler.runDue();
    expect(await counted()).toEqual({ 'unknown connection_lost': 1, succeeded: 1 });
  });
});
