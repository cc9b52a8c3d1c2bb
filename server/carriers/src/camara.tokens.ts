/**
 * Access tokens from the carrier (CAMARA Security and Interoperability Profile): the client proves
 * itself with a signed assertion (`private_key_jwt`, ES256), lives of assertions are at most 300 s,
 * and a scope names API scopes and exactly one purpose. Tokens for ourselves (client credentials)
 * are kept until shortly before they expire and fetched once however many calls wait; tokens for a
 * number (JWT bearer) are fetched for each call.
 */
import { createPrivateKey, randomUUID } from 'node:crypto';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { toE164 } from '@bonisa/domain/numbers/msisdn';
import { type JWK, SignJWT } from 'jose';
import { z } from 'zod';
import { type CarrierHttp, type HttpReply, retryAfter } from './camara.http.ts';

/**
 * What the calls are for, of the W3C Data Privacy Vocabulary; the carrier has agreed to it at
 * onboarding.
 */
const PURPOSE = 'dpv:RequestedServiceProvision';
const ASSERTION_SECONDS = 120;
/**
 * The carrier refuses what was issued in its future: our clock may be this much ahead of its own.
 */
const ISSUED_BEFORE_SECONDS = 10;
/** A token is renewed so much before its end, so that it does not end on the way. */
const MARGIN_MS = 30_000;

const tokenReply = z.object({
  access_token: z.string().min(1).max(8192),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.number().int().positive().max(86_400),
});
const tokenError = z.object({ error: z.string() });

/**
 * How a token endpoint says no (RFC 6749 5.2, and what stands before one); anything else is a
 * failure that passes.
 */
const REFUSALS = [400, 401, 403, 404, 405, 415];

export type TokenResult =
  | { kind: 'token'; value: string }
  /**
   * The carrier answered and gives none. `grant`: because of what was asked for (a number that it
   * does not know), not of how or by whom. `error`: its word for it, such as `invalid_client`.
   */
  | { kind: 'refused'; because: 'grant' | 'client'; error: string }
  | { kind: 'none'; retryAfterSeconds?: number };

export interface TokensOptions {
  http: CarrierHttp;
  tokenUrl: string;
  clientId: string;
  /** Our private key, an EC P-256 JWK. */
  privateJwk: JWK;
  now: () => Date;
  timeoutMs: number;
}

export interface Tokens {
  /** A token of our own for these API scopes. */
  forClient(scope: string): Promise<TokenResult>;
  /** A token that stands for one number. */
  forNumber(scope: string, msisdn: Msisdn): Promise<TokenResult>;
  /** Drops a token that the carrier has just refused, if it is still the one in use. */
  forget(scope: string, value: string): void;
}

interface Kept {
  value: string;
  until: number;
}

/**
 * Makes the store of tokens. Throws where the private key is none: a matter of configuration, found
 * at start.
 */
export function createTokens(options: TokensOptions): Tokens {
  const { pathname, search } = new URL(options.tokenUrl);
  const kept = new Map<string, Kept>();
  const underway = new Map<string, Promise<TokenResult>>();
  const key = createPrivateKey({ key: options.privateJwk, format: 'jwk' });

  /** Until when the token endpoint wants to be left alone (`Retry-After`). */
  let pausedUntil = 0;

  async function assertion(claims: { sub: string; scope?: string }): Promise<string> {
    const issued = Math.floor(options.now().getTime() / 1000) - ISSUED_BEFORE_SECONDS;
    const { sub, ...more } = claims;
    return new SignJWT(more)
      .setProtectedHeader({
        alg: 'ES256',
        typ: 'JWT',
        ...(options.privateJwk.kid ? { kid: options.privateJwk.kid } : {}),
      })
      .setIssuer(options.clientId)
      .setSubject(sub)
      .setAudience(options.tokenUrl)
      .setJti(randomUUID())
      .setIssuedAt(issued)
      .setExpirationTime(issued + ASSERTION_SECONDS)
      .sign(key);
  }

  async function request(
    form: Record<string, string>,
  ): Promise<{ result: TokenResult; seconds: number }> {
    const waits = Math.ceil((pausedUntil - options.now().getTime()) / 1000);
    if (waits > 0) return { result: { kind: 'none', retryAfterSeconds: waits }, seconds: 0 };
    const body = new URLSearchParams({
      ...form,
      client_id: options.clientId,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await assertion({ sub: options.clientId }),
    });
    const reply = await options.http.send({
      method: 'POST',
      path: pathname + search,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: body.toString(),
      timeoutMs: options.timeoutMs,
    });
    if (reply.kind !== 'reply') return { result: { kind: 'none' }, seconds: 0 };
    const token = reply.status === 200 ? tokenReply.safeParse(reply.body) : undefined;
    if (token?.success)
      return {
        result: { kind: 'token', value: token.data.access_token },
        seconds: token.data.expires_in,
      };
    return {
      result: REFUSALS.includes(reply.status) ? refusalOf(reply) : failureOf(reply),
      seconds: 0,
    };
  }

  function failureOf(reply: HttpReply): TokenResult {
    const seconds = retryAfter(reply, options.now());
    if (seconds === undefined) return { kind: 'none' };
    pausedUntil = options.now().getTime() + seconds * 1000;
    return { kind: 'none', retryAfterSeconds: seconds };
  }

  async function fetchForClient(scope: string): Promise<TokenResult> {
    const requestedAt = options.now().getTime();
    const { result, seconds } = await request({
      grant_type: 'client_credentials',
      scope: `${scope} ${PURPOSE}`,
    });
    if (result.kind === 'token')
      kept.set(scope, { value: result.value, until: requestedAt + lifetimeMs(seconds) });
    return result;
  }

  return {
    async forClient(scope) {
      const held = kept.get(scope);
      if (held && held.until > options.now().getTime()) return { kind: 'token', value: held.value };
      const running = underway.get(scope);
      if (running) return running;
      const fetching = fetchForClient(scope).finally(() => underway.delete(scope));
      underway.set(scope, fetching);
      return fetching;
    },

    async forNumber(scope, msisdn) {
      // The profile: 'the scope parameter MUST NOT be specified', the scope is a claim of the
      // assertion.
      const { result } = await request({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: await assertion({ sub: `tel:${toE164(msisdn)}`, scope: `${scope} ${PURPOSE}` }),
      });
      return result;
    },

    forget(scope, value) {
      if (kept.get(scope)?.value === value) kept.delete(scope);
    },
  };
}

function refusalOf({ status, body }: HttpReply): TokenResult {
  const error = tokenError.safeParse(body);
  const because = status === 400 && error.data?.error === 'invalid_grant' ? 'grant' : 'client';
  return { kind: 'refused', because, error: error.data?.error ?? '' };
}

/** How long a token may be used: its life less a margin, for very short ones half of it. */
function lifetimeMs(seconds: number): number {
  const life = seconds * 1000;
  return life > 2 * MARGIN_MS ? life - MARGIN_MS : life / 2;
}
