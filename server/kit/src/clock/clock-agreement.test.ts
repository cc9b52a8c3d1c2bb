// A machine whose clock is more than 5 s from the database's is not ready and runs no jobs. Before
// money leaves, the database is asked for its time.

import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createOperations } from '../http/operations-listener.ts';
import { createComparedClocks } from './clock-agreement.ts';

const logger = { warn: () => undefined, error: () => undefined, info: () => undefined } as never;

describe('a product whose clock differs from that of its database', () => {
  const clocks = createComparedClocks(logger);
  let product: TestProduct;
  let operations: Awaited<ReturnType<typeof createOperations>>;
  beforeAll(async () => {
    product = await createTestProduct({ LIMITS: 'off' }, undefined, { agreement: clocks });
    operations = await createOperations(product.app.operations);
  });
  afterAll(async () => {
    await operations.close();
    await product.close();
  });

  const readiness = async () => {
    const { statusCode, body } = await operations.inject('/healthz/ready');
    return [statusCode, JSON.parse(body).not_ready];
  };
  const heldInMetrics = async () =>
    /^bonisa_jobs_held\{carrier="all",why="clock"\} (.)$/m.exec(
      (await operations.inject('/metrics')).body,
    )?.[1];

  it('is not ready by name, says that jobs wait, and answers whoever still calls', async () => {
    clocks.measured(-5100);
    expect(await readiness()).toEqual([503, ['clock']]);
    expect((await product.site.inject('/healthz/ready')).statusCode).toBe(503);
    expect((await product.site.inject('/healthz/live')).statusCode).toBe(200);
    expect(await heldInMetrics()).toBe('1');
    expect((await product.visitor().call('viewer')).status).toBe(200);
    clocks.measured(5000);
    expect(await readiness()).toEqual([200, []]);
    expect(await heldInMetrics()).toBe('0');
  });

  it('begins free days, takes no airtime at Accept and sends no refund until they agree', async () => {
    let offsetMs = 6000;
    clocks.confirmBy(async () => offsetMs);
    const visitor = product.visitor();
    const number = freshNumber();
    const press = async () =>
      (await visitor.call('subscribe', await toAccept(product, visitor, number))).body;
    expect((await press()).status).toBe('success');
    // Stopped, and without a free day the next time.
    await visitor.call('unsubscribe', {});
    product.clock.by(601);
    const calls = (kind: 'charge' | 'refund') => product.carrier.calls(kind).length;
    const before = calls('charge');
    expect(await press()).toMatchObject({ status: 'failed', outcome: 'not_asked' });
    expect(calls('charge')).toBe(before);
    offsetMs = 0;
    product.clock.by(601);
    expect((await press()).status).toBe('success');
    expect(calls('charge')).toBe(before + 1);

    offsetMs = 6000;
    const [charge] = await product.rows(
      'select reference from charges where carrier_payment_id is not null order by created_at desc limit 1',
    );
    const payload = { reference: charge?.reference, reason: 'Asked for' };
    const given = await operations.inject({ method: 'POST', url: '/ops/refunds', payload });
    expect([given.json().outcome, calls('refund')]).toEqual(['unknown', 0]);
    offsetMs = 0;
    await product.advance(3600);
    expect(calls('refund')).toBe(1);
  });
});

describe('the time that is confirmed before money leaves', () => {
  it('is what the database is ahead, and unknown beyond five seconds', async () => {
    const clocks = createComparedClocks(logger);
    let offsetMs = 0;
    clocks.confirmBy(async () => offsetMs);
    expect(await clocks.confirm()).toBe(0);
    offsetMs = -4000;
    expect(await clocks.confirm()).toBe(4000);
    // A machine that was paused, and whose own clock is not set yet when it goes on.
    offsetMs = -40_000;
    expect(await clocks.confirm()).toBeUndefined();
    expect(clocks.agrees()).toBe(false);
  });

  it('is unknown while the database does not answer, and certain where it is embedded', async () => {
    const clocks = createComparedClocks(logger);
    expect(await clocks.confirm()).toBe(0);
    clocks.confirmBy(() => Promise.reject(new Error('away')));
    expect(await clocks.confirm()).toBeUndefined();
  });

  it('is asked for after each call, once for all that wait', async () => {
    const clocks = createComparedClocks(logger);
    let offsetMs = 0;
    const free: (() => void)[] = [];
    clocks.confirmBy(async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      free.push(resolve);
      await promise;
      return offsetMs;
    });
    const first = clocks.confirm();
    await vi.waitFor(() => expect(free).toHaveLength(1));
    const others = [clocks.confirm(), clocks.confirm()];
    free[0]?.();
    await first;
    await vi.waitFor(() => expect(free).toHaveLength(2));
    offsetMs = -3000;
    free[1]?.();
    expect(await Promise.all(others)).toEqual([3000, 3000]);
  });
});
