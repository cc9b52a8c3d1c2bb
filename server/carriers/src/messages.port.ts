/**
 * Port: short messages to one number (the message API that is agreed with the carrier; CAMARA has
 * none). The operation never throws for what the network or the carrier does.
 */
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { Unavailable, Unknown } from './carrier-outcome.ts';

/** A short message of at most 160 characters. The same `reference` again sends nothing twice. */
export interface MessageInput {
  msisdn: Msisdn;
  text: string;
  reference: string;
}

export type MessageOutcome =
  | { outcome: 'accepted'; messageId: string }
  | { outcome: 'refused'; detail: string }
  | Unavailable
  | Unknown;

export interface MessagesPort {
  sendMessage(input: MessageInput): Promise<MessageOutcome>;
}
