import { unsubscribe } from '@bonisa/contract/subscription.calls';
import type { SessionService } from '../identity/session.service.ts';
import type { NumberRepository } from '../numbers/number.repository.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { RegisterCall } from '../platform/http/call-route.ts';
import { msisdnOf } from '../platform/http/request-values.ts';
import type { SubscriptionService } from './subscription.service.ts';

export interface SubscriptionRoutes {
  readonly sessions: SessionService;
  readonly numbers: Pick<NumberRepository, 'subscriber'>;
  readonly service: Pick<SubscriptionService, 'cancel'>;
}

/** Unsubscribing (row A15): always of the session's own number. */
export function registerSubscriptionRoutes(
  register: RegisterCall,
  { sessions, numbers, service }: SubscriptionRoutes,
): void {
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
}
