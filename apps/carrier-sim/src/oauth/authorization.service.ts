import { randomBytes } from 'node:crypto';
import type { ClientsRepository } from '../store/clients.repository.ts';
import type { Clock } from '../store/clock.ts';
import type { ConsentsRepository } from '../store/consents.repository.ts';
import type { GrantsRepository } from '../store/grants.repository.ts';
import type { HandsetsRepository } from '../store/handsets.repository.ts';
import type { Assertions } from './assertions.ts';
import type { EndpointsBook } from './endpoints.ts';
import { readScope } from './scopes.ts';

const CODE_LIFE_MS = 60_000;
/** S256 of RFC 7636: 32 bytes as base64url. */
const CODE_CHALLENGE = /^[\w-]{43}$/;

/** The errors of the profile's table for the authorization code flow that occur here. */
type AuthorizationErrorCode =
  | 'invalid_request'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'access_denied'
  | 'consent_required'
  | 'invalid_request_object'
  | 'request_uri_not_supported';

/** Redirects the browser to the client, or shows a refusal when the client's address is unknown. */
export type AuthorizationAnswer = { redirect: string } | { refusal: string };

export interface AuthorizationService {
  /**
   * Answers an authentication request of the authorization code flow. No person is ever asked:
   * `prompt=none` is implied, and the subscriber is the one whose handset the network carries.
   * @param msisdn that handset; null for a request outside the mobile network.
   */
  authorize(query: URLSearchParams, msisdn: string | null): Promise<AuthorizationAnswer>;
}

interface Deps {
  clients: ClientsRepository;
  handsets: HandsetsRepository;
  consents: ConsentsRepository;
  grants: GrantsRepository;
  assertions: Assertions;
  endpoints: EndpointsBook;
  clock: Clock;
  /** The site of our product; redirects to addresses below it are allowed. */
  publicUrl: string;
}

class AuthorizationError extends Error {
  readonly code: AuthorizationErrorCode;
  constructor(code: AuthorizationErrorCode, description: string) {
    super(description);
    this.code = code;
  }
}

export function createAuthorizationService(deps: Deps): AuthorizationService {
  const { clients, handsets, consents, grants, clock } = deps;

  async function codeFor(
    clientId: string,
    redirectUri: string,
    query: URLSearchParams,
    msisdn: string | null,
  ): Promise<string> {
    const asked = await withRequestObject(query, clientId);
    if (asked.get('response_type') !== 'code')
      throw new AuthorizationError('unsupported_response_type', 'Only code is offered.');
    if (asked.has('request_uri'))
      throw new AuthorizationError('request_uri_not_supported', 'Send the request object itself.');
    const prompt = asked.get('prompt');
    if (prompt !== null && prompt !== 'none')
      throw new AuthorizationError(
        'invalid_request',
        'Nobody is asked anything here: prompt must be none.',
      );
    const codeChallenge = asked.get('code_challenge') ?? undefined;
    if (
      codeChallenge !== undefined &&
      (asked.get('code_challenge_method') !== 'S256' || !CODE_CHALLENGE.test(codeChallenge))
    )
      throw new AuthorizationError('invalid_request', 'code_challenge must be one of S256.');
    const scope = readScope(asked.get('scope') ?? '');
    if ('refusal' in scope) throw new AuthorizationError('invalid_scope', scope.refusal);
    if (msisdn === null || !handsets.find(msisdn).onNetwork)
      throw new AuthorizationError(
        'access_denied',
        'The mobile network does not carry this device, so nobody is recognised.',
      );
    if (!consents.isGiven(msisdn, clientId, scope.purpose))
      throw new AuthorizationError(
        'consent_required',
        'The subscriber does not consent to this purpose.',
      );
    const code = randomBytes(32).toString('base64url');
    const nonce = asked.get('nonce') ?? undefined;
    grants.add(
      code,
      {
        kind: 'code',
        clientId,
        msisdn,
        redirectUri,
        scope: asked.get('scope') ?? '',
        codeChallenge,
        nonce,
      },
      new Date(clock.real().getTime() + CODE_LIFE_MS),
    );
    return code;
  }

  /** With a signed request object only its values count, and parameters beside it must be equal. */
  async function withRequestObject(
    query: URLSearchParams,
    clientId: string,
  ): Promise<URLSearchParams> {
    const object = query.get('request');
    if (object === null) return query;
    const reading = await deps.assertions.read(
      object,
      'request',
      deps.endpoints.authorizationAudiences(),
    );
    if ('refusal' in reading || reading.client.id !== clientId)
      throw new AuthorizationError(
        'invalid_request_object',
        'refusal' in reading ? reading.refusal : 'It is signed by another client.',
      );
    const signed = new URLSearchParams();
    for (const [name, value] of Object.entries(reading.claims))
      if (typeof value === 'string') signed.set(name, value);
    for (const name of ['scope', 'response_type', 'client_id', 'redirect_uri'])
      if (query.get(name) !== signed.get(name))
        throw new AuthorizationError(
          'invalid_request_object',
          `${name} differs from the signed one.`,
        );
    return signed;
  }

  return {
    async authorize(query, msisdn) {
      const clientId = query.get('client_id') ?? '';
      const redirectUri = query.get('redirect_uri') ?? '';
      if (!clients.find(clientId)) return { refusal: 'The client is not known.' };
      if (!mayReturnTo(redirectUri, deps.publicUrl))
        return { refusal: 'redirect_uri is missing or not an address of the client.' };
      const state = query.get('state');
      try {
        const repeated = [...query.keys()].find((name, at, names) => names.indexOf(name) !== at);
        if (repeated !== undefined)
          throw new AuthorizationError('invalid_request', `${repeated} is given more than once.`);
        return {
          redirect: withQuery(redirectUri, {
            code: await codeFor(clientId, redirectUri, query, msisdn),
            state,
          }),
        };
      } catch (error) {
        if (!(error instanceof AuthorizationError)) throw error;
        return {
          redirect: withQuery(redirectUri, {
            error: error.code,
            error_description: error.message,
            state,
          }),
        };
      }
    },
  };
}

/**
 * Our product's own addresses, and all of this machine (RFC 8252, section 7.3), so that tests and
 * integrators can receive a code.
 */
function mayReturnTo(redirectUri: string, publicUrl: string): boolean {
  if (!URL.canParse(redirectUri)) return false;
  const url = new URL(redirectUri);
  const isOfThisMachine =
    url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.hash === '' && (isOfThisMachine || url.origin === new URL(publicUrl).origin);
}

function withQuery(address: string, values: Record<string, string | null>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values))
    if (value !== null) url.searchParams.set(name, value);
  return url.href;
}
