/**
 * A minimal client of the token endpoint, as an integrator might write it: keys, assertions and
 * tokens of any scope.
 */
import {
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';

export interface Client {
  id: string;
  privateKey: KeyObject;
  privateJwk: JsonWebKey & { kty: string };
  publicJwk: JsonWebKey & { kty: string };
}

export function newClient(id: string): Client {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwkOf = (key: KeyObject) => ({ ...key.export({ format: 'jwk' }), kty: 'EC' });
  return { id, privateKey, privateJwk: jwkOf(privateKey), publicJwk: jwkOf(publicKey) };
}

/**
 * Fetches a token; with a subject (`tel:+27…`, `operatortoken:…`) the token is for that subscriber.
 * Throws if none is issued.
 */
export async function rawToken(
  tokenUrl: string,
  client: Client,
  scope: string,
  subject?: string,
): Promise<string> {
  const full = `${scope} dpv:RequestedServiceProvision`;
  // With JWT bearer the assertion contains the scope and authenticates the client (CAMARA's
  // security profile).
  const form: Record<string, string> =
    subject === undefined
      ? {
          grant_type: 'client_credentials',
          scope: full,
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: assertion(tokenUrl, client, { sub: client.id }),
        }
      : {
          grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
          assertion: assertion(tokenUrl, client, { sub: subject, scope: full }),
        };
  const reply = await fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = (await reply.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`no token: ${reply.status}`);
  return token;
}

/** A JWT valid for a minute, ES256 (RFC 7515, RFC 7518). */
function assertion(audience: string, client: Client, claims: Record<string, string>): string {
  const issued = Math.floor(Date.now() / 1000);
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const payload = {
    ...claims,
    iss: client.id,
    aud: audience,
    jti: randomUUID(),
    iat: issued,
    exp: issued + 60,
  };
  const signed = `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode(payload)}`;
  const signature = sign('sha256', Buffer.from(signed), {
    key: client.privateKey,
    dsaEncoding: 'ieee-p1363',
  });
  return `${signed}.${signature.toString('base64url')}`;
}
