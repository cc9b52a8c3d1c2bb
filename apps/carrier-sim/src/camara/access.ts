import type { AccessTokens, RecognisedBy } from '../oauth/access-tokens.ts';
import type { Scope } from '../oauth/scopes.ts';
import type { ConsentsRepository } from '../store/consents.repository.ts';
import { CamaraError } from './errors.ts';

/** The caller of a call, and the subscriber for whom it is made. */
export interface Access {
  clientId: string;
  /** The subscriber, with a three-legged token. */
  msisdn?: string;
  /** How the carrier recognised the subscriber. */
  recognisedBy?: RecognisedBy;
  /** The call's `x-correlator`, received or generated; its notifications carry it too. */
  correlator: string;
}

/** The credentials of a call and the requirements of its operation. */
export interface Showing {
  /** The `Authorization` header. */
  authorization: string | undefined;
  scope: Scope | undefined;
  correlator: string;
}

/**
 * Decides who may call an operation.
 * @throws CamaraError UNAUTHENTICATED, PERMISSION_DENIED (the token lacks the scope, or the
 * subscriber has withdrawn the consent)
 */
export type Authorise = (showing: Showing) => Promise<Access>;

export function createAuthorise({
  tokens,
  consents,
}: {
  tokens: AccessTokens;
  consents: ConsentsRepository;
}): Authorise {
  return async ({ authorization = '', scope, correlator }) => {
    const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization)?.[1];
    const allowed = token === undefined ? undefined : await tokens.read(token);
    if (!allowed) throw new CamaraError('UNAUTHENTICATED');
    if (scope === undefined || !allowed.scopes.has(scope))
      throw new CamaraError('PERMISSION_DENIED');
    const { clientId, subject, purpose } = allowed;
    if (!subject) return { clientId, correlator };
    // A token outlives the consent that it was issued for, so each call checks the consent.
    if (!consents.isGiven(subject.msisdn, clientId, purpose))
      throw new CamaraError(
        'PERMISSION_DENIED',
        'The subscriber does not consent to this purpose.',
      );
    return { clientId, msisdn: subject.msisdn, recognisedBy: subject.recognisedBy, correlator };
  };
}
