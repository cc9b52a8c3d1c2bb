import { msisdnFromE164 } from '../store/numbers.ts';
import { type AccessTokens, TOKEN_LIFETIME_SECONDS } from './access-tokens.ts';
import type { Assertions } from './assertions.ts';
import { readScope } from './scopes.ts';

export const CLIENT_ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
export const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** The errors of RFC 6749 section 5.2 that this endpoint uses, and their statuses. */
export const OAUTH_STATUS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  unsupported_grant_type: 400,
  temporarily_unavailable: 503,
} as const;

export type OauthErrorCode = keyof typeof OAUTH_STATUS;

/** A refusal of the token endpoint in OAuth's own shape. */
export class OauthError extends Error {
  readonly code: OauthErrorCode;
  constructor(code: OauthErrorCode, description: string) {
    super(description);
    this.code = code;
  }
}

export interface TokenReply {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  scope: string;
}

export interface TokenService {
  /**
   * Gives an access token: `client_credentials` (two-legged) or JWT bearer (RFC 7523; three-legged, `sub=tel:+27…`).
   * @throws OauthError
   */
  issue(form: URLSearchParams): Promise<TokenReply>;
}

export function createTokenService(deps: { clientId: string; assertions: Assertions; tokens: AccessTokens }): TokenService {
  const { clientId, assertions, tokens } = deps;

  async function authenticate(form: URLSearchParams): Promise<void> {
    const assertion = single(form, 'client_assertion');
    if (assertion === undefined || single(form, 'client_assertion_type') !== CLIENT_ASSERTION_TYPE)
      throw new OauthError('invalid_client', 'The client must authenticate with private_key_jwt.');
    const named = single(form, 'client_id');
    if (named !== undefined && named !== clientId) throw new OauthError('invalid_client', 'The client is not known.');
    const reading = await assertions.read(assertion, 'client');
    if ('refusal' in reading) throw new OauthError('invalid_client', reading.refusal);
    if (reading.claims.sub !== clientId) throw new OauthError('invalid_client', 'The client is not known.');
  }

  async function subscriberGrant(form: URLSearchParams): Promise<{ msisdn: string; scope: string | undefined }> {
    const assertion = single(form, 'assertion');
    if (assertion === undefined) throw new OauthError('invalid_request', 'assertion is missing.');
    const reading = await assertions.read(assertion, 'grant');
    if ('refusal' in reading) throw new OauthError('invalid_grant', reading.refusal);
    const { sub, scope } = reading.claims;
    const msisdn = sub.startsWith('tel:') ? msisdnFromE164(sub.slice('tel:'.length)) : undefined;
    if (msisdn === undefined) throw new OauthError('invalid_grant', 'sub must be tel:+27 and nine digits.');
    return { msisdn, scope };
  }

  return {
    async issue(form) {
      const grantType = single(form, 'grant_type');
      if (grantType === undefined) throw new OauthError('invalid_request', 'grant_type is missing.');
      if (grantType !== 'client_credentials' && grantType !== JWT_BEARER)
        throw new OauthError('unsupported_grant_type', 'client_credentials and JWT bearer are offered.');
      await authenticate(form);
      const asked = single(form, 'scope');
      const grant = grantType === JWT_BEARER ? await subscriberGrant(form) : { scope: undefined };
      if (asked !== undefined && grant.scope !== undefined && asked !== grant.scope)
        throw new OauthError('invalid_scope', 'The scopes of the form and of the assertion differ.');
      const scope = readScope(grant.scope ?? asked ?? '');
      if ('refusal' in scope) throw new OauthError('invalid_scope', scope.refusal);
      return {
        access_token: await tokens.issue({
          clientId,
          ...scope,
          ...('msisdn' in grant && { msisdn: grant.msisdn }),
        }),
        token_type: 'Bearer',
        expires_in: TOKEN_LIFETIME_SECONDS,
        scope: [...scope.scopes, scope.purpose].join(' '),
      };
    },
  };
}

function single(form: URLSearchParams, name: string): string | undefined {
  const values = form.getAll(name);
  if (values.length > 1) throw new OauthError('invalid_request', `${name} is given more than once.`);
  return values[0] === '' ? undefined : values[0];
}
