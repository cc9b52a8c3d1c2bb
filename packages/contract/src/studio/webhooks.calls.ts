import { WEBHOOK_TYPES } from '@bonisa/domain/staff/webhooks';
import { z } from 'zod';
import { absent, clearable, instant, text } from '../call.ts';
import { instantInput } from '../times.ts';
import { studioCall } from './studio-call.ts';

/** The calls of the studio about webhooks: endpoints, their secrets, deliveries, replay. */

const TAG = 'studio webhooks';
const ENDPOINTS = '/studio/api/webhooks/endpoints';
const DELIVERIES = '/studio/api/webhooks/deliveries';
const PAGE = 50;

const types = z
  .array(z.enum(WEBHOOK_TYPES))
  .min(1)
  .max(WEBHOOK_TYPES.length)
  .refine((all) => new Set(all).size === all.length, { error: 'must not name a type twice' });
const url = text(2000).min(1);
const description = text(200).trim();
/** The form of a `webhook-id`. */
export const MESSAGE_ID = /^evt_[0-9]{14}_[0-9a-f]{32}_[0-9]{6,9}$/;
export const MESSAGE_ID_PROBLEM = 'must be a whole webhook-id, which begins with evt_';
const messageId = z.string().regex(MESSAGE_ID, { error: MESSAGE_ID_PROBLEM });
const params = z.strictObject({ id: z.uuid() });

const endpoint = z
  .object({
    id: z.uuid(),
    url: z.string(),
    description: z.string(),
    types: z.array(z.enum(WEBHOOK_TYPES)),
    /** `paused` by a person, `disabled` by us after long failure (`note` says why). */
    state: z.enum(['active', 'paused', 'disabled']),
    note: z.string().nullable(),
    failing_since: instant.nullable(),
    created_at: instant,
  })
  .meta({ id: 'WebhookEndpoint' });

const delivery = z
  .object({
    /** Its place in the queue of all: `before` of the next page. */
    position: z.int(),
    /** The `webhook-id` of its event. */
    message_id: z.string(),
    endpoint_id: z.uuid(),
    type: z.enum(WEBHOOK_TYPES),
    subscription_id: z.uuid(),
    at: instant,
    state: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.int(),
    last_at: instant.nullable(),
    last_status: z.int().nullable(),
    /** The beginning of the last answer, or why there was none. */
    last_answer: z.string().nullable(),
    next_at: instant.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });

export const webhookEndpoints = studioCall({
  id: 'studioListWebhookEndpoints',
  method: 'GET',
  path: ENDPOINTS,
  tag: TAG,
  summary: 'The endpoints of webhooks, without their secrets',
  needs: 'operations:read',
  reply: z.object({ data: z.array(endpoint) }),
});

export const createWebhookEndpoint = studioCall({
  id: 'studioCreateWebhookEndpoint',
  method: 'POST',
  path: ENDPOINTS,
  tag: TAG,
  summary: 'Make an endpoint; its secret is in this answer and nowhere else',
  needs: 'webhooks:manage',
  body: z.strictObject({ url, description: absent(description), types }),
  reply: z.object({ endpoint, secret: z.string() }),
  errors: ['webhook_address_refused', 'conflict'],
});

export const changeWebhookEndpoint = studioCall({
  id: 'studioChangeWebhookEndpoint',
  method: 'PATCH',
  path: `${ENDPOINTS}/:id`,
  tag: TAG,
  summary: 'Change an endpoint, pause it, or let it go on',
  needs: 'webhooks:manage',
  params,
  body: z.strictObject({
    url: absent(url),
    description: clearable(description),
    types: absent(types),
    state: absent(z.enum(['active', 'paused'])),
  }),
  reply: z.object({ endpoint }),
  errors: ['webhook_address_refused', 'not_found'],
});

export const rotateWebhookSecret = studioCall({
  id: 'studioRotateWebhookSecret',
  method: 'POST',
  path: `${ENDPOINTS}/:id/rotate`,
  tag: TAG,
  summary: 'A new secret; messages carry signatures of both until the earlier one ends',
  needs: 'webhooks:manage',
  params,
  body: z.strictObject({ keep_hours: absent(z.int().min(0).max(168)) }),
  reply: z.object({ endpoint, secret: z.string() }),
  errors: ['not_found'],
});

export const deleteWebhookEndpoint = studioCall({
  id: 'studioDeleteWebhookEndpoint',
  method: 'DELETE',
  path: `${ENDPOINTS}/:id`,
  tag: TAG,
  summary: 'End an endpoint; what waits for it is not sent',
  needs: 'webhooks:manage',
  params,
  reply: z.object({ deleted: z.literal(true) }),
  errors: ['not_found'],
});

export const webhookDeliveries = studioCall({
  id: 'studioListWebhookDeliveries',
  method: 'GET',
  path: DELIVERIES,
  tag: TAG,
  summary: 'The log of deliveries, newest first: status, answer, what waits',
  needs: 'operations:read',
  query: z.strictObject({
    endpoint_id: absent(z.uuid()),
    /** The deliveries of one event: the `webhook-id` that a partner has. */
    message_id: absent(messageId),
    state: absent(z.enum(['waiting', 'delivered', 'failed'])),
    before: absent(z.coerce.number().int().min(1)),
    limit: absent(z.coerce.number().int().min(1).max(200)).transform((limit) => limit ?? PAGE),
  }),
  reply: z.object({ data: z.array(delivery), next: z.int().nullable() }),
});

export const sendTestWebhook = studioCall({
  id: 'studioSendTestWebhook',
  method: 'POST',
  path: `${ENDPOINTS}/:id/test`,
  tag: TAG,
  summary: 'Send a test event now, signed, and see what the endpoint answers',
  needs: 'operations:act',
  params,
  /** `status` is null where no answer came; `answer` says why, or is its beginning. */
  reply: z.object({ status: z.int().nullable(), answer: z.string() }),
  errors: ['not_found'],
});

export const replayWebhookDelivery = studioCall({
  id: 'studioReplayWebhookDelivery',
  method: 'POST',
  path: `${DELIVERIES}/:position/replay`,
  tag: TAG,
  summary: 'Send one event again, under the same id',
  needs: 'operations:act',
  params: z.strictObject({ position: z.coerce.number().int().min(1) }),
  reply: z.object({ queued: z.int() }),
  errors: ['not_found'],
});

export const replayWebhookSpan = studioCall({
  id: 'studioReplayWebhookSpan',
  method: 'POST',
  path: `${ENDPOINTS}/:id/replay`,
  tag: TAG,
  summary: 'Send the events of a span of time again, all or what failed, under the same ids',
  needs: 'operations:act',
  params,
  body: z
    .strictObject({ from: instantInput, to: instantInput, only_failed: absent(z.boolean()) })
    .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
      path: ['to'],
      error: 'must be after from',
    }),
  reply: z.object({ queued: z.int() }),
  errors: ['not_found'],
});
