import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { dayOf } from '@bonisa/domain/south-african-time';
import { isLive } from '@bonisa/domain/subscription/subscription';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Wake } from '@bonisa/kit/jobs/wake-signal';
import type { Notices } from '../messaging/notices.ts';
import type { SubscriptionRepository } from '../subscription/subscription.repository.ts';

export interface SignInWarningDependencies {
  readonly subscriptions: SubscriptionRepository;
  readonly notices: Notices;
  readonly clock: Clock;
  readonly wake: Wake;
}

/**
 * Sends a number a notice, at most once a South African day, that somebody has used up the tries to
 * sign in with it. Only subscribers get it: otherwise a stranger could send messages to any number
 * by entering it.
 */
export function createSignInWarning({
  subscriptions,
  notices,
  clock,
  wake,
}: SignInWarningDependencies) {
  return async (msisdn: Msisdn): Promise<void> => {
    const subscriber = await subscriptions.numbers.subscriberOf(msisdn);
    const running =
      subscriber && !subscriber.blockedAt && (await subscriptions.running(subscriber.id));
    if (!running || !isLive(running.status)) return;
    const at = clock.now();
    const onceKey = `sign_in_tries ${running.subscriberId} ${dayOf(at)}`;
    await notices.enqueue(subscriptions.db, [
      { msisdn, subscriptionId: running.id, notice: { kind: 'sign_in_tries' }, at, onceKey },
    ]);
    wake('messages');
  };
}
