/**
 * What we ask of any carrier, in our own words.
 *
 * Every method answers with a named outcome and never throws for what the network or the carrier
 * does; only `listCharges` and `listRefunds`, which hand out entries one by one, throw
 * `CarrierUnavailableError`.
 *
 * Three words return everywhere and mean the same everywhere:
 * - `unavailable`: the carrier has done nothing, for sure (connection refused, no token, 'too many
 *   requests').
 *   The same request may be made again later.
 * - `unknown`: the request left us and no readable answer came back. It may have been done. Look it
 *   up, never
 *   repeat it blindly.
 * - `refused` / `denied`: the carrier answered and says no.
 *
 * Numbers are msisdns as digits, amounts are integer cents, times are `Date`s.
 */
import type { DenialReason } from '@bonisa/domain/charge';
import type { Msisdn } from '@bonisa/domain/msisdn';

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
 * know, or does not tell).
 */
export type UnavailableCause =
  | 'not_connected'
  | 'no_token'
  | 'too_many_requests'
  | 'misconfigured'
  | 'carrier_error'
  | 'timed_out'
  | 'no_answer';

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

export type SendCodeRefusal =
  | 'too_many_codes'
  | 'number_not_allowed'
  | 'number_blocked'
  | 'not_on_network'
  | 'refused';

export type SendCodeOutcome =
  | { outcome: 'sent'; authenticationId: string }
  | { outcome: 'refused'; reason: SendCodeRefusal; retryAfterSeconds?: number }
  | Unavailable
  | Unknown;

/**
 * `expired`: too late, used already, or a newer code was sent. `attempts_used_up`: the code is
 * dead, a new one is needed.
 */
export type ValidateCodeOutcome =
  | { outcome: 'valid' | 'invalid' | 'expired' | 'attempts_used_up' }
  | Unavailable
  | Unknown;

/** Whether the number's owner has blocked content services at the carrier. */
export type ContentLockOutcome = { outcome: 'known'; locked: boolean } | Unavailable;

/** Whether the handset behind `device` is the one with the number `msisdn`. */
export type VerifyNumberOutcome =
  | { outcome: 'known'; matches: boolean }
  | { outcome: 'refused'; reason: 'not_on_mobile_network' | 'not_on_network' | 'refused' }
  | Unavailable;

/** The number that the carrier knows for a handset. */
export type DeviceNumberOutcome =
  | { outcome: 'known'; msisdn: Msisdn }
  | { outcome: 'refused'; reason: 'not_on_mobile_network' | 'not_on_network' | 'refused' }
  | Unavailable;

/** Whether a number has gone to another subscriber. */
export type NumberRecycledOutcome = { outcome: 'known'; recycled: boolean } | Unavailable;

/** Where the carrier reports what becomes of a payment, and the bearer token it shows there. */
export interface Sink {
  url: string;
  token: string;
  expires: Date;
}

/**
 * One attempt to take money.
 * `amountCents` includes `vatCents`. `reference` is ours, new for each attempt, and appears in
 * disputes and on the carrier's lists. `correlator` is the same when the same attempt is sent
 * again, so that it cannot be charged twice.
 */
export interface ChargeInput {
  msisdn: Msisdn;
  amountCents: number;
  vatCents: number;
  reference: string;
  correlator: string;
  /** What the bill says; at most a line. */
  description: string;
  /** The carrier's key of the package. */
  serviceId: string;
  productId: string;
  sink?: Sink;
}

/**
 * `detail` is the carrier's own sentence, for the audit; without numbers, never shown to a viewer.
 */
export interface Denied {
  outcome: 'denied';
  reason: DenialReason;
  carrierPaymentId?: string;
  detail: string;
}

export interface ChargeSucceeded {
  outcome: 'succeeded';
  carrierPaymentId: string;
  /** The carrier's reference for reconciliation. */
  carrierReference?: string;
  /** When the carrier took the money. */
  at: Date;
}

export interface ChargeProcessing {
  outcome: 'processing';
  carrierPaymentId: string;
}

export type ChargeOutcome = ChargeSucceeded | ChargeProcessing | Denied | Unavailable | Unknown;

/** The states of a payment in the carrier's records. */
export type CarrierChargeStatus =
  | 'processing'
  | 'pending_validation'
  | 'reserved'
  | 'succeeded'
  | 'denied'
  | 'cancelled';

/** A payment as it stands in the carrier's records. */
export interface CarrierCharge {
  carrierPaymentId: string;
  carrierReference?: string;
  reference?: string;
  correlator?: string;
  msisdn?: Msisdn;
  amountCents: number;
  status: CarrierChargeStatus;
  createdAt: Date;
  /** When it was performed; there for `succeeded`. */
  paidAt?: Date;
}

/**
 * An entry of the carrier's list that cannot be read as a payment, with what of it can be: it may
 * be money, so it must not vanish from a comparison. `carrierPaymentId` is a mark made of the
 * entry's content where it has no id that can be read: the same entry has the same one. `createdAt`
 * is that of the entry before it where it has none, or the middle of the window that was asked for.
 */
export interface UnreadableCharge {
  carrierPaymentId: string;
  reference?: string;
  /** 0 where it cannot be read. */
  amountCents: number;
  status: 'unreadable';
  createdAt: Date;
}

/** What the carrier's list hands out. */
export type ListedCharge = CarrierCharge | UnreadableCharge;

/**
 * `decided`: the same payment in the words of a charge's outcome (reserved and pending are
 * `processing`).
 */
export type FindChargeOutcome =
  | {
      outcome: 'found';
      charge: CarrierCharge;
      decided: ChargeSucceeded | ChargeProcessing | Denied;
    }
  /** It is there, and not as we asked for it. */
  | { outcome: 'not_as_asked'; carrierPaymentId: string; done: Done }
  | { outcome: 'not_found' }
  | Unavailable;

/**
 * Which payment is looked for: by the carrier's id where we have it; where we have none, or nothing
 * is found under it, in a window of time, by reference and correlator. Without a number (its owner
 * had it removed, or it went to somebody else) the two alone must do: they are ours, and new for
 * each attempt.
 */
export interface FindChargeInput {
  reference: string;
  correlator: string;
  msisdn?: Msisdn;
  /** What was asked for. */
  amountCents: number;
  from: Date;
  to: Date;
  carrierPaymentId?: string;
  /**
   * What an event of the carrier said of it, without numbers: why it was denied, where the books
   * have it as denied and do not say why.
   */
  told?: string;
}

/**
 * The answer to a reservation. `needs_code`: the carrier sent a code of its own; `needs_page`: it
 * wants its page opened.
 */
export type PrepareOutcome =
  | { outcome: 'reserved'; carrierPaymentId: string }
  | { outcome: 'needs_code'; carrierPaymentId: string; authorizationId: string }
  | { outcome: 'needs_page'; carrierPaymentId: string; url: string }
  | ChargeProcessing
  | Denied
  | Unavailable
  | Unknown;

/** `accepted`: the carrier will do it and tells the outcome by event and look-up. */
export type SecondStepOutcome =
  | { outcome: 'accepted' | 'already_confirmed' | 'already_cancelled' | 'not_found' }
  | Denied
  | Unavailable
  | Unknown;

export type ValidateChargeOutcome =
  | {
      outcome:
        | 'valid'
        | 'invalid'
        | 'attempts_used_up'
        | 'wrong_authorization'
        | 'already_validated'
        | 'not_found';
    }
  | Unavailable
  | Unknown;

/**
 * `part`: absent for all that is left of the payment, which is `amountCents`. `msisdn`: whose
 * payment it was, where that is still known.
 */
export interface RefundInput {
  carrierPaymentId: string;
  amountCents: number;
  part?: { amountCents: number; vatCents: number };
  msisdn?: Msisdn;
  reason?: string;
  reference: string;
  correlator: string;
  sink?: Sink;
}

export type RefundDenialReason =
  | 'payment_not_found'
  | 'not_eligible'
  | 'payment_not_taken'
  | 'amount_not_allowed'
  | 'spending_limit'
  | 'refused';

export type RefundOutcome =
  | { outcome: 'succeeded'; carrierRefundId: string; at: Date }
  | { outcome: 'processing'; carrierRefundId: string }
  | { outcome: 'denied'; reason: RefundDenialReason; carrierRefundId?: string; detail: string }
  | Unavailable
  | Unknown;

/**
 * A refund as it stands in the carrier's records; `amountCents` only for partial ones and where the
 * carrier says it.
 */
export interface CarrierRefund {
  carrierRefundId: string;
  reference: string;
  correlator?: string;
  kind: 'total' | 'partial';
  amountCents?: number;
  status: 'processing' | 'succeeded' | 'denied';
  createdAt: Date;
  refundedAt?: Date;
}

export type FindRefundOutcome =
  | { outcome: 'found'; refund: CarrierRefund }
  | { outcome: 'not_as_asked'; carrierRefundId: string; done: Done }
  | { outcome: 'not_found' }
  | Unavailable;

/** Which refund is looked for, as it was asked for. */
export interface FindRefundInput
  extends Pick<
    RefundInput,
    'carrierPaymentId' | 'amountCents' | 'part' | 'reference' | 'correlator' | 'msisdn'
  > {
  carrierRefundId?: string;
}

/** Of which payment, and whose it was where that is still known. */
export interface OfPayment {
  carrierPaymentId: string;
  msisdn?: Msisdn;
}

/** What may still be refunded of a payment, in cents; 0 when all of it was. */
export type RemainingOutcome =
  | { outcome: 'known'; amountCents: number }
  | { outcome: 'not_found' }
  | Unavailable;

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

export interface Carrier {
  /**
   * Has the carrier send a one-time code. `message` holds `{{code}}` where the code goes, at most
   * 160 characters. `correlator`: our id of the code, under which both sides find its calls again.
   */
  sendCode(input: {
    msisdn: Msisdn;
    message: string;
    correlator?: string;
  }): Promise<SendCodeOutcome>;
  validateCode(input: {
    authenticationId: string;
    code: string;
    correlator?: string;
  }): Promise<ValidateCodeOutcome>;
  contentLock(msisdn: Msisdn): Promise<ContentLockOutcome>;
  /** Asks, with a token for the handset `device`, whether its number is `msisdn`. */
  verifyNumber(input: { msisdn: Msisdn; device: Msisdn }): Promise<VerifyNumberOutcome>;
  deviceNumber(input: { device: Msisdn }): Promise<DeviceNumberOutcome>;
  /**
   * Whether the number has gone to another subscriber after the South African day of `since`. A
   * change on that very day is not told: carriers know days only.
   */
  numberRecycled(input: { msisdn: Msisdn; since: Date }): Promise<NumberRecycledOutcome>;

  /** Takes money at once (one step). */
  charge(input: ChargeInput): Promise<ChargeOutcome>;
  /** Looks a payment up: what became of it? */
  findCharge(input: FindChargeInput): Promise<FindChargeOutcome>;
  /**
   * All payments of ours that were created from `from` to `to` (both included), oldest first.
   * Throws CarrierUnavailableError.
   */
  listCharges(input: { from: Date; to: Date }): AsyncIterable<ListedCharge>;

  /** Reserves money (first step of two). */
  prepareCharge(input: ChargeInput): Promise<PrepareOutcome>;
  validateCharge(
    input: OfPayment & { authorizationId: string; code: string },
  ): Promise<ValidateChargeOutcome>;
  confirmCharge(input: { carrierPaymentId: string; msisdn: Msisdn }): Promise<SecondStepOutcome>;
  cancelCharge(input: { carrierPaymentId: string; msisdn: Msisdn }): Promise<SecondStepOutcome>;

  refund(input: RefundInput): Promise<RefundOutcome>;
  /**
   * By the carrier's id where we have it, else among the refunds of the payment by reference and
   * correlator.
   */
  findRefund(input: FindRefundInput): Promise<FindRefundOutcome>;
  /** All refunds of a payment. Throws CarrierUnavailableError. */
  listRefunds(input: OfPayment): AsyncIterable<CarrierRefund>;
  remainingToRefund(input: OfPayment): Promise<RemainingOutcome>;

  sendMessage(input: MessageInput): Promise<MessageOutcome>;

  /** Lets go of the connections. Calls in flight finish first. */
  close(): Promise<void>;
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
