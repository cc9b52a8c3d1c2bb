// STOP ALL holds across sessions and is undone only by people, on the record; and the states of a
// number in the operator's API.

import { freshNumber, toAccept } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefundBench, type RefundBench } from '../billing/refunds/refund.test-kit.ts';
import { handsetSends, subscribe } from '../messaging/messages.test-kit.ts';

let bench: RefundBench;
beforeAll(async () => {
  bench = await createRefundBench();
});
afterAll(() => bench.close());

const unblock = (msisdn: string, reason = 'Called, and answered the code we sent.') =>
  bench.ops('POST', '/ops/unblock', { msisdn, reason });
const shown = async (msisdn: string) =>
  (await bench.ops('GET', `/ops/subscriptions/${msisdn}`)).body;
const codeOf = async (msisdn: string) =>
  (await bench.product.visitor().call('statusCheck', { transaction_id: 'check', msisdn }))
    .body as Record<string, unknown>;
const NOT_BLOCKED = { status: 409, body: { code: 'not_blocked' } };

describe('POST /ops/unblock', () => {
  it('lets a number opt in again, on the record, and subscribes it to nothing', async () => {
    const { msisdn } = await subscribe(bench.product);
    await handsetSends(bench.product, msisdn, 'STOP ALL');
    expect([(await shown(msisdn)).state, (await codeOf(msisdn)).code]).toEqual([
      'blocked',
      'BLOCKED',
    ]);
    const at = bench.product.clock.now().toISOString();
    const entry = { blocked_at: at, at, reason: 'Called, and answered the code we sent.' };
    expect(await unblock(msisdn)).toMatchObject({ status: 200, body: entry });
    expect(await shown(msisdn)).toMatchObject({ state: 'expired', unblocked: [entry] });
    // No second free day.
    expect(await codeOf(msisdn)).toMatchObject({ code: 'NEW', hasFreeTrial: false });
    expect(await unblock(msisdn)).toMatchObject(NOT_BLOCKED);

    const visitor = bench.product.visitor();
    const { body } = await visitor.call(
      'subscribe',
      await toAccept(bench.product, visitor, msisdn),
    );
    expect(body).toMatchObject({ status: 'success' });
    await handsetSends(bench.product, msisdn, 'STOP ALL');
    expect(await shown(msisdn)).toMatchObject({ state: 'blocked', unblocked: [entry] });
  });

  it('unblocks a number of which no other data is left', async () => {
    const { msisdn } = await subscribe(bench.product);
    await handsetSends(bench.product, msisdn, 'STOP ALL');
    const { repository } = bench.product.app.subscription;
    await repository.db.transaction(async (tx) => {
      const within = repository.within(tx);
      const subscriber = await within.numbers.subscriberOf(msisdn as never);
      if (subscriber) await within.numbers.pseudonymise(subscriber, bench.product.clock.now());
    });
    expect(await codeOf(msisdn)).toMatchObject({ code: 'BLOCKED' });
    expect(await unblock(msisdn)).toMatchObject({ status: 200 });
    expect(await codeOf(msisdn)).toMatchObject({ code: 'NEW', hasFreeTrial: false });
  });

  it('refuses by name a number that is not blocked or unknown, and a request without a reason', async () => {
    const { msisdn } = await subscribe(bench.product);
    expect(await unblock(msisdn)).toMatchObject(NOT_BLOCKED);
    const stranger = freshNumber();
    expect(await unblock(stranger)).toMatchObject(NOT_BLOCKED);
    expect(
      await bench.product.app.subscription.repository.numbers.subscriberOf(stranger as never),
    ).toBeUndefined();
    expect(await unblock(msisdn, '  ')).toMatchObject({
      status: 400,
      body: { fields: [expect.objectContaining({ field: 'reason' })] },
    });
    expect(await unblock('0123')).toMatchObject({ status: 400, body: { code: 'invalid_msisdn' } });
  });
});

describe('GET /ops/subscriptions/{msisdn}', () => {
  it('shows an unknown first payment as parked: not served, and still looked up', async () => {
    const msisdn = await bench.withoutTrial();
    const visitor = bench.product.visitor();
    bench.product.carrier.next('charge', async () => ({ outcome: 'unknown', cause: 'timed_out' }));
    await visitor.call('subscribe', await toAccept(bench.product, visitor, msisdn));
    expect(
      await bench.product.rows(
        `select status from subscriptions where subscriber_id = (select id from subscribers where msisdn = '${msisdn}')`,
      ),
    ).toEqual([{ status: 'pending' }]);
    expect(await shown(msisdn)).toMatchObject({
      state: 'parked',
      charges: [{ outcome: 'unknown' }],
    });
  });
});
