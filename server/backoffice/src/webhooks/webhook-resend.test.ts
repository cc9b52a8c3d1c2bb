import { createStillClock, createTestProduct } from '@bonisa/server/app.test-kit';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { isAccepted, type Received } from './receiver.test-kit.ts';
import { createWebhookProduct, type WebhookProduct } from './webhooks.test-kit.ts';

let kit: WebhookProduct;
beforeAll(async () => {
  // The product's time is the machine's at first, as in a demo whose clock nobody has moved.
  kit = await createWebhookProduct({ clock: createStillClock(new Date()) });
});
afterAll(() => kit.product.close());
afterEach(() => kit.clear());

/** What a partner's receiver does, at the machine's time and with the library's tolerance. */
function verify(secret: string, { body, headers }: Received): unknown {
  return new Webhook(secret).verify(body, headers);
}

it('events of the demo are verified by the library of the standard at the time of now', async () => {
  const receiver = await kit.createOpenReceiver();
  const { id, secret } = await kit.endpointFor(receiver);
  await kit.subscribe();
  await kit.send();
  await kit.ask('POST', `endpoints/${id}/test`);
  expect(receiver.received.map(({ event }) => event.type)).toEqual(
    expect.arrayContaining(['subscription.trial_started', 'test']),
  );
  for (const message of receiver.received) expect(verify(secret, message)).toEqual(message.event);
});

it("a signature's time is the product's, also when its clock has been moved", async () => {
  const receiver = await kit.createOpenReceiver();
  const { secret } = await kit.endpointFor(receiver, ['charge.succeeded']);
  await kit.subscribe();
  await kit.product.advance(2 * 24 * 3600);
  const [message] = receiver.received;
  if (!message) throw new Error('nothing arrived');
  const hoursAhead = (Number(message.headers['webhook-timestamp']) - Date.now() / 1000) / 3600;
  expect(hoursAhead).toBeGreaterThan(1);
  expect(isAccepted(message, secret)).toBe(true);
  expect(() => verify(secret, message)).toThrow('timestamp');
});

it('a test event is answered with what the endpoint says, and changes nothing of it', async () => {
  const receiver = await kit.createOpenReceiver();
  const { id } = await kit.endpointFor(receiver);
  const before = await kit.endpointRow(id);
  const test = () => kit.ask('POST', `endpoints/${id}/test`);
  expect((await test()).body).toEqual({ status: 204, answer: '' });
  receiver.state.answer = (response) => response.writeHead(410).end('no more of this');
  expect((await test()).body).toEqual({ status: 410, answer: 'no more of this' });
  await receiver.close();
  expect((await test()).body).toEqual({
    status: null,
    answer: 'the connection failed: ECONNREFUSED',
  });
  expect(await kit.endpointRow(id)).toEqual(before);
  expect((await kit.ask('GET', 'deliveries')).body.data).toEqual([]);
  const data = { endpoint_id: id };
  expect(receiver.received.map(({ event }) => event)).toMatchObject([
    { type: 'test', data },
    { type: 'test', data },
  ]);
  await kit.ask('DELETE', `endpoints/${id}`);
  expect((await test()).status).toBe(404);
  const reader = await kit.keyOf(['operations:read']);
  const refused = await kit.ask('POST', `endpoints/${id}/test`, undefined, reader);
  expect([refused.status, refused.body.code]).toEqual([403, 'scope_missing']);
});

it('what failed since a time is sent again without what was delivered', async () => {
  const receiver = await kit.createOpenReceiver();
  const { id } = await kit.endpointFor(receiver, ['subscription.trial_started']);
  await kit.subscribe();
  await kit.send();
  const [delivered] = receiver.received.splice(0);
  await kit.subscribe();
  await kit.product.rows(
    "update webhook_deliveries set state = 'failed', due_at = null where state = 'waiting'",
  );
  const now = kit.product.clock.now().getTime();
  const [from, to] = [-3600, 1].map((seconds) => new Date(now + seconds * 1000).toISOString());
  const replay = (body: object) => kit.ask('POST', `endpoints/${id}/replay`, body);
  expect((await replay({ from, to, only_failed: true })).body).toEqual({ queued: 1 });
  await kit.send();
  expect(receiver.received).toHaveLength(1);
  expect(receiver.received[0]?.id).not.toBe(delivered?.id);
  expect((await replay({ from, to, only_failed: true })).body).toEqual({ queued: 0 });
  expect((await replay({ from, to })).body).toEqual({ queued: 2 });
});

it('a partner cannot be flooded: ten tests and spans are taken in a minute', async () => {
  const product = await createTestProduct();
  const studio = await product.studio();
  const endpoint = '/studio/api/webhooks/endpoints/0190a000-0000-7000-8000-000000000000';
  for (const url of [`${endpoint}/test`, `${endpoint}/replay`]) {
    const asked = Array.from({ length: 11 }, () => studio.inject({ method: 'POST', url }));
    const answers = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
    expect(answers.filter((status) => status === 429)).toEqual([429]);
  }
  await product.close();
});
