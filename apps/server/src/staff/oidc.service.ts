import { SECOND_STEP_MS } from '@bonisa/domain/staff/staff-session';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/http/app-error.ts';
import { hashToken } from '../platform/secrets/keyed-hash.ts';
import { createSignedTokens } from '../platform/secrets/signed-token.ts';
import type { AccountRepository, StaffAccount } from './account.repository.ts';
import { RefusedOidc } from './refused-oidc.ts';
import { refusedSignIn, type SignIn } from './sign-in.service.ts';
import type { BegunSession } from './staff-session.service.ts';
import type { OidcConfig } from './studio.config.ts';

/** Where the company's sign-in sends the browser back to. */
export const BEGIN_PATH = '/studio/sign-in/oidc';
export const CALLBACK_PATH = '/studio/sign-in/oidc/callback';
const TIMEOUT_SECONDS = 10;
/** How old a sign-in at the company may be: a working day. */
const MAX_AGE_SECONDS = 12 * 60 * 60;
/** Half a minute for clocks that differ. */
const FRESH_SECONDS = 30;

/** A sign-in that has begun: where the browser goes, and what it must bring back. */
export interface BegunOidc {
  readonly address: string;
  readonly pending: string;
}

export interface Oidc {
  /** `fresh`: the company asks the person again, for a dangerous act. */
  begin(fresh: boolean): Promise<BegunOidc>;
  /** Throws `sign_in_refused`. `pending` is what `begin` gave this browser; it counts once. */
  finish(pending: string | undefined, request: FastifyRequest): Promise<BegunSession>;
}

export interface OidcDependencies {
  readonly oidc: OidcConfig;
  readonly studioUrl: string;
  readonly accounts: AccountRepository;
  readonly signIn: Pick<SignIn, 'admit'>;
  readonly key: Buffer;
  readonly logger: Pick<Logger, 'warn'>;
  readonly clock: Clock;
}

/** What the company says of a person. */
interface Claims {
  readonly iss: string;
  readonly sub: string;
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly auth_time?: number;
}

/**
 * Sign-in at the company's own OIDC: code flow with PKCE, state and nonce. An account is bound to
 * issuer and subject at its first sign-in, by the verified address that an administrator invited;
 * an address alone opens no account that is in use.
 */
export function createOidc(parts: OidcDependencies): Oidc {
  const { oidc, studioUrl, accounts, signIn, key, logger, clock } = parts;
  const pendings = createSignedTokens({
    key,
    purpose: 'studio.oidc',
    claims: z.object({
      state: z.string(),
      nonce: z.string(),
      verifier: z.string(),
      fresh: z.boolean(),
    }),
  });
  const redirectUri = `${studioUrl}${CALLBACK_PATH}`;
  const connect = remembered(() => discover(oidc));

  /** @throws RefusedOidc where nobody may come in with these claims. */
  const accountOf = async (tx: Database, claims: Claims): Promise<StaffAccount> => {
    const refused = () => new RefusedOidc(addressIn(claims));
    const within = accounts.within(tx);
    const oidcSubject = JSON.stringify([claims.iss, claims.sub]);
    const bound = await within.lockByOidcSubject(oidcSubject);
    if (bound) {
      if (bound.state !== 'active') throw refused();
      return bound;
    }
    if (claims.email_verified !== true || typeof claims.email !== 'string') throw refused();
    const known = await within.byEmail(claims.email.toLowerCase());
    const invited = known && (await within.lock(known.id));
    if (invited?.state !== 'invited') throw refused();
    await within.update(invited.id, { oidcSubject, state: 'active' });
    await within.endLinks(invited.id, clock.now());
    return { ...invited, oidcSubject, state: 'active' };
  };

  return {
    begin: async (fresh) => {
      const { client, server } = await connect();
      const verifier = client.randomPKCECodeVerifier();
      const claims = { state: client.randomState(), nonce: client.randomNonce(), verifier, fresh };
      const address = client.buildAuthorizationUrl(server, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: claims.state,
        nonce: claims.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        max_age: String(MAX_AGE_SECONDS),
        ...(fresh ? { prompt: 'login' } : {}),
      });
      const until = new Date(clock.now().getTime() + SECOND_STEP_MS);
      return { address: address.href, pending: pendings.issue(claims, until) };
    },

    finish: async (pending, request) => {
      const read = pendings.read(pending ?? '', clock.now());
      if (!read.ok) throw refusedSignIn();
      const { state, nonce, verifier, fresh } = read.claims;
      const { client, server } = await connect();
      const tokens = await client
        .authorizationCodeGrant(server, new URL(request.url, studioUrl), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          maxAge: fresh ? FRESH_SECONDS + SECOND_STEP_MS / 1000 : MAX_AGE_SECONDS,
        })
        .catch((error: unknown) => {
          logger.warn({ err: error }, "the company's sign-in was refused");
          throw refusedSignIn();
        });
      const told = tokens.claims();
      if (!told) throw refusedSignIn();
      // Some companies tell the address at another place than in the token of the sign-in.
      const asks = told.email === undefined && server.serverMetadata().userinfo_endpoint;
      const more = asks ? await client.fetchUserInfo(server, tokens.access_token, told.sub) : {};
      const claims: Claims = { ...more, ...told };
      return await accounts.transaction(async (tx) => {
        const within = accounts.within(tx);
        if (!(await within.useChallenge(hashToken(pending ?? ''), read.until)))
          throw refusedSignIn();
        const account = await accountOf(tx, claims);
        const factorAt = factorTimeOf(claims, clock.now());
        const action = 'studioOidcSignIn';
        return await signIn.admit(tx, account, { request, method: 'oidc', action, factorAt });
      });
    },
  };
}

const addressIn = ({ email }: Claims): string | undefined =>
  typeof email === 'string' ? email : undefined;

/** The company counts by the machine's time, and our clock may have been moved in a test. */
function factorTimeOf({ auth_time }: Claims, now: Date): Date {
  if (auth_time === undefined) return new Date(0);
  return new Date(now.getTime() - Math.max(0, Date.now() - auth_time * 1000));
}

/** Loaded on demand: most installations have no company sign-in. */
async function discover({ issuer, clientId, clientSecret }: OidcConfig) {
  const client = await import('openid-client');
  const url = new URL(issuer);
  const execute = url.protocol === 'http:' ? [client.allowInsecureRequests] : [];
  const options = { execute, timeout: TIMEOUT_SECONDS };
  const server = await client
    .discovery(url, clientId, clientSecret, undefined, options)
    .catch((error: unknown) => {
      throw new AppError('unavailable', "The company's sign-in does not answer.", { cause: error });
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
