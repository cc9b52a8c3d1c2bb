import { packageAtPrice } from '@bonisa/domain/consent/consent';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { type Package, packageAt } from '@bonisa/domain/packages/package-catalogue';
import type { Database } from '@bonisa/kit/database/database';
import type { Identity } from '@bonisa/people/identity/identity';
import type { NumberProof } from '@bonisa/people/identity/identity.repository';
import type { OtpChallenge } from '@bonisa/people/identity/otp.repository';
import type { CodeVerdict } from '@bonisa/people/identity/otp.service';
import type { Packages } from '../packages/packages.ts';
import type { OtpRefusal } from './accept.types.ts';
import { createGrants, type GrantDependencies } from './grants.ts';

/**
 * The proof behind an attempt: a code with the terms that its message stated, or header enrichment.
 */
export type Approval =
  | { readonly kind: 'otp'; readonly challenge: OtpChallenge }
  | { readonly kind: 'header_enrichment'; readonly proof: NumberProof };

/** The claims of an attempt. */
export interface ApprovalRequest {
  readonly msisdn: Msisdn;
  readonly transactionId: string;
  readonly visitorId: string;
  readonly address: string;
  readonly otp: string | undefined;
  readonly heToken: string | undefined;
  /** The network's word does not count, only a code. */
  readonly withoutScript?: boolean;
}

/** `description` is present if the text of the refusal depends on the code. */
export interface ApprovalRefused {
  readonly refusal: OtpRefusal;
  readonly description?: string;
}

export interface ApprovalDependencies {
  readonly identity: Pick<Identity, 'otp' | 'proofs' | 'limitStatusChecks'>;
  readonly subscription: GrantDependencies['subscription'];
  readonly packages: Pick<Packages, 'sold'>;
  readonly billing: GrantDependencies['billing'];
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
 * Finds and judges the proof that approves an attempt. No answer reveals anything about the number
 * before it is proven: new, subscribed and locked numbers are answered alike.
 */
export function createApprovals({
  identity,
  subscription,
  packages,
  billing,
}: ApprovalDependencies) {
  const { otp, proofs, limitStatusChecks } = identity;
  const grants = createGrants({ subscription, billing });
  const granted = (approval: Approval): string | null =>
    approval.kind === 'otp'
      ? approval.challenge.grantedSubscriptionId
      : approval.proof.grantedSubscriptionId;

  return {
    grants,

    /**
     * The visit's proof of the number in this transaction. A code for another package than the
     * named one is refused without counting a try.
     */
    find: async (
      claim: ApprovalRequest,
      chosen: Package | undefined,
    ): Promise<{ approval: Approval } | ApprovalRefused> => {
      const proof = claim.withoutScript
        ? undefined
        : await proofs.find({ ...claim, token: claim.heToken });
      if (proof && (await grants.of(proof.grantedSubscriptionId)) !== 'spent')
        return { approval: { kind: 'header_enrichment', proof } };
      const challenge = claim.otp === undefined ? undefined : await otp.newest(claim);
      if (!challenge) {
        // Without a proof such a call can only be an attempt to learn about the number.
        await limitStatusChecks({ ...claim, byOwner: false });
        return { refusal: claim.otp === undefined ? 'otp_missing' : 'otp_expired' };
      }
      const other = otherPackage(challenge, chosen, packages.sold.nameOf);
      return other
        ? { refusal: 'otp_other_package', description: other }
        : { approval: { kind: 'otp', challenge } };
    },

    /** Whether the number is the caller's; counts a try of the code. */
    prove: async (approval: Approval, claim: ApprovalRequest): Promise<OtpRefusal | undefined> => {
      if (approval.kind === 'header_enrichment') return undefined;
      const verdict = await otp.prove(approval.challenge, claim.otp ?? '');
      return verdict === 'proven' ? undefined : REFUSED[verdict];
    },

    /**
     * Whether the proof may still grant something: `pending` while its grant waits for its payment,
     * `spent` for good.
     */
    stateOf: async (approval: Approval): Promise<'free' | 'pending' | 'spent'> => {
      if (approval.kind === 'otp' && approval.challenge.endedAt !== null) return 'spent';
      return await grants.of(granted(approval));
    },

    /**
     * Binds the proof to its grant in the same transaction; `false` if the proof grants nothing any
     * more.
     */
    grant: (tx: Database, approval: Approval, subscriptionId: string): Promise<boolean> =>
      approval.kind === 'otp'
        ? otp.grant(tx, approval.challenge, subscriptionId)
        : proofs.grant(tx, approval.proof, subscriptionId),
  };
}

/**
 * Whether the message stated the terms of this opt-in. Header enrichment states no terms: there the
 * page's own text counts.
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

/** Whether the proof can approve an opt-in: a code that was sent to sign in stated no price. */
export function approvesOptIn(approval: Approval): boolean {
  return approval.kind === 'header_enrichment' || approval.challenge.purpose === 'opt_in';
}

/** The answer when the code was sent for another package than the attempt names. */
function otherPackage(
  { purpose, packageId, priceCents }: OtpChallenge,
  chosen: Package | undefined,
  nameOf: (packageId: string) => string | undefined,
): string | undefined {
  if (purpose !== 'opt_in' || !chosen || packageId === chosen.id) return undefined;
  const name = nameOf(packageId ?? '');
  const what =
    packageId !== null && name !== undefined && priceCents !== null
      ? packageAtPrice(packageAt(packageId, name, priceCents))
      : 'another package';
  return `This OTP was sent for ${what}. Request a new OTP for ${chosen.name}.`;
}
