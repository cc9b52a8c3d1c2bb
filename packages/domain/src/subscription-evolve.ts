import { isTechnical } from './charge.ts';
import { dayOf, monthOf } from './south-african-time.ts';
import { type Subscription, type SubscriptionEvent, takenIn, topUpTriesOn, UNPAID_STATUSES, waitsForAirtime } from './subscription.ts';

/** Nothing is in flight any more. */
const ANSWERED = { chargingPackageId: null, chargingSince: null, toppedUpAt: null } as const;

/** What is after an event. Throws for a first event that starts nothing: such a history was never written by {@link decide}. */
export function evolve(state: Subscription | undefined, event: SubscriptionEvent): Subscription {
  if (!state) return begin(event);
  switch (event.type) {
    case 'trial_started':
      return { ...state, status: 'trial', packageId: event.packageId, paidUntil: event.until };
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
      return { ...state, status: state.status === 'parked' ? 'parked' : 'grace', nextTryAt: event.nextTryAt };
    case 'fell_due':
      return { ...state, status: 'due' };
    case 'parked':
      return { ...state, status: 'parked', nextTryAt: event.nextTryAt };
    case 'reactivated':
      return state;
    case 'retry_brought_forward':
      return { ...state, nextTryAt: event.at, topUpDay: dayOf(event.at), topUpTries: topUpTriesOn(state, event.at) + 1 };
    case 'airtime_arrived':
      return { ...state, toppedUpAt: event.at };
    case 'refunded':
      return refunded(state, event);
    case 'package_change_requested':
      return changed(state, event);
    case 'cancelled':
      return { ...state, status: 'cancelled', cancelledAt: event.at, nextPackageId: null, nextTryAt: null };
    case 'blocked':
      return { ...state, status: 'blocked', nextPackageId: null, nextTryAt: null };
    case 'expired':
      return { ...state, status: 'expired', nextPackageId: null, nextTryAt: null };
  }
}

type EventOf<Type extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: Type }>;

function requested(state: Subscription, event: EventOf<'charge_requested'>): Subscription {
  const runsOut = (state.status === 'trial' || state.status === 'active') && !event.atOnce;
  const status = runsOut ? 'due' : state.status;
  // A dearer package that begins at once has its own consent, from which the month's sum begins anew.
  const consented = event.atOnce ? { takenMonth: null, takenCents: 0 } : {};
  const asked = { chargingPackageId: event.packageId, chargingSince: event.at, toppedUpAt: null };
  return { ...state, ...consented, ...asked, status, period: event.period, nextTryAt: null };
}

function succeeded(state: Subscription, event: EventOf<'charge_succeeded'>): Subscription {
  const packageId = event.packageId ?? state.chargingPackageId ?? state.packageId;
  const isLate = event.packageId !== undefined || state.chargingPackageId === null;
  return {
    ...state,
    status: 'active',
    packageId,
    // Either it is the one that was to follow, or a dearer one that was agreed to after it; nothing is agreed to while a payment is in flight. Only what
    // counted as never made can be older than what is to follow now, which then still is.
    nextPackageId: isLate && state.nextPackageId !== packageId ? state.nextPackageId : null,
    paidUntil: event.until,
    ...ANSWERED,
    tries: 0,
    failures: 0,
    nextTryAt: null,
    takenMonth: monthOf(event.at),
    takenCents: takenIn(state, event.at) + event.amount,
  };
}

function denied(state: Subscription, event: EventOf<'charge_denied'>): Subscription {
  if (event.period !== state.period) return state;
  const answered = { ...state, ...ANSWERED };
  if (state.status === 'pending') return { ...answered, status: 'expired', nextPackageId: null };
  if (!UNPAID_STATUSES.includes(state.status)) return answered;
  const counted = isTechnical(event.reason) ? { failures: state.failures + 1 } : { tries: state.tries + 1, failures: 0 };
  return { ...answered, ...counted, status: state.status === 'parked' ? 'parked' : 'grace', nextTryAt: event.nextTryAt };
}

/** The rule for access: a period that is given back whole is not served any further, and ends the subscription, which would else be charged again at once. */
function refunded(state: Subscription, event: EventOf<'refunded'>): Subscription {
  const running = (state.status === 'active' || state.status === 'cancelled') && state.paidUntil !== null && state.paidUntil > event.at;
  // A dearer package that was asked for and refused, or is not answered yet, has the newest number but not the time that runs.
  const paysForIt = event.period === state.period || event.paidLatest === true;
  if (!event.whole || !paysForIt || !running) return state;
  return { ...state, status: 'cancelled', cancelledAt: state.cancelledAt ?? event.at, paidUntil: event.at, nextPackageId: null };
}

function changed(state: Subscription, event: EventOf<'package_change_requested'>): Subscription {
  const nextPackageId = event.packageId === state.packageId ? null : event.packageId;
  // Who has just agreed to a price that is to be charged now wants it charged now, and begins a month's sum anew.
  const again = waitsForAirtime(state) ? { nextTryAt: event.at } : {};
  return { ...state, ...again, nextPackageId, takenMonth: null, takenCents: 0 };
}

function begin(event: SubscriptionEvent): Subscription {
  const base = {
    startedAt: event.at,
    cancelledAt: null,
    nextPackageId: null,
    ...ANSWERED,
    tries: 0,
    failures: 0,
    nextTryAt: null,
    takenMonth: null,
    takenCents: 0,
    topUpDay: null,
    topUpTries: 0,
  };
  if (event.type === 'trial_started') return { ...base, status: 'trial', packageId: event.packageId, paidUntil: event.until, period: 0 };
  if (event.type === 'charge_requested') {
    const { packageId, period } = event;
    return { ...base, status: 'pending', packageId, paidUntil: null, period, chargingPackageId: packageId, chargingSince: event.at };
  }
  throw new Error(`a subscription cannot begin with ${event.type}`);
}
