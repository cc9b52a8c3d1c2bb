import type { Cents } from '@bonisa/domain/money/rand';
import type { RefundRefusal } from '@bonisa/domain/money/refund';
import type { Charge } from '../charges/charge.repository.ts';
import type { Refund } from './refund.repository.ts';

/**
 * An operator's request: `amount` in cents, absent for all that is left; `why` in an agent's words.
 */
export interface RefundRequest {
  readonly reference: string;
  readonly amount?: Cents;
  readonly why: string;
  /** A repeated key is the same refund. */
  readonly onceKey?: string;
  /** The denied refund that is asked for again; refused if somebody else has done so since. */
  readonly retries?: Refund;
}

export type RequestedRefund =
  | { readonly ok: true; readonly refund: Refund; readonly charge: Charge }
  | {
      readonly ok: false;
      readonly refusal: RefundRefusal | 'unknown_reference' | 'key_of_another' | 'asked_since';
      readonly left?: Cents;
    };

/** A refused or written request; `isNew`: this call wrote it, and sends it. */
export type Begun = RequestedRefund & { readonly isNew?: boolean };

/** Whether a request repeats the one that used its key first. */
export function isSame(refund: Refund, { amount, why }: RefundRequest, chargeId: string): boolean {
  return (
    refund.chargeId === chargeId &&
    refund.why === why &&
    (amount === undefined || amount === refund.amount)
  );
}

const EXCEPTION_KEY = 'case-';

/** The key under which a reconciliation exception asks once for the refund that was denied. */
export function exceptionKey(exceptionId: string): string {
  return EXCEPTION_KEY + exceptionId;
}

/** The reconciliation exception that asked for this refund; `undefined` if somebody else did. */
export function exceptionOf({ onceKey }: Pick<Refund, 'onceKey'>): string | undefined {
  return onceKey?.startsWith(EXCEPTION_KEY) ? onceKey.slice(EXCEPTION_KEY.length) : undefined;
}

/**
 * Whether a refund takes the place of a denied one: the same amount of the same charge or payment,
 * asked for after the denial. Refunds of one instant are told apart by their ids, which grow.
 */
export function takesPlaceOf(later: Refund, denied: Refund): boolean {
  return (
    denied.state === 'denied' &&
    denied.decidedAt !== null &&
    later.chargeId === denied.chargeId &&
    later.exceptionId === denied.exceptionId &&
    later.amount === denied.amount &&
    later.createdAt >= denied.decidedAt &&
    later.id > denied.id
  );
}

/**
 * Whether somebody has asked again for this denied refund, and the carrier has not refused that.
 * What another reconciliation exception asked for is the refund of that exception.
 */
export function wasRequestedAgain(denied: Refund, ofCharge: readonly Refund[]): boolean {
  return ofCharge.some(
    (one) => one.state !== 'denied' && exceptionOf(one) === undefined && takesPlaceOf(one, denied),
  );
}
