import * as calls from '@bonisa/contract/studio/webhooks.calls';
import { type WebhookType, webhookTypeOf } from '@bonisa/domain/staff/webhooks';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { Delivery } from './webhook-delivery.repository.ts';
import type { Endpoint } from './webhook-endpoint.repository.ts';
import type { WebhookEndpoints } from './webhook-endpoint.service.ts';
import { eventOfMessage, messageIdOf } from './webhook-signature.ts';

/** The calls of the studio about webhooks. */
export function webhookStudioRoutes(webhooks: WebhookEndpoints): StudioRoutes {
  return ({ register }) => {
    register(calls.webhookEndpoints, {
      limit: 'read',
      handle: async () => ({ data: (await webhooks.list()).map(endpointView) }),
    });
    register(calls.createWebhookEndpoint, {
      limit: 'write',
      handle: async ({ body: { url, description = '', types }, audit }) => {
        const { endpoint, secret } = await webhooks.create({ url, description, types }, audit);
        return { endpoint: endpointView(endpoint), secret };
      },
    });
    register(calls.changeWebhookEndpoint, {
      limit: 'write',
      handle: async ({ params: { id }, body, audit }) => ({
        endpoint: endpointView(await webhooks.change(id, body, audit)),
      }),
    });
    register(calls.rotateWebhookSecret, {
      limit: 'write',
      handle: async ({ params: { id }, body: { keep_hours }, audit }) => {
        const { endpoint, secret } = await webhooks.rotate(id, keep_hours, audit);
        return { endpoint: endpointView(endpoint), secret };
      },
    });
    register(calls.deleteWebhookEndpoint, {
      limit: 'write',
      handle: async ({ params: { id }, audit }) => {
        await webhooks.remove(id, audit);
        return { deleted: true as const };
      },
    });
    register(calls.webhookDeliveries, {
      limit: 'read',
      handle: async ({ query: { message_id, ...query } }) => {
        const event = message_id === undefined ? undefined : eventOfMessage(message_id);
        const { rows, next } = await webhooks.page({ ...query, event });
        return { data: rows.map(deliveryView), next };
      },
    });
    register(calls.sendTestWebhook, {
      limit: 'costly',
      handle: ({ params: { id }, audit }) => webhooks.sendTest(id, audit),
    });
    register(calls.replayWebhookDelivery, {
      limit: 'write',
      handle: async ({ params: { position }, audit }) => {
        await webhooks.replay(position, audit);
        return { queued: 1 };
      },
    });
    register(calls.replayWebhookSpan, {
      limit: 'costly',
      handle: async ({ params: { id }, body: { from, to, only_failed = false }, audit }) => {
        const span = { from: new Date(from), to: new Date(to), onlyFailed: only_failed };
        return { queued: await webhooks.replaySpan(id, span, audit) };
      },
    });
  };
}

function publicTypes(recorded: readonly string[]): WebhookType[] {
  return recorded.flatMap((type) => webhookTypeOf(type) ?? []);
}

function endpointView(endpoint: Endpoint) {
  const { id, url, description, recordedTypes, state, note, failingSince, createdAt } = endpoint;
  if (state === 'removed') throw new Error('a removed endpoint is not shown');
  return {
    id,
    url,
    description,
    types: publicTypes(recordedTypes),
    state,
    note,
    failing_since: failingSince?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  };
}

function deliveryView(delivery: Delivery) {
  const [type] = publicTypes([delivery.type]);
  if (!type) throw new Error(`webhooks do not tell of ${delivery.type}`);
  return {
    position: delivery.position,
    message_id: messageIdOf(delivery),
    endpoint_id: delivery.endpointId,
    type,
    subscription_id: delivery.subscriptionId,
    at: delivery.at.toISOString(),
    state: delivery.state,
    attempts: delivery.attempts,
    last_at: delivery.lastAt?.toISOString() ?? null,
    last_status: delivery.lastStatus,
    last_answer: delivery.lastAnswer,
    next_at: delivery.dueAt?.toISOString() ?? null,
  };
}
