import { authStatus, viewer } from '@bonisa/contract/identity.calls';
import { formatRand } from '@bonisa/domain/money/rand';
import { chargedNext } from '@bonisa/domain/subscription/agreed-price';
import { freeTrialFlag, servedUntil } from '@bonisa/domain/subscription/entitlement';
import { isWithheld, nextMonth } from '@bonisa/domain/subscription/monthly-limit';
import type { RetrySchedule } from '@bonisa/domain/subscription/retry-schedule';
import { isLive, shownStatus, waitsForAirtime } from '@bonisa/domain/subscription/subscription';
import type { Clock } from '@bonisa/kit/clock/clock';
import { msisdnOf } from '@bonisa/kit/http/request-values';
import type { Routes } from '@bonisa/kit/http/site-listener';
import type { Packages } from '@bonisa/money/packages/packages';
import type { SubscriptionRow } from '@bonisa/money/subscription/subscription.repository';
import type { SubscriptionService } from '@bonisa/money/subscription/subscription.service';
import { toState } from '@bonisa/money/subscription/subscription.state';
import type { SessionService } from '@bonisa/people/identity/session.service';
import type { Numbers } from '@bonisa/people/numbers/numbers';
import type { ListService } from './list.service.ts';
import type { ResumeService } from './resume.service.ts';
import type { SignedIn } from './signed-in.ts';

export interface ShownRoutesDependencies {
  readonly sessions: SessionService;
  readonly signedIn: SignedIn;
  readonly subscriptions: SubscriptionService;
  readonly list: Pick<ListService, 'keys'>;
  readonly resume: Pick<ResumeService, 'bars'>;
  readonly clock: Clock;
  readonly retrySchedule: RetrySchedule;
  readonly packages: Pick<Packages, 'sold'>;
  readonly rechargeOf: Numbers['rechargeOf'];
}

/** The status of a number (row A10), and the personal part of a page. */
export function shownRoutes({
  sessions,
  signedIn,
  subscriptions,
  list,
  resume,
  clock,
  retrySchedule,
  packages,
  rechargeOf,
}: ShownRoutesDependencies): Routes {
  return ({ register }) => {
    register(viewer, {
      limit: 'read',
      handle: async ({ request, reply }) => {
        const user = await sessions.userOf(request, reply);
        const msisdn = user && (await signedIn.find(user));
        if (!user || msisdn === undefined) {
          await sessions.dropHint(request, reply);
          return { signed_in: false as const };
        }
        const [current, allowed, keys, bars] = await Promise.all([
          subscriptions.currentOf(user.subscriberId),
          subscriptions.entitlementOf(user.subscriberId),
          list.keys(user.subscriberId),
          resume.bars(user.subscriberId),
        ]);
        return {
          signed_in: true as const,
          user_id: String(user.subscriberId),
          msisdn,
          entitled: allowed.entitled,
          subscription: current
            ? {
                ...summaryOf(current, clock.now(), { retrySchedule, packages }),
                recharge: waitsForAirtime(toState(current))
                  ? ((await rechargeOf(msisdnOf(msisdn))) ?? null)
                  : null,
              }
            : null,
          list: keys,
          resume: bars,
        };
      },
    });

    register(authStatus, {
      limit: 'read',
      handle: async ({ body, request, reply }) => {
        const msisdn = msisdnOf(body.msisdn);
        const user = await sessions.userOf(request, reply);
        // The same answer for every number but the session's own, whether it is a subscriber's or
        // not.
        if (!user || (await signedIn.find(user)) !== msisdn) return { status: 'unknown' as const };
        return { status: await subscriptions.statusOf(msisdn) };
      },
    });
  };
}

/** What was taken in a month whose limit is reached, and until when nothing more is. */
function withheldOf(
  row: SubscriptionRow,
  now: Date,
  sold: Pick<Packages['sold'], 'monthlyLimit'>,
): { taken: string; until: string } | null {
  const limit = sold.monthlyLimit(row.packageId, row.price);
  return isWithheld(toState(row), now, limit)
    ? { taken: formatRand(row.takenCents), until: nextMonth(now).toISOString() }
    : null;
}

function summaryOf(
  row: SubscriptionRow,
  now: Date,
  { retrySchedule, packages }: Pick<ShownRoutesDependencies, 'retrySchedule' | 'packages'>,
) {
  const held = packages.sold.atPrice(row.packageId, row.price);
  const state = toState(row);
  const isCharging =
    row.chargingPackageId !== null ||
    (waitsForAirtime(state) && row.nextTryAt !== null && row.nextTryAt <= now);
  return {
    package_id: held.id,
    name: held.name,
    price: formatRand(held.price),
    service_period: held.period,
    state: shownStatus(row.status),
    started_at: row.startedAt.toISOString(),
    paid_until: row.paidUntil?.toISOString() ?? null,
    served_until: servedUntil(state, now, retrySchedule)?.toISOString() ?? null,
    next_try_at:
      waitsForAirtime(state) && !isCharging ? (row.nextTryAt?.toISOString() ?? null) : null,
    withheld: isCharging ? null : withheldOf(row, now, packages.sold),
    payment_pending: isCharging,
    next_amount:
      isLive(row.status) || row.status === 'pending'
        ? formatRand(row.chargingPrice ?? chargedNext(state, now).price)
        : null,
    free_trial: freeTrialFlag(state, now),
  };
}
