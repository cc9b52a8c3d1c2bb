import { createHash } from 'node:crypto';
import type { Client } from '../store/clients.repository.ts';
import type { Clock } from '../store/clock.ts';
import type { ConsentsRepository } from '../store/consents.repository.ts';
import type { GrantsRepository } from '../store/grants.repository.ts';
import type { HandsetsRepository } from '../store/handsets.repository.ts';
import { msisdnFromE164 } from '../store/numbers.ts';
import { type AccessTokens, type Subject, TOKEN_LIFETIME_SECONDS } from './access-tokens.ts';
import type { Assertions } from './assertions.ts';
import type { EndpointsBook } from './endpoints.ts';
import type { IdTokens } from './id-tokens.ts';
import { OauthError } from './oauth-error.ts';
import type { OperatorTokens } from './operator-tokens.ts';
import { type RequestedScope, readScope, scopeText } from './scopes.ts';

export const CLIENT_ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
export const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
export const GRANT_TYPES = ['authorization_code', 'client_credentials', JWT_BEARER] as const;
type GrantType = (typeof GRANT_TYPES)[number];

export interface TokenReply {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  scope: string;
  id_token?: string;
}

export interface TokenService {
  /**
   * Issues an access token (CAMARA Security and Interoperability Profile): `client_credentials`
   * (two-legged), JWT bearer (`sub=tel:+27…` or `operatortoken:…`) or an authorization code
   * (three-legged).
   * @param issuer the name of this server in the request.
   * @throws OauthError
   */
  issue(form: URLSearchParams, issuer: string): Promise<TokenReply>;
}

/** The grant for a request. */
interface Granted {
  client: Client;
  scope: RequestedScope;
  subject?: Subject;
  /** With an ID token: its nonce. */
  nonce?: string | undefined;
}

interface Deps {
  assertions: Assertions;
  tokens: AccessTokens;
  idTokens: IdTokens;
  operatorTokens: OperatorTokens;
  grants: GrantsRepository;
  consents: ConsentsRepository;
  handsets: HandsetsRepository;
  endpoints: EndpointsBook;
  clock: Clock;
}

export function createTokenService(deps: Deps): TokenService {
  const { assertions, tokens, consents, handsets, endpoints } = deps;

  async function authenticate(form: URLSearchParams): Promise<Client> {
    const assertion = single(form, 'client_assertion');
    if (assertion === undefined || single(form, 'client_assertion_type') !== CLIENT_ASSERTION_TYPE)
      throw new OauthError('invalid_client', 'The client must authenticate with private_key_jwt.');
    const reading = await assertions.read(assertion, 'client', endpoints.tokenAudiences());
    if ('refusal' in reading) throw new OauthError('invalid_client', reading.refusal, reading.why);
    const { client, claims } = reading;
    const named = single(form, 'client_id') ?? client.id;
    if (claims.sub !== client.id || named !== client.id)
      throw new OauthError('invalid_client', 'The client is not known.');
    return client;
  }

  async function byClientCredentials(form: URLSearchParams): Promise<Granted> {
    const client = await authenticate(form);
    return { client, scope: scopeOf(single(form, 'scope')) };
  }

  /**
   * The assertion also authenticates the client; a second assertion must be of the same client. The
   * assertion contains the scope; a `scope` parameter, which the profile does not have, is accepted
   * only with the same value.
   */
  async function byAssertion(form: URLSearchParams): Promise<Granted> {
    const assertion = single(form, 'assertion');
    if (assertion === undefined) throw new OauthError('invalid_request', 'assertion is missing.');
    const authenticated = form.has('client_assertion') ? await authenticate(form) : undefined;
    const reading = await assertions.read(assertion, 'grant', endpoints.tokenAudiences());
    if ('refusal' in reading) throw new OauthError('invalid_grant', reading.refusal, reading.why);
    const { client, claims } = reading;
    const named = authenticated?.id ?? single(form, 'client_id') ?? client.id;
    if (named !== client.id)
      throw new OauthError('invalid_client', 'The assertion is signed by another client.');
    const asked = single(form, 'scope');
    if (asked !== undefined && asked !== claims.scope)
      throw new OauthError(
        'invalid_scope',
        'The scope belongs into the assertion, and only there.',
      );
    const scope = scopeOf(claims.scope);
    return { client, scope, subject: consenting(client, scope, subjectOf(claims.sub ?? '')) };
  }

  async function byCode(form: URLSearchParams): Promise<Granted> {
    const client = await authenticate(form);
    const code = single(form, 'code');
    if (code === undefined) throw new OauthError('invalid_request', 'code is missing.');
    const grant = deps.grants.take(code, 'code', deps.clock.real());
    const isOurs =
      grant?.clientId === client.id && grant.redirectUri === single(form, 'redirect_uri');
    if (!grant || !isOurs || !isVerified(grant.codeChallenge, single(form, 'code_verifier')))
      throw new OauthError(
        'invalid_grant',
        'The code is late, used, or was given for another request.',
      );
    const scope = scopeOf(grant.scope);
    return {
      client,
      scope,
      subject: consenting(client, scope, { msisdn: grant.msisdn, recognisedBy: 'nba' }),
      nonce: grant.nonce,
    };
  }

  function subjectOf(sub: string): Subject {
    if (sub.startsWith('operatortoken:')) {
      const msisdn = deps.operatorTokens.redeem(sub.slice('operatortoken:'.length));
      if (msisdn === undefined)
        throw new OauthError('invalid_grant', 'The operator token is late, used or unknown.');
      return { msisdn, recognisedBy: 'sim' };
    }
    const msisdn = sub.startsWith('tel:') ? msisdnFromE164(sub.slice('tel:'.length)) : undefined;
    if (msisdn === undefined)
      throw new OauthError(
        'invalid_grant',
        'sub must be tel:+27 and nine digits, or operatortoken: and a token.',
      );
    return { msisdn, recognisedBy: 'client' };
  }

  function consenting(client: Client, { purpose }: RequestedScope, subject: Subject): Subject {
    if (!handsets.find(subject.msisdn).onNetwork)
      throw new OauthError('invalid_grant', 'The number is not on this network.');
    if (!consents.isGiven(subject.msisdn, client.id, purpose))
      throw new OauthError('invalid_grant', 'The subscriber does not consent to this purpose.');
    return subject;
  }

  const BY_TYPE: Record<GrantType, (form: URLSearchParams) => Promise<Granted>> = {
    authorization_code: byCode,
    client_credentials: byClientCredentials,
    [JWT_BEARER]: byAssertion,
  };

  return {
    async issue(form, issuer) {
      const { client, scope, subject, nonce } = await BY_TYPE[grantTypeOf(form)](form);
      // An ID token only names a subscriber whom the network has recognised.
      const idToken =
        scope.openid && subject?.recognisedBy === 'nba'
          ? await deps.idTokens.issue({
              issuer,
              clientId: client.id,
              msisdn: subject.msisdn,
              nonce,
            })
          : undefined;
      return {
        access_token: await tokens.issue({ issuer, clientId: client.id, scope, subject }),
        token_type: 'Bearer',
        expires_in: TOKEN_LIFETIME_SECONDS,
        scope: scopeText(scope),
        ...(idToken !== undefined && { id_token: idToken }),
      };
    },
  };
}

function grantTypeOf(form: URLSearchParams): GrantType {
  const asked = single(form, 'grant_type');
  if (asked === undefined) throw new OauthError('invalid_request', 'grant_type is missing.');
  const known = GRANT_TYPES.find((type) => type === asked);
  if (known === undefined)
    throw new OauthError('unsupported_grant_type', `Offered are ${GRANT_TYPES.join(', ')}.`);
  return known;
}

function scopeOf(text: string | undefined): RequestedScope {
  const scope = readScope(text ?? '');
  if ('refusal' in scope) throw new OauthError('invalid_scope', scope.refusal);
  return scope;
}

/** PKCE (RFC 7636): only the client that requested the code can redeem it. */
function isVerified(challenge: string | undefined, verifier: string | undefined): boolean {
  if (challenge === undefined) return verifier === undefined;
  return (
    verifier !== undefined &&
    createHash('sha256').update(verifier).digest('base64url') === challenge
  );
}

function single(form: URLSearchParams, name: string): string | undefined {
  const values = form.getAll(name);
  if (values.length > 1)
    throw new OauthError('invalid_request', `${name} is given more than once.`);
  return values[0] === '' ? undefined : values[0];
}
