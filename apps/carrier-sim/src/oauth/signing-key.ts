import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { SettingsRepository } from '../store/settings.repository.ts';

/** The carrier's key for access tokens and ID tokens. Generated at the first start and stored. */
export interface SigningKey {
  id: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  /** The public part, which `jwks_uri` shows. */
  publicJwk: JWK;
}

export async function openSigningKey(settings: SettingsRepository): Promise<SigningKey> {
  const jwk = await keptKey(settings);
  const { d: _secret, ...open } = jwk;
  const id = await calculateJwkThumbprint(open);
  return {
    id,
    privateKey: await importEc(jwk),
    publicKey: await importEc(open),
    publicJwk: { ...open, kid: id, use: 'sig', alg: 'ES256' },
  };
}

async function keptKey(settings: SettingsRepository): Promise<JWK> {
  const stored = settings.get('token_key');
  if (stored !== undefined) return JSON.parse(stored);
  const pair = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(pair.privateKey);
  settings.set('token_key', JSON.stringify(jwk));
  return jwk;
}

async function importEc(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'ES256');
  if (key instanceof Uint8Array) throw new TypeError('The key is none of an elliptic curve.');
  return key;
}
