import { isTechnical } from '../money/charge.ts';
import type { Cents } from '../money/rand.ts';
import { DAY_MS, durationDays, type PackageId } from '../packages/package-catalogue.ts';
import { chargedAt, follows, type PackagePrice } from './agreed-price.ts';
import { exceedsMonth, isWithheld, withholdCharge } from './monthly-limit.ts';
import {
  DEFAULT_RETRY_SCHEDULE,
  nextTry,
  nextTryAfterFailure,
  parkedEnd,
  type RetrySchedule,
  TOP_UP_TRIES_A_DAY,
  unansweredMs,
} from './retry-schedule.ts';
import {
  type BlockReason,
  type Decision,
  isLive,
  type Subscription,
  type SubscriptionCommand,
  type SubscriptionEvent,
  type SubscriptionStatus,
  topUpTriesOn,
  UNPAID_STATUSES,
  waitsForAirtime,
} from './subscription.ts';
import { dueAt, graceAllowed, hasEnded, parksAt, servedEnd } from './subscription-due.ts';
import { accept, recordRefund, refuse } from './subscription-refund.ts';

const days = (from: Date, count: number): Date => new Date(from.getTime() + count * DAY_MS);

/**
 * Decides what a command means for a subscription now. Returns the events to append (none where
 * nothing changes, such as cancelling twice) or a named refusal. Pure: the caller writes the events
 * and acts on them.
 */
export function decide(
  state: Subscription | undefined,
  command: SubscriptionCommand,
  now: Date,
  retrySchedule: RetrySchedule = DEFAULT_RETRY_SCHEDULE,
): Decision {
  if (command.type === 'start') return state ? refuse('already_started') : start(command, now);
  if (!state) return refuse('not_started');
  switch (command.type) {
    case 'record_unconfirmed':
      if (command.period < 1 || command.period > state.period) return refuse('wrong_period');
      return accept({ type: 'charge_unconfirmed', at: now, period: command.period });
    case 'record_success':
      return recordSuccess(state, command, now, retrySchedule);
    case 'record_denial':
      return recordDenial(state, command, now, retrySchedule);
    case 'record_refund':
      return recordRefund(state, command, now);
    case 'withdraw_carried':
      return accept({ type: 'carried_time_withdrawn', at: now, unusedMs: command.unusedMs });
    case 'change_package':
      return changePackage(state, command, now);
    case 'upgrade':
      return upgrade(state, command, now);
    case 'top_up':
      return topUp(state, now);
    case 'cancel':
      if (state.status === 'cancelled') return accept();
      return hasEnded(state)
        ? refuse('already_ended')
        : accept({ type: 'cancelled', at: now, by: command.by });
    case 'block':
      if (state.status === 'blocked') return accept();
      return state.status === 'expired'
        ? refuse('already_ended')
        : accept({ type: 'blocked', at: now, reason: command.reason });
    case 'pass_time':
      return passTime(state, now, { retrySchedule, monthlyLimit: command.monthlyLimit });
  }
}

function start(command: Extract<SubscriptionCommand, { type: 'start' }>, now: Date): Decision {
  const { packageId, price } = command;
  if (!isPrice(price)) return refuse('wrong_amount');
  // A free day makes no charge: the carrier's smallest amount is above zero, so a free charge is
  // impossible.
  const carried = command.carried ? { carried: command.carried } : {};
  if (command.trial)
    return accept({
      type: 'trial_started',
      at: now,
      packageId,
      price,
      until: days(now, 1),
      ...carried,
    });
  return accept({
    type: 'charge_requested',
    at: now,
    packageId,
    period: 1,
    amount: price,
    ...carried,
  });
}

/** The carrier's smallest amount is above zero, and money is whole cents. */
function isPrice(price: Cents): boolean {
  return Number.isSafeInteger(price) && price > 0;
}

/** Whether the subscription waits for the money of this period. */
function buysTime(state: Subscription, period: number): boolean {
  if (period !== state.period) return false;
  return (
    state.status === 'pending' ||
    UNPAID_STATUSES.includes(state.status) ||
    (isLive(state.status) && state.chargingPackageId !== null)
  );
}

type RecordSuccess = Extract<SubscriptionCommand, { type: 'record_success' }>;

function recordSuccess(
  state: Subscription,
  { period, amount, packageId }: RecordSuccess,
  now: Date,
  retrySchedule: RetrySchedule,
): Decision {
  if (period < 1 || period > state.period) return refuse('wrong_period');
  if (!buysTime(state, period)) return accept({ type: 'charge_surplus', at: now, period });
  const askedPackage = state.chargingPackageId ?? state.packageId;
  // A late success of a charge that counted as never taken buys the package that the charge was
  // for, whatever the subscriber agreed to since.
  const bought = packageId ?? askedPackage;
  const isOther =
    bought !== askedPackage || (state.chargingPrice !== null && amount !== state.chargingPrice);
  const other = isOther ? { packageId: bought } : {};
  const succeeded = {
    type: 'charge_succeeded',
    at: now,
    period,
    amount,
    until: paidUntilAfter(state, bought, now, retrySchedule),
    ...other,
  } as const;
  return state.status === 'parked'
    ? accept(succeeded, { type: 'reactivated', at: now })
    : accept(succeeded);
}

/** The end of the time that a payment buys: all of its days, from {@link boughtFrom} on. */
function paidUntilAfter(
  state: Subscription,
  bought: PackageId,
  now: Date,
  retrySchedule: RetrySchedule,
): Date {
  return days(boughtFrom(state, bought, now, retrySchedule), durationDays(bought));
}

/**
 * The start of the time that a payment buys: the moment at which the success is known, so that a
 * late answer costs the viewer nothing and nobody pays for time that was not served. It follows
 * time that is paid already (a dearer package at once, the rest of an earlier subscription). It
 * also covers the time served unpaid until now (due or in grace), but at most one grace of the
 * bought package: a subscriber who changes from Monthly to Daily in grace still gets most of the
 * day.
 */
function boughtFrom(
  state: Subscription,
  bought: PackageId,
  now: Date,
  retrySchedule: RetrySchedule,
): Date {
  const paidUntil = state.paidUntil ?? state.carriedUntil;
  if (paidUntil === null) return now;
  if (paidUntil > now) return paidUntil;
  if (state.status !== 'due' && state.status !== 'grace') return now;
  const end = servedEnd(state, paidUntil, retrySchedule);
  const servedMs = (end < now ? end : now).getTime() - paidUntil.getTime();
  return new Date(
    now.getTime() - Math.min(servedMs, unansweredMs({ days: durationDays(bought) }, retrySchedule)),
  );
}

/** Denials after which a further try is useless and unwanted. */
const FINAL: Readonly<Record<string, BlockReason>> = {
  billing_blocked: 'content_block',
  not_on_network: 'ported_out',
};

function recordDenial(
  state: Subscription,
  { period, reason }: Extract<SubscriptionCommand, { type: 'record_denial' }>,
  now: Date,
  retrySchedule: RetrySchedule,
): Decision {
  if (period < 1 || period > state.period) return refuse('wrong_period');
  const waits = UNPAID_STATUSES.includes(state.status) && period === state.period;
  const blocks = FINAL[reason];
  const denied = (nextTryAt: Date | null) =>
    ({ type: 'charge_denied', at: now, period, reason, nextTryAt }) as const;
  if (!waits || state.paidUntil === null) return accept(denied(null));
  if (blocks) return accept(denied(null), { type: 'blocked', at: now, reason: blocks });
  if (!isTechnical(reason))
    return refused(
      state,
      state.paidUntil,
      reason,
      denied(nextTry(state.paidUntil, now, retrySchedule)),
      retrySchedule,
    );
  const again = nextTryAfterFailure(now, state.failures + 1);
  return accept(denied(again < parkedEnd(state.paidUntil, retrySchedule) ? again : null));
}

type Denied = Extract<SubscriptionEvent, { type: 'charge_denied' }>;

/**
 * The first denial begins grace or parks at once. If airtime arrived while the carrier was asked,
 * the charge is tried again at once.
 */
function refused(
  state: Subscription,
  paidUntil: Date,
  reason: string,
  denied: Denied,
  retrySchedule: RetrySchedule,
): Decision {
  const { at, nextTryAt } = denied;
  const asksAgain =
    reason === 'insufficient_airtime' && state.toppedUpAt !== null && mayBringForward(state, at);
  return accept(
    denied,
    ...servedOrParked(state, paidUntil, { at, nextTryAt }, retrySchedule),
    ...(asksAgain ? [{ type: 'retry_brought_forward', at } as const] : []),
  );
}

/**
 * The events of an unpaid renewal: grace is granted once where the number has it left; without
 * grace, or after it, the subscription is parked.
 */
function servedOrParked(
  state: Subscription,
  paidUntil: Date,
  { at, nextTryAt }: Pick<Denied, 'at' | 'nextTryAt'>,
  retrySchedule: RetrySchedule,
): SubscriptionEvent[] {
  if (state.status === 'parked') return [];
  const until = state.graceUntil ?? graceAllowed(state, paidUntil, at, retrySchedule);
  if (until <= at) return [{ type: 'parked', at, nextTryAt }];
  return state.graceUntil === null ? [{ type: 'grace_granted', at, until }] : [];
}

function mayBringForward(state: Subscription, now: Date): boolean {
  return topUpTriesOn(state, now) < TOP_UP_TRIES_A_DAY;
}

/**
 * Handles arriving airtime: a subscription that waits for it is tried at once; while a charge is in
 * flight, the arrival is recorded and used after the answer.
 */
function topUp(state: Subscription, now: Date): Decision {
  if (waitsForAirtime(state)) {
    const isDue = state.nextTryAt !== null && state.nextTryAt <= now;
    return isDue || !mayBringForward(state, now)
      ? accept()
      : accept({ type: 'retry_brought_forward', at: now });
  }
  const isAsked = UNPAID_STATUSES.includes(state.status) && state.chargingPackageId !== null;
  return isAsked && state.toppedUpAt === null
    ? accept({ type: 'airtime_arrived', at: now })
    : accept();
}

/** Whether another package can replace this one (row S7): there is a next period to charge. */
export function canChangePackage(status: SubscriptionStatus): boolean {
  return isLive(status);
}

type ChangePackage = Extract<SubscriptionCommand, { type: 'change_package' }>;

function changePackage(state: Subscription, command: ChangePackage, now: Date): Decision {
  const { packageId, price, from, chargedNow = false } = command;
  if (!isPrice(price)) return refuse('wrong_amount');
  if (!canChangePackage(state.status)) return refuse('not_renewed');
  // The charge in flight has its own consent: its answer comes first, then another price.
  if (state.chargingPackageId !== null) return refuse('charge_in_flight');
  const isHeld = packageId === state.packageId && price === state.price;
  const later = !isHeld && from !== undefined && from > now ? { from } : {};
  const requested = { type: 'package_change_requested', at: now, packageId, price } as const;
  // A repeated request for the package that already follows changes nothing, except a further
  // consent to the held one when the month's charges have reached their limit.
  if (follows(state, { packageId, price, ...later }, now)) {
    const isAgain = isHeld && chargedNow && isWithheld(state, now, command.monthlyLimit);
    return isAgain ? accept({ ...requested, chargedNow }) : accept();
  }
  // What was agreed to for the next charge is not given up for a price that begins after it.
  const { nextPackageId, nextFrom } = state;
  const isPlanned = nextPackageId !== null && (nextFrom === null || nextFrom <= now);
  if (later.from && isPlanned) return refuse('change_pending');
  if (command.withdrawn) return isHeld ? accept({ ...requested, withdrawn: true }) : accept();
  const charged = waitsForAirtime(state) && later.from === undefined ? { chargedNow } : {};
  return accept({ ...requested, ...later, ...charged });
}

/**
 * Whether this package can replace the held one at once: only a dearer one, and only where a period
 * was paid.
 */
export function canUpgradeTo(
  state: Pick<Subscription, 'status' | 'packageId' | 'price'>,
  { packageId, price }: PackagePrice,
): boolean {
  return state.status === 'active' && packageId !== state.packageId && price > state.price;
}

function upgrade(state: Subscription, { packageId, price }: PackagePrice, now: Date): Decision {
  if (!isPrice(price)) return refuse('wrong_amount');
  if (state.status !== 'active') return refuse('not_renewed');
  if (state.chargingPackageId !== null) return refuse('charge_in_flight');
  if (!canUpgradeTo(state, { packageId, price })) return refuse('not_upwards');
  return accept({
    type: 'charge_requested',
    at: now,
    packageId,
    period: state.period + 1,
    amount: price,
    atOnce: true,
  });
}

/** The rules of a renewal. */
interface Renewing {
  readonly retrySchedule: RetrySchedule;
  readonly monthlyLimit: Cents | undefined;
}

/** Handles the passing of time: the next charge, the end of grace, the end of the subscription. */
function passTime(state: Subscription, now: Date, rules: Renewing): Decision {
  const { retrySchedule } = rules;
  const due = dueAt(state, retrySchedule);
  if (due === null || due > now) return accept();
  const { status, paidUntil, chargingPackageId } = state;
  if (status === 'cancelled' || paidUntil === null) return accept({ type: 'expired', at: now });
  if (status === 'parked' || status === 'trial' || status === 'active') {
    if (parkedEnd(paidUntil, retrySchedule) <= now && chargingPackageId === null)
      return accept({ type: 'expired', at: now });
  }
  if ((status === 'trial' || status === 'active') && chargingPackageId !== null)
    return accept({ type: 'fell_due', at: now });
  if ((status === 'due' || status === 'grace') && parksAt(state, paidUntil, retrySchedule) <= now) {
    return accept({
      type: 'parked',
      at: now,
      nextTryAt:
        chargingPackageId === null
          ? (state.nextTryAt ?? nextTry(paidUntil, now, retrySchedule))
          : null,
    });
  }
  return request(state, now, rules);
}

/** Requests the charge of the next period, or of the same period again. */
function request(
  state: Subscription,
  now: Date,
  { monthlyLimit }: Pick<Renewing, 'monthlyLimit'>,
): Decision {
  const charged = chargedAt(state, now);
  const { packageId, price: amount } = charged;
  if (exceedsMonth(state, charged, now, monthlyLimit)) return accept(...withholdCharge(state, now));
  const period =
    UNPAID_STATUSES.includes(state.status) && state.tries + state.failures > 0
      ? state.period
      : state.period + 1;
  return accept({
    type: 'charge_requested',
    at: now,
    packageId,
    period,
    amount,
  });
}
