import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { KID_LENGTH, ringOf } from './key-ring.ts';

const IV_LENGTH = 12;
const HEAD_LENGTH = IV_LENGTH + 16;

/** Encrypts texts for one purpose. */
export interface Sealer {
  /** The id of the key and the encrypted text, which only opens together with `about`. */
  seal(text: string, about: string): string;
  /** `undefined` for what a key outside of the ring sealed, and for what was changed. */
  open(sealed: string, about: string): string | undefined;
  /** Whether the key that seals now sealed it. */
  isCurrent(sealed: string): boolean;
}

/** The id of the key that sealed a text. */
export function sealedBy(sealed: string): string {
  return sealed.slice(0, KID_LENGTH);
}

/** Seals with AES-256-GCM, by keys that are derived from the ring of `key`. */
export function createSealer(key: Uint8Array): Sealer {
  const [current, ...others] = ringOf(key).map(({ kid, bytes }) => ({
    kid,
    secret: createHmac('sha256', bytes).update('sealed v1').digest(),
  })) as [SealingKey, ...SealingKey[]];
  const secrets = new Map([...others, current].map(({ kid, secret }) => [kid, secret]));
  return {
    seal: (text, about) => {
      const iv = randomBytes(IV_LENGTH);
      const cipher = createCipheriv('aes-256-gcm', current.secret, iv).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return current.kid + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open: (sealed, about) => {
      const secret = secrets.get(sealedBy(sealed));
      const bytes = Buffer.from(sealed.slice(KID_LENGTH), 'base64url');
      if (!secret || bytes.length < HEAD_LENGTH) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, IV_LENGTH));
      decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(IV_LENGTH, HEAD_LENGTH));
      try {
        const text = decipher.update(bytes.subarray(HEAD_LENGTH), undefined, 'utf8');
        return text + decipher.final('utf8');
      } catch {
        return undefined;
      }
    },
    isCurrent: (sealed) => sealedBy(sealed) === current.kid,
  };
}

interface SealingKey {
  readonly kid: string;
  readonly secret: Buffer;
}
