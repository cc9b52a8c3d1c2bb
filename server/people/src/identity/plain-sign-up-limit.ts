import type { CountLimit } from '@bonisa/domain/numbers/otp-limits';
import { PLAIN_SIGN_UP_LIMITS } from '@bonisa/domain/numbers/otp-limits';
import { networkOf } from '@bonisa/kit/http/client-network';
import { keyedHash } from '@bonisa/kit/secrets/keyed-hash';
import { enforceCount, type StatusCheckLimitDependencies } from './status-check-limit.ts';

export type LimitPlainSignUps = (asked: { msisdn: string; address: string }) => Promise<void>;

/**
 * Limits the codes and presses of pages without a script, by network, by number and in all, across
 * processes. The network comes first, so that a refused stranger uses up nobody else's limit.
 * Throws `too_many_requests`.
 */
export function createPlainSignUpLimit({
  repository,
  clock,
  key,
  limitByNetwork,
}: StatusCheckLimitDependencies): LimitPlainSignUps {
  const enforce = (limit: CountLimit, ...who: string[]): Promise<void> =>
    enforceCount(
      limit,
      clock,
      (start) => repository.countClientCheck(keyedHash(key, 'plain sign-up', ...who), start),
      'tries to subscribe',
    );
  return async ({ msisdn, address }) => {
    const { network, number, service } = PLAIN_SIGN_UP_LIMITS;
    if (limitByNetwork) await enforce(network, 'network', networkOf(address));
    await enforce(number, 'number', msisdn);
    await enforce(service, 'service');
  };
}
