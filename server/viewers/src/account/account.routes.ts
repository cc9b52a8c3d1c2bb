import * as calls from '@bonisa/contract/account.calls';
import { profile } from '@bonisa/contract/identity.calls';
import { parseRand } from '@bonisa/domain/money/rand';
import { freeTrialFlag } from '@bonisa/domain/subscription/entitlement';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import { countReport, readClientHeaders } from '@bonisa/kit/http/client-headers';
import { originOf } from '@bonisa/kit/http/request-values';
import type { Routes } from '@bonisa/kit/http/site-listener';
import { viewerLanguage } from '@bonisa/kit/http/viewer-language';
import type { Metrics } from '@bonisa/kit/metrics';
import type { SubscriptionModule } from '@bonisa/money/subscription/subscription';
import { toState } from '@bonisa/money/subscription/subscription.state';
import type { Identity } from '@bonisa/people/identity/identity';
import type { Viewer } from '../viewer/viewer.ts';
import type { Account } from './account.ts';

export interface AccountRoutesDependencies {
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'reports'>;
  readonly identity: Pick<Identity, 'sessions'>;
  readonly subscription: Pick<SubscriptionModule, 'service'>;
  readonly viewer: Pick<Viewer, 'signedIn'>;
  readonly account: Pick<Account, 'service' | 'feedback' | 'personalData'>;
}

/** The profile, feedback and My Account (rows A6 to A8, S7): always of the session's own number. */
export function accountRoutes({
  clock,
  metrics,
  identity: { sessions },
  subscription,
  viewer: { signedIn },
  account: { service: account, feedback, personalData },
}: AccountRoutesDependencies): Routes {
  const subscriptions = subscription.service;
  return ({ register }) => {
    register(calls.account, {
      limit: 'read',
      handle: async ({ request, reply }) => {
        const user = await sessions.requireUser(request, reply);
        return await account.of({
          subscriberId: user.subscriberId,
          msisdn: await signedIn.numberOf(user),
          language: viewerLanguage(request.headers),
        });
      },
    });

    register(calls.changePackage, {
      limit: 'write',
      handle: async ({ body, request, reply }) => {
        const { subscriberId } = await sessions.requireUser(request, reply);
        const { address, userAgent } = originOf(request);
        return await account.changePackage({
          subscriberId,
          serviceKey: body.service_key,
          price: body.price === undefined ? undefined : parseRand(body.price),
          atOnce: body.at_once ?? false,
          effect: body.effect,
          name: body.name,
          language: body.words_language ?? viewerLanguage(request.headers),
          address,
          userAgent,
        });
      },
    });

    register(calls.acceptPrice, {
      limit: 'write',
      handle: async ({ body, request, reply }) => {
        const { subscriberId } = await sessions.requireUser(request, reply);
        const { address, userAgent } = originOf(request);
        return await account.acceptPrice({
          subscriberId,
          packageId: body.package_id,
          price: parseRand(body.price) ?? 0,
          from: new Date(body.from),
          effect: body.effect,
          name: body.name,
          language: body.words_language ?? viewerLanguage(request.headers),
          address,
          userAgent,
        });
      },
    });

    register(profile, {
      limit: 'read',
      handle: async ({ body, request, reply }) => {
        const user = await sessions.requireUser(request, reply);
        const id = String(user.subscriberId);
        if (body.user_id !== undefined && body.user_id !== id)
          throw new AppError('not_yours', 'You can only read your own profile.');
        const [msisdn, current, newestRating] = await Promise.all([
          signedIn.numberOf(user),
          subscriptions.currentOf(user.subscriberId),
          feedback.newestId(user.subscriberId),
        ]);
        return {
          profile: {
            id,
            user_id: id,
            msisdn,
            rating_id: newestRating,
            package_id: current?.packageId ?? null,
            free_trial: current ? freeTrialFlag(toState(current), clock.now()) : false,
          },
        };
      },
    });

    register(calls.personalData, {
      limit: 'write',
      handle: async ({ request, reply }) => {
        const user = await sessions.requireUser(request, reply);
        return await personalData.document({
          subscriberId: user.subscriberId,
          msisdn: await signedIn.numberOf(user),
        });
      },
    });

    register(calls.deletePersonalData, {
      limit: 'write',
      handle: async ({ request, reply }) => {
        const { subscriberId } = await sessions.requireUser(request, reply);
        await personalData.remove(subscriberId);
        await sessions.signOut(request, reply, true);
        return { signed_in: false as const };
      },
    });

    register(calls.ratings, {
      limit: 'read',
      handle: async ({ body, request, reply }) => {
        const { subscriberId } = await sessions.requireUser(request, reply);
        if (body.id !== undefined && body.id !== String(subscriberId))
          throw new AppError('not_yours', 'You can only read your own ratings.');
        return { ratings: await feedback.ratings(subscriberId) };
      },
    });

    register(calls.feedback, {
      limit: 'write',
      handle: async ({ body, request, reply }) => {
        const { subscriberId } = await sessions.requireUser(request, reply);
        const ratingId = await feedback.give(
          subscriberId,
          body,
          readClientHeaders(request.headers),
        );
        countReport(metrics, 'feedback', request);
        return { rating_id: ratingId };
      },
    });
  };
}
