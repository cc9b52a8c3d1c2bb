import type { PackageId } from './package-catalogue.ts';
import type { Cents } from './rand.ts';
import { DEFAULT_LADDER, parkedEnd, parkingAt, type RetryLadder } from './retry-ladder.ts';
import { dayOf, monthOf } from './south-african-time.ts';

/**
 * Where a subscription stands. `pending`: accepted, the first charge not yet settled, nothing served. `due`: the paid time is over and the carrier
 * is being asked for the next; served meanwhile. `grace`: refused, tried again and served. `parked`: tried, not served. `cancelled`: served until
 * what was paid has passed. `blocked`: ended by the number's owner, the carrier or the number's fate.
 */
export type SubscriptionStatus = 'pending' | 'trial' | 'active' | 'due' | 'grace' | 'parked' | 'cancelled' | 'expired' | 'blocked';

/** A number that holds one of these has a subscription: it is ACTIVE to the status check and cannot take a second one. */
export const LIVE_STATUSES = ['trial', 'active', 'due', 'grace', 'parked'] as const satisfies readonly SubscriptionStatus[];

/** Those of which a number may hold only one; the database keeps a unique key over them. */
export const EXCLUSIVE_STATUSES = ['pending', ...LIVE_STATUSES] as const satisfies readonly SubscriptionStatus[];

/** Those that wait for money which was refused or is still being asked for. */
export const UNPAID_STATUSES: readonly SubscriptionStatus[] = ['due', 'grace', 'parked'];

export type CancelledBy = 'subscriber' | 'stop_message' | 'operator';
export type BlockReason = 'stop_all' | 'content_block' | 'number_recycled' | 'ported_out';

/** What happened; appended, never changed: these are the audit. `at` is when it was decided. */
export type SubscriptionEvent =
  | { readonly type: 'trial_started'; readonly at: Date; readonly packageId: PackageId; readonly until: Date }
  /** `atOnce`: a dearer package that begins now, by a fresh consent. */
  | {
      readonly type: 'charge_requested';
      readonly at: Date;
      readonly packageId: PackageId;
      readonly period: number;
      readonly amount: Cents;
      readonly atOnce?: true;
    }
  | { readonly type: 'charge_unconfirmed'; readonly at: Date; readonly period: number }
  /** `packageId`: what was paid for, where that is not what the carrier is being asked for now (a payment that counted as never made). */
  | {
      readonly type: 'charge_succeeded';
      readonly at: Date;
      readonly period: number;
      readonly amount: Cents;
      readonly until: Date;
      readonly packageId?: PackageId;
    }
  /** Money that was taken and buys nothing: after the end, or for a period that is paid. It is given back. */
  | { readonly type: 'charge_surplus'; readonly at: Date; readonly period: number }
  | { readonly type: 'charge_denied'; readonly at: Date; readonly period: number; readonly reason: string; readonly nextTryAt: Date | null }
  /** Not asked for: it would be more in a month than was agreed to. */
  | { readonly type: 'charge_withheld'; readonly at: Date; readonly reason: 'monthly_limit'; readonly nextTryAt: Date }
  /** The paid time ended while another payment is not answered yet. */
  | { readonly type: 'fell_due'; readonly at: Date }
  | { readonly type: 'parked'; readonly at: Date; readonly nextTryAt: Date | null }
  /** Paid again after it was parked. */
  | { readonly type: 'reactivated'; readonly at: Date }
  /** Airtime arrived: tried again at once. */
  | { readonly type: 'retry_brought_forward'; readonly at: Date }
  /** Airtime arrived while the carrier was being asked: it may refuse by what was there before. */
  | { readonly type: 'airtime_arrived'; readonly at: Date }
  /** `whole`: all that was taken for the period is given back. `paidLatest`: it is the period that was paid last, whatever was asked for since. */
  | {
      readonly type: 'refunded';
      readonly at: Date;
      readonly period: number;
      readonly amount: Cents;
      readonly whole: boolean;
      readonly paidLatest?: true;
    }
  /** Another package from the next paid period on; the one that is held takes an earlier request back. */
  | { readonly type: 'package_change_requested'; readonly at: Date; readonly packageId: PackageId }
  | { readonly type: 'cancelled'; readonly at: Date; readonly by: CancelledBy }
  | { readonly type: 'blocked'; readonly at: Date; readonly reason: BlockReason }
  | { readonly type: 'expired'; readonly at: Date };

export type SubscriptionCommand =
  | { readonly type: 'start'; readonly packageId: PackageId; readonly trial: boolean }
  | { readonly type: 'record_unconfirmed'; readonly period: number }
  /** `amount`: what was taken; `packageId`: what it was asked for, absent for what is being asked for now. */
  | { readonly type: 'record_success'; readonly period: number; readonly amount: Cents; readonly packageId?: PackageId }
  | { readonly type: 'record_denial'; readonly period: number; readonly reason: string }
  | { readonly type: 'record_refund'; readonly period: number; readonly amount: Cents; readonly whole: boolean; readonly paidLatest?: true }
  | { readonly type: 'change_package'; readonly packageId: PackageId }
  | { readonly type: 'upgrade'; readonly packageId: PackageId }
  | { readonly type: 'top_up' }
  | { readonly type: 'cancel'; readonly by: CancelledBy }
  | { readonly type: 'block'; readonly reason: BlockReason }
  | { readonly type: 'pass_time' };

export interface Subscription {
  readonly status: SubscriptionStatus;
  readonly packageId: PackageId;
  /** What the next paid period is charged for where it is another package than this one's. */
  readonly nextPackageId: PackageId | null;
  readonly startedAt: Date;
  /** Paid or given until then; `null` while nothing ever was. */
  readonly paidUntil: Date | null;
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
  /** How often in a row the carrier could not be asked or never knew of it since then: that says nothing of the subscriber, and is no refusal. */
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
export type Decision = { readonly ok: true; readonly events: readonly SubscriptionEvent[] } | { readonly ok: false; readonly refusal: Refusal };

/** More than this in a calendar month needs a further consent (ICASA regulation 15: notice and acceptance at R200). */
export const MONTHLY_LIMIT: Cents = 200_00;

/** When time alone next changes this subscription; `null` where it never does, or where an answer is waited for. */
export function dueAt(state: Subscription, ladder: RetryLadder = DEFAULT_LADDER): Date | null {
  const { status, paidUntil, chargingPackageId, nextTryAt } = state;
  if (status === 'cancelled') return paidUntil ?? state.cancelledAt;
  if (paidUntil === null) return null;
  switch (status) {
    case 'trial':
    case 'active':
      return paidUntil;
    case 'due':
      return parksAt(state, paidUntil, ladder);
    case 'grace':
      return earlier(chargingPackageId === null ? nextTryAt : null, parksAt(state, paidUntil, ladder));
    case 'parked':
      return chargingPackageId === null ? earlier(nextTryAt, parkedEnd(paidUntil, ladder)) : null;
    default:
      return null;
  }
}

/** When an unpaid subscription is parked as things stand. */
export function parksAt({ tries, chargingSince }: Pick<Subscription, 'tries' | 'chargingSince'>, paidUntil: Date, ladder: RetryLadder): Date {
  return parkingAt(paidUntil, tries > 0, chargingSince, ladder);
}

/** How many tries airtime has brought forward on the day of this instant. */
export function topUpTriesOn(state: Pick<Subscription, 'topUpDay' | 'topUpTries'>, at: Date): number {
  return state.topUpDay === dayOf(at) ? state.topUpTries : 0;
}

function earlier(one: Date | null, other: Date): Date {
  return one !== null && one < other ? one : other;
}

/** Whether the number holds a running subscription (ACTIVE to the status check: also in grace or parked). */
export function isLive(status: SubscriptionStatus): boolean {
  return (LIVE_STATUSES as readonly SubscriptionStatus[]).includes(status);
}

/** Whether more airtime on the number would be asked for at once: a payment was refused, and none is in flight. */
export function waitsForAirtime(state: Subscription): boolean {
  return (state.status === 'grace' || state.status === 'parked') && state.chargingPackageId === null;
}

/** What was taken in the month of this instant since the latest consent. */
export function takenIn(state: Subscription, at: Date): Cents {
  return state.takenMonth === monthOf(at) ? state.takenCents : 0;
}

/** As others are told of it: that the carrier is being asked right now is grace to them, served and unpaid. */
export function shownStatus(status: SubscriptionStatus): Exclude<SubscriptionStatus, 'due'> {
  return status === 'due' ? 'grace' : status;
}
