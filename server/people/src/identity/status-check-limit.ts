import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { type CountLimit, STATUS_CHECK_LIMITS } from '@bonisa/domain/numbers/otp-limits';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import { networkOf } from '@bonisa/kit/http/client-network';
import { inWords } from '@bonisa/kit/http/limits';
import { keyedHash } from '@bonisa/kit/secrets/keyed-hash';
import type { IdentityRepository } from './identity.repository.ts';

export interface StatusCheckLimitDependencies {
  readonly repository: Pick<IdentityRepository, 'countNumberCheck' | 'countClientCheck'>;
  readonly clock: Clock;
  readonly key: Buffer;
  readonly limitByNetwork: boolean;
}

/**
 * A status check of a number. `byOwner`: it comes from a device that is signed in with the number,
 * or from a visit whose number the network proved; those are never limited.
 */
export interface StatusCheckAttempt {
  readonly msisdn: Msisdn;
  readonly visitorId: string;
  readonly address: string;
  readonly byOwner: boolean;
}

export type LimitStatusChecks = (attempt: StatusCheckAttempt) => Promise<void>;

/**
 * Limits how often a number is checked, and how often a visit or network checks any number. Counts
 * in the database, so that the limits hold across processes and restarts. The limits of the visit
 * and the network come first, so that a refused stranger does not use up the number's limit. Throws
 * `too_many_requests`.
 */
export function createStatusCheckLimit({
  repository,
  clock,
  key,
  limitByNetwork,
}: StatusCheckLimitDependencies): LimitStatusChecks {
  const enforce = (limit: CountLimit, count: (start: Date) => Promise<number>): Promise<void> =>
    enforceCount(limit, clock, count);

  return async ({ msisdn, visitorId, address, byOwner }) => {
    if (byOwner) return;
    const network = keyedHash(key, 'network', networkOf(address));
    await enforce(STATUS_CHECK_LIMITS.visit, (start) =>
      repository.countClientCheck(keyedHash(key, 'visit', visitorId), start),
    );
    if (limitByNetwork) {
      await enforce(STATUS_CHECK_LIMITS.network, (start) =>
        repository.countClientCheck(network, start),
      );
      await enforce(STATUS_CHECK_LIMITS.networkAndNumber, (start) =>
        repository.countNumberCheck(msisdn, network, start),
      );
    }
    await enforce(STATUS_CHECK_LIMITS.number, (start) =>
      repository.countNumberCheck(msisdn, '', start),
    );
  };
}

/**
 * Counts one act in the present window of a limit. Throws `too_many_requests` above it.
 * `count`: adds one to the window that begins then, and returns how many there are.
 * `acts`: what is counted, as the refusal calls it.
 */
export async function enforceCount(
  { max, windowMs }: CountLimit,
  clock: Clock,
  count: (start: Date) => Promise<number>,
  acts = 'checks of numbers',
): Promise<void> {
  const now = clock.now().getTime();
  const start = now - (now % windowMs);
  if ((await count(new Date(start))) <= max) return;
  const endsIn = Math.ceil((start + windowMs - now) / 1000);
  throw new AppError('too_many_requests', `Too many ${acts}. Try again in ${inWords(endsIn)}.`, {
    retryAfter: endsIn,
  });
}
