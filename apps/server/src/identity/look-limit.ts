import type { Msisdn } from '@bonisa/domain/msisdn';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/http/app-error.ts';
import { inWords } from '../platform/http/limits.ts';
import type { IdentityRepository } from './identity.repository.ts';

const WINDOW_MS = 10 * 60_000;
const MAX_LOOKS = 60;

/**
 * Limits how often a number can be asked about (seams: the status check is limited by address and number). Counted in the
 * database, so that it holds across processes and restarts. Throws `too_many_requests` with the time until the next window.
 */
export function createLookLimit({ repository, clock }: { repository: Pick<IdentityRepository, 'countLook'>; clock: Clock }) {
  return async (msisdn: Msisdn): Promise<void> => {
    const now = clock.now().getTime();
    const windowStart = now - (now % WINDOW_MS);
    const looks = await repository.countLook(msisdn, new Date(windowStart));
    if (looks <= MAX_LOOKS) return;
    const seconds = Math.ceil((windowStart + WINDOW_MS - now) / 1000);
    throw new AppError('too_many_requests', `Too many checks of this number. Try again in ${inWords(seconds)}.`, { retryAfter: seconds });
  };
}
