import { authStatus, profile, viewer } from '@bonisa/contract/identity.calls';
import { freeTrialFlag } from '@bonisa/domain/entitlement';
import { findPackage } from '@bonisa/domain/package-catalogue';
import { formatRand } from '@bonisa/domain/rand';
import type { SessionService, SessionUser } from '../identity/session.service.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { RegisterCall } from '../platform/http/call-route.ts';
import { type SubscriptionRepository, type SubscriptionRow, toState } from '../subscription/subscription.repository.ts';
import { msisdnOf } from '../subscription/subscription.routes.ts';
import type { SubscriptionService } from '../subscription/subscription.service.ts';

export interface ViewerRoutes {
  readonly sessions: SessionService;
  readonly repository: SubscriptionRepository;
  readonly subscriptions: SubscriptionService;
  readonly clock: Clock;
}

/** A6, A10, and what is personal on a page. */
export function registerViewerRoutes(register: RegisterCall, { sessions, repository, subscriptions, clock }: ViewerRoutes): void {
  const numberOf = async (user: SessionUser): Promise<string> => {
    const subscriber = await repository.subscriber(user.subscriberId);
    if (!subscriber) throw new AppError('not_signed_in', 'Please sign in with your number first.');
    return subscriber.msisdn;
  };

  register(viewer, {
    limit: 'read',
    handle: async ({ request, reply }) => {
      const user = await sessions.userOf(request, reply);
      if (!user) return { signed_in: false as const };
      const [msisdn, current, allowed] = await Promise.all([
        numberOf(user),
        subscriptions.currentOf(user.subscriberId),
        subscriptions.entitlementOf(user.subscriberId),
      ]);
      return {
        signed_in: true as const,
        user_id: String(user.subscriberId),
        msisdn,
        entitled: allowed.entitled,
        subscription: current ? summaryOf(current, clock.now()) : null,
      };
    },
  });

  register(profile, {
    limit: 'read',
    handle: async ({ body, request, reply }) => {
      const user = await sessions.requireUser(request, reply);
      const id = String(user.subscriberId);
      if (body.user_id !== undefined && body.user_id !== id) throw new AppError('not_yours', 'You can only read your own profile.');
      const [msisdn, current] = await Promise.all([numberOf(user), subscriptions.currentOf(user.subscriberId)]);
      return {
        profile: {
          id,
          user_id: id,
          msisdn,
          rating_id: null,
          package_id: current?.packageId ?? null,
          free_trial: current ? freeTrialFlag(toState(current), clock.now()) : false,
        },
      };
    },
  });

  register(authStatus, {
    limit: 'read',
    handle: async ({ body, request, reply }) => {
      const asked = msisdnOf(body.msisdn);
      const user = await sessions.userOf(request, reply);
      // The same answer for every number that is not the session's own, known to us or not.
      if (!user || (await numberOf(user)) !== asked) return { status: 'unknown' as const };
      return { status: await subscriptions.statusOf(asked) };
    },
  });
}

function summaryOf(row: SubscriptionRow, now: Date) {
  const held = findPackage(row.packageId);
  if (!held) throw new Error('a subscription to a package that is not in the catalogue');
  return {
    package_id: held.id,
    name: held.name,
    price: formatRand(held.price),
    service_period: held.period,
    state: row.status,
    started_at: row.startedAt.toISOString(),
    paid_until: row.paidUntil?.toISOString() ?? null,
    free_trial: freeTrialFlag(toState(row), now),
  };
}
