import { findPackage, type PackageId } from './package-catalogue.ts';
import type { Cents } from './rand.ts';
import {
  DEFAULT_LADDER,
  graceEnd,
  parkedEnd,
  type RetrySchedule,
  TO_BE_ANSWERED_MS,
  unansweredMs,
} from './retry-schedule.ts';
import { dayOf, monthOf } from './south-african-time.ts';

/**
 * Where a subscription stands. `pending`: accepted, the first charge not yet settled, nothing
 * served. `due`: the paid time is over and the carrier is being asked for the next; served
 * meanwhile. `grace`: refused, tried again and served. `parked`: tried, not served. `cancelled`:
 * served until what was paid has passed. `blocked`: ended by the number's owner, the carrier or the
 * number's fate.
 */
export type SubscriptionStatus =
  | 'pending'
  | 'trial'
  | 'active'
  | 'due'
  | 'grace'
  | 'parked'
  | 'cancelled'
  | 'expired'
  | 'blocked';

/**
 * A number that holds one of these has a subscription: it is ACTIVE to the status check and cannot
 * take a second one.
 */
export const LIVE_STATUSES = [
  'trial',
  'active',
  'due',
  'grace',
  'parked',
] as const satisfies readonly SubscriptionStatus[];

/** Those of which a number may hold only one; the database keeps a unique key over them. */
export const EXCLUSIVE_STATUSES = [
  'pending',
  ...LIVE_STATUSES,
] as const satisfies readonly SubscriptionStatus[];

/** Those that wait for money which was refused or is still being asked for. */
export const UNPAID_STATUSES: readonly SubscriptionStatus[] = ['due', 'grace', 'parked'];

export type CancelledBy = 'subscriber' | 'stop_message' | 'operator';
export type BlockReason = 'stop_all' | 'content_block' | 'number_recycled' | 'ported_out';

/** What a new subscription takes over from the ones that its number had before. */
export interface Carried {
  /** See {@link Subscription.graceFrom}. */
  readonly graceFrom: Date | null;
  /**
   * The end of time that was paid before and is not used up: the new subscription's first period
   * follows it.
   */
  readonly paidUntil: Date | null;
}

/** What happened; appended, never changed: these are the audit. `at` is when it was decided. */
export type SubscriptionEvent =
  | {
      readonly type: 'trial_started';
      readonly at: Date;
      readonly packageId: PackageId;
      readonly until: Date;
      readonly carried?: Carried;
    }
  /**
   * `atOnce`: a dearer package that begins now, by a fresh consent. `carried`: only of the first
   * charge of a subscription.
   */
  | {
      readonly type: 'charge_requested';
      readonly at: Date;
      readonly packageId: PackageId;
      readonly period: number;
      readonly amount: Cents;
      readonly atOnce?: true;
      readonly carried?: Carried;
    }
  | { readonly type: 'charge_unconfirmed'; readonly at: Date; readonly period: number }
  /**
   * `packageId`: what was paid for, where that is not what the carrier is being asked for now (a
   * payment that counted as never made).
   */
  | {
      readonly type: 'charge_succeeded';
      readonly at: Date;
      readonly period: number;
      readonly amount: Cents;
      readonly until: Date;
      readonly packageId?: PackageId;
    }
  /**
   * Money that was taken and buys nothing: after the end, or for a period that is paid. It is given
   * back.
   */
  | { readonly type: 'charge_surplus'; readonly at: Date; readonly period: number }
  | {
      readonly type: 'charge_denied';
      readonly at: Date;
      readonly period: number;
      readonly reason: string;
      readonly nextTryAt: Date | null;
    }
  /** Not asked for: it would be more in a month than was agreed to. */
  | {
      readonly type: 'charge_withheld';
      readonly at: Date;
      readonly reason: 'monthly_limit';
      readonly nextTryAt: Date;
    }
  /** The paid time ended while another payment is not answered yet. */
  | { readonly type: 'fell_due'; readonly at: Date }
  /**
   * The first refusal of a renewal: it is served until then, unpaid. The number has no more grace
   * until a period was paid in time.
   */
  | { readonly type: 'grace_granted'; readonly at: Date; readonly until: Date }
  | { readonly type: 'parked'; readonly at: Date; readonly nextTryAt: Date | null }
  /** Paid again after it was parked. */
  | { readonly type: 'reactivated'; readonly at: Date }
  /** Airtime arrived: tried again at once. */
  | { readonly type: 'retry_brought_forward'; readonly at: Date }
  /** Airtime arrived while the carrier was being asked: it may refuse by what was there before. */
  | { readonly type: 'airtime_arrived'; readonly at: Date }
  /**
   * `whole`: all that was taken for the period is given back. `paidLatest`: it is the period that
   * was paid last, whatever was asked for since. `unusedMs`: what that payment had bought and was
   * not used up yet, in milliseconds; it is taken off the paid time.
   */
  | {
      readonly type: 'refunded';
      readonly at: Date;
      readonly period: number;
      readonly amount: Cents;
      readonly whole: boolean;
      readonly paidLatest?: true;
      readonly unusedMs?: number;
    }
  /**
   * A payment for an earlier subscription, whose unused time this one took over, was given back.
   */
  | { readonly type: 'carried_time_withdrawn'; readonly at: Date; readonly unusedMs: number }
  /**
   * Another package from the next paid period on; the one that is held takes an earlier request
   * back.
   */
  | { readonly type: 'package_change_requested'; readonly at: Date; readonly packageId: PackageId }
  | { readonly type: 'cancelled'; readonly at: Date; readonly by: CancelledBy }
  | { readonly type: 'blocked'; readonly at: Date; readonly reason: BlockReason }
  | { readonly type: 'expired'; readonly at: Date };

export type SubscriptionCommand =
  | {
      readonly type: 'start';
      readonly packageId: PackageId;
      readonly trial: boolean;
      readonly carried?: Carried;
    }
  | { readonly type: 'record_unconfirmed'; readonly period: number }
  /**
   * `amount`: what was taken; `packageId`: what it was asked for, absent for what is being asked
   * for now.
   */
  | {
      readonly type: 'record_success';
      readonly period: number;
      readonly amount: Cents;
      readonly packageId?: PackageId;
    }
  | { readonly type: 'record_denial'; readonly period: number; readonly reason: string }
  /**
   * `bought`: the time that the payment paid for; where it is not said, and it is the latest one,
   * the last period of the paid time.
   */
  | {
      readonly type: 'record_refund';
      readonly period: number;
      readonly amount: Cents;
      readonly whole: boolean;
      readonly paidLatest?: true;
      readonly bought?: BoughtTime | undefined;
    }
  | { readonly type: 'withdraw_carried'; readonly unusedMs: number }
  | { readonly type: 'change_package'; readonly packageId: PackageId }
  | { readonly type: 'upgrade'; readonly packageId: PackageId }
  | { readonly type: 'top_up' }
  | { readonly type: 'cancel'; readonly by: CancelledBy }
  | { readonly type: 'block'; readonly reason: BlockReason }
  | { readonly type: 'pass_time' };

/** The stretch of time that one payment paid for. */
export interface BoughtTime {
  readonly from: Date;
  readonly until: Date;
}

export interface Subscription {
  readonly status: SubscriptionStatus;
  readonly packageId: PackageId;
  /** What the next paid period is charged for where it is another package than this one's. */
  readonly nextPackageId: PackageId | null;
  readonly startedAt: Date;
  /** Paid or given until then; `null` while nothing ever was. */
  readonly paidUntil: Date | null;
  /**
   * The end of what was paid in earlier subscriptions of the number and not used up when this one
   * began; `null` where there was none.
   */
  readonly carriedUntil: Date | null;
  /**
   * From when on a renewal that is refused may be served (grace): the beginning of the number's
   * first subscription, later the end of the first period since the last grace that was paid in
   * time. `null`: the number's grace is used up.
   */
  readonly graceFrom: Date | null;
  /** Served unpaid until then; `null` while no grace runs. */
  readonly graceUntil: Date | null;
  /** The number of the last period that was asked for: 0 is the trial, 1 the first paid one. */
  readonly period: number;
  readonly cancelledAt: Date | null;
  /** The package that the carrier is being asked for; `null` while nothing is in flight. */
  readonly chargingPackageId: PackageId | null;
  /** Since when; `null` also for what was asked for before this was written down. */
  readonly chargingSince: Date | null;
  /** When airtime arrived while it is in flight. */
  readonly toppedUpAt: Date | null;
  /** Refusals since the paid time ended. */
  readonly tries: number;
  /**
   * How often in a row the carrier could not be asked or never knew of it since then: that says
   * nothing of the subscriber, and is no refusal.
   */
  readonly failures: number;
  readonly nextTryAt: Date | null;
  /** What was taken in a South African month since the latest consent. */
  readonly takenMonth: string | null;
  readonly takenCents: Cents;
  /** How many tries were brought forward by airtime on a South African day. */
  readonly topUpDay: string | null;
  readonly topUpTries: number;
}

export type Refusal =
  | 'already_started'
  | 'not_started'
  | 'already_ended'
  | 'wrong_period'
  | 'wrong_amount'
  | 'not_paid'
  | 'unknown_package'
  | 'not_renewed'
  | 'not_upwards'
  | 'charge_in_flight';
export type Decision =
  | { readonly ok: true; readonly events: readonly SubscriptionEvent[] }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * More than this in a calendar month needs a further consent (ICASA regulation 15: notice and
 * acceptance at R200).
 */
export const MONTHLY_LIMIT: Cents = 200_00;

/**
 * What a new subscription takes over. `earlier`: those that the number had. `graceFrom`: the
 * number's own, for where it had none. Paid time is not lost by stopping and opting in again, also
 * after STOP ALL and an agent's unblocking; a free day (period 0) was not paid for, and money that
 * was given back has taken its time with it. No way out and back in renews grace.
 */
export function carriedOver(
  earlier: readonly Subscription[],
  graceFrom: Date | null,
  now: Date,
): Carried {
  const unused = earlier.filter(
    ({ status, period, paidUntil }) =>
      (status === 'cancelled' || status === 'blocked') &&
      period >= 1 &&
      paidUntil !== null &&
      paidUntil > now,
  );
  const ends = unused.map(({ paidUntil }) => paidUntil?.getTime() ?? 0);
  const newest = earlier.reduce<Subscription | undefined>(
    (one, other) => (one && one.startedAt > other.startedAt ? one : other),
    undefined,
  );
  return {
    graceFrom: newest ? newest.graceFrom : graceFrom,
    paidUntil: ends.length === 0 ? null : new Date(Math.max(...ends)),
  };
}

/**
 * When time alone next changes this subscription; `null` where it never does, or where an answer is
 * waited for.
 */
export function dueAt(
  state: Subscription,
  retrySchedule: RetrySchedule = DEFAULT_LADDER,
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

/** What decides until when an unpaid renewal is served. */
export type Unpaid = Pick<Subscription, 'packageId' | 'tries' | 'graceUntil'>;

/** Whether the carrier has refused the renewal: from then on only grace is served. */
function isRefused({ tries, graceUntil }: Unpaid): boolean {
  return tries > 0 || graceUntil !== null;
}

/**
 * Until when an unpaid renewal is served: to the end of its grace, and before the first refusal for
 * a while without one.
 */
export function servedEnd(state: Unpaid, paidUntil: Date, retrySchedule: RetrySchedule): Date {
  if (isRefused(state)) return state.graceUntil ?? paidUntil;
  const one = findPackage(state.packageId);
  return new Date(
    paidUntil.getTime() + (one ? unansweredMs(one, retrySchedule) : TO_BE_ANSWERED_MS),
  );
}

/**
 * When an unpaid subscription is parked as things stand. A charge that was asked for late and not
 * yet refused has its hour as well.
 */
export function parksAt(
  state: Unpaid & Pick<Subscription, 'chargingSince'>,
  paidUntil: Date,
  retrySchedule: RetrySchedule,
): Date {
  const end = servedEnd(state, paidUntil, retrySchedule);
  if (isRefused(state) || state.chargingSince === null) return end;
  const answeredBy = new Date(state.chargingSince.getTime() + TO_BE_ANSWERED_MS);
  return answeredBy > end ? answeredBy : end;
}

/**
 * Until when a renewal that is refused would be served: the paid time's end where the number has no
 * grace left.
 */
export function graceAllowed(
  state: Pick<Subscription, 'packageId' | 'graceFrom'>,
  paidUntil: Date,
  retrySchedule: RetrySchedule,
): Date {
  const one = findPackage(state.packageId);
  const isLeft = state.graceFrom !== null && state.graceFrom <= paidUntil;
  return one && isLeft ? graceEnd(paidUntil, one, retrySchedule) : paidUntil;
}

/** How many tries airtime has brought forward on the day of this instant. */
export function topUpTriesOn(
  state: Pick<Subscription, 'topUpDay' | 'topUpTries'>,
  at: Date,
): number {
  return state.topUpDay === dayOf(at) ? state.topUpTries : 0;
}

function earlier(one: Date | null, other: Date): Date {
  return one !== null && one < other ? one : other;
}

/**
 * Whether the number holds a running subscription (ACTIVE to the status check: also in grace or
 * parked).
 */
export function isLive(status: SubscriptionStatus): boolean {
  return (LIVE_STATUSES as readonly SubscriptionStatus[]).includes(status);
}

/**
 * Whether more airtime on the number would be asked for at once: a payment was refused, and none is
 * in flight.
 */
export function waitsForAirtime(state: Subscription): boolean {
  return (
    (state.status === 'grace' || state.status === 'parked') && state.chargingPackageId === null
  );
}

/** What was taken in the month of this instant since the latest consent. */
export function takenIn(state: Subscription, at: Date): Cents {
  return state.takenMonth === monthOf(at) ? state.takenCents : 0;
}

/**
 * As others are told of it: that the carrier is being asked right now is grace to them, served and
 * unpaid.
 */
export function shownStatus(status: SubscriptionStatus): Exclude<SubscriptionStatus, 'due'> {
  return status === 'due' ? 'grace' : status;
}
