import { AppError } from '@bonisa/kit/http/app-error';
import type { Logger } from 'pino';
import { RefusedOidc } from './refused-oidc.ts';
import { refusedSignIn } from './sign-in.service.ts';
import type { OidcConfig } from './studio.config.ts';

const TIMEOUT_SECONDS = 10;

/** What the company says of a person. */
export interface Claims {
  readonly iss: string;
  readonly sub: string;
  readonly email?: unknown;
  readonly email_verified?: unknown;
  /** When it asked the person, in seconds since 1970 by its clock. */
  readonly auth_time?: number;
}

/** What ties the company's answer to the browser that was sent there. */
export interface OidcSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The company's OIDC provider: code flow with PKCE, state and nonce. */
export interface Company {
  /** Where the browser goes. `again`: the company asks the person, whoever is signed in there. */
  begin(again: boolean): Promise<{ readonly address: string; readonly secrets: OidcSecrets }>;
  /**
   * What the company says of the person whom it sent back to `address`. Throws `sign_in_refused`,
   * and `unavailable` where the company does not answer or refuses the studio itself.
   */
  claims(address: URL, secrets: OidcSecrets): Promise<Claims>;
}

export interface CompanyParts {
  readonly oidc: OidcConfig;
  readonly redirectUri: string;
  /** The oldest sign-in at the company that the studio takes. */
  readonly maxAgeMs: number;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Creates the connection to the company; it is made at the first sign-in. */
export function createCompany({ oidc, redirectUri, maxAgeMs, logger }: CompanyParts): Company {
  const connect = remembered(() => discover(oidc, logger));
  return {
    begin: async (again) => {
      const { client, server } = await connect();
      const verifier = client.randomPKCECodeVerifier();
      const secrets = { state: client.randomState(), nonce: client.randomNonce(), verifier };
      const address = client.buildAuthorizationUrl(server, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // Whoever is asked for an age has to say it (`auth_time`). Some companies do not.
        max_age: String(maxAgeMs / 1000),
        ...(again ? { prompt: 'login' } : {}),
      });
      return { address: address.href, secrets };
    },

    claims: async (address, { state, nonce, verifier }) => {
      const { client, server } = await connect();
      const refuse = (error: unknown): never => {
        logger.warn({ err: error }, "the company's sign-in was refused");
        throw refusalOf(client, error);
      };
      const tokens = await client
        .authorizationCodeGrant(server, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        .catch(refuse);
      const told = tokens.claims();
      if (!told) throw refusedSignIn();
      // Some companies tell the address at another place than in the token of the sign-in.
      const asks = told.email === undefined && server.serverMetadata().userinfo_endpoint;
      if (!asks) return told;
      const more = await client.fetchUserInfo(server, tokens.access_token, told.sub).catch(refuse);
      // Only the token's own time was checked.
      return { ...more, ...told, auth_time: told.auth_time };
    },
  };
}

type Client = typeof import('openid-client');

/** Codes of answers that are none of OIDC's: a proxy's page, or nothing in time. */
const NO_ANSWER: ReadonlySet<unknown> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);

/** What a failure means for the person. The log has the failure itself. */
function refusalOf(client: Client, error: unknown): AppError {
  if (error instanceof client.AuthorizationResponseError)
    return new RefusedOidc({ kind: 'company', answer: error.error });
  const { code } = error as { readonly code?: unknown };
  // `fetch` throws a TypeError without a code where the network fails.
  if (NO_ANSWER.has(code) || (error instanceof TypeError && code === undefined)) return away(error);
  const isRefused =
    error instanceof client.WWWAuthenticateChallengeError ||
    (error instanceof client.ResponseBodyError && error.error !== 'invalid_grant');
  return isRefused ? refusedStudio(error) : refusedSignIn();
}

function away(cause: unknown): AppError {
  return new AppError('unavailable', "The company's sign-in does not answer.", { cause });
}

function refusedStudio(cause: unknown): AppError {
  const words =
    "The company's sign-in refused the studio itself. The studio's operator finds the reason in the log.";
  return new AppError('unavailable', words, { cause });
}

/** Loaded on demand: most installations have no company sign-in. */
async function discover(
  { issuer, clientId, clientSecret }: OidcConfig,
  logger: CompanyParts['logger'],
) {
  const client = await import('openid-client');
  const url = new URL(issuer);
  const execute = url.protocol === 'http:' ? [client.allowInsecureRequests] : [];
  const options = { execute, timeout: TIMEOUT_SECONDS };
  const server = await client
    .discovery(url, clientId, clientSecret, undefined, options)
    .catch((error: unknown) => {
      logger.warn({ err: error }, "the company's sign-in does not answer");
      throw away(error);
    });
  return { client, server };
}

/** Remembers what was made; after a failure the next call tries again. */
function remembered<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
