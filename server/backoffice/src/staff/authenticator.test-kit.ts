import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest();
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

export interface AuthenticatorOptions {
  /** The page that asks. */
  readonly origin: string;
  readonly rpID?: string;
  /** `false`: the authenticator did not check the person. */
  readonly verified?: boolean;
  /** The length of the passkey's id. */
  readonly idBytes?: number;
  /** What the browser says of a page that is inside of another site's. */
  readonly framed?: { readonly crossOrigin?: unknown; readonly topOrigin?: string };
}

/** An authenticator in software, as a browser answers with it: one ES256 passkey. */
export function createAuthenticator({
  origin,
  rpID = 'localhost',
  verified = true,
  idBytes = 16,
  framed = {},
}: AuthenticatorOptions) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(idBytes);
  let counter = 0;
  const flags = USER_PRESENT | (verified ? USER_VERIFIED : 0);
  const clientData = (type: string, challenge: unknown): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...framed }));
  const credential = {
    id: text(id),
    rawId: text(id),
    type: 'public-key',
    clientExtensionResults: {},
  };

  return {
    id: text(id),
    /** The answer to `navigator.credentials.create`. */
    create(options: Record<string, unknown>) {
      const data = clientData('webauthn.create', options.challenge);
      const authData = Buffer.concat([
        sha256(rpID),
        Buffer.from([flags | HAS_CREDENTIAL]),
        counted(counter),
        Buffer.alloc(16),
        Buffer.from([id.length >> 8, id.length & 255]),
        id,
        coseOf(publicKey),
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      const attestationObject = text(isoCBOR.encode(attestation as never));
      const response = { clientDataJSON: text(data), attestationObject, transports: ['internal'] };
      return { ...credential, response };
    },
    /** The answer to `navigator.credentials.get`; `times` more uses than before. */
    get(options: Record<string, unknown>, times = 1) {
      counter += times;
      const data = clientData('webauthn.get', options.challenge);
      const authData = Buffer.concat([sha256(rpID), Buffer.from([flags]), counted(counter)]);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      const response = {
        clientDataJSON: text(data),
        authenticatorData: text(authData),
        signature: text(signature),
      };
      return { ...credential, response };
    },
  };
}

function counted(counter: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(counter);
  return bytes;
}

/** An ES256 public key in COSE. */
function coseOf(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const cose = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);
  return isoCBOR.encode(cose as never);
}
