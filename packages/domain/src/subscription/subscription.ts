import type { Cents } from '../money/rand.ts';
import type { PackageId } from '../packages/package-catalogue.ts';
import { dayOf, monthOf } from '../south-african-time.ts';

/**
 * The status of a subscription. `pending`: accepted, the first charge has no outcome yet, nothing
 * is served. `due`: the paid time is over and the renewal charge is in flight; served. `grace`:
 * denied, tried again, served. `parked`: tried, not served. `cancelled`: served until the paid time
 * ends. `blocked`: ended by the number's owner, the carrier or the number's recycling.
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
 * The statuses of a running subscription: the number is ACTIVE to the status check and cannot take
 * a second subscription.
 */
export const LIVE_STATUSES = [
  'trial',
  'active',
  'due',
  'grace',
  'parked',
] as const satisfies readonly SubscriptionStatus[];

/** The statuses of which a number may hold only one; a unique key in the database enforces this. */
export const EXCLUSIVE_STATUSES = [
  'pending',
  ...LIVE_STATUSES,
] as const satisfies readonly SubscriptionStatus[];

/** The statuses that wait for a renewal payment which is denied or in flight. */
export const UNPAID_STATUSES: readonly SubscriptionStatus[] = ['due', 'grace', 'parked'];

export type CancelledBy = 'subscriber' | 'stop_message' | 'operator';
export type BlockReason =
  | 'stop_all'
  | 'operator'
  | 'content_block'
  | 'number_recycled'
  | 'ported_out';

/** The time and grace that a new subscription takes over from the number's earlier ones. */
export interface Carried {
  /** See {@link Subscription.graceFrom}. */
  readonly graceFrom: Date | null;
  /**
   * The end of free or paid time that earlier subscriptions have not used up; the new
   * subscription's first period follows it.
   */
  readonly paidUntil: Date | null;
}

/**
 * An event of a subscription. Events are appended and never changed: they are the audit. `at`: when
 * it was decided.
 */
export type SubscriptionEvent =
  | {
      readonly type: 'trial_started';
      readonly at: Date;
      readonly packageId: PackageId;
      /** The price that was agreed to: the first charge takes it. */
      readonly price: Cents;
      readonly until: Date;
      readonly carried?: Carried;
    }
  /**
   * `atOnce`: a dearer package that begins now, with its own consent. `carried`: only in the first
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
   * `packageId`: the package that was paid, where it or its price differs from what is being
   * charged now (a late success).
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
   * Money that was taken and buys nothing: after the end, or for a period that is already paid. It
   * is refunded.
   */
  | { readonly type: 'charge_surplus'; readonly at: Date; readonly period: number }
  | {
      readonly type: 'charge_denied';
      readonly at: Date;
      readonly period: number;
      readonly reason: string;
      readonly nextTryAt: Date | null;
    }
  /** Not charged: the amount would exceed the monthly limit. */
  | {
      readonly type: 'charge_withheld';
      readonly at: Date;
      readonly reason: 'monthly_limit';
      readonly nextTryAt: Date;
    }
  /** The paid time ended while another charge has no outcome yet. */
  | { readonly type: 'fell_due'; readonly at: Date }
  /**
   * The first denial of a renewal: the number is served unpaid until then. It has no further grace
   * until it has paid a period in time.
   */
  | { readonly type: 'grace_granted'; readonly at: Date; readonly until: Date }
  | { readonly type: 'parked'; readonly at: Date; readonly nextTryAt: Date | null }
  /** Paid again after parking. */
  | { readonly type: 'reactivated'; readonly at: Date }
  /** Airtime arrived: the charge is tried at once. */
  | { readonly type: 'retry_brought_forward'; readonly at: Date }
  /**
   * Airtime arrived while a charge was in flight: the carrier may deny that charge by the earlier
   * balance.
   */
  | { readonly type: 'airtime_arrived'; readonly at: Date }
  /**
   * `whole`: the refund covers everything taken for the period. `paidLatest`: the period is the
   * last one paid, whatever was requested since. `unusedMs`: the unused time that the payment had
   * bought, in milliseconds; it is removed from the paid time.
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
   * A payment for an earlier subscription was refunded, whose unused time this subscription took
   * over.
   */
  | { readonly type: 'carried_time_withdrawn'; readonly at: Date; readonly unusedMs: number }
  /**
   * Another package, or another price of the held one, from the next paid period on. `from`: not
   * charged before that instant, because the price begins then. Naming the held package at its
   * price withdraws an earlier request. `chargedNow`: whether its consent says that an unpaid
   * subscription is charged at once; only where it is unpaid, and absent in events from before this
   * field existed, which were. `withdrawn`: the operator withdrew the accepted price.
   */
  | {
      readonly type: 'package_change_requested';
      readonly at: Date;
      readonly packageId: PackageId;
      readonly price: Cents;
      readonly from?: Date;
      readonly chargedNow?: boolean;
      readonly withdrawn?: true;
    }
  | { readonly type: 'cancelled'; readonly at: Date; readonly by: CancelledBy }
  | { readonly type: 'blocked'; readonly at: Date; readonly reason: BlockReason }
  | { readonly type: 'expired'; readonly at: Date };

export type SubscriptionCommand =
  | {
      readonly type: 'start';
      readonly packageId: PackageId;
      /** The price in the words that were agreed to. */
      readonly price: Cents;
      readonly trial: boolean;
      readonly carried?: Carried;
    }
  | { readonly type: 'record_unconfirmed'; readonly period: number }
  /**
   * `amount`: what was taken. `packageId`: the package that the charge was for; absent for the one
   * in flight.
   */
  | {
      readonly type: 'record_success';
      readonly period: number;
      readonly amount: Cents;
      readonly packageId?: PackageId;
    }
  | { readonly type: 'record_denial'; readonly period: number; readonly reason: string }
  /**
   * `bought`: the time that the payment bought; when absent, for the latest payment, the last
   * period of the paid time.
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
  /**
   * `from`: the beginning of a price that was announced; absent for the next paid period.
   * `chargedNow`: the accepted words say that the price is taken now; without it an unpaid
   * subscription is charged at its next try. `monthlyLimit`: as for `pass_time`. `withdrawn`:
   * nobody accepted anything; the operator withdrew the price that was to follow.
   */
  | {
      readonly type: 'change_package';
      readonly packageId: PackageId;
      readonly price: Cents;
      readonly from?: Date;
      readonly chargedNow?: boolean;
      readonly monthlyLimit?: Cents;
      readonly withdrawn?: true;
    }
  | { readonly type: 'upgrade'; readonly packageId: PackageId; readonly price: Cents }
  | { readonly type: 'top_up' }
  | { readonly type: 'cancel'; readonly by: CancelledBy }
  | { readonly type: 'block'; readonly reason: BlockReason }
  /** `monthlyLimit`: the package's own, at most {@link MONTHLY_LIMIT}. */
  | { readonly type: 'pass_time'; readonly monthlyLimit?: Cents };

/** The time that one payment bought. */
export interface BoughtTime {
  readonly from: Date;
  readonly until: Date;
}

export interface Subscription {
  readonly status: SubscriptionStatus;
  readonly packageId: PackageId;
  /**
   * The price that its owner agreed to. Renewals take it, whatever the package costs new
   * subscribers since.
   */
  readonly price: Cents;
  /** The package of the next paid period where it differs from this one, in itself or in price. */
  readonly nextPackageId: PackageId | null;
  /** The price agreed to for {@link nextPackageId}; `null` where there is none. */
  readonly nextPrice: Cents | null;
  /** That price is not charged before this instant; `null`: from the next charge on. */
  readonly nextFrom: Date | null;
  readonly startedAt: Date;
  /** The end of the paid or free time; `null` while there was none. */
  readonly paidUntil: Date | null;
  /**
   * The end of unused time, free or paid, of the number's earlier subscriptions when this one
   * began; `null` for none.
   */
  readonly carriedUntil: Date | null;
  /**
   * From this instant a denied renewal may be served (grace): the start of the number's first
   * subscription, later the end of the first period since the last grace that was paid in time.
   * `null`: the number has no grace left.
   */
  readonly graceFrom: Date | null;
  /** The end of the unpaid service; `null` while no grace runs. */
  readonly graceUntil: Date | null;
  /** The number of the last requested period: 0 is the trial, 1 the first paid one. */
  readonly period: number;
  readonly cancelledAt: Date | null;
  /** The package of the charge in flight; `null` while none is. */
  readonly chargingPackageId: PackageId | null;
  /** The amount of the charge in flight. */
  readonly chargingPrice: Cents | null;
  /**
   * When the charge in flight was requested; `null` also for charges from before this field
   * existed.
   */
  readonly chargingSince: Date | null;
  /** When airtime arrived during the charge in flight. */
  readonly toppedUpAt: Date | null;
  /** Denials since the paid time ended. */
  readonly tries: number;
  /**
   * Technical failures in a row since then: the carrier could not be reached or never received the
   * charge. They say nothing about the subscriber and are no denials.
   */
  readonly failures: number;
  readonly nextTryAt: Date | null;
  /**
   * The month of `takenCents`, which sums the charges of a South African month under the consent to
   * the held package and price.
   */
  readonly takenMonth: string | null;
  readonly takenCents: Cents;
  /**
   * The day of `topUpTries`, which counts the tries that airtime brought forward on a South African
   * day.
   */
  readonly topUpDay: string | null;
  readonly topUpTries: number;
}

export type SubscriptionRefusal =
  | 'already_started'
  | 'not_started'
  | 'already_ended'
  | 'wrong_period'
  | 'wrong_amount'
  | 'not_paid'
  | 'not_renewed'
  | 'not_upwards'
  | 'change_pending'
  | 'charge_in_flight';
export type Decision =
  | { readonly ok: true; readonly events: readonly SubscriptionEvent[] }
  | { readonly ok: false; readonly refusal: SubscriptionRefusal };

/**
 * A calendar month's charges above this amount need a further consent (ICASA regulation 15: notice
 * and acceptance at R200).
 */
export const MONTHLY_LIMIT: Cents = 200_00;

/**
 * The time and grace that a new subscription takes over. `earlier`: the number's earlier
 * subscriptions. `graceFrom`: the number's own value, used where it had none. Unused time, free or
 * paid, survives stopping and a new opt-in, also after STOP ALL and an agent's unblocking: as after
 * a change of package, what is bought begins when it ends. A refund has removed its time. Leaving
 * and returning does not renew grace.
 */
export function carriedOver(
  earlier: readonly Subscription[],
  graceFrom: Date | null,
  now: Date,
): Carried {
  const unused = earlier.filter(
    ({ status, paidUntil }) =>
      (status === 'cancelled' || status === 'blocked') && paidUntil !== null && paidUntil > now,
  );
  const ends = unused.map(({ paidUntil }) => paidUntil?.getTime() ?? 0);
  const newest = earlier.reduce<Subscription | undefined>(
    (latest, other) => (latest && latest.startedAt > other.startedAt ? latest : other),
    undefined,
  );
  return {
    graceFrom: newest ? newest.graceFrom : graceFrom,
    paidUntil: ends.length === 0 ? null : new Date(Math.max(...ends)),
  };
}

/** The number of tries that airtime has brought forward on the day of this instant. */
export function topUpTriesOn(
  state: Pick<Subscription, 'topUpDay' | 'topUpTries'>,
  at: Date,
): number {
  return state.topUpDay === dayOf(at) ? state.topUpTries : 0;
}

/**
 * Whether the number holds a running subscription (ACTIVE to the status check, also in grace or
 * parked).
 */
export function isLive(status: SubscriptionStatus): boolean {
  return (LIVE_STATUSES as readonly SubscriptionStatus[]).includes(status);
}

/**
 * Whether arriving airtime would be charged at once: a charge was denied, and none is in flight.
 */
export function waitsForAirtime(state: Subscription): boolean {
  return (
    (state.status === 'grace' || state.status === 'parked') && state.chargingPackageId === null
  );
}

/**
 * The charges in the month of this instant under the consent to a package at a price. Another one
 * than the held has a consent of its own, under which nothing was taken yet. A planned change that
 * is taken back, or whose charge is denied, leaves the sum of the held one as it is.
 */
export function takenIn(
  state: Subscription,
  { packageId, price }: Pick<Subscription, 'packageId' | 'price'>,
  at: Date,
): Cents {
  const isHeld = packageId === state.packageId && price === state.price;
  return isHeld && state.takenMonth === monthOf(at) ? state.takenCents : 0;
}

/**
 * The status shown to subscribers and staff: `due` is shown as grace, since both are served and
 * unpaid.
 */
export function shownStatus(status: SubscriptionStatus): Exclude<SubscriptionStatus, 'due'> {
  return status === 'due' ? 'grace' : status;
}
