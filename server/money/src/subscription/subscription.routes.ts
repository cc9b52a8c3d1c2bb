import { unsubscribe } from '@bonisa/contract/subscription.calls';
import { AppError } from '@bonisa/kit/http/app-error';
import { msisdnOf } from '@bonisa/kit/http/request-values';
import type { Routes } from '@bonisa/kit/http/site-listener';
import type { Identity } from '@bonisa/people/identity/identity';
import type { SubscriptionModule } from './subscription.ts';

export interface SubscriptionRoutesDependencies {
  readonly identity: Pick<Identity, 'sessions'>;
  readonly subscription: Pick<SubscriptionModule, 'repository' | 'service'>;
}

/** Unsubscribing (row A15): always of the session's own number. */
export function subscriptionRoutes({
  identity: { sessions },
  subscription: {
    repository: { numbers },
    service,
  },
}: SubscriptionRoutesDependencies): Routes {
  return ({ register }) => {
    register(unsubscribe, {
      limit: 'write',
      handle: async ({ body, request, reply }) => {
        const user = await sessions.requireUser(request, reply);
        const subscriber = await numbers.subscriber(user.subscriberId);
        if (body.msisdn !== undefined && msisdnOf(body.msisdn) !== subscriber?.msisdn)
          throw new AppError('not_yours', 'You can only unsubscribe your own number.');
        const { servedUntil } = await service.cancel(user.subscriberId, 'subscriber');
        return { is_subscribed: false, served_until: servedUntil?.toISOString() ?? null };
      },
    });
  };
}
