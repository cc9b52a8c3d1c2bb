import type { Cents } from '../money/rand.ts';
import { type AccountChange, isIndependent } from './second-person.ts';

/** What a refund by care needs: nobody else, or a second person. */
export interface RefundOfCare {
  /** The amount of this refund. */
  readonly amount: Cents;
  /** What care gave back of the same charge before, or asked to give back. */
  readonly ofCharge: Cents;
  /** The same of all charges of the number within the last day. */
  readonly ofNumberToday: Cents;
}

/** The span in which refunds of one number are summed. */
export const REFUND_SUM_MS = 24 * 60 * 60_000;
/** A request for approval that nobody decided ends after this time. */
export const APPROVAL_MS = 3 * 24 * 60 * 60_000;

/**
 * Whether a refund waits for a second person: the sum counts and not the single amount, so that
 * parts below the limit do not go around it.
 */
export function needsSecondPerson(refund: RefundOfCare, limit: Cents): boolean {
  return refund.amount + Math.max(refund.ofCharge, refund.ofNumberToday) > limit;
}

export type ApprovalState = 'waiting' | 'approved' | 'refused' | 'expired';

export interface ApprovalRequest {
  readonly state: ApprovalState;
  /** The account that asked. */
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly expiresAt: Date;
  readonly decidedBy: string | null;
}

/** A request that was just asked for, and that nobody has decided. */
export function pendingRequest(asker: { readonly id: string; readonly name: string }, now: Date) {
  return {
    askedBy: asker.id,
    askedByName: asker.name,
    askedAt: now,
    expiresAt: new Date(now.getTime() + APPROVAL_MS),
    decidedBy: null,
    decidedByName: null,
    decidedAt: null,
    decidedReason: null,
  };
}

/** The state of a request at an instant. */
export function approvalState(request: ApprovalRequest, now: Date): ApprovalState {
  return request.state === 'waiting' && request.expiresAt <= now ? 'expired' : request.state;
}

export type ApprovalRefusal =
  | 'own_request'
  | 'decided'
  | 'expired'
  | 'asker_disabled'
  | 'not_independent';
export type ApprovalDecision =
  | { readonly ok: true; readonly repeated: boolean }
  | { readonly ok: false; readonly refusal: ApprovalRefusal };

/**
 * Whether a person may decide a request. Whoever asked never decides, in whichever session, and
 * whoever is not independent of them (`second-person.ts`) never approves. What a disabled account
 * asked for is not approved. Both can be refused. The same decision by the same person again is a
 * repetition and changes nothing.
 */
export function decideApproval(
  request: ApprovalRequest,
  decision: {
    readonly by: string;
    readonly verdict: 'approved' | 'refused';
    /** Whether the account that asked is disabled now. */
    readonly askerIsDisabled: boolean;
    /** Changes of accounts since `BOUND_MS` before the request. */
    readonly changes: readonly AccountChange[];
  },
  now: Date,
): ApprovalDecision {
  if (request.askedBy === decision.by) return { ok: false, refusal: 'own_request' };
  const state = approvalState(request, now);
  if (state === 'expired') return { ok: false, refusal: 'expired' };
  if (state === 'waiting') {
    if (decision.verdict === 'refused') return { ok: true, repeated: false };
    if (decision.askerIsDisabled) return { ok: false, refusal: 'asker_disabled' };
    return isIndependent(request, decision.by, decision.changes, now)
      ? { ok: true, repeated: false }
      : { ok: false, refusal: 'not_independent' };
  }
  return request.decidedBy === decision.by && state === decision.verdict
    ? { ok: true, repeated: true }
    : { ok: false, refusal: 'decided' };
}

/** What became of a refund that care asked for; `denied`: by whomever, or by nobody in time. */
export type RefundProgress = 'waits' | 'asked' | 'given_back' | 'denied';

const MADE = {
  intended: 'asked',
  unknown: 'asked',
  succeeded: 'given_back',
  denied: 'denied',
} as const satisfies Record<string, RefundProgress>;

/**
 * What became of a refund. Only what the carrier confirmed is given back.
 * @param made the state of billing's refund; `undefined` while billing has none.
 */
export function refundProgress(
  request: {
    readonly state: ApprovalState | 'free';
    readonly expiresAt: Date;
    /** Why billing refused to make it. */
    readonly refusal: string | null;
  },
  made: keyof typeof MADE | undefined,
  now: Date,
): RefundProgress {
  if (made !== undefined) return MADE[made];
  if (request.refusal !== null) return 'denied';
  if (request.state === 'waiting') return request.expiresAt <= now ? 'denied' : 'waits';
  return request.state === 'free' || request.state === 'approved' ? 'asked' : 'denied';
}

export type DisputeState = 'open' | 'answered' | 'upheld' | 'rejected';

/** Whether a dispute may move on: an answer can be given again, a decision is final. */
export function disputeCanBecome(from: DisputeState, to: DisputeState): boolean {
  return (from === 'open' || from === 'answered') && to !== 'open';
}
