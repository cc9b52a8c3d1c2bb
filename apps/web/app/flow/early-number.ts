import type { ReplyOf } from '@bonisa/contract/calls';
import type { Client } from '@bonisa/contract/client';

/** Where this tab has a run that goes on, and this browser the number of an earlier visit. */
export const STORED_KEYS = { run: 'flow', number: 'U_token' } as const;

/** What `number-without-script.entry.ts` asked the mobile network before the flow had loaded. */
export interface EarlyNumber {
  /** The run's transaction, to which a proof of the number belongs. */
  readonly transactionId: string;
  /** `undefined`: the network vouches for no number, or there was no answer. */
  readonly answer: Promise<ReplyOf<'enrich'> | undefined>;
}

declare global {
  interface Window {
    bonisaNumber?: EarlyNumber | undefined;
  }
}

/** The parts of the flow that an early question changes. */
interface Ports {
  readonly call: Client;
  newId(): string;
}

/**
 * The same ports, where the first id is that of `early`, whose question is not asked a second time.
 */
export function withEarlyNumber({ call, newId }: Ports, early: EarlyNumber | undefined): Ports {
  if (!early) return { call, newId };
  let first: string | undefined = early.transactionId;
  return {
    call: ((name, body: { transaction_id?: string } | undefined, options) =>
      name === 'enrich' && body?.transaction_id === early.transactionId
        ? early.answer
        : call(name, body as never, options)) as Client,
    newId() {
      const id = first ?? newId();
      first = undefined;
      return id;
    },
  };
}

/** A new random id. `crypto.randomUUID` is available only over https. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
