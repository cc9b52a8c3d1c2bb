import type { Clock } from '../store/clock.ts';
import { ALL_PURPOSES, type ConsentsRepository } from '../store/consents.repository.ts';
import type { Live } from './live.ts';

/** What a person at the handset decides about who may act for the number, and for which purpose. */
export interface SubscriberConsents {
  /**
   * Gives or withdraws a consent; without a purpose for all of them, without a client for our
   * product.
   */
  decide(
    msisdn: string,
    decision: { granted: boolean; purpose?: string | undefined; clientId?: string | undefined },
  ): void;
  /** Whether our product has lost the consent for all purposes. */
  isWithdrawn(msisdn: string): boolean;
  /** The decisions that were made; what is not among them is given. */
  shown(msisdn: string): { client_id: string; purpose: string; granted: boolean; at: string }[];
  /** The number goes to somebody else, who has decided nothing yet. */
  forget(msisdn: string): void;
}

/** @param productId our product's name as a client. */
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
