import type { Clock } from '../store/clock.ts';
import { ALL_PURPOSES, type ConsentsRepository } from '../store/consents.repository.ts';
import type { Live } from './live.ts';

/** The subscriber's decisions which client may act for the number, and for which purpose. */
export interface SubscriberConsents {
  /**
   * Gives or withdraws a consent; without a purpose for all purposes, without a client for our
   * product.
   */
  decide(
    msisdn: string,
    decision: { granted: boolean; purpose?: string | undefined; clientId?: string | undefined },
  ): void;
  /** Whether our product has lost the consent for all purposes. */
  isWithdrawn(msisdn: string): boolean;
  /** The recorded decisions; every other consent counts as given. */
  shown(msisdn: string): { client_id: string; purpose: string; granted: boolean; at: string }[];
  /** Deletes the decisions, because the number goes to another subscriber. */
  forget(msisdn: string): void;
}

/** @param productId the client id of our product. */
export function createSubscriberConsents(deps: {
  repository: ConsentsRepository;
  productId: string;
  clock: Clock;
  live: Live;
}): SubscriberConsents {
  const { repository, productId, clock, live } = deps;
  return {
    decide(msisdn, { granted, purpose = ALL_PURPOSES, clientId = productId }) {
      repository.set(msisdn, { clientId, purpose, granted, at: clock.now() });
      live.tell('handset', msisdn);
    },
    isWithdrawn: (msisdn) => !repository.isGiven(msisdn, productId, ALL_PURPOSES),
    shown: (msisdn) =>
      repository.list(msisdn).map(({ clientId, purpose, granted, at }) => ({
        client_id: clientId,
        purpose,
        granted,
        at: at.toISOString(),
      })),
    forget: (msisdn) => repository.forget(msisdn),
  };
}
