import { warnedEnd } from '../notices/notice-time.ts';
import { durationDays } from '../packages/package-catalogue.ts';
import {
  ANSWER_TIME_MS,
  DEFAULT_RETRY_SCHEDULE,
  graceEnd,
  parkedEnd,
  type RetrySchedule,
  unansweredMs,
} from './retry-schedule.ts';
import type { Subscription, SubscriptionStatus } from './subscription.ts';

/**
 * When time alone next changes this subscription; `null` where it never does, or where the next
 * change is an answer.
 */
export function dueAt(
  state: Subscription,
  retrySchedule: RetrySchedule = DEFAULT_RETRY_SCHEDULE,
): Date | null {
  const { status, paidUntil, chargingPackageId, nextTryAt } = state;
  if (status === 'cancelled') return paidUntil ?? state.cancelledAt;
  if (paidUntil === null) return null;
  switch (status) {
    case 'trial':
    case 'active':
      return paidUntil;
    case 'due':
      return parksAt(state, paidUntil, retrySchedule);
    case 'grace':
      return earlier(
        chargingPackageId === null ? nextTryAt : null,
        parksAt(state, paidUntil, retrySchedule),
      );
    case 'parked':
      return chargingPackageId === null
        ? earlier(nextTryAt, parkedEnd(paidUntil, retrySchedule))
        : null;
    default:
      return null;
  }
}

/** The fields that decide how long an unpaid renewal is served. */
export type Unpaid = Pick<Subscription, 'packageId' | 'tries' | 'graceUntil'>;

/** Whether the carrier has denied the renewal: from then on only grace is served. */
function isRefused({ tries, graceUntil }: Unpaid): boolean {
  return tries > 0 || graceUntil !== null;
}

/**
 * The end of service of an unpaid renewal: the end of its grace; before the first denial, the time
 * allowed for an answer.
 */
export function servedEnd(state: Unpaid, paidUntil: Date, retrySchedule: RetrySchedule): Date {
  if (isRefused(state)) return state.graceUntil ?? paidUntil;
  const days = durationDays(state.packageId);
  return new Date(paidUntil.getTime() + unansweredMs({ days }, retrySchedule));
}

/**
 * When an unpaid subscription will be parked. A charge that was requested late and not yet denied
 * also has its hour for an answer.
 */
export function parksAt(
  state: Unpaid & Pick<Subscription, 'chargingSince'>,
  paidUntil: Date,
  retrySchedule: RetrySchedule,
): Date {
  const end = servedEnd(state, paidUntil, retrySchedule);
  if (isRefused(state) || state.chargingSince === null) return end;
  const answeredBy = new Date(state.chargingSince.getTime() + ANSWER_TIME_MS);
  return answeredBy > end ? answeredBy : end;
}

/**
 * The end of grace for a renewal that is denied at `deniedAt`: the end of the paid time where the
 * number has no grace left. Grace that ended at night would end before its notice may be sent, so
 * it lasts into the morning ({@link warnedEnd}).
 */
export function graceAllowed(
  state: Pick<Subscription, 'packageId' | 'graceFrom'>,
  paidUntil: Date,
  deniedAt: Date,
  retrySchedule: RetrySchedule,
): Date {
  const isLeft = state.graceFrom !== null && state.graceFrom <= paidUntil;
  if (!isLeft) return paidUntil;
  const end = graceEnd(paidUntil, { days: durationDays(state.packageId) }, retrySchedule);
  return end > deniedAt ? warnedEnd(end, deniedAt) : end;
}

function earlier(one: Date | null, other: Date): Date {
  return one !== null && one < other ? one : other;
}

/**
 * Whether a subscription has ended, so that the retention of its evidence begins. A cancelled one
 * is still served, and ends later.
 */
export function hasEnded({ status }: { readonly status: SubscriptionStatus }): boolean {
  return status === 'expired' || status === 'blocked';
}
