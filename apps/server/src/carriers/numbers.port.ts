/**
 * Port: facts about a number at the carrier (CAMARA kyc-age-verification for the content lock,
 * CAMARA number-recycling for a new owner). No operation throws because of the network or the
 * carrier.
 */
import type { Msisdn } from '@bonisa/domain/msisdn';
import type { Unavailable } from './carrier-outcome.ts';

/** Whether the number's owner has blocked content services at the carrier. */
export type ContentLockOutcome = { outcome: 'known'; locked: boolean } | Unavailable;

/** Whether a number has gone to another subscriber. */
export type NumberRecycledOutcome = { outcome: 'known'; recycled: boolean } | Unavailable;

export interface NumbersPort {
  contentLock(msisdn: Msisdn): Promise<ContentLockOutcome>;
  /**
   * Whether the number has gone to another subscriber after the South African day of `since`. The
   * answer leaves out a change on that very day: carriers know days only.
   */
  numberRecycled(input: { msisdn: Msisdn; since: Date }): Promise<NumberRecycledOutcome>;
}
