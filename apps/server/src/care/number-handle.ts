import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { type Msisdn, parseMsisdn } from '@bonisa/domain/numbers/msisdn';
import type { Clock } from '../platform/clock/clock.ts';
import { AppError } from '../platform/http/app-error.ts';
import { validKeys } from '../platform/secrets/key-ring.ts';

/** A call with its caller takes minutes; then the number is found again, with a reason. */
export const HANDLE_MS = 30 * 60_000;
const SEPARATOR = '\n';

/** What a handle stands for, and why its number was looked at. */
export interface LookedAt {
  readonly msisdn: Msisdn;
  readonly reason: string;
}

export interface NumberHandles {
  /** `holder`: the session or key for which alone the handle counts. */
  issue(looked: LookedAt, holder: string): { readonly handle: string; readonly expiresAt: Date };
  /** Throws `handle_invalid` for a handle of another holder, of another time, or of nobody. */
  read(handle: string, holder: string): LookedAt;
}

/**
 * Handles of numbers: encrypted, so that one in a log discloses nothing; bound to the session that
 * found the number, so that a copied one opens nothing; valid for a while.
 */
export function createNumberHandles(key: Buffer, clock: Clock): NumberHandles {
  const [secret, ...others] = validKeys(key).map(handleKeyOf) as [Buffer, ...Buffer[]];
  return {
    issue: ({ msisdn, reason }, holder) => {
      const expiresAt = new Date(clock.now().getTime() + HANDLE_MS);
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', secret, iv).setAAD(Buffer.from(holder));
      const text = [expiresAt.getTime(), msisdn, reason].join(SEPARATOR);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const handle = Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
      return { handle, expiresAt };
    },
    read: (handle, holder) => {
      const [until, number = '', ...reason] =
        openedByAny([secret, ...others], handle, holder)?.split(SEPARATOR) ?? [];
      const msisdn = parseMsisdn(number);
      if (!msisdn || Number(until) <= clock.now().getTime())
        throw new AppError(
          'handle_invalid',
          'This view of the number has ended. Find the number again.',
        );
      return { msisdn, reason: reason.join(SEPARATOR) };
    },
  };
}

function handleKeyOf(key: Uint8Array): Buffer {
  return createHmac('sha256', key).update('care handle v1').digest();
}

function openedByAny(
  secrets: readonly Buffer[],
  handle: string,
  holder: string,
): string | undefined {
  for (const secret of secrets) {
    const text = opened(secret, handle, holder);
    if (text !== undefined) return text;
  }
  return undefined;
}

function opened(secret: Buffer, handle: string, holder: string): string | undefined {
  const bytes = Buffer.from(handle, 'base64url');
  if (bytes.length < 29) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(holder)).setAuthTag(bytes.subarray(12, 28));
  try {
    return `${decipher.update(bytes.subarray(28), undefined, 'utf8')}${decipher.final('utf8')}`;
  } catch {
    return undefined;
  }
}
