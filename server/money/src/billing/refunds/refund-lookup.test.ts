// Refunds with an unknown outcome: lost answers, crashes, an unavailable carrier, and events in any
// order.

import type { RefundInput } from '@bonisa/carriers/billing.port';
import { correlatorOf } from '@bonisa/carriers/carrier-reference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefundBench, type RefundBench } from './refund.test-kit.ts';

let bench: RefundBench;
beforeAll(async () => {
  bench = await createRefundBench();
});
afterAll(() => bench.close());

const why = 'Asked for';
const HOUR = 3600;

/** An intent that nobody has sent yet, as the outcome of an overpayment leaves it. */
async function intended() {
  const { charge } = await bench.paid();
  bench.product.carrier.next('refund', async () => ({
    outcome: 'unavailable',
    cause: 'not_connected',
  }));
  const { body } = await bench.refund({ reference: charge.reference, reason: why });
  const row = async () => (await bench.refundsOf(charge))[0] ?? {};
  expect(await row()).toMatchObject({ state: 'intended', reason: 'not_connected' });
  return { charge, body, row, asked: () => bench.asked(body.reference) };
}

describe('a refund whose answer is lost', () => {
  it('is looked up, recorded once and never sent again when it was made', async () => {
    bench.product.carrier.next('refund', async (_input, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    const { body, row, asked, msisdn } = await bench.giveBack();
    expect(body).toMatchObject({ outcome: 'unknown', carrier_reason: 'timed_out' });
    await bench.product.advance(6);
    expect(await row()).toMatchObject({ state: 'succeeded', lookup_at: null });
    expect(asked()).toHaveLength(1);
    expect(await bench.linesOf(body.refund_id)).toHaveLength(3);
    await bench.product.advance(2 * HOUR);
    expect([
      asked().length,
      (await bench.toldTo(msisdn)).filter((kind) => kind === 'refund').length,
    ]).toEqual([1, 1]);
  });

  it('is sent again under the same reference and correlator only when it can no longer be in process', async () => {
    bench.product.carrier.next('refund', async () => ({
      outcome: 'unknown',
      cause: 'connection_lost',
    }));
    const { body, row, asked } = await bench.giveBack('5.00');
    await bench.product.advance(50);
    expect([asked().length, (await row()).state]).toEqual([1, 'unknown']);
    await bench.product.advance(60);
    expect(await row()).toMatchObject({ state: 'succeeded' });
    const [first, second] = asked();
    expect(asked()).toHaveLength(2);
    // The sink's token has an expiry, so each request has a new one.
    expect({ ...second, sink: undefined }).toEqual({ ...first, sink: undefined });
    expect(first).toMatchObject({
      correlator: correlatorOf(String(body.reference)),
      part: { amountCents: 500 },
    });
    expect(bench.product.carrier.refunds.get(String(body.reference))?.amountCents).toBe(500);
  });

  it('is looked up when the carrier treats the second request as a repetition', async () => {
    bench.product.carrier.next('refund', async () => ({
      outcome: 'unknown',
      cause: 'carrier_error',
    }));
    for (let i = 0; i < 3; i++)
      bench.product.carrier.next('findRefund', async () => ({ outcome: 'not_found' }));
    const { body, row, asked } = await bench.giveBack();
    // The first request is executed late, before the refund is sent again.
    await bench.product.carrier.refund({ ...(asked()[0] as RefundInput) });
    await bench.product.advance(10 * 60);
    expect(await row()).toMatchObject({ state: 'succeeded' });
    expect(await bench.linesOf(body.refund_id)).toHaveLength(3);
    expect(
      [...bench.product.carrier.refunds.values()].filter(
        ({ input }) => input.reference === body.reference,
      ),
    ).toHaveLength(1);
  });

  it('stays as one process recorded it, although another process does not find it yet', async () => {
    const { carrier, app, clock } = bench.product;
    carrier.next('refund', async () => ({ outcome: 'unknown', cause: 'timed_out' }));
    const { body, row, asked } = await bench.giveBack();
    const other = bench.product.again().billing.refundService;
    clock.by(70);
    carrier.next('findRefund', async () => {
      await carrier.refund({ ...(asked()[0] as RefundInput) });
      await other.hint({ id: String(body.refund_id) });
      await other.lookupsAt('karoo').run();
      expect(await row()).toMatchObject({ state: 'succeeded' });
      return { outcome: 'not_found' };
    });
    await app.billing.refundService.lookupsAt('karoo').run();
    expect(await row()).toMatchObject({ state: 'succeeded', lookup_at: null });
    await bench.product.advance(10 * 60);
    expect(asked()).toHaveLength(2);
    expect(await bench.linesOf(body.refund_id)).toHaveLength(3);
  });

  it('becomes a reconciliation exception after two days, and is looked up each hour until its outcome is final', async () => {
    const { carrier } = bench.product;
    carrier.next('refund', async (_input, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    for (let i = 0; i < 60; i++)
      carrier.next('findRefund', async () => ({ outcome: 'unavailable', cause: 'carrier_error' }));
    const { body, row } = await bench.giveBack();
    await bench.product.advance(47 * HOUR);
    expect(await bench.exceptionsOf(body.refund_id)).toEqual([]);
    const before = carrier.calls('findRefund').length;
    await bench.product.advance(3 * HOUR);
    expect(carrier.calls('findRefund')).toHaveLength(before + 3);
    expect(await bench.exceptionsOf(body.refund_id)).toEqual([
      { kind: 'unknown_refund', state: 'open' },
    ]);
    await bench.product.advance(24 * HOUR);
    expect(await row()).toMatchObject({ state: 'succeeded' });
    expect(await bench.exceptionsOf(body.refund_id)).toEqual([
      { kind: 'unknown_refund', state: 'resolved' },
    ]);
  });
});

describe('a refund while the carrier is unavailable', () => {
  it('is sent again at growing distances, and never before the time that the carrier named', async () => {
    const { carrier } = bench.product;
    carrier.next('refund', async () => ({
      outcome: 'unavailable',
      cause: 'too_many_requests',
      retryAfterSeconds: 120,
    }));
    carrier.next('refund', async () => ({ outcome: 'unavailable', cause: 'not_connected' }));
    carrier.next('refund', async () => ({ outcome: 'unavailable', cause: 'not_connected' }));
    const { body, row, asked } = await bench.giveBack();
    expect(body).toMatchObject({ outcome: 'unknown', carrier_reason: 'too_many_requests' });
    await bench.product.advance(119);
    expect(asked()).toHaveLength(1);
    await bench.product.advance(1);
    expect(asked()).toHaveLength(2);
    await bench.product.advance(15);
    expect(asked()).toHaveLength(3);
    await bench.product.advance(59);
    expect(asked()).toHaveLength(3);
    await bench.product.advance(1);
    expect([asked().length, (await row()).state]).toEqual([4, 'succeeded']);
  });

  it('becomes a reconciliation exception after two days', async () => {
    const { body, row } = await intended();
    for (let i = 0; i < 60; i++)
      bench.product.carrier.next('refund', async () => ({
        outcome: 'unavailable',
        cause: 'misconfigured',
      }));
    await bench.product.advance(50 * HOUR);
    expect(await bench.exceptionsOf(body.refund_id)).toEqual([
      { kind: 'unknown_refund', state: 'open' },
    ]);
    await bench.product.advance(24 * HOUR);
    expect(await row()).toMatchObject({ state: 'succeeded' });
    expect(await bench.exceptionsOf(body.refund_id)).toEqual([
      { kind: 'unknown_refund', state: 'resolved' },
    ]);
  });
});

describe("a crash between a refund's call and its record", () => {
  it('is followed by a lookup in the next process, which finds the refund', async () => {
    const { row, asked } = await intended();
    bench.product.carrier.next('refund', async (_input, usual) => {
      await usual();
      throw new Error('killed');
    });
    bench.product.clock.by(10);
    await expect(bench.product.app.scheduler.runDue()).rejects.toThrow();
    expect(await row()).toMatchObject({ state: 'unknown', reason: null });
    const sent = asked().length;
    const other = bench.product.again();
    bench.product.clock.by(61);
    await other.scheduler.runDue();
    expect(await row()).toMatchObject({ state: 'succeeded' });
    expect(asked()).toHaveLength(sent);
  });

  it('is followed by a lookup, and then by a second request when the refund was not made', async () => {
    const { row, asked } = await intended();
    bench.product.carrier.next('refund', () => Promise.reject(new Error('killed')));
    bench.product.clock.by(10);
    await expect(bench.product.app.scheduler.runDue()).rejects.toThrow();
    const sent = asked().length;
    const other = bench.product.again();
    bench.product.clock.by(30);
    await other.scheduler.runDue();
    expect([asked().length, (await row()).state]).toEqual([sent, 'unknown']);
    bench.product.clock.by(31);
    await other.scheduler.runDue();
    expect([asked().length, (await row()).state]).toEqual([sent + 1, 'succeeded']);
  });

  it("is handled the same way for an operator's own request", async () => {
    const { charge } = await bench.paid();
    bench.product.carrier.next('refund', async (_input, usual) => {
      await usual();
      throw new Error('killed');
    });
    expect(
      (await bench.refund({ reference: charge.reference, reason: why }, 'crashed')).status,
    ).toBe(500);
    const other = bench.product.again();
    bench.product.clock.by(61);
    await other.scheduler.runDue();
    const again = await bench.refund({ reference: charge.reference, reason: why }, 'crashed');
    expect(again).toMatchObject({ status: 201, body: { outcome: 'succeeded' } });
    expect(bench.asked(again.body.reference)).toHaveLength(1);
  });

  it('a refund that cannot be sent does not delay other refunds', async () => {
    const one = await intended();
    const two = await intended();
    bench.product.carrier.next('refund', () => Promise.reject(new Error('killed')));
    bench.product.clock.by(20);
    await expect(bench.product.app.scheduler.runDue()).rejects.toThrow();
    const states = [(await one.row()).state, (await two.row()).state];
    expect(states.sort()).toEqual(['succeeded', 'unknown']);
    await bench.product.advance(120);
    expect([(await one.row()).state, (await two.row()).state]).toEqual(['succeeded', 'succeeded']);
  });

  it('an intent is sent once by two processes at the same time', async () => {
    const { row, asked } = await intended();
    const sent = asked().length;
    bench.product.clock.by(10);
    const other = bench.product.again();
    await Promise.all([bench.product.app.scheduler.runDue(), other.scheduler.runDue()]);
    expect([asked().length, (await row()).state]).toEqual([sent + 1, 'succeeded']);
  });
});
