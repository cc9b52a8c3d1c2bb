import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import {
  acceptedTotpStep,
  TOTP_PERIOD_SECONDS,
  totpStepAt,
} from '@bonisa/domain/staff/staff-session';
import { Secret, TOTP } from 'otpauth';
import type { Clock } from '../platform/clock/clock.ts';
import { firstOfKeys } from '../platform/secrets/key-ring.ts';
import { sameText } from '../platform/secrets/keyed-hash.ts';

const DIGITS = 6;
const SECRET_BYTES = 20;

/** A secret for an authenticator app, as the person types it or scans its address. */
export interface TotpSetup {
  readonly secret: string;
  readonly uri: string;
}

export interface TotpSecrets {
  /** The secret of a set-up that a one-time link or a session identifies: no row is needed. */
  setupOf(seed: string, label: string): TotpSetup;
  /** A secret as it is stored, bound to its account. */
  seal(secret: string, accountId: string): string;
  /** The step that a code proves, or `undefined`; no step up to `lastStep` counts again. */
  stepOf(
    code: string,
    account: { readonly id: string; readonly totp: string | null; readonly totpStep: number },
  ): number | undefined;
  /**
   * The secret of a set-up and the step that a code of it proves, or `undefined`. Another process
   * may have shown the set-up with the other key, while the secret is being changed.
   */
  acceptSetup(seed: string, code: string): { secret: string; step: number } | undefined;
  /** A stored secret sealed by the key that signs now; `undefined` where it is, or cannot be. */
  sealedAnew(sealed: string, accountId: string): string | undefined;
}

/**
 * Secrets of authenticator apps (RFC 6238, SHA-1 and six digits as every app has them). The apps go
 * by the real time. Where a test has moved the clock of the product, codes of its time count too:
 * `clocks` are the real one, and the product's.
 */
export function createTotpSecrets(
  key: Buffer,
  issuer: string,
  clocks: readonly [Clock, Clock?],
): TotpSecrets {
  const [real, product = real] = clocks;
  const stepOfSecret = (code: string, secret: string, last: number): number | undefined => {
    if (!/^[0-9]{6}$/.test(code)) return undefined;
    const isCode = (step: number): boolean => sameText(codeAt(secret, step), code);
    const now = real.now();
    // A step that the real time has not reached was proven by a moved clock, and ends no real code.
    const isOfReal = last <= totpStepAt(now) + 1;
    return (
      acceptedTotpStep(isCode, isOfReal ? last : 0, now) ??
      acceptedTotpStep(isCode, last, product.now())
    );
  };
  const seal: TotpSecrets['seal'] = (secret, accountId) => {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(accountId));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  };
  return {
    setupOf: (seed, label) => {
      const secret = setupSecret(key, seed);
      const uri = new TOTP({ issuer, label, secret, digits: DIGITS }).toString();
      return { secret: secret.base32, uri };
    },
    seal,
    stepOf: (code, { id, totp, totpStep }) => {
      const secret = totp === null ? undefined : opened(key, totp, id);
      return secret === undefined ? undefined : stepOfSecret(code, secret, totpStep);
    },
    acceptSetup: (seed, code) =>
      firstOfKeys(key, (one) => {
        const secret = setupSecret(one, seed).base32;
        const step = stepOfSecret(code, secret, 0);
        return step === undefined ? undefined : { secret, step };
      }),
    sealedAnew: (sealed, accountId) => {
      if (openedBy(key, sealed, accountId) !== undefined) return undefined;
      const secret = opened(key, sealed, accountId);
      return secret === undefined ? undefined : seal(secret, accountId);
    },
  };
}

function setupSecret(key: Uint8Array, seed: string): Secret {
  const bytes = createHmac('sha256', key).update(`totp set-up\n${seed}`).digest();
  return new Secret({ buffer: exactBuffer(bytes.subarray(0, SECRET_BYTES)) });
}

function codeAt(secret: string, step: number): string {
  const timestamp = step * TOTP_PERIOD_SECONDS * 1000;
  return TOTP.generate({ secret: Secret.fromBase32(secret), digits: DIGITS, timestamp });
}

/** `undefined` for a secret of another key: the account needs a new one (`npm run staff`). */
function opened(key: Buffer, text: string, accountId: string): string | undefined {
  return firstOfKeys(key, (one) => openedBy(one, text, accountId));
}

function openedBy(key: Uint8Array, text: string, accountId: string): string | undefined {
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(accountId)).setAuthTag(bytes.subarray(12, 28));
  try {
    return `${decipher.update(bytes.subarray(28), undefined, 'utf8')}${decipher.final('utf8')}`;
  } catch {
    return undefined;
  }
}

function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
