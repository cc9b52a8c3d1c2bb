import { createHmac, createSecretKey } from 'node:crypto';
import type { z } from 'zod';
import { KID_LENGTH, ringOf } from './key-ring.ts';
import { sameText } from './keyed-hash.ts';

/** The version of the derivation and of the tokens; another version reads no token of this one. */
const VERSION = 'v1';
const LONGEST_TOKEN = 4096;
const SHORTEST_KEY = 32;

export type SignatureVerdict = 'valid' | 'forged' | 'unknown_key';

/** Signs texts for one purpose. */
export interface Signer {
  /** The id of the key and the HMAC-SHA256 of the text: 49 characters of base64url. */
  sign(text: string): string;
  /** Verifies with the key that the signature names, in constant time. */
  verify(text: string, signature: string): SignatureVerdict;
  /** Whether the verdict is `valid`. */
  matches(text: string, signature: string): boolean;
}

/**
 * Makes a signer whose keys are derived from the ring of `key` for one purpose, so a signature of
 * one purpose is never valid for another. Throws a `RangeError` for a key of fewer than 32 bytes.
 */
export function createSigner(key: Uint8Array, purpose: string): Signer {
  if (key.length < SHORTEST_KEY) throw new RangeError(`the ${purpose} key is too short`);
  const [current, ...others] = ringOf(key);
  const sign = signatureBy(current.bytes, purpose);
  const signatures = new Map([
    ...others.map(({ kid, bytes }) => [kid, signatureBy(bytes, purpose)] as const),
    [current.kid, sign],
  ]);
  const verify: Signer['verify'] = (text, signature) => {
    const signatureOf = signatures.get(signature.slice(0, KID_LENGTH));
    if (!signatureOf) return 'unknown_key';
    return sameText(signatureOf(text), signature.slice(KID_LENGTH)) ? 'valid' : 'forged';
  };
  return {
    sign: (text) => current.kid + sign(text),
    verify,
    matches: (text, signature) => verify(text, signature) === 'valid',
  };
}

function signatureBy(key: Uint8Array, purpose: string): (text: string) => string {
  const derived = createHmac('sha256', key).update(`signed ${VERSION}\n${purpose}`).digest();
  const secret = createSecretKey(derived);
  return (text) => createHmac('sha256', secret).update(text).digest('base64url');
}

/**
 * The claims of a token, or the reason why it is invalid. An expired token still shows its claims.
 */
export type SignedTokenReading<Claims> =
  | { readonly ok: true; readonly claims: Claims; readonly until: Date }
  | { readonly ok: false; readonly refusal: 'malformed' | 'forged' | 'unknown_key' }
  | { readonly ok: false; readonly refusal: 'expired'; readonly claims: Claims };

export interface SignedTokens<Claims> {
  /** A token that is valid before `until`. Everybody who has the token can read its claims. */
  issue(claims: Claims, until: Date): string;
  /** Checks signature, claims and expiry. Never throws. */
  read(token: string, now: Date): SignedTokenReading<Claims>;
}

/**
 * Makes the tokens of one purpose: `v1.<payload>.<signature>`, both base64url. The payload is the
 * JSON of the expiry in milliseconds since 1970 and the claims; the signature names its key.
 */
export function createSignedTokens<Schema extends z.ZodType>(options: {
  readonly key: Uint8Array;
  readonly purpose: string;
  readonly claims: Schema;
}): SignedTokens<z.output<Schema>> {
  const { key, purpose, claims: schema } = options;
  const signer = createSigner(key, purpose);
  return {
    issue(claims, until) {
      const payload = Buffer.from(JSON.stringify([until.getTime(), claims])).toString('base64url');
      return `${VERSION}.${payload}.${signer.sign(payload)}`;
    },
    read(token, now) {
      const parts = token.length > LONGEST_TOKEN ? [] : token.split('.');
      const [version, payload, signature] = parts;
      if (parts.length !== 3 || version !== VERSION || !payload || !signature)
        return { ok: false, refusal: 'malformed' };
      // The signature covers the text of the payload: another spelling of its bytes is forged.
      const verdict = signer.verify(payload, signature);
      if (verdict !== 'valid') return { ok: false, refusal: verdict };
      const [until, given] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
        number,
        unknown,
      ];
      const claims = schema.safeParse(given);
      // Signed by a release whose claims had another shape.
      if (!claims.success) return { ok: false, refusal: 'malformed' };
      if (until <= now.getTime()) return { ok: false, refusal: 'expired', claims: claims.data };
      return { ok: true, claims: claims.data, until: new Date(until) };
    },
  };
}
