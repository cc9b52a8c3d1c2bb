import { type Msisdn, parseMsisdn } from '@bonisa/domain/numbers/msisdn';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import { createSealer } from '@bonisa/kit/secrets/sealer';

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
  const sealer = createSealer(key);
  return {
    issue: ({ msisdn, reason }, holder) => {
      const expiresAt = new Date(clock.now().getTime() + HANDLE_MS);
      const text = [expiresAt.getTime(), msisdn, reason].join(SEPARATOR);
      const handle = sealer.seal(text, holder);
      return { handle, expiresAt };
    },
    read: (handle, holder) => {
      const [until, number = '', ...reason] = sealer.open(handle, holder)?.split(SEPARATOR) ?? [];
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
