import {
  type ApprovalRefusal,
  type ApprovalRequest,
  type ApprovalState,
  approvalState,
  decideApproval,
} from '@bonisa/domain/staff/care-refund';
import { type AccountChange, BOUND_MS, isIndependent } from '@bonisa/domain/staff/second-person';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import type { AccountFacts } from '@bonisa/kit/http/studio-types';

type Verdict = 'approved' | 'refused';

/** Who decides a request for a refund or a write-off, in which transaction. */
export interface Deciding {
  readonly by: string;
  readonly verdict: Verdict;
  /** What is asked for, as the refusal calls it. */
  readonly what: 'refund' | 'write-off';
  readonly now: Date;
  readonly tx: Database;
}

/** A request as one person sees it, who may have to leave it to another one. */
export interface SeenRequest {
  readonly state: ApprovalState;
  /** The person asked for it. */
  readonly own: boolean;
  /** It waits, and the person is not independent of whoever asked. */
  readonly bound: boolean;
}

/**
 * Who may decide requests, by the accounts as they are now: the one rule of every act of two
 * persons.
 *
 * @param facts facts about the accounts of the studio's staff.
 */
export function createSecondPerson(facts: AccountFacts) {
  const changesOf = (requests: readonly { readonly askedAt: Date }[], tx?: Database) => {
    const first = Math.min(...requests.map(({ askedAt }) => askedAt.getTime()));
    return facts.changesSince(new Date(first - BOUND_MS), tx);
  };
  return {
    /** Whether the request was decided so before. Throws the named refusal. */
    isRepeated: async (
      request: ApprovalRequest,
      { by, verdict, what, now, tx }: Deciding,
    ): Promise<boolean> => {
      const askerIsDisabled = await facts.isDisabled(request.askedBy, tx);
      const changes = await changesOf([request], tx);
      const decision = decideApproval(request, { by, verdict, askerIsDisabled, changes }, now);
      if (!decision.ok) throw approvalRefused(decision.refusal, what);
      return decision.repeated;
    },

    /** Sees requests as a person does. */
    seenBy: async (
      actorId: string,
      requests: readonly ApprovalRequest[],
      now: Date,
    ): Promise<(request: ApprovalRequest) => SeenRequest> => {
      const waits = (request: ApprovalRequest) => approvalState(request, now) === 'waiting';
      const waiting = requests.filter(waits);
      const changes: readonly AccountChange[] =
        waiting.length === 0 ? [] : await changesOf(waiting);
      return (request) => {
        const own = request.askedBy === actorId;
        const bound = !own && waits(request) && !isIndependent(request, actorId, changes, now);
        return { state: approvalState(request, now), own, bound };
      };
    },
  };
}

export type SecondPerson = ReturnType<typeof createSecondPerson>;

/** The refusal of a decision, by its name. */
export function approvalRefused(refusal: ApprovalRefusal, what: Deciding['what']): AppError {
  switch (refusal) {
    case 'own_request':
      return new AppError(
        'own_request',
        `You asked for this ${what} yourself: another person must decide.`,
      );
    case 'decided':
      return new AppError('already_decided', 'Somebody has decided this request already.');
    case 'expired':
      return new AppError(
        'approval_expired',
        `This request has expired. Ask for the ${what} again.`,
      );
    case 'asker_disabled':
      return new AppError(
        'asker_disabled',
        `The account that asked for this ${what} is disabled. Refuse it, or have somebody else ask.`,
      );
    case 'not_independent':
      return new AppError(
        'not_independent',
        `Within the last 7 days one person could act for your account and for the one that asked for this ${what}. Somebody else must approve it.`,
      );
  }
}
