import { WEBHOOK_BODIES } from '@bonisa/contract/webhook-bodies';
import type { WebhookType } from '@bonisa/domain/staff/webhooks';
import { freshNumber, toAccept } from '@bonisa/server/app.test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isAccepted } from './receiver.test-kit.ts';
import type { Attempt } from './webhook-post.ts';
import { createWebhookProduct, type Receiver, type WebhookProduct } from './webhooks.test-kit.ts';
import { createWebhooks } from './webhooks.ts';

let receiver: Receiver;
let kit: WebhookProduct;
let product: WebhookProduct['product'];
beforeAll(async () => {
  kit = await createWebhookProduct();
  ({ product } = kit);
});
afterAll(() => product.close());
afterEach(() => kit.clear());

const ask: WebhookProduct['ask'] = (...given) => kit.ask(...given);
const endpointFor: WebhookProduct['endpointFor'] = (...given) => kit.endpointFor(...given);
const createOpenReceiver: WebhookProduct['createOpenReceiver'] = (...given) =>
  kit.createOpenReceiver(...given);
const subscribe: WebhookProduct['subscribe'] = (...given) => kit.subscribe(...given);
const send: WebhookProduct['send'] = (...given) => kit.send(...given);
const endpointRow: WebhookProduct['endpointRow'] = (...given) => kit.endpointRow(...given);
const keyOf: WebhookProduct['keyOf'] = (...given) => kit.keyOf(...given);

/** An attempt of another process that is under way, the ids of what it sent, and its answer. */
async function attemptElsewhere() {
  const ids: string[] = [];
  const [begun, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<Attempt>()];
  const { sender } = createWebhooks({
    ...product.app,
    post: {
      problemOf: async () => undefined,
      post: (_url, headers) => {
        ids.push(headers['webhook-id'] ?? '');
        begun.resolve();
        return answered.promise;
      },
    },
  });
  await sender.run();
  // The run itself waits for a second at most.
  await begun.promise;
  const answer = async (attempt: Attempt): Promise<void> => {
    answered.resolve(attempt);
    await sender.rest();
  };
  return { ids, answer };
}

describe('webhooks', () => {
  it('that are refused twice arrive once each, in order, signed, and without a number', async () => {
    receiver = await createOpenReceiver();
    const { secret } = await endpointFor(receiver);
    let refusals = 2;
    receiver.state.answer = (response) => response.writeHead(refusals-- > 0 ? 503 : 204).end();
    const msisdn = await subscribe();
    await send();
    expect(receiver.received).toHaveLength(1);
    await product.advance(2 * 24 * 3600);
    const tried = receiver.received.map(({ id }) => id);
    const ids = [...new Set(tried)];
    expect(ids.length).toBeGreaterThanOrEqual(3);
    expect(tried).toEqual([ids[0], ids[0], ...ids]);
    expect([...ids].sort()).toEqual(ids);
    for (const message of receiver.received) {
      expect(isAccepted(message, secret)).toBe(true);
      expect(message.body).not.toContain(msisdn.slice(2));
      const { type } = message.event;
      const body = WEBHOOK_BODIES[type as WebhookType];
      expect(body.parse(message.event)).toEqual(message.event);
    }
    expect(receiver.received[0]?.event.type).toBe('subscription.trial_started');
    expect(receiver.received.map(({ event }) => event.type)).toContain('charge.succeeded');
  });

  it('are queued by the transaction of their event, for the types of each endpoint only', async () => {
    const [some, none] = [await createOpenReceiver(), await createOpenReceiver()];
    const { id } = await endpointFor(some, ['subscription.trial_started']);
    await endpointFor(none, ['charge.refunded']);
    await subscribe();
    const queued = await product.rows('select endpoint_id, type, state from webhook_deliveries');
    expect(queued).toEqual([{ endpoint_id: id, type: 'trial_started', state: 'waiting' }]);
    await send();
    expect([some.received.length, none.received.length]).toEqual([1, 0]);
  });

  it('are sent again under the same id after a kill between the answer and its record', async () => {
    receiver = await createOpenReceiver();
    await endpointFor(receiver, ['subscription.trial_started']);
    await subscribe();
    // The receiver has it, and the process is gone before it can write that down.
    const { ids } = await attemptElsewhere();
    await send();
    expect(receiver.received).toEqual([]);
    await product.advance(61);
    expect(receiver.received.map(({ id }) => id)).toEqual(ids);
    expect(ids).toHaveLength(1);
  });

  it('are not changed by a process that stood still while another one delivered them', async () => {
    receiver = await createOpenReceiver();
    const { id } = await endpointFor(receiver, ['subscription.trial_started']);
    await subscribe();
    const frozen = await attemptElsewhere();
    await product.advance(46);
    expect(receiver.received).toHaveLength(1);
    await frozen.answer({ status: null, answer: 'timed out' });
    const [row] = (await ask('GET', 'deliveries')).body.data;
    expect(row).toMatchObject({ state: 'delivered', attempts: 1 });
    expect((await endpointRow(id)).failing_since).toBeNull();
  });

  it.each([
    ['by itself', (position: number) => ask('POST', `deliveries/${position}/replay`)],
    [
      'with a span',
      async (_position: number, id: string) =>
        ask('POST', `endpoints/${id}/replay`, {
          from: '2026-01-01T00:00:00Z',
          to: '2100-01-01T00:00:00Z',
        }),
    ],
  ] as const)(
    'that are queued again %s while an attempt is under way are sent again',
    async (_how, replay) => {
      receiver = await createOpenReceiver();
      const { id } = await endpointFor(receiver, ['subscription.trial_started']);
      await subscribe();
      const slow = await attemptElsewhere();
      const [before] = (await ask('GET', 'deliveries')).body.data;
      expect((await replay(before.position, id)).body).toEqual({ queued: 1 });
      // The answer to the attempt from before the replay arrives now.
      await slow.answer({ status: 200, answer: 'late' });
      const [waiting] = (await ask('GET', 'deliveries')).body.data;
      expect(waiting).toMatchObject({ state: 'waiting', attempts: 0, last_answer: null });
      await send();
      expect(receiver.received.map((message) => message.id)).toEqual([before.message_id]);
      const [row] = (await ask('GET', 'deliveries')).body.data;
      expect(row).toMatchObject({ state: 'delivered', attempts: 1, last_status: 204 });
    },
  );

  it('reach one endpoint while another does not answer', async () => {
    const [slow, quick] = [await createOpenReceiver(), await createOpenReceiver()];
    slow.state.answer = () => undefined;
    await endpointFor(slow);
    await endpointFor(quick);
    await subscribe();
    const { sender } = createWebhooks(product.app);
    await sender.run();
    await expect.poll(() => quick.received.length).toBeGreaterThan(0);
    await slow.close();
    await sender.rest();
  });

  it('are not counted as refused when the process stops before the answer', async () => {
    const slow = await createOpenReceiver();
    slow.state.answer = () => undefined;
    await endpointFor(slow, ['subscription.trial_started']);
    await subscribe();
    const stopping = createWebhooks(product.app);
    await stopping.sender.run();
    await stopping.stop();
    slow.state.answer = (response) => response.writeHead(204).end();
    await send();
    const [row] = (await ask('GET', 'deliveries')).body.data;
    expect(row).toMatchObject({ state: 'delivered', attempts: 1 });
    expect(new Set(slow.received.map(({ id }) => id)).size).toBe(1);
  });

  it('end at an endpoint that fails for days or is gone, and go on once it is let', async () => {
    const [dead, gone] = [await createOpenReceiver(), await createOpenReceiver()];
    dead.state.answer = (response) => response.writeHead(500).end('out of order');
    gone.state.answer = (response) => response.writeHead(410).end();
    const failing = await endpointFor(dead);
    const left = await endpointFor(gone);
    await subscribe();
    await send();
    expect(await endpointRow(left.id)).toMatchObject({
      state: 'disabled',
      note: expect.stringContaining('410'),
    });
    await product.advance(5 * 24 * 3600);
    expect(await endpointRow(failing.id)).toMatchObject({
      state: 'disabled',
      note: expect.stringContaining('failed since'),
    });
    const tries = dead.received.length;
    dead.state.answer = (response) => response.writeHead(200).end();
    await product.advance(24 * 3600);
    expect(dead.received).toHaveLength(tries);
    await ask('PATCH', `endpoints/${failing.id}`, { state: 'active' });
    await product.advance(10);
    const log = (await ask('GET', `deliveries?endpoint_id=${failing.id}&limit=200`)).body.data;
    expect(new Set(log.map(({ state }: { state: string }) => state))).toEqual(
      new Set(['delivered']),
    );
    expect(log[0]).toMatchObject({ last_status: 200, attempts: expect.any(Number) });
  });

  it('are sent again when asked, one or a span, under the same ids', async () => {
    receiver = await createOpenReceiver();
    const { id } = await endpointFor(receiver);
    await subscribe();
    await product.advance(2 * 24 * 3600);
    const ids = receiver.received.splice(0).map((one) => one.id);
    const [newest] = (await ask('GET', 'deliveries?limit=1')).body.data;
    await ask('POST', `deliveries/${newest.position}/replay`);
    await send();
    expect(receiver.received.splice(0).map((one) => one.id)).toEqual([newest.message_id]);
    const span = { from: '2026-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
    const { body } = await ask('POST', `endpoints/${id}/replay`, span);
    expect(body).toEqual({ queued: ids.length });
    await send();
    expect(receiver.received.map((one) => one.id)).toEqual(ids);
    expect((await ask('POST', 'deliveries/999999/replay')).status).toBe(404);
  });

  it('carry signatures of both secrets while one replaces the other', async () => {
    receiver = await createOpenReceiver();
    const { id, secret } = await endpointFor(receiver);
    const { body } = await ask('POST', `endpoints/${id}/rotate`, { keep_hours: 1 });
    await subscribe();
    await product.advance(26 * 3600);
    const [first] = receiver.received;
    const last = receiver.received.at(-1);
    if (!first || !last) throw new Error('nothing arrived');
    expect([isAccepted(first, secret), isAccepted(first, body.secret)]).toEqual([true, true]);
    expect([isAccepted(last, secret), isAccepted(last, body.secret)]).toEqual([false, true]);
    const shown = JSON.stringify([
      (await ask('GET', 'endpoints')).body,
      await product.rows('select * from staff_audit'),
    ]);
    for (const one of [secret, body.secret]) expect(shown).not.toContain(one.slice(6));
  });

  it('are deleted from the log after thirty days, those of an ended endpoint at once', async () => {
    receiver = await createOpenReceiver();
    const { id } = await endpointFor(receiver);
    await subscribe();
    await send();
    await product.app.webhooks.purge();
    expect((await ask('GET', 'deliveries')).body.data.length).toBeGreaterThan(0);
    await ask('DELETE', `endpoints/${id}`);
    await subscribe();
    expect(await endpointRow(id)).toBeUndefined();
    await product.app.webhooks.purge();
    expect(await product.rows('select * from webhook_deliveries')).toEqual([]);
    expect(await product.rows(`select * from webhook_endpoints where id = '${id}'`)).toEqual([]);
  });
});

describe('the webhook of a package change', () => {
  it('says the price that was agreed to, and from when it counts', async () => {
    receiver = await createOpenReceiver();
    await endpointFor(receiver, ['subscription.package_change_requested']);
    const { service } = product.app.packages;
    await service.start();
    const packageId = 'p-grtv-daily-c-01';
    const validFrom = new Date(product.clock.now().getTime() + 30 * 24 * 3_600_000);
    await service.change(
      packageId,
      { amount: 600, holders: 'asked_again', validFrom },
      { by: 'Thandi', reason: 'A test', record: async () => undefined },
    );
    const visitor = product.visitor();
    await visitor.call('subscribe', await toAccept(product, visitor, freshNumber()));
    const from = validFrom.toISOString();
    await visitor.call('acceptPrice', { package_id: packageId, price: '6.00', from });
    product.clock.by(1);
    await visitor.call('changePackage', { service_key: 'demo-weekly' });
    product.clock.by(1);
    await visitor.call('changePackage', { service_key: 'demo-daily' });
    await send();
    expect(receiver.received.map(({ event }) => event.data)).toMatchObject([
      { package_id: packageId, price: '6.00', from },
      { package_id: 'p-grtv-weekly-c-01', price: '10.00', from: null },
      { package_id: packageId, price: '5.00', from: null },
    ]);
    const body = WEBHOOK_BODIES['subscription.package_change_requested'];
    for (const { event } of receiver.received) expect(body.parse(event)).toEqual(event);
  });
});

describe('the studio calls of webhooks', () => {
  it('find the deliveries of one event by its id, at every endpoint or at one', async () => {
    receiver = await createOpenReceiver();
    const types = ['subscription.trial_started'] as const;
    const [one, other] = [await endpointFor(receiver, types), await endpointFor(receiver, types)];
    await subscribe();
    await subscribe();
    const [newest] = (await ask('GET', 'deliveries')).body.data;
    const found = async (query: string) =>
      (await ask('GET', `deliveries?message_id=${newest.message_id}${query}`)).body.data;
    const all: (typeof newest)[] = await found('');
    expect(new Set(all.map(({ endpoint_id }) => endpoint_id))).toEqual(new Set([one.id, other.id]));
    expect(all.map(({ message_id }) => message_id)).toEqual(all.map(() => newest.message_id));
    expect(await found(`&endpoint_id=${other.id}`)).toMatchObject([{ endpoint_id: other.id }]);
    expect(await found('&state=failed')).toEqual([]);
    expect((await ask('GET', 'deliveries?message_id=nonsense')).status).toBe(400);
  });

  it('change a description, and clear it with an empty one', async () => {
    receiver = await createOpenReceiver();
    const { id } = await endpointFor(receiver);
    const described = async (change: object) =>
      (await ask('PATCH', `endpoints/${id}`, change)).body.endpoint.description;
    expect(await described({ description: 'Of a partner' })).toBe('Of a partner');
    for (const same of [{ state: 'paused' }, { description: null }])
      expect(await described(same)).toBe('Of a partner');
    expect(await described({ description: '' })).toBe('');
    expect((await endpointRow(id)).description).toBe('');
  });

  it('need their scopes: to read, to replay, and to manage endpoints', async () => {
    const reader = await keyOf(['operations:read']);
    expect((await ask('GET', 'endpoints', undefined, reader)).status).toBe(200);
    const id = '0190a000-0000-7000-8000-000000000000';
    for (const [method, path] of [
      ['POST', 'endpoints'],
      ['PATCH', `endpoints/${id}`],
      ['DELETE', `endpoints/${id}`],
      ['POST', `endpoints/${id}/rotate`],
      ['POST', `endpoints/${id}/replay`],
      ['POST', 'deliveries/1/replay'],
    ] as const) {
      const { status, body } = await ask(method, path, {}, reader);
      expect([path, status, body.code]).toEqual([path, 403, 'scope_missing']);
    }
  });

  it.each([
    'ftp://partner.example/hook',
    'http://10.0.0.1/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://[fd00::1]/hook',
    'https://192.168.1.1:8443/',
    'https://0x0a000001/',
    'https://me:pass@8.8.8.8/',
    'nonsense',
  ])('refuse the address %s by name', async (url) => {
    const { status, body } = await ask('POST', 'endpoints', { url, types: ['charge.denied'] });
    expect([status, body.code]).toEqual([400, 'webhook_address_refused']);
    expect(body.fields[0].field).toBe('url');
  });
});
