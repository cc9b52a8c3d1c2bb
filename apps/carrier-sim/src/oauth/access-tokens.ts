import { jwtVerify, SignJWT } from 'jose';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import type { Clock } from '../store/clock.ts';
import { e164, msisdnFromE164 } from '../store/numbers.ts';
import { type RequestedScope, readScope, type Scope, scopeText } from './scopes.ts';
import type { SigningKey } from './signing-key.ts';

/** Lifetime of an access token in seconds. */
export const TOKEN_LIFETIME_SECONDS = 600;

const REMEMBERED_TOKENS = 20_000;

/**
 * How the subscriber of a three-legged token was recognised: by the mobile network (`nba`), by a
 * temporary token of the SIM (`sim`), or not by the carrier, because the client named the number
 * (`client`).
 */
export const RECOGNISED_BY = ['nba', 'sim', 'client'] as const;
export type RecognisedBy = (typeof RECOGNISED_BY)[number];

/** The subscriber of a three-legged token. */
export interface Subject {
  msisdn: string;
  recognisedBy: RecognisedBy;
}

/** The rights of a token. A three-legged token has a `subject`. */
export interface TokenAccess {
  clientId: string;
  scopes: ReadonlySet<Scope>;
  purpose: string;
  subject?: Subject;
  expiresAt: Date;
}

export interface AccessTokens {
  /** @returns the token, a JWT signed with the simulator's own key. */
  issue(grant: {
    issuer: string;
    clientId: string;
    scope: RequestedScope;
    subject?: Subject | undefined;
  }): Promise<string>;
  /** @returns what the token allows, or undefined for a foreign, malformed or expired token. */
  read(token: string): Promise<TokenAccess | undefined>;
}

/**
 * Known tokens are cached, so that a busy client costs one signature check for each token and not
 * for each request.
 */
export function createAccessTokens({
  key,
  clock,
}: {
  key: SigningKey;
  clock: Clock;
}): AccessTokens {
  const known = new Map<string, TokenAccess>();

  function remember(token: string, access: TokenAccess): void {
    if (known.size >= REMEMBERED_TOKENS) forgetOldest(known);
    known.set(token, access);
  }

  return {
    async issue({ issuer, clientId, scope, subject }) {
      const issuedAt = Math.floor(clock.real().getTime() / 1000);
      const expiresAt = issuedAt + TOKEN_LIFETIME_SECONDS;
      const claims = {
        client_id: clientId,
        scope: scopeText(scope),
        ...(subject && { phone_number: e164(subject.msisdn), amr: [subject.recognisedBy] }),
      };
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.id })
        .setIssuer(issuer)
        .setAudience(issuer)
        .setSubject(clientId)
        .setJti(uuid())
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key.privateKey);
      const { scopes, purpose } = scope;
      remember(token, {
        clientId,
        scopes: new Set(scopes),
        purpose,
        ...(subject && { subject }),
        expiresAt: new Date(expiresAt * 1000),
      });
      return token;
    },
    async read(token) {
      const remembered = known.get(token);
      const access = remembered ?? (await verify(token, key, clock.real()));
      if (!access || access.expiresAt <= clock.real()) return undefined;
      if (!remembered) remember(token, access);
      return access;
    },
  };
}

const accessClaims = z.object({
  sub: z.string(),
  scope: z.string(),
  exp: z.number(),
  phone_number: z.string().optional(),
  amr: z.tuple([z.enum(RECOGNISED_BY)]).optional(),
});

async function verify(
  token: string,
  key: SigningKey,
  currentDate: Date,
): Promise<TokenAccess | undefined> {
  try {
    const { payload } = await jwtVerify(token, key.publicKey, {
      algorithms: ['ES256'],
      typ: 'at+jwt',
      currentDate,
    });
    const claims = accessClaims.parse(payload);
    const scope = readScope(claims.scope);
    if ('refusal' in scope) return undefined;
    const msisdn =
      claims.phone_number === undefined ? undefined : msisdnFromE164(claims.phone_number);
    return {
      clientId: claims.sub,
      scopes: new Set(scope.scopes),
      purpose: scope.purpose,
      ...(msisdn && { subject: { msisdn, recognisedBy: claims.amr?.[0] ?? 'client' } }),
      expiresAt: new Date(claims.exp * 1000),
    };
  } catch {
    // The caller only learns that the token is not accepted.
    return undefined;
  }
}

function forgetOldest(known: Map<string, TokenAccess>): void {
  let left = REMEMBERED_TOKENS / 10;
  for (const token of known.keys()) {
    if (left-- <= 0) return;
    known.delete(token);
  }
}
