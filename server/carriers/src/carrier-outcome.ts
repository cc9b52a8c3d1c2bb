/**
 * The outcomes that the operations of all four ports share.
 *
 * - `unavailable`: the carrier did nothing, for certain (no connection, no token, 'too many
 *   requests'). The same request may be made again later.
 * - `unknown`: the request left us and no readable answer came back. The carrier may have acted:
 *   look the operation up, never repeat it blindly.
 * - `refused` and `denied`, of the single operations: the carrier answered and says no.
 */

/**
 * Nothing was done, for sure. `retryAfterSeconds` where the carrier said when to come back;
 * `detail` of what is `misconfigured`: a status and a code, as `422 MISSING_IDENTIFIER`.
 */
export interface Unavailable {
  outcome: 'unavailable';
  cause: UnavailableCause;
  retryAfterSeconds?: number;
  detail?: string;
}

/**
 * Why nothing was done: `not_connected` (no connection came about), `no_token` (the token endpoint
 * gave none), `too_many_requests` (the carrier's pace), `misconfigured` (the carrier refuses our
 * request as such: our credentials, the address or a field is wrong, which says nothing about a
 * subscriber and is the same for everybody), `carrier_error` (an error or an unreadable answer to a
 * mere look-up), `timed_out` (a mere look-up took too long), `no_answer` (the carrier does not
 * know, or does not tell), `number_moved` (another carrier serves the number now), `not_asked` (we
 * did not ask: our own limits had no place).
 */
export type UnavailableCause =
  | 'not_connected'
  | 'no_token'
  | 'too_many_requests'
  | 'misconfigured'
  | 'carrier_error'
  | 'timed_out'
  | 'no_answer'
  | 'number_moved'
  | 'not_asked';

/**
 * Why an outcome is unknown: `timed_out` and `connection_lost` after the request may have left,
 * `carrier_error` (5xx), `unreadable_reply` (an answer that is not of the agreed shape),
 * `not_as_asked` (another amount, currency or number than we asked for: people must find out what
 * the carrier has done), `already_submitted` (a replayed answer, a correlator or a reference that
 * the carrier has already seen: the first submission counts and has to be looked up).
 */
export type UnknownCause =
  | 'timed_out'
  | 'connection_lost'
  | 'carrier_error'
  | 'unreadable_reply'
  | 'already_submitted'
  | 'not_as_asked';

/**
 * It may have been done, and it may not: look it up. `retryAfterSeconds` where the carrier wants to
 * be left alone meanwhile.
 */
export interface Unknown {
  outcome: 'unknown';
  cause: UnknownCause;
  retryAfterSeconds?: number;
  /** Of what is `not_as_asked`: the carrier's id of it, and what it has done. */
  carrierPaymentId?: string;
  carrierRefundId?: string;
  done?: Done;
}

/**
 * What the carrier says that it has done, where that is not what we asked for. `currency` is its
 * own word; `amount` is in its unit.
 */
export interface Done {
  readonly amount: number | null;
  readonly currency: string | null;
  readonly status: string;
  readonly at: Date;
}

/** Thrown by the listings when a page of them cannot be had. */
export class CarrierUnavailableError extends Error {
  readonly why: Unavailable;

  constructor(why: Unavailable | UnavailableCause) {
    const known: Unavailable =
      typeof why === 'string' ? { outcome: 'unavailable', cause: why } : why;
    super(`The carrier's list cannot be read: ${known.cause}`);
    this.name = 'CarrierUnavailableError';
    this.why = known;
  }

  get reason(): UnavailableCause {
    return this.why.cause;
  }
}
