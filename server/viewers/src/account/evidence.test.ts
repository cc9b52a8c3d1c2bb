// The evidence of a number is one document, and remains after its other data is removed.

import { createOperations } from '@bonisa/kit/http/operations-listener';
import { handsetSends } from '@bonisa/money/messaging/messages.test-kit';
import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const DAY = 86_400;
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

const evidenceOf = async (msisdn: string, from = operations) => {
  const answer = await from.inject({
    url: `/ops/evidence/${msisdn}`,
    headers: { host: 'localhost' },
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
};

describe('the evidence of a number', () => {
  it('has the consents, events, charges and messages', async () => {
    const visitor = product.visitor({ headers: { 'user-agent': 'A phone' } });
    const msisdn = freshNumber();
    await visitor.call(
      'subscribe',
      await toAccept(product, visitor, msisdn, { key: 'demo-weekly' }),
    );
    await product.advance(DAY);
    const { status, body, headers } = await evidenceOf(msisdn);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toMatchObject({
      msisdn,
      subscriptions: [
        {
          package_id: 'p-grtv-weekly-c-01',
          consents: [
            {
              price: '10.00',
              period: 'week',
              trial: true,
              proof: 'otp',
              user_agent: 'A phone',
              retain_until: null,
            },
          ],
          events: [
            { type: 'trial_started' },
            { type: 'charge_requested' },
            { type: 'charge_succeeded' },
          ],
          charges: [{ amount: '10.00', vat: '1.30', state: 'succeeded', refunds: [] }],
        },
      ],
    });
    expect(body.subscriptions[0].consents[0].words.join(' ')).toContain('R10.00/week');
    const told = body.subscriptions[0].messages.map(
      ({ kind, state }: { kind: string; state: string }) => `${kind} ${state}`,
    );
    expect(told).toEqual(expect.arrayContaining(['welcome sent', 'receipt sent']));
    await visitor.call('unsubscribe', {});
  });

  it('remains after everything else was removed, until three years after the end', async () => {
    // With charges, each day of three years would be compared with the carrier's list.
    const product = await createTestProduct({ LIMITS: 'off' });
    const operations = await createOperations(product.app.operations);
    const visitor = product.visitor();
    const msisdn = freshNumber();
    await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
    await product.app.scheduler.runDue();
    await visitor.call('deletePersonalData', { confirm: 'delete' });
    await product.advance(2 * DAY);
    expect((await evidenceOf(msisdn, operations)).body).toMatchObject({
      subscriptions: [
        {
          consents: [{ trial: true }],
          events: [{ type: 'trial_started' }, { type: 'cancelled' }, { type: 'expired' }],
          messages: [
            {
              kind: 'welcome',
              state: 'sent',
              carrier_message_id: expect.any(String),
              text: expect.stringContaining('R5.00/day'),
            },
            { kind: 'trial_ends', state: 'failed' },
            { kind: 'goodbye', state: 'sent', carrier_message_id: expect.any(String) },
          ],
        },
      ],
      former_owners: null,
    });
    await product.advance(3 * 366 * DAY);
    expect((await evidenceOf(msisdn, operations)).status).toBe(404);
    await operations.close();
    await product.close();
  });

  it('does not exist for a number that never opted in, and an invalid number is refused', async () => {
    expect((await evidenceOf(freshNumber())).status).toBe(404);
    expect((await evidenceOf('12')).status).toBe(400);
  });

  // The record proves that STOP was sent, and when.
  it('has the messages of the handset with how they were read, beside the subscription that ran then', async () => {
    const visitor = product.visitor();
    const msisdn = freshNumber();
    await handsetSends(product, msisdn, 'help');
    await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
    product.clock.by(60);
    const at = product.clock.now().toISOString();
    await handsetSends(product, msisdn, 'Stop it', 'stop-of-evidence');
    await handsetSends(product, msisdn, 'Stop it', 'stop-of-evidence');
    const { body } = await evidenceOf(msisdn);
    expect(body.received).toMatchObject([{ read_as: 'question', text: 'help' }]);
    expect(body.subscriptions[0].received).toEqual([
      {
        ...{ at, read_as: 'stop', text: 'Stop it' },
        ...{ carrier: 'karoo', carrier_message_id: 'stop-of-evidence' },
      },
    ]);
  });

  it('has the unblocking after STOP ALL with its reason and time, whether the number ever subscribed or not', async () => {
    const msisdn = freshNumber();
    await handsetSends(product, msisdn, 'STOP ALL');
    const at = product.clock.now().toISOString();
    await product.app.subscription.unblocking.unblock(msisdn as never, 'Called us');
    expect((await evidenceOf(msisdn)).body.unblocked).toEqual([
      { at, blocked_at: at, reason: 'Called us' },
    ]);
  });

  it('exists for three years for a number that only ever sent STOP ALL', async () => {
    const product = await createTestProduct({ LIMITS: 'off' });
    const operations = await createOperations(product.app.operations);
    const msisdn = freshNumber();
    await handsetSends(product, msisdn, 'STOP ALL');
    await product.advance(3 * 365 * DAY - DAY);
    expect((await evidenceOf(msisdn, operations)).body).toMatchObject({
      subscriptions: [],
      messages: [{ kind: 'blocked', state: 'sent' }],
      received: [{ read_as: 'stop_all', text: 'STOP ALL' }],
    });
    await product.advance(3 * DAY);
    expect((await evidenceOf(msisdn, operations)).status).toBe(404);
    expect(
      await product.rows('select 1 from messages union all select 1 from inbound_messages'),
    ).toEqual([]);
    await operations.close();
    await product.close();
  });
});
