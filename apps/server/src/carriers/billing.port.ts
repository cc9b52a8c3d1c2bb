/**
 * Port: charges and refunds (CAMARA carrier-billing in one step, CAMARA carrier-billing-refund).
 *
 * No operation throws for what the network or the carrier does, except `listCharges` and
 * `listRefunds`: they yield entries one by one and throw `CarrierUnavailableError`. Numbers are
 * msisdns as digits, amounts are integer cents, times are `Date`s.
 */
import type { DenialReason } from '@bonisa/domain/charge';
import type { Msisdn } from '@bonisa/domain/msisdn';
import type { Done, Unavailable, Unknown } from './carrier-outcome.ts';

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

export interface BillingPort {
  /** Takes money at once (one step). */
  charge(input: ChargeInput): Promise<ChargeOutcome>;
  /** Looks a payment up. */
  findCharge(input: FindChargeInput): Promise<FindChargeOutcome>;
  /**
   * All payments of ours that were created from `from` to `to` (both included), oldest first.
   * @throws CarrierUnavailableError where a page of them cannot be read.
   */
  listCharges(input: { from: Date; to: Date }): AsyncIterable<ListedCharge>;
  refund(input: RefundInput): Promise<RefundOutcome>;
  /**
   * Looks a refund up: by the carrier's id where we have it, else among the refunds of the payment
   * by reference and correlator.
   */
  findRefund(input: FindRefundInput): Promise<FindRefundOutcome>;
  /**
   * All refunds of a payment.
   * @throws CarrierUnavailableError where a page of them cannot be read.
   */
  listRefunds(input: OfPayment): AsyncIterable<CarrierRefund>;
}
