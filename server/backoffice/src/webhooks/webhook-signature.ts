import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { EndpointSecret } from './webhooks.tables.ts';

/** Standard Webhooks 1.0: secrets, ids and signatures. */

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** The secrets that sign at an instant. */
export function signingSecrets(secrets: readonly EndpointSecret[], now: Date): readonly string[] {
  return secrets
    .filter(({ until }) => until === null || Date.parse(until) > now.getTime())
    .map(({ secret }) => secret);
}

/** The headers of a message: its id, the time in seconds, and a signature of each secret. */
export function signedHeaders(
  message: { readonly id: string; readonly body: string; readonly now: Date },
  secrets: readonly string[],
): Record<string, string> {
  const { id, body, now } = message;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}

/** What a message's id names. */
export interface NamedEvent {
  readonly subscriptionId: string;
  /** The event's place among those of its subscription. */
  readonly place: number;
  readonly at: Date;
}

/**
 * The id of an event's message. It is the same for each attempt and replay, and the ids of a
 * subscription's events are in their order.
 */
export function messageIdOf(event: NamedEvent): string {
  const time = String(event.at.getTime()).padStart(14, '0');
  const place = String(event.place).padStart(6, '0');
  return `evt_${time}_${event.subscriptionId.replaceAll('-', '')}_${place}`;
}

/** The event that an id of {@link messageIdOf} names. */
export function eventOfMessage(id: string): NamedEvent {
  const [, time = '', subscription = '', place = ''] = id.split('_');
  return {
    subscriptionId: subscription.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    place: Number(place),
    at: new Date(Number(time)),
  };
}
