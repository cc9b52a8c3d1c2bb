import type { AddressProof, CompanyFactor } from '@bonisa/domain/staff/company-sign-in';
import { AppError } from '@bonisa/kit/http/app-error';
import { REFUSED_SIGN_IN } from './sign-in.service.ts';

/**
 * Why a sign-in at the company opens nothing. `address` is what the company gave of the person,
 * whether proven or not.
 */
export type OidcRefusal =
  /** The company knows the person, and no account lets them in. */
  | {
      readonly kind: 'stranger';
      readonly address: string | undefined;
      readonly proof: AddressProof;
    }
  /** The company signed nobody in; its own word for that. */
  | { readonly kind: 'company'; readonly answer: string }
  /** The person has another account than the session that was to be confirmed. */
  | { readonly kind: 'other_account'; readonly address: string | undefined }
  | { readonly kind: Extract<CompanyFactor, { ok: false }>['refusal'] };

/** The refusal of a sign-in at the company, with what its page says. */
export class RefusedOidc extends AppError {
  readonly refusal: OidcRefusal;

  /** @param refusal shown only to the browser that the company sent back with it. */
  constructor(refusal: OidcRefusal) {
    super('sign_in_refused', REFUSED_SIGN_IN);
    this.refusal = refusal;
  }
}
