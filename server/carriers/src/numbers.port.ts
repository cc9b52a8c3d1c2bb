/**
 * Port: facts about a number at the carrier (CAMARA kyc-age-verification for the content lock,
 * CAMARA number-recycling for its owner). No operation throws because of the network or the
 * carrier.
 */
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { Unavailable } from './carrier-outcome.ts';

/** Whether the number's owner has blocked content services at the carrier. */
export type ContentLockOutcome = { outcome: 'known'; locked: boolean } | Unavailable;

/** Whether a number has gone to another subscriber. */
export type NumberRecycledOutcome = { outcome: 'known'; recycled: boolean } | Unavailable;

/** Whether a number belongs to a customer of the carrier. */
export type OnNetworkOutcome = { outcome: 'known'; onNetwork: boolean } | Unavailable;

export interface NumbersPort {
  /** Whether the number is on the carrier's network at present. */
  onNetwork(msisdn: Msisdn): Promise<OnNetworkOutcome>;
  contentLock(msisdn: Msisdn): Promise<ContentLockOutcome>;
  /**
   * Whether the number has gone to another subscriber after the South African day of `since`. The
   * answer leaves out a change on that very day: carriers know days only.
   */
  numberRecycled(input: { msisdn: Msisdn; since: Date }): Promise<NumberRecycledOutcome>;
}
