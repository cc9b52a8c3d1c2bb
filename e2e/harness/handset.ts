/** The person's phone as the carrier knows it: messages, airtime, settings, and network faults. */
import { randomInt } from 'node:crypto';
import type { Product } from './product.ts';
import { sendJson } from './requests.ts';
import { waitUntil } from './wait-until.ts';

export interface ShortMessage {
  readonly id: string;
  readonly at: string;
  readonly from: string;
  readonly text: string;
}

export interface CarrierCharge {
  readonly id: string;
  readonly at: string;
  readonly amount: string;
  readonly status: string;
  readonly reference: string;
}

export interface HandsetSettings {
  airtime?: string;
  content_blocked?: boolean;
  spend_limit?: string | null;
}

export interface Handset {
  /** `27821234567` */
  readonly msisdn: string;
  /** In national format, as its owner types it: `0821234567`. */
  readonly typed: string;
  /** The next OTP that this test has not read yet; waits for it. */
  otp(): Promise<string>;
  /** All messages, newest first. */
  messages(): Promise<ShortMessage[]>;
  /** Waits for a matching message. */
  messageLike(pattern: RegExp): Promise<string>;
  /** Sends a message to the service, and waits until it is accepted. */
  say(text: string): Promise<void>;
  set(settings: HandsetSettings): Promise<void>;
  /** In rand: `"45.00"`. */
  airtime(): Promise<string>;
  /** The charges that the carrier received, oldest first. */
  charges(): Promise<CarrierCharge[]>;
}

/** Every number that a test file has used: none may appear in a log. */
export const usedNumbers: string[] = [];

/** A new handset with an unused number and R50.00. */
export function newHandset({ carrier }: Product): Handset {
  // 080 and 086 to 089 are no handsets.
  const typed = `08${randomInt(1, 6)}${randomInt(1e7).toString().padStart(7, '0')}`;
  const msisdn = `27${typed.slice(1)}`;
  usedNumbers.push(msisdn);
  const address = `${carrier}/sim/handsets/${msisdn}`;
  const read = new Set<string>();
  const messages = () => sendJson<ShortMessage[]>('GET', `${address}/messages`);
  return {
    msisdn,
    typed,
    messages,
    otp: () =>
      waitUntil('an OTP arrives', async () => {
        const fresh = (await messages()).find(
          ({ id, text }) => text.includes('OTP') && !read.has(id),
        );
        if (!fresh) return undefined;
        read.add(fresh.id);
        return /\b\d{4}\b/.exec(fresh.text)?.[0];
      }),
    messageLike: (pattern) =>
      waitUntil(
        `a message like ${pattern}`,
        async () => (await messages()).find(({ text }) => pattern.test(text))?.text,
      ),
    say: (text) => sendJson('POST', `${address}/messages`, { text }),
    set: (settings) => sendJson('PUT', address, settings),
    airtime: async () => (await sendJson<{ airtime: string }>('GET', address)).airtime,
    charges: () => sendJson('GET', `${carrier}/sim/charges?msisdn=${msisdn}`),
  };
}

export type FaultOperation =
  | 'send-code'
  | 'validate-code'
  | 'charge'
  | 'refund'
  | 'verify-number'
  | 'content-lock'
  | 'send-message'
  | 'list-payments';

/** Makes the network fail in this way the next `times` times. */
export function setFault(
  { carrier }: Product,
  operation: FaultOperation,
  kind: string,
  times = 1,
): Promise<void> {
  return sendJson('POST', `${carrier}/sim/faults`, { operation, kind, times });
}

export function clearFaults({ carrier }: Product): Promise<void> {
  return sendJson('DELETE', `${carrier}/sim/faults`);
}

/** Sets the handset on the mobile network; null for none. */
export function putOnNetwork({ carrier }: Product, msisdn: string | null): Promise<void> {
  return sendJson('PUT', `${carrier}/sim/network`, { msisdn });
}
