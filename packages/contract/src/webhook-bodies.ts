import type { WebhookType } from '@bonisa/domain/staff/webhooks';
import { z } from 'zod';
import { instant } from './call.ts';

/**
 * The bodies of webhooks (Standard Webhooks). Subscribers are named by their subscriber_id: no body
 * has a phone number.
 */

const amount = z.string().meta({ example: '5.00', description: 'rand' });
const subject = { subscriber_id: z.string(), subscription_id: z.uuid() };
const period = z.int();

function body<Type extends WebhookType, Fields extends z.ZodRawShape>(type: Type, fields: Fields) {
  return z.object({
    type: z.literal(type),
    /** When it happened. */
    timestamp: instant,
    data: z.object({ ...subject, ...fields }),
  });
}

/** One schema for each type of event. */
export const WEBHOOK_BODIES = {
  'subscription.trial_started': body('subscription.trial_started', {
    package_id: z.string(),
    until: instant,
  }),
  'subscription.grace_granted': body('subscription.grace_granted', { until: instant }),
  'subscription.parked': body('subscription.parked', { next_try_at: instant.nullable() }),
  'subscription.reactivated': body('subscription.reactivated', {}),
  'subscription.package_change_requested': body('subscription.package_change_requested', {
    package_id: z.string(),
    /** What was agreed to: another price of the same package is a change, too. */
    price: amount,
    /** Where the price begins later: it is not charged before. */
    from: instant.nullable(),
    /** The price that was to follow was withdrawn by the operator: nobody agreed to anything. */
    withdrawn: z.literal(true).nullable(),
  }),
  'subscription.cancelled': body('subscription.cancelled', { by: z.string() }),
  'subscription.blocked': body('subscription.blocked', { reason: z.string() }),
  'subscription.expired': body('subscription.expired', {}),
  'charge.requested': body('charge.requested', { period, amount, package_id: z.string() }),
  'charge.unconfirmed': body('charge.unconfirmed', { period }),
  'charge.succeeded': body('charge.succeeded', {
    period,
    amount,
    until: instant,
    /** Where it is another package than the one that was asked for last. */
    package_id: z.string().nullable(),
  }),
  'charge.surplus': body('charge.surplus', { period }),
  'charge.denied': body('charge.denied', {
    period,
    reason: z.string(),
    next_try_at: instant.nullable(),
  }),
  'charge.withheld': body('charge.withheld', { reason: z.string(), next_try_at: instant }),
  'charge.refunded': body('charge.refunded', { period, amount, whole: z.boolean() }),
} as const satisfies Record<WebhookType, z.ZodType>;
