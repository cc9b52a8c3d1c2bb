import { SECOND_STEP_MS } from './staff-session.ts';

/** What a sign-in at the company's OIDC proves to the studio. */

/** How old a sign-in at the company may be: a working day. */
export const COMPANY_SIGN_IN_MS = 12 * 60 * 60_000;
/** How old one may be that the studio asked for anew; half a minute is for clocks that differ. */
export const COMPANY_FRESH_MS = SECOND_STEP_MS + 30_000;

/** When the company asked the person for a factor, or why its answer is not enough. */
export type CompanyFactor =
  | { readonly ok: true; readonly at: Date }
  | { readonly ok: false; readonly refusal: 'no_auth_time' | 'old_auth_time' };

/**
 * When a factor was shown at the company. Where the company does not say so (`auth_time`), it may
 * have been at any time: enough to sign in, and never for what needs a fresh factor.
 *
 * @param ageMs how long ago the company asked the person; undefined: it does not say.
 * @param fresh whether the company was to ask the person just now.
 */
export function companyFactor(
  { ageMs, fresh }: { readonly ageMs: number | undefined; readonly fresh: boolean },
  now: Date,
): CompanyFactor {
  if (ageMs === undefined)
    return fresh ? { ok: false, refusal: 'no_auth_time' } : { ok: true, at: new Date(0) };
  if (ageMs > (fresh ? COMPANY_FRESH_MS : COMPANY_SIGN_IN_MS))
    return { ok: false, refusal: 'old_auth_time' };
  // The company's clock may be ahead of ours.
  return { ok: true, at: new Date(now.getTime() - Math.max(0, ageMs)) };
}

/** What the company says of an address: it is the person's, it is not, or nothing. */
export type AddressProof = 'proven' | 'unproven' | 'untold';

/**
 * Whether the company has proven the address that it names (`email_verified`).
 *
 * @param trusted whether an address counts as proven where the company does not say so.
 */
export function addressProof(emailVerified: unknown, trusted: boolean): AddressProof {
  if (emailVerified === true) return 'proven';
  if (emailVerified !== undefined) return 'unproven';
  return trusted ? 'proven' : 'untold';
}
