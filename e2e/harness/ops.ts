/** The operator's interface, and the clock of the whole product. */
import type { Product } from './product.ts';
import { sendJson } from './requests.ts';

export interface SubscriptionHistory {
  readonly subscriber_id: string;
  readonly state: string;
  readonly package_id: string | null;
  readonly paid_until: string | null;
  readonly events: readonly { readonly at: string; readonly type: string }[];
  readonly charges: readonly {
    readonly reference: string;
    readonly period: unknown;
    readonly amount: string;
    readonly outcome: string;
  }[];
  readonly consents: readonly {
    readonly words: readonly string[];
    readonly price: string;
    readonly trial: boolean;
    readonly proof: string;
    readonly verdict: {
      readonly decision: string;
      readonly reasons: readonly string[];
      readonly mode: string;
    };
    readonly contentblock_override: boolean;
    readonly user_agent: string;
  }[];
}

export interface Ledger {
  readonly balanced: boolean;
  readonly accounts: readonly {
    readonly account: string;
    readonly debit: string;
    readonly credit: string;
  }[];
}

export function historyOf({ ops }: Product, msisdn: string): Promise<SubscriptionHistory> {
  return sendJson('GET', `${ops}/ops/subscriptions/${msisdn}`);
}

/** Whether the product has no data of a number: no subscription, no charge, no consent. */
export async function hasNoRecord({ ops }: Product, msisdn: string): Promise<boolean> {
  const response = await fetch(`${ops}/ops/subscriptions/${msisdn}`);
  await response.arrayBuffer();
  return response.status === 404;
}

export function ledger({ ops }: Product): Promise<Ledger> {
  return sendJson('GET', `${ops}/ops/ledger`);
}

export const MINUTE = 60;
export const HOUR = 3600;
export const DAY = 24 * HOUR;

/**
 * Advances the clock of the product and its simulated carrier; resolves when everything due in
 * between is done.
 */
export function advanceClock({ site }: Product, seconds: number): Promise<{ now: string }> {
  return sendJson('POST', `${site}/test/clock`, { advance_seconds: seconds });
}
