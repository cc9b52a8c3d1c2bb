import { packageAtPrice } from '@bonisa/domain/consent';
import type { Msisdn } from '@bonisa/domain/msisdn';
import { findPackage, type Package } from '@bonisa/domain/package-catalogue';
import type { NumberProof } from '../identity/identity.repository.ts';
import type { OtpChallenge } from '../identity/otp.repository.ts';
import type { CodeVerdict, OtpService } from '../identity/otp.service.ts';
import type { ProofService } from '../identity/proof.service.ts';
import type { LimitStatusChecks } from '../identity/status-check-limit.ts';
import type { Database } from '../platform/database.ts';
import type { OtpRefusal } from './accept.types.ts';
import type { Grants } from './grants.ts';

/**
 * What stands behind an attempt: a code that was sent, with what its message said, or the network's
 * own word for the number.
 */
export type Approval =
  | { readonly kind: 'otp'; readonly challenge: OtpChallenge }
  | { readonly kind: 'header_enrichment'; readonly proof: NumberProof };

/** What an attempt says of itself. */
export interface ApprovalRequest {
  readonly msisdn: Msisdn;
  readonly transactionId: string;
  readonly visitorId: string;
  readonly address: string;
  readonly otp: string | undefined;
  readonly heToken: string | undefined;
}

/** `description` where the words of the refusal depend on the code. */
export interface ApprovalRefused {
  readonly refusal: OtpRefusal;
  readonly description?: string;
}

export interface ApprovalDependencies {
  readonly otp: OtpService;
  readonly proofs: ProofService;
  readonly grants: Grants;
  readonly limitStatusChecks: LimitStatusChecks;
}

const REFUSED = {
  invalid: 'otp_invalid',
  expired: 'otp_expired',
  attempts_used_up: 'otp_attempts_used_up',
  too_many_guesses: 'otp_too_many_guesses',
  unavailable: 'otp_unavailable',
} as const satisfies Record<Exclude<CodeVerdict, 'proven'>, OtpRefusal>;

export type Approvals = ReturnType<typeof createApprovals>;

/**
 * Finds and judges what approves an attempt. Nothing about the number is told before it is proven:
 * until then every number, new, subscribed or locked, is answered alike.
 */
export function createApprovals({ otp, proofs, grants, limitStatusChecks }: ApprovalDependencies) {
  const granted = (approval: Approval): string | null =>
    approval.kind === 'otp'
      ? approval.challenge.grantedSubscriptionId
      : approval.proof.grantedSubscriptionId;

  return {
    /**
     * What this visit has for the number in this transaction. A code for another package than the
     * one that is named is refused without a try.
     */
    find: async (
      claim: ApprovalRequest,
      chosen: Package | undefined,
    ): Promise<{ approval: Approval } | ApprovalRefused> => {
      const proof = await proofs.find({ ...claim, token: claim.heToken });
      if (proof && (await grants.of(proof.grantedSubscriptionId)) !== 'spent')
        return { approval: { kind: 'header_enrichment', proof } };
      const challenge = claim.otp === undefined ? undefined : await otp.newest(claim);
      if (!challenge) {
        // Without anything of its own such a call can only be a look at the number.
        await limitStatusChecks({ ...claim, byOwner: false });
        return { refusal: claim.otp === undefined ? 'otp_missing' : 'otp_expired' };
      }
      const other = otherPackage(challenge, chosen);
      return other
        ? { refusal: 'otp_other_package', description: other }
        : { approval: { kind: 'otp', challenge } };
    },

    /** Whether the number is the caller's; takes a try of the code. */
    prove: async (approval: Approval, claim: ApprovalRequest): Promise<OtpRefusal | undefined> => {
      if (approval.kind === 'header_enrichment') return undefined;
      const verdict = await otp.prove(approval.challenge, claim.otp ?? '');
      return verdict === 'proven' ? undefined : REFUSED[verdict];
    },

    /**
     * Whether it may still grant something: `pending` while what it opened waits for its payment,
     * `spent` for good.
     */
    stateOf: async (approval: Approval): Promise<'free' | 'pending' | 'spent'> => {
      if (approval.kind === 'otp' && approval.challenge.endedAt !== null) return 'spent';
      return await grants.of(granted(approval));
    },

    /**
     * Binds it to what it grants, in the same transaction; `false` where it grants nothing any
     * more.
     */
    grant: (tx: Database, approval: Approval, subscriptionId: string): Promise<boolean> =>
      approval.kind === 'otp'
        ? otp.grant(tx, approval.challenge, subscriptionId)
        : proofs.grant(tx, approval.proof, subscriptionId),
  };
}

/**
 * Whether what a message said is what an opt-in at these terms takes. The network's word says
 * nothing of terms: there the page's own words count.
 */
export function approvesTerms(
  approval: Approval,
  terms: { package: Package; trial: boolean },
): boolean {
  if (approval.kind === 'header_enrichment') return true;
  const { packageId, priceCents, freeDay } = approval.challenge;
  return (
    packageId === terms.package.id && priceCents === terms.package.price && freeDay === terms.trial
  );
}

/** Whether it approves an opt-in at all: a code that was sent to sign in has told of no price. */
export function approvesOptIn(approval: Approval): boolean {
  return approval.kind === 'header_enrichment' || approval.challenge.purpose === 'opt_in';
}

/** What to say where a code was sent for another package than the one that the attempt names. */
function otherPackage(
  { purpose, packageId, priceCents }: OtpChallenge,
  chosen: Package | undefined,
): string | undefined {
  if (purpose !== 'opt_in' || !chosen || packageId === chosen.id) return undefined;
  const sent = findPackage(packageId ?? '');
  const what = sent
    ? packageAtPrice({ ...sent, price: priceCents ?? sent.price })
    : 'another package';
  return `This OTP was sent for ${what}. Request a new OTP for ${chosen.name}.`;
}
