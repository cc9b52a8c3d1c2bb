import type { SubscriptionEvent } from '../subscription/subscription.ts';

type Recorded = SubscriptionEvent['type'];

/** The events that webhooks tell of, by their public name; each is one recorded event. */
export const WEBHOOK_EVENTS = {
  'subscription.trial_started': 'trial_started',
  'subscription.grace_granted': 'grace_granted',
  'subscription.parked': 'parked',
  'subscription.reactivated': 'reactivated',
  'subscription.package_change_requested': 'package_change_requested',
  'subscription.cancelled': 'cancelled',
  'subscription.blocked': 'blocked',
  'subscription.expired': 'expired',
  'charge.requested': 'charge_requested',
  'charge.unconfirmed': 'charge_unconfirmed',
  'charge.succeeded': 'charge_succeeded',
  'charge.surplus': 'charge_surplus',
  'charge.denied': 'charge_denied',
  'charge.withheld': 'charge_withheld',
  'charge.refunded': 'refunded',
} as const satisfies Readonly<Record<string, Recorded>>;

export type WebhookType = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_TYPES = Object.keys(WEBHOOK_EVENTS) as readonly WebhookType[];

const PUBLIC_NAMES: ReadonlyMap<string, WebhookType> = new Map(
  WEBHOOK_TYPES.map((type) => [WEBHOOK_EVENTS[type], type]),
);

/** The public name of a recorded event; `undefined` for one that webhooks do not tell of. */
export function webhookTypeOf(recorded: string): WebhookType | undefined {
  return PUBLIC_NAMES.get(recorded);
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The pauses after a delivery's failures, in order: about three and a half days in all. */
const PAUSES_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  DAY + 12 * HOUR,
] as const;

/** An endpoint that has accepted nothing for so long, and refused something, is disabled. */
export const DISABLE_AFTER_MS = 3 * DAY;

/** What follows the failure of a delivery. */
export type AfterFailure =
  /** It is tried again before any later event: the endpoint gets nothing until then. */
  | { readonly next: 'in_order'; readonly pauseMs: number }
  /** It is tried again by itself: later events no longer wait for it. */
  | { readonly next: 'apart'; readonly pauseMs: number }
  /** It is not tried again. */
  | { readonly next: 'given_up' };

/** So many failures of one event keep the order of all; then the event alone is at fault. */
const IN_ORDER = 4;

/** What follows the `failures`th failure of a delivery in a row (1 is the first). */
export function afterFailure(failures: number): AfterFailure {
  const pauseMs = PAUSES_MS[failures - 1];
  if (pauseMs === undefined) return { next: 'given_up' };
  return { next: failures <= IN_ORDER ? 'in_order' : 'apart', pauseMs };
}

/** Whether an endpoint that has failed since an instant is to be disabled. */
export function isToBeDisabled(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= DISABLE_AFTER_MS;
}
