// A process that stood still and goes on neither moves money nor overwrites what another one wrote.

import { NOT_ASKED } from '@bonisa/carriers/run-at-pace';
import { CLOCKS_AGREE } from '@bonisa/kit/clock/clock-agreement';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createRefundBench, type RefundBench } from './refunds/refund.test-kit.ts';

let bench: RefundBench;
beforeAll(async () => {
  bench = await createRefundBench();
});
afterAll(() => bench.close());

it('asks for no charge that others look up already', async () => {
  const { charge, msisdn } = await bench.paid();
  const { billing, clock } = bench.product.app;
  const row = await billing.charges.byId(charge.id);
  if (!row) throw new Error('the charge is not there');
  const asked = () => bench.product.carrier.calls('charge').length;
  const before = asked();
  const at = (ms: number) => ({ ...row, lookupAt: new Date(clock.now().getTime() + ms) });
  expect(await billing.chargeService.ask(at(-1), msisdn as never)).toEqual(NOT_ASKED);
  expect(asked()).toBe(before);
  await billing.chargeService.ask(at(1000), msisdn as never);
  expect(asked()).toBe(before + 1);
});

it('asks for nothing after a pause of the machine that only the database has noticed', async () => {
  const { charge, msisdn } = await bench.paid();
  const { billing, clock } = bench.product.app;
  const row = await billing.charges.byId(charge.id);
  if (!row) throw new Error('the charge is not there');
  const asked = () => bench.product.carrier.calls('charge').length;
  const before = asked();
  const intended = { ...row, lookupAt: new Date(clock.now().getTime() + 20_000) };
  const database = vi.spyOn(CLOCKS_AGREE, 'confirm');
  try {
    // The process has the time of before the pause; the server answers that more has passed, does
    // not answer, or contradicts the machine.
    for (const aheadMs of [20_001, undefined]) {
      database.mockResolvedValue(aheadMs);
      expect(await billing.chargeService.ask(intended, msisdn as never)).toEqual(NOT_ASKED);
    }
    expect(asked()).toBe(before);
    database.mockResolvedValue(19_000);
    await billing.chargeService.ask(intended, msisdn as never);
    expect(asked()).toBe(before + 1);
  } finally {
    database.mockRestore();
  }
});

it('does not say that a refund was not sent which another process has sent again', async () => {
  const { charge } = await bench.paid();
  const lost = { outcome: 'unavailable', cause: 'not_connected' } as const;
  bench.product.carrier.next('refund', async () => lost);
  await bench.refund({ reference: charge.reference, reason: 'Asked for' });
  const { refunds, refundOutcomes } = bench.product.app.billing;
  const { clock } = bench.product;
  const claim = async () => {
    const now = new Date(clock.now().getTime() + 3_600_000);
    const leaseUntil = new Date(now.getTime() + 30_000);
    const { carrierId } = (await refunds.of([charge.id]))[0] ?? {};
    return await refunds.claimIntents({ carrierId: carrierId ?? '', now, leaseUntil, limit: 1 });
  };
  const [frozen] = await claim();
  if (!frozen) throw new Error('nothing was claimed');
  expect(frozen).toMatchObject({ state: 'unknown', sentAt: expect.any(Date) });
  // Another process finds that it was not made, and sends it.
  await refunds.intendAgain(frozen, clock.now());
  const later = new Date(clock.now().getTime() + 7_200_000);
  await refunds.markSent([frozen.id], later, later);
  expect(await refundOutcomes.record(frozen, NOT_ASKED)).toMatchObject({
    state: 'unknown',
    sentAt: later,
  });
  expect((await bench.refundsOf(charge))[0]?.state).toBe('unknown');
});
