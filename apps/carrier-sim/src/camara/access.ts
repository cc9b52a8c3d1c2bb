import type { AccessTokens, RecognisedBy } from '../oauth/access-tokens.ts';
import type { Scope } from '../oauth/scopes.ts';
import type { ConsentsRepository } from '../store/consents.repository.ts';
import { CamaraError } from './errors.ts';

/** Who makes a call, and for whom. */
export interface Access {
  clientId: string;
  /** The subscriber for whom the call is made, with a three-legged token. */
  msisdn?: string;
  /** How the carrier knows that it is this subscriber. */
  recognisedBy?: RecognisedBy;
  /** The call's `x-correlator`, sent or made; what the call brings about carries it too. */
  correlator: string;
}

/** What a call shows, and what its operation wants. */
export interface Showing {
  /** The `Authorization` header. */
  authorization: string | undefined;
  scope: Scope | undefined;
  correlator: string;
}

/**
 * Judges who may call an operation.
 * @throws CamaraError UNAUTHENTICATED, PERMISSION_DENIED (no scope for it, or the subscriber has
 * withdrawn the consent)
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
    // A token outlives the consent that it was given for, so the consent is asked for at each call.
    if (!consents.isGiven(subject.msisdn, clientId, purpose))
      throw new CamaraError(
        'PERMISSION_DENIED',
        'The subscriber does not consent to this purpose.',
      );
    return { clientId, msisdn: subject.msisdn, recognisedBy: subject.recognisedBy, correlator };
  };
}
