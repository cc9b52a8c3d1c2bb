import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isAccepted } from './receiver.test-kit.ts';
import { createWebhookProduct, type Receiver, type WebhookProduct } from './webhooks.test-kit.ts';

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

describe('an endpoint that changes in the middle of a batch', () => {
  /** Two deliveries wait, and `change` is made while the first one is answered. */
  async function deliverAcross(change: (id: string) => Promise<unknown>): Promise<string> {
    receiver = await createOpenReceiver();
    const { id, secret } = await endpointFor(receiver, ['subscription.trial_started']);
    await subscribe();
    await subscribe();
    receiver.state.answer = (response) => {
      receiver.state.answer = (later) => later.writeHead(204).end();
      void change(id).finally(() => response.writeHead(204).end());
    };
    await send();
    await product.app.webhooks.sender.rest();
    return secret;
  }

  it.each([
    ['paused', (id: string) => ask('PATCH', `endpoints/${id}`, { state: 'paused' })],
    ['ended', (id: string) => ask('DELETE', `endpoints/${id}`)],
  ])('gets nothing more once it is %s', async (_how, change) => {
    await deliverAcross(change);
    expect(receiver.received).toHaveLength(1);
    const states = await product.rows('select state from webhook_deliveries order by position');
    expect(states).toEqual([{ state: 'delivered' }, { state: 'waiting' }]);
  });

  it('gets what follows at its new address', async () => {
    const moved = await createOpenReceiver();
    await deliverAcross((id) => ask('PATCH', `endpoints/${id}`, { url: moved.url }));
    expect([receiver.received.length, moved.received.length]).toEqual([1, 1]);
  });

  it('gets what follows signed with its new secret alone', async () => {
    let newest = '';
    const secret = await deliverAcross(async (id) => {
      newest = (await ask('POST', `endpoints/${id}/rotate`, { keep_hours: 0 })).body.secret;
    });
    const accepted = receiver.received.map((message) => [
      isAccepted(message, secret),
      isAccepted(message, newest),
    ]);
    expect(accepted).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('is not disabled for days of failures that a success has just ended', async () => {
    receiver = await createOpenReceiver();
    const { id } = await endpointFor(receiver, ['subscription.trial_started']);
    await subscribe();
    await subscribe();
    const [now, since] = [0, -73].map((hours) =>
      new Date(product.clock.now().getTime() + hours * 3_600_000).toISOString(),
    );
    await product.rows(
      `update webhook_endpoints set failing_since = '${since}' where id = '${id}'`,
    );
    let answered = 0;
    receiver.state.answer = (response) => response.writeHead(answered++ === 0 ? 204 : 503).end();
    await send();
    await product.app.webhooks.sender.rest();
    expect(receiver.received).toHaveLength(2);
    const row = await endpointRow(id);
    expect(row).toMatchObject({ state: 'active', note: null });
    expect(Date.parse(row.failing_since)).toBeGreaterThanOrEqual(Date.parse(now ?? ''));
  });
});

describe('an endpoint that moves to another address', () => {
  const inHours = (hours: number): string =>
    new Date(product.clock.now().getTime() + hours * 3_600_000).toISOString();

  /** An endpoint whose address has failed for nearly three days, and rests. */
  async function failing(): Promise<string> {
    receiver = await createOpenReceiver();
    const { id } = await endpointFor(receiver, ['subscription.trial_started']);
    await product.rows(
      `update webhook_endpoints set failing_since = '${inHours(-73)}', rest_until = '${inHours(5)}' where id = '${id}'`,
    );
    await subscribe();
    return id;
  }

  it('is judged by the failures of the new one alone, and at once', async () => {
    const id = await failing();
    const moved = await createOpenReceiver();
    moved.state.answer = (response) => response.writeHead(503).end();
    await ask('PATCH', `endpoints/${id}`, { url: moved.url });
    await send();
    await product.app.webhooks.sender.rest();
    expect([receiver.received.length, moved.received.length]).toEqual([0, 1]);
    const row = await endpointRow(id);
    expect(row).toMatchObject({ state: 'active', note: null });
    expect(Date.parse(row.failing_since)).toBeGreaterThan(Date.parse(inHours(-1)));
  });

  it('keeps its failures where the address is given as it is', async () => {
    const id = await failing();
    await ask('PATCH', `endpoints/${id}`, { url: receiver.url });
    const row = await endpointRow(id);
    expect(Date.parse(row.failing_since)).toBeLessThan(Date.parse(inHours(-72)));
  });

  it('takes no failure of an attempt at the old one', async () => {
    const id = await failing();
    await product.rows(`update webhook_endpoints set rest_until = null where id = '${id}'`);
    const moved = await createOpenReceiver();
    receiver.state.answer = (response) =>
      void ask('PATCH', `endpoints/${id}`, { url: moved.url }).finally(() =>
        response.writeHead(410).end(),
      );
    await send();
    await product.app.webhooks.sender.rest();
    expect(await endpointRow(id)).toMatchObject({ state: 'active', failing_since: null });
  });

  it('is sent a replay without its rest', async () => {
    await failing();
    const [{ position } = { position: 0 }] = await product.rows(
      'select position from webhook_deliveries',
    );
    await ask('POST', `deliveries/${position}/replay`);
    await send();
    await product.app.webhooks.sender.rest();
    expect(receiver.received).toHaveLength(1);
  });
});
