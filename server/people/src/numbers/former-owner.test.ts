// The consents of a former owner are never shown or counted as the new owner's, and stay available
// for a dispute of the former owner.

import { createOperations } from '@bonisa/kit/http/operations-listener';
import { handsetSends } from '@bonisa/money/messaging/messages.test-kit';
import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
  type Visitor,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const DAY = 86_400;
const FORMER = { 'user-agent': 'The former owner’s phone' };
const NEW = { 'user-agent': 'The new owner’s phone' };
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

const goesToSomebodyElse = (): void =>
  product.carrier.next('numberRecycled', async () => ({ outcome: 'known', recycled: true }));
const told = async (address: string) => {
  const answer = await operations.inject({ url: address, headers: { host: 'localhost' } });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const leaves = async (leave: (visitor: Visitor) => Promise<unknown>) => {
  const visitor = product.visitor({ headers: FORMER });
  const msisdn = freshNumber();
  await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
  await handsetSends(product, msisdn, 'What is this?');
  await leave(visitor);
  await product.advance(61 * DAY);
  goesToSomebodyElse();
  const owner = product.visitor({ headers: NEW });
  const { body } = await owner.call('subscribe', await toAccept(product, owner, msisdn));
  expect(body.status).toBe('success');
  await product.app.scheduler.runDue();
  return { owner, msisdn };
};

describe('the records of a former owner', () => {
  it.each([
    ['cancelled', (visitor: Visitor) => visitor.call('unsubscribe', {})],
    [
      'had everything removed',
      (visitor: Visitor) => visitor.call('deletePersonalData', { confirm: 'delete' }),
    ],
  ])("are separate from the new owner's after a former owner who %s", async (_how, leave) => {
    const { owner, msisdn } = await leaves(leave);
    const mine = { user_agent: NEW['user-agent'] };
    const { body } = await owner.call('personalData');
    expect(body).toMatchObject({
      consents: [mine],
      messages: [{ template: 'welcome' }, { template: 'trial_ends' }],
      received: [],
    });
    expect((await told(`/ops/subscriptions/${msisdn}`)).consents).toMatchObject([mine]);
    const evidence = await told(`/ops/evidence/${msisdn}`);
    expect(evidence.subscriptions).toMatchObject([{ consents: [mine], received: [] }]);
    expect(evidence.former_owners).toMatchObject({
      subscriptions: [
        {
          consents: [{ user_agent: FORMER['user-agent'], proof: 'otp' }],
          events: [{ type: 'trial_started' }, { type: 'cancelled' }, { type: 'expired' }],
          received: [{ read_as: 'question' }],
        },
      ],
    });
    expect(evidence.former_owners.subscriptions[0].subscriber_id).not.toBe(
      evidence.subscriptions[0].subscriber_id,
    );
    const kinds = evidence.former_owners.subscriptions[0].messages.map(
      ({ kind }: { kind: string }) => kind,
    );
    expect(kinds).toEqual(expect.arrayContaining(['welcome', 'goodbye']));
    await owner.call('unsubscribe', {});
  });

  it("are not another's either when the former owner only ever sent us messages", async () => {
    const msisdn = freshNumber();
    await handsetSends(product, msisdn, 'Stop');
    await product.advance(61 * DAY);
    goesToSomebodyElse();
    const owner = product.visitor();
    await owner.call('subscribe', await toAccept(product, owner, msisdn));
    await product.app.scheduler.runDue();
    const { body } = await owner.call('personalData');
    expect(body.received).toEqual([]);
    expect(JSON.stringify(body.messages)).not.toContain('no subscription');
    const evidence = await told(`/ops/evidence/${msisdn}`);
    expect(evidence).toMatchObject({
      received: [],
      former_owners: { subscriptions: [], received: [{ read_as: 'stop' }] },
    });
    await owner.call('unsubscribe', {});
  });

  it("are the same person's when the number came back to its owner", async () => {
    const visitor = product.visitor({ headers: FORMER });
    const msisdn = freshNumber();
    await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
    await visitor.call('deletePersonalData', { confirm: 'delete' });
    await product.advance(61 * DAY);
    await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
    expect((await visitor.call('personalData')).body.consents).toHaveLength(2);
    expect(await told(`/ops/evidence/${msisdn}`)).toMatchObject({
      subscriptions: [{}, {}],
      former_owners: null,
    });
    expect((await told(`/ops/subscriptions/${msisdn}`)).consents).toHaveLength(1);
    await visitor.call('unsubscribe', {});
  });
});
