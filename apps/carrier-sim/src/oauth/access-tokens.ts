import { exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import type { Clock } from '../store/clock.ts';
import { e164, msisdnFromE164 } from '../store/numbers.ts';
import type { SettingsRepository } from '../store/settings.repository.ts';
import { readScope, type Scope } from './scopes.ts';

/** How long an access token lives, in seconds. */
export const TOKEN_LIFETIME_SECONDS = 600;

const ISSUER = 'urn:carrier-sim';
const REMEMBERED_TOKENS = 20_000;

/** What a token allows. `msisdn` is there for a three-legged token: one that speaks for a subscriber. */
export interface Access {
  clientId: string;
  scopes: ReadonlySet<Scope>;
  msisdn?: string;
  expiresAt: Date;
}

export interface AccessTokens {
  /** @returns the token, a JWT signed with the simulator's own key. */
  issue(grant: { clientId: string; scopes: readonly Scope[]; purpose: string; msisdn?: string }): Promise<string>;
  /** @returns what the token allows, or undefined where it is foreign, broken or late. */
  read(token: string): Promise<Access | undefined>;
}

/**
 * The key is made at the first start and kept. Tokens that were read or issued before are remembered, so that a busy
 * client costs one signature check for a token, not one for a request.
 */
export async function createAccessTokens(settings: SettingsRepository, clock: Clock): Promise<AccessTokens> {
  const { privateKey, publicKey } = await openKey(settings);
  const known = new Map<string, Access>();

  function remember(token: string, access: Access): void {
    if (known.size >= REMEMBERED_TOKENS) forgetOldest(known);
    known.set(token, access);
  }

  return {
    async issue({ clientId, scopes, purpose, msisdn }) {
      const issuedAt = Math.floor(clock.real().getTime() / 1000);
      const expiresAt = issuedAt + TOKEN_LIFETIME_SECONDS;
      const claims = { scope: [...scopes, purpose].join(' '), ...(msisdn && { phone_number: e164(msisdn) }) };
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
        .setIssuer(ISSUER)
        .setSubject(clientId)
        .setJti(uuid())
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(privateKey);
      remember(token, {
        clientId,
        scopes: new Set(scopes),
        ...(msisdn && { msisdn }),
        expiresAt: new Date(expiresAt * 1000),
      });
      return token;
    },
    async read(token) {
      const remembered = known.get(token);
      const access = remembered ?? (await verify(token, publicKey));
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
});

async function verify(token: string, key: CryptoKey | Uint8Array): Promise<Access | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, { issuer: ISSUER, algorithms: ['ES256'], typ: 'at+jwt' });
    const claims = accessClaims.parse(payload);
    const scope = readScope(claims.scope);
    if ('refusal' in scope) return undefined;
    const msisdn = claims.phone_number === undefined ? undefined : msisdnFromE164(claims.phone_number);
    return {
      clientId: claims.sub,
      scopes: new Set(scope.scopes),
      ...(msisdn && { msisdn }),
      expiresAt: new Date(claims.exp * 1000),
    };
  } catch {
    // Whatever is wrong with a token, the caller learns one thing: it is not accepted.
    return undefined;
  }
}

async function openKey(settings: SettingsRepository) {
  const kept = settings.get('token_key');
  if (kept === undefined) {
    const pair = await generateKeyPair('ES256', { extractable: true });
    settings.set('token_key', JSON.stringify(await exportJWK(pair.privateKey)));
    return pair;
  }
  const jwk: JWK = JSON.parse(kept);
  const { d: _secret, ...open } = jwk;
  return { privateKey: await importJWK(jwk, 'ES256'), publicKey: await importJWK(open, 'ES256') };
}

function forgetOldest(known: Map<string, Access>): void {
  let left = REMEMBERED_TOKENS / 10;
  for (const token of known.keys()) {
    if (left-- <= 0) return;
    known.delete(token);
  }
}
