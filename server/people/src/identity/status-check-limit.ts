import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { type CountLimit, STATUS_CHECK_LIMITS } from '@bonisa/domain/numbers/otp-limits';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import { networkOf } from '@bonisa/kit/http/client-network';
import { inWords } from '@bonisa/kit/http/limits';
import { keyedHash } from '@bonisa/kit/secrets/keyed-hash';
import type { IdentityRepository } from './identity.repository.ts';

export interface StatusCheckLimitDependencies {
  readonly repository: Pick<IdentityRepository, 'countStatusChecks' | 'countClientCheck'>;
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
  return async ({ msisdn, visitorId, address, byOwner }) => {
    if (byOwner) return;
    const now = clock.now();
    const within = (limit: CountLimit) => ({ ...limit, start: startOf(limit, now) });
    const { visit, network, networkAndNumber, number } = STATUS_CHECK_LIMITS;
    const networkHash = keyedHash(key, 'network', networkOf(address));
    const ofNetwork = [
      { ...within(network), client: networkHash },
      { ...within(networkAndNumber), msisdn, networkHash },
    ];
    const windows = [
      { ...within(visit), client: keyedHash(key, 'visit', visitorId) },
      ...(limitByNetwork ? ofNetwork : []),
      { ...within(number), msisdn, networkHash: '' },
    ];
    const counts = await repository.countStatusChecks(windows);
    const reached = windows.find(({ max }, at) => (counts[at] ?? 0) > max);
    if (reached) throw tooMany(reached, now, 'checks of numbers');
  };
}

/**
 * Counts one act in the present window of a limit. Throws `too_many_requests` above it.
 * `count`: adds one to the window that begins then, and returns how many there are.
 * `acts`: what is counted, as the refusal calls it.
 */
export async function enforceCount(
  limit: CountLimit,
  clock: Clock,
  count: (start: Date) => Promise<number>,
  acts: string,
): Promise<void> {
  const now = clock.now();
  if ((await count(startOf(limit, now))) > limit.max) throw tooMany(limit, now, acts);
}

function startOf({ windowMs }: CountLimit, now: Date): Date {
  return new Date(now.getTime() - (now.getTime() % windowMs));
}

function tooMany(limit: CountLimit, now: Date, acts: string): AppError {
  const ends = startOf(limit, now).getTime() + limit.windowMs;
  const endsIn = Math.ceil((ends - now.getTime()) / 1000);
  return new AppError('too_many_requests', `Too many ${acts}. Try again in ${inWords(endsIn)}.`, {
    retryAfter: endsIn,
  });
}
