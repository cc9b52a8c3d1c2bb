import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import { inWords } from '@bonisa/kit/http/limits';
import { keyedHash } from '@bonisa/kit/secrets/keyed-hash';
import type { IdentityRepository } from '../identity.repository.ts';

/** A maximum in a window of time; one `byNetwork` counts only where such limits are on. */
export interface WindowLimit {
  readonly max: number;
  readonly windowMs: number;
  readonly byNetwork?: boolean;
}

/** Counts one act of `who`. Throws `too_many_requests` above the limit. */
export type CountInWindow = (who: string, limit: WindowLimit) => Promise<void>;

/**
 * Counts acts in the database, so that a limit holds across processes and restarts. Only a keyed
 * hash of `who` is stored.
 */
export function createCountInWindow(parts: {
  readonly repository: Pick<IdentityRepository, 'countClientCheck'>;
  readonly key: Buffer;
  readonly clock: Clock;
  readonly limitByNetwork: boolean;
}): CountInWindow {
  const { repository, key, clock, limitByNetwork } = parts;
  return async (who, { max, windowMs, byNetwork = false }) => {
    if (byNetwork && !limitByNetwork) return;
    const now = clock.now().getTime();
    const start = now - (now % windowMs);
    const acts = await repository.countClientCheck(keyedHash(key, 'count', who), new Date(start));
    if (acts <= max) return;
    const seconds = Math.ceil((start + windowMs - now) / 1000);
    throw new AppError('too_many_requests', `Too many tries. Try again in ${inWords(seconds)}.`, {
      retryAfter: seconds,
    });
  };
}
