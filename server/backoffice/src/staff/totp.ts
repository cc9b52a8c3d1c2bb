import { createHmac } from 'node:crypto';
import {
  acceptedTotpStep,
  TOTP_PERIOD_SECONDS,
  totpStepAt,
} from '@bonisa/domain/staff/staff-session';
import type { Clock } from '@bonisa/kit/clock/clock';
import { ringOf } from '@bonisa/kit/secrets/key-ring';
import { sameText } from '@bonisa/kit/secrets/keyed-hash';
import { createSealer, type Sealer } from '@bonisa/kit/secrets/sealer';
import { Secret, TOTP } from 'otpauth';
import { type QrCode, qrCodeOf } from './qr-code.ts';

const DIGITS = 6;
const SECRET_BYTES = 20;

/** A secret for an authenticator app, as the person types it or scans its address. */
export interface TotpSetup {
  readonly secret: string;
  readonly uri: string;
  readonly qr: QrCode;
}

export interface TotpSecrets {
  /** The secret of a set-up that a one-time link or a session identifies: no row is needed. */
  setupOf(seed: string, label: string): TotpSetup;
  /** A secret as it is stored, bound to its account. */
  readonly seal: Sealer['seal'];
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
  const sealer = createSealer(key);
  return {
    setupOf: (seed, label) => {
      const secret = setupSecret(key, seed);
      const uri = new TOTP({ issuer, label, secret, digits: DIGITS }).toString();
      return { secret: secret.base32, uri, qr: qrCodeOf(uri) };
    },
    seal: sealer.seal,
    stepOf: (code, { id, totp, totpStep }) => {
      const secret = totp === null ? undefined : sealer.open(totp, id);
      return secret === undefined ? undefined : stepOfSecret(code, secret, totpStep);
    },
    acceptSetup: (seed, code) => {
      for (const { bytes } of ringOf(key)) {
        const secret = setupSecret(bytes, seed).base32;
        const step = stepOfSecret(code, secret, 0);
        if (step !== undefined) return { secret, step };
      }
      return undefined;
    },
    sealedAnew: (sealed, accountId) => {
      if (sealer.isCurrent(sealed)) return undefined;
      const secret = sealer.open(sealed, accountId);
      return secret === undefined ? undefined : sealer.seal(secret, accountId);
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

function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
