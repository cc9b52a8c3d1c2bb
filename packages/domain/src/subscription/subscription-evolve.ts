import { isTechnical } from '../money/charge.ts';
import { dayOf, monthOf } from '../south-african-time.ts';
import {
  type Carried,
  type Subscription,
  type SubscriptionEvent,
  takenIn,
  topUpTriesOn,
  UNPAID_STATUSES,
  waitsForAirtime,
} from './subscription.ts';

/** The fields when no charge is in flight. */
const ANSWERED = {
  chargingPackageId: null,
  chargingPrice: null,
  chargingSince: null,
  toppedUpAt: null,
} as const;

/** The fields when nothing else follows the held package. */
const NO_CHANGE = { nextPackageId: null, nextPrice: null, nextFrom: null } as const;

/**
 * The state after an event. Throws for a first event that begins no subscription: {@link decide}
 * never writes such a history.
 */
export function evolve(state: Subscription | undefined, event: SubscriptionEvent): Subscription {
  if (!state) return begin(event);
  switch (event.type) {
    case 'trial_started':
      return {
        ...state,
        status: 'trial',
        packageId: event.packageId,
        price: event.price,
        paidUntil: event.until,
      };
    case 'charge_requested':
      return requested(state, event);
    case 'charge_unconfirmed':
      return state;
    case 'charge_succeeded':
      return succeeded(state, event);
    case 'charge_surplus':
      return event.period === state.period ? { ...state, ...ANSWERED } : state;
    case 'charge_denied':
      return denied(state, event);
    case 'charge_withheld':
      return {
        ...state,
        status: state.status === 'parked' ? 'parked' : 'grace',
        nextTryAt: event.nextTryAt,
      };
    case 'fell_due':
      return { ...state, status: 'due' };
    case 'grace_granted':
      return { ...state, status: 'grace', graceUntil: event.until, graceFrom: null };
    case 'parked':
      return { ...state, status: 'parked', nextTryAt: event.nextTryAt, graceUntil: null };
    case 'reactivated':
      return state;
    case 'retry_brought_forward':
      return {
        ...state,
        nextTryAt: event.at,
        topUpDay: dayOf(event.at),
        topUpTries: topUpTriesOn(state, event.at) + 1,
      };
    case 'airtime_arrived':
      return { ...state, toppedUpAt: event.at };
    case 'refunded':
      return refunded(state, event);
    case 'carried_time_withdrawn':
      return carriedTimeWithdrawn(state, event);
    case 'package_change_requested':
      return changed(state, event);
    case 'cancelled':
      return {
        ...state,
        status: 'cancelled',
        cancelledAt: event.at,
        ...NO_CHANGE,
        nextTryAt: null,
      };
    case 'blocked':
      return { ...state, status: 'blocked', ...NO_CHANGE, nextTryAt: null };
    case 'expired':
      return { ...state, status: 'expired', ...NO_CHANGE, nextTryAt: null };
  }
}

type EventOf<Type extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: Type }>;

function requested(state: Subscription, event: EventOf<'charge_requested'>): Subscription {
  const runsOut = (state.status === 'trial' || state.status === 'active') && !event.atOnce;
  const status = runsOut ? 'due' : state.status;
  const charging = {
    chargingPackageId: event.packageId,
    chargingPrice: event.amount,
    chargingSince: event.at,
    toppedUpAt: null,
  };
  return { ...state, ...charging, status, period: event.period, nextTryAt: null };
}

function succeeded(state: Subscription, event: EventOf<'charge_succeeded'>): Subscription {
  const packageId = event.packageId ?? state.chargingPackageId ?? state.packageId;
  const isLate = event.packageId !== undefined || state.chargingPackageId === null;
  const price = isLate ? event.amount : (state.chargingPrice ?? event.amount);
  // A renewal at the held price, while an accepted one has not begun.
  const isBefore =
    state.nextFrom !== null && packageId === state.packageId && price === state.price;
  const isOther = state.nextPackageId !== packageId || state.nextPrice !== event.amount;
  const follows = (isLate || isBefore) && isOther;
  return {
    ...state,
    status: 'active',
    packageId,
    price,
    graceFrom: graceFromAfter(state, event),
    graceUntil: null,
    // The charge was for the next package, or for a dearer one that was agreed to afterwards; no
    // change is accepted while a charge is in flight. Only a late success can be older than the
    // next package, and only a price that begins later is not charged yet: these still follow.
    ...(follows ? {} : NO_CHANGE),
    paidUntil: event.until,
    ...ANSWERED,
    tries: 0,
    failures: 0,
    nextTryAt: null,
    takenMonth: monthOf(event.at),
    takenCents: takenIn(state, { packageId, price }, event.at) + event.amount,
  };
}

/**
 * A renewal that was never denied is paid in time: when its period ends, the number has grace
 * again.
 */
function graceFromAfter(state: Subscription, event: EventOf<'charge_succeeded'>): Date | null {
  if (state.graceFrom !== null) return state.graceFrom;
  const isRenewal = state.status === 'due' || state.status === 'grace';
  return isRenewal && state.tries === 0 && state.graceUntil === null ? event.until : null;
}

function denied(state: Subscription, event: EventOf<'charge_denied'>): Subscription {
  if (event.period !== state.period) return state;
  const answered = { ...state, ...ANSWERED };
  if (state.status === 'pending') return { ...answered, status: 'expired', ...NO_CHANGE };
  if (!UNPAID_STATUSES.includes(state.status)) return answered;
  const counted = isTechnical(event.reason)
    ? { failures: state.failures + 1 }
    : { tries: state.tries + 1, failures: 0 };
  return {
    ...answered,
    ...counted,
    status: state.status === 'parked' ? 'parked' : 'grace',
    nextTryAt: event.nextTryAt,
  };
}

/**
 * Decides access after a refund. The unused time of a wholly refunded payment is not served. If
 * that payment was for the latest period, the subscription ends, because it would otherwise be
 * charged again at once. Time bought by other payments is still served.
 */
function refunded(state: Subscription, event: EventOf<'refunded'>): Subscription {
  const { status, paidUntil } = state;
  if (!event.whole || paidUntil === null || paidUntil <= event.at) return state;
  // A dearer package whose charge was denied, or is not answered yet, has the newest period number
  // but not the running time.
  const paysForIt = event.period === state.period || event.paidLatest === true;
  const after = withoutTime(state, {
    unusedMs: event.unusedMs ?? 0,
    ofLatest: paysForIt,
    at: event.at,
  });
  const runs = status === 'active' || status === 'cancelled';
  return runs && paysForIt
    ? {
        ...after,
        status: 'cancelled',
        cancelledAt: state.cancelledAt ?? event.at,
        ...NO_CHANGE,
      }
    : after;
}

function carriedTimeWithdrawn(
  state: Subscription,
  { at, unusedMs }: EventOf<'carried_time_withdrawn'>,
): Subscription {
  const { carriedUntil } = state;
  const carried =
    carriedUntil && new Date(Math.max(at.getTime(), carriedUntil.getTime() - unusedMs));
  return { ...withoutTime(state, { unusedMs, ofLatest: false, at }), carriedUntil: carried };
}

/**
 * Removes unused paid time, but none that has passed. A period that was paid in time and is not
 * served to its end gives no grace.
 */
function withoutTime(
  state: Subscription,
  taken: { unusedMs: number; ofLatest: boolean; at: Date },
): Subscription {
  const { paidUntil, graceFrom } = state;
  const { unusedMs, ofLatest, at } = taken;
  if (unusedMs === 0) return state;
  const until =
    paidUntil && paidUntil > at
      ? new Date(Math.max(at.getTime(), paidUntil.getTime() - unusedMs))
      : paidUntil;
  // After a refund of the latest payment, the remaining time may be the period that was paid in
  // time.
  const servedBy = ofLatest && until ? until : at;
  return {
    ...state,
    paidUntil: until,
    graceFrom: graceFrom !== null && graceFrom > servedBy ? null : graceFrom,
  };
}

function changed(state: Subscription, event: EventOf<'package_change_requested'>): Subscription {
  const { packageId, price, from, chargedNow = true } = event;
  if (event.withdrawn) return { ...state, ...NO_CHANGE };
  const isHeld = packageId === state.packageId && price === state.price;
  const next = isHeld
    ? NO_CHANGE
    : { nextPackageId: packageId, nextPrice: price, nextFrom: from ?? null };
  // A consent to a later price changes nothing about the charges before it.
  if (from !== undefined && from > event.at) return { ...state, ...next };
  if (!chargedNow || !waitsForAirtime(state)) return { ...state, ...next };
  // A further consent to the held price restarts its monthly sum; another price has its own sum.
  const consented = isHeld ? { takenMonth: null, takenCents: 0 } : {};
  return { ...state, ...next, ...consented, nextTryAt: event.at };
}

function begin(event: SubscriptionEvent): Subscription {
  const base = {
    startedAt: event.at,
    cancelledAt: null,
    ...NO_CHANGE,
    ...ANSWERED,
    tries: 0,
    failures: 0,
    nextTryAt: null,
    takenMonth: null,
    takenCents: 0,
    topUpDay: null,
    topUpTries: 0,
    graceUntil: null,
  };
  const { graceFrom, paidUntil: carriedUntil }: Carried = carriedBy(event) ?? {
    graceFrom: event.at,
    paidUntil: null,
  };
  const number = { graceFrom, carriedUntil };
  if (event.type === 'trial_started')
    return {
      ...base,
      ...number,
      status: 'trial',
      packageId: event.packageId,
      price: event.price,
      paidUntil: event.until,
      period: 0,
    };
  if (event.type === 'charge_requested') {
    const { packageId, period, amount } = event;
    return {
      ...base,
      ...number,
      status: 'pending',
      packageId,
      price: amount,
      paidUntil: null,
      period,
      chargingPackageId: packageId,
      chargingPrice: amount,
      chargingSince: event.at,
    };
  }
  throw new Error(`a subscription cannot begin with ${event.type}`);
}

function carriedBy(event: SubscriptionEvent): Carried | undefined {
  return event.type === 'trial_started' || event.type === 'charge_requested'
    ? event.carried
    : undefined;
}
