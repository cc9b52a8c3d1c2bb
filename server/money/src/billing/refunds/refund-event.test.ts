// The carrier's events about refunds: each triggers an immediate lookup.

import type { RefundInput } from '@bonisa/carriers/billing.port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefundBench, type RefundBench } from './refund.test-kit.ts';

let bench: RefundBench;
beforeAll(async () => {
  bench = await createRefundBench();
});
afterAll(() => bench.close());

const HOUR = 3600;

describe('an event about a refund', () => {
  let count = 0;
  const event = (kind: 'completed' | 'denied' | 'in-bill', id = `refund-event-${++count}`) => ({
    id,
    source: '/carrier-billing-refund/v0.3/payments',
    specversion: '1.0',
    type: `org.camaraproject.carrier-billing-refund.v0.refund-${kind}`,
    time: bench.product.clock.now().toISOString(),
    data: {
      paymentId: 'p',
      refundId: 'r',
      status: kind === 'denied' ? 'failed' : 'succeeded',
      description: 'done',
    },
  });
  const post = async (token: string, payload: unknown) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/cloudevents+json',
    };
    const { statusCode } = await bench.product.site.inject({
      method: 'POST',
      url: '/carrier/events',
      headers,
      payload: JSON.stringify(payload),
    });
    return statusCode;
  };
  const tokenOf = (input: RefundInput | undefined) => input?.sink?.token ?? '';

  it('brings the lookup forward, and the outcome comes from the list', async () => {
    bench.product.carrier.next('refund', async (_input, usual) => {
      const done = await usual();
      return {
        outcome: 'processing',
        carrierRefundId: 'carrierRefundId' in done ? (done.carrierRefundId ?? '') : '',
      };
    });
    const { row, asked, body } = await bench.giveBack();
    expect(await row()).toMatchObject({ state: 'unknown', reason: 'processing' });
    const token = tokenOf(asked()[0]);
    for (const made of [
      'made.up',
      `${token.split('.').slice(0, -1).join('.')}.x`,
      token.slice(0, -1),
      `${token.split('.').slice(1).join('.')}`,
    ]) {
      expect(await post(made, event('completed'))).toBe(401);
    }
    // The event's own claim does not count: the list shows the refund as done.
    const one = event('denied');
    expect(await post(token, one)).toBe(204);
    await bench.product.app.scheduler.runDue();
    expect(await row()).toMatchObject({ state: 'succeeded' });
    // The same event again, another one, and a late one.
    for (const more of [one, event('completed'), event('in-bill')])
      expect(await post(token, more)).toBe(204);
    await bench.product.advance(HOUR);
    expect(await bench.linesOf(body.refund_id)).toHaveLength(3);
    expect(asked()).toHaveLength(1);
  });

  it('that arrives before the answer of the call does not repeat the refund', async () => {
    bench.product.carrier.next('refund', async (input, usual) => {
      const done = await usual();
      expect(await post(tokenOf(input), event('completed'))).toBe(204);
      await bench.product.app.scheduler.runDue();
      return done;
    });
    const { row, body, asked, msisdn } = await bench.giveBack();
    expect(body).toMatchObject({ outcome: 'succeeded' });
    expect(await row()).toMatchObject({ state: 'succeeded' });
    expect([(await bench.linesOf(body.refund_id)).length, asked().length]).toEqual([3, 1]);
    await bench.product.app.scheduler.runDue();
    expect((await bench.toldTo(msisdn)).filter((kind) => kind === 'refund')).toHaveLength(1);
  });

  it('that arrives during the call, before the refund is made, does not send it again', async () => {
    bench.product.carrier.next('refund', async (input, usual) => {
      expect(await post(tokenOf(input), event('in-bill'))).toBe(204);
      await bench.product.app.scheduler.runDue();
      return await usual();
    });
    const { body, asked } = await bench.giveBack();
    expect([body.outcome, asked().length]).toEqual(['succeeded', 1]);
  });

  it('with the token of the payment concerns the refunds of that payment', async () => {
    bench.product.carrier.next('refund', async (_input, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    const { row, charge } = await bench.giveBack();
    const asked = bench.product.carrier.calls('charge') as {
      reference: string;
      sink: { token: string };
    }[];
    expect(
      await post(
        asked.find(({ reference }) => reference === charge.reference)?.sink.token ?? '',
        event('completed'),
      ),
    ).toBe(204);
    await bench.product.app.scheduler.runDue();
    expect(await row()).toMatchObject({ state: 'succeeded' });
  });

  it('of a denial triggers a lookup: the amount is no longer set aside, and a reconciliation exception is opened', async () => {
    const { carrier } = bench.product;
    carrier.next('refund', async () => ({ outcome: 'processing', carrierRefundId: 'slow-1' }));
    const { row, body, asked, charge } = await bench.giveBack();
    const entry = {
      carrierRefundId: 'slow-1',
      reference: String(body.reference),
      kind: 'total',
      status: 'denied',
    } as const;
    carrier.next('findRefund', async () => ({
      outcome: 'found',
      refund: { ...entry, createdAt: bench.product.clock.now() },
    }));
    expect(await post(tokenOf(asked()[0]), event('denied'))).toBe(204);
    await bench.product.app.scheduler.runDue();
    expect(await row()).toMatchObject({ state: 'denied', carrier_refund_id: 'slow-1' });
    expect(carrier.calls('findRefund').at(-1)).toMatchObject({ carrierRefundId: 'slow-1' });
    expect(await bench.exceptionsOf(body.refund_id)).toEqual([
      { kind: 'refund_denied', state: 'open' },
    ]);
    expect(
      (await bench.product.rows(`select refunded from charges where id = '${charge.id}'`))[0],
    ).toEqual({ refunded: 0 });
  });

  it('about a refund that has an id and is no longer in the list does not send it again', async () => {
    bench.product.carrier.next('refund', async () => ({
      outcome: 'processing',
      carrierRefundId: 'gone-1',
    }));
    const { row, asked } = await bench.giveBack();
    await bench.product.advance(3 * HOUR);
    expect([(await row()).state, asked().length]).toEqual(['unknown', 1]);
  });
});
