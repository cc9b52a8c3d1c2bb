/**
 * Port: charges and refunds (CAMARA carrier-billing in one step, CAMARA carrier-billing-refund).
 *
 * No operation throws for what the network or the carrier does, except `listCharges` and
 * `listRefunds`: they yield entries one by one and throw `CarrierUnavailableError`. Numbers are
 * msisdns as digits, amounts are integer cents, times are `Date`s.
 */
import type { DenialReason } from '@bonisa/domain/money/charge';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { Done, Unavailable, Unknown } from './carrier-outcome.ts';

/**
 * The address where the carrier reports the outcome of a payment, and the bearer token that it
 * sends there.
 */
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
  /** The text on the bill; at most a line. */
  description: string;
  /** The carrier's service key of the package. */
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

/** A payment in the carrier's records. */
export interface CarrierCharge {
  carrierPaymentId: string;
  carrierReference?: string;
  reference?: string;
  correlator?: string;
  msisdn?: Msisdn;
  amountCents: number;
  status: CarrierChargeStatus;
  createdAt: Date;
  /** When the payment was made; present for `succeeded`. */
  paidAt?: Date;
}

/**
 * An entry of the carrier's list that cannot be read as a payment, with its readable fields: it may
 * be money, so a comparison must not lose it. Without a readable id, `carrierPaymentId` is a hash
 * of the entry's content, so the same entry has the same one. Without a date, `createdAt` is that
 * of the entry before it, or the middle of the requested window.
 */
export interface UnreadableCharge {
  carrierPaymentId: string;
  reference?: string;
  /** 0 if it cannot be read. */
  amountCents: number;
  status: 'unreadable';
  createdAt: Date;
}

/** An entry of the carrier's list. */
export type ListedCharge = CarrierCharge | UnreadableCharge;

/**
 * `decided`: the same payment as an outcome of a charge (reserved and pending are `processing`).
 */
export type FindChargeOutcome =
  | {
      outcome: 'found';
      charge: CarrierCharge;
      decided: ChargeSucceeded | ChargeProcessing | Denied;
    }
  /** The payment exists, but differs from our request. */
  | { outcome: 'not_as_asked'; carrierPaymentId: string; done: Done }
  | { outcome: 'not_found' }
  | Unavailable;

/**
 * The payment to look up: by the carrier's id if we have it; otherwise, or if nothing is found by
 * it, in a window of time by reference and correlator. Without a number (its owner was removed, or
 * it has a new owner) reference and correlator are enough: they are ours, and new for each attempt.
 */
export interface FindChargeInput {
  reference: string;
  correlator: string;
  msisdn?: Msisdn;
  /** Our request. */
  amountCents: number;
  from: Date;
  to: Date;
  carrierPaymentId?: string;
  /**
   * An event's reason without numbers, for when the carrier's list has the payment as denied
   * without a reason.
   */
  told?: string;
}

/**
 * `part`: absent for all that is left of the payment, which is `amountCents`. `msisdn`: the payer,
 * if still known.
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
 * A refund in the carrier's records; `amountCents` only for partial ones and if the carrier states
 * it.
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

/** The refund to look up, as it was requested. */
export interface FindRefundInput
  extends Pick<
    RefundInput,
    'carrierPaymentId' | 'amountCents' | 'part' | 'reference' | 'correlator' | 'msisdn'
  > {
  carrierRefundId?: string;
}

/** The payment, and the payer if still known. */
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
   * @throws CarrierUnavailableError if a page of them cannot be read.
   */
  listCharges(input: { from: Date; to: Date }): AsyncIterable<ListedCharge>;
  refund(input: RefundInput): Promise<RefundOutcome>;
  /**
   * Looks a refund up: by the carrier's id if we have it, otherwise among the refunds of the
   * payment by reference and correlator.
   */
  findRefund(input: FindRefundInput): Promise<FindRefundOutcome>;
  /**
   * All refunds of a payment.
   * @throws CarrierUnavailableError if a page of them cannot be read.
   */
  listRefunds(input: OfPayment): AsyncIterable<CarrierRefund>;
}
