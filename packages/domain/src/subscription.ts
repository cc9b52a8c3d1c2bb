import { DAY_MS, findPackage, type PackageId } from './package-catalogue.ts';
import type { Cents } from './rand.ts';

/**
 * Where a subscription stands. `pending`: accepted, the first charge not yet settled, nothing served. `grace` and
 * `parked` are reached by renewal; they are known here so that every reader already treats them rightly.
 */
export type SubscriptionStatus = 'pending' | 'trial' | 'active' | 'grace' | 'parked' | 'cancelled' | 'expired' | 'blocked';

/** A number that holds one of these has a subscription: it is ACTIVE to the status check and cannot take a second one. */
export const LIVE_STATUSES = ['trial', 'active', 'grace', 'parked'] as const satisfies readonly SubscriptionStatus[];

/** Those of which a number may hold only one; the database keeps a unique key over them. */
export const EXCLUSIVE_STATUSES = ['pending', ...LIVE_STATUSES] as const satisfies readonly SubscriptionStatus[];

export type CancelledBy = 'subscriber' | 'stop_message' | 'operator';
export type BlockReason = 'stop_all' | 'content_block' | 'number_recycled' | 'ported_out';

/** What happened; appended, never changed: these are the audit. `at` is when it was decided. */
export type SubscriptionEvent =
  | { readonly type: 'trial_started'; readonly at: Date; readonly packageId: PackageId; readonly until: Date }
  | { readonly type: 'charge_requested'; readonly at: Date; readonly packageId: PackageId; readonly period: number; readonly amount: Cents }
  | { readonly type: 'charge_unconfirmed'; readonly at: Date; readonly period: number }
  | { readonly type: 'charge_succeeded'; readonly at: Date; readonly period: number; readonly until: Date }
  | { readonly type: 'charge_denied'; readonly at: Date; readonly period: number; readonly reason: string }
  /** Another package from the next paid period on; the one that is held takes an earlier request back. */
  | { readonly type: 'package_change_requested'; readonly at: Date; readonly packageId: PackageId }
  | { readonly type: 'cancelled'; readonly at: Date; readonly by: CancelledBy }
  | { readonly type: 'blocked'; readonly at: Date; readonly reason: BlockReason }
  | { readonly type: 'expired'; readonly at: Date };

export type SubscriptionCommand =
  | { readonly type: 'start'; readonly packageId: PackageId; readonly trial: boolean }
  | { readonly type: 'record_unconfirmed'; readonly period: number }
  | { readonly type: 'record_success'; readonly period: number }
  | { readonly type: 'record_denial'; readonly period: number; readonly reason: string }
  | { readonly type: 'change_package'; readonly packageId: PackageId }
  | { readonly type: 'cancel'; readonly by: CancelledBy }
  | { readonly type: 'block'; readonly reason: BlockReason }
  | { readonly type: 'pass_time' };

export interface Subscription {
  readonly status: SubscriptionStatus;
  readonly packageId: PackageId;
  /** What the next paid period is charged for where it is another package than this one's; a renewal that is requested for it takes it on. */
  readonly nextPackageId: PackageId | null;
  readonly startedAt: Date;
  /** Served until then, whatever was paid or given; `null` while nothing ever was. */
  readonly paidUntil: Date | null;
  /** The number of the last period that was asked for: 0 is the trial, 1 the first paid one. */
  readonly period: number;
  readonly cancelledAt: Date | null;
}

export type Refusal = 'already_started' | 'not_started' | 'already_ended' | 'wrong_period' | 'unknown_package' | 'not_renewed';
export type Decision = { readonly ok: true; readonly events: readonly SubscriptionEvent[] } | { readonly ok: false; readonly refusal: Refusal };

const accept = (...events: SubscriptionEvent[]): Decision => ({ ok: true, events });
const refuse = (refusal: Refusal): Decision => ({ ok: false, refusal });
const days = (from: Date, count: number): Date => new Date(from.getTime() + count * DAY_MS);

/**
 * Decides what a command means for a subscription now. Answers the events to append, none where nothing changes
 * (cancelling twice), or a named refusal. Pure: the caller writes the events and acts on them.
 */
export function decide(state: Subscription | undefined, command: SubscriptionCommand, now: Date): Decision {
  if (command.type === 'start') return state ? refuse('already_started') : start(command, now);
  if (!state) return refuse('not_started');
  switch (command.type) {
    case 'record_unconfirmed':
    case 'record_success':
    case 'record_denial':
      return recordOutcome(state, command, now);
    case 'change_package':
      return changePackage(state, command.packageId, now);
    case 'cancel':
      if (state.status === 'cancelled') return accept();
      return hasEnded(state) ? refuse('already_ended') : accept({ type: 'cancelled', at: now, by: command.by });
    case 'block':
      return state.status === 'blocked' ? accept() : accept({ type: 'blocked', at: now, reason: command.reason });
    case 'pass_time':
      return isDue(state, now) ? accept({ type: 'expired', at: now }) : accept();
  }
}

function start(command: Extract<SubscriptionCommand, { type: 'start' }>, now: Date): Decision {
  const chosen = findPackage(command.packageId);
  if (!chosen) return refuse('unknown_package');
  // No charge at all on a free day: the carrier's smallest amount is above zero, so a free charge cannot even be asked for.
  if (command.trial) return accept({ type: 'trial_started', at: now, packageId: chosen.id, until: days(now, 1) });
  return accept({ type: 'charge_requested', at: now, packageId: chosen.id, period: 1, amount: chosen.price });
}

function recordOutcome(state: Subscription, command: Extract<SubscriptionCommand, { period: number }>, now: Date): Decision {
  if (command.period !== state.period || state.period === 0) return refuse('wrong_period');
  if (command.type === 'record_unconfirmed') return accept({ type: 'charge_unconfirmed', at: now, period: command.period });
  if (command.type === 'record_denial') return accept({ type: 'charge_denied', at: now, period: command.period, reason: command.reason });
  // Served from the moment the money is known to be taken, so that a late answer costs the viewer nothing.
  const chosen = findPackage(state.packageId);
  if (!chosen) return refuse('unknown_package');
  return accept({ type: 'charge_succeeded', at: now, period: command.period, until: days(now, chosen.days) });
}

/** Statuses whose next period is asked for by itself: only there can another package take its place. */
const RENEWED: readonly SubscriptionStatus[] = ['trial', 'active', 'grace'];

/** Whether another package can take this one's place (row S7): there is a next period to be charged. */
export function canChangePackage(status: SubscriptionStatus): boolean {
  return RENEWED.includes(status);
}

function changePackage(state: Subscription, packageId: PackageId, now: Date): Decision {
  if (!findPackage(packageId)) return refuse('unknown_package');
  if (!canChangePackage(state.status)) return refuse('not_renewed');
  // Asking again for what is to come anyway changes nothing.
  if (packageId === (state.nextPackageId ?? state.packageId)) return accept();
  return accept({ type: 'package_change_requested', at: now, packageId });
}

/** What is after an event. Throws for a first event that starts nothing: such a history was never written by {@link decide}. */
export function evolve(state: Subscription | undefined, event: SubscriptionEvent): Subscription {
  if (!state) return begin(event);
  switch (event.type) {
    case 'trial_started':
      return { ...state, status: 'trial', packageId: event.packageId, paidUntil: event.until };
    case 'charge_requested':
      return {
        ...state,
        packageId: event.packageId,
        period: event.period,
        nextPackageId: event.packageId === state.nextPackageId ? null : state.nextPackageId,
      };
    case 'charge_unconfirmed':
      return state;
    case 'charge_succeeded':
      return { ...state, status: afterSuccess(state.status), paidUntil: event.until };
    case 'charge_denied':
      return { ...state, status: state.status === 'pending' ? 'expired' : state.status };
    case 'package_change_requested':
      return { ...state, nextPackageId: event.packageId === state.packageId ? null : event.packageId };
    case 'cancelled':
      return { ...state, status: 'cancelled', cancelledAt: event.at, nextPackageId: null };
    case 'blocked':
      return { ...state, status: 'blocked', nextPackageId: null };
    case 'expired':
      return { ...state, status: 'expired', nextPackageId: null };
  }
}

/** Money that is found to be taken after the stop still buys its time, but does not bring renewals back: served as a cancelled one is. */
function afterSuccess(status: SubscriptionStatus): SubscriptionStatus {
  if (status === 'pending') return 'active';
  return status === 'expired' ? 'cancelled' : status;
}

function begin(event: SubscriptionEvent): Subscription {
  const base = { startedAt: event.at, cancelledAt: null, nextPackageId: null };
  if (event.type === 'trial_started') return { ...base, status: 'trial', packageId: event.packageId, paidUntil: event.until, period: 0 };
  if (event.type === 'charge_requested') return { ...base, status: 'pending', packageId: event.packageId, paidUntil: null, period: event.period };
  throw new Error(`a subscription cannot begin with ${event.type}`);
}

/** When time alone next changes this subscription; `null` where it never does. */
export function dueAt(state: Subscription): Date | null {
  const timed = state.status === 'trial' || state.status === 'active' || state.status === 'cancelled';
  return timed ? (state.paidUntil ?? (state.status === 'cancelled' ? state.cancelledAt : null)) : null;
}

function isDue(state: Subscription, now: Date): boolean {
  const due = dueAt(state);
  return due !== null && due.getTime() <= now.getTime();
}

function hasEnded(state: Subscription): boolean {
  return state.status === 'expired' || state.status === 'blocked';
}

/** Whether the number holds a running subscription (ACTIVE to the status check: also in grace or parked). */
export function isLive(status: SubscriptionStatus): boolean {
  return (LIVE_STATUSES as readonly SubscriptionStatus[]).includes(status);
}
