import { warnedEnd } from '../notices/notice-time.ts';
import { DAY_MS, findPackage, type PackageId } from '../packages/package-catalogue.ts';
import { entitlement } from '../subscription/entitlement.ts';
import {
  DEFAULT_RETRY_SCHEDULE,
  graceMs,
  unansweredMs as unansweredMsOf,
} from '../subscription/retry-schedule.ts';
import { sold } from '../subscription/sold.test-kit.ts';
import {
  carriedOver,
  EXCLUSIVE_STATUSES,
  type Subscription,
  type SubscriptionCommand,
  type SubscriptionEvent,
} from '../subscription/subscription.ts';
import { decide } from '../subscription/subscription-decide.ts';
import { dueAt, servedEnd } from '../subscription/subscription-due.ts';
import { evolve } from '../subscription/subscription-evolve.ts';

/**
 * `airtime`: how the carrier answers from now on. `refund`: an agent refunds the nth newest
 * payment.
 */
export type NumberStep =
  | {
      readonly do: 'airtime';
      readonly answer: 'pay' | 'insufficient_airtime' | 'carrier_unavailable' | 'not_taken';
    }
  | { readonly do: 'next' | 'top_up' | 'cancel' | 'block' | 'forget' }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'opt_in' | 'change' | 'upgrade'; readonly packageId: PackageId }
  | { readonly do: 'refund'; readonly which: number };

interface Holding {
  state: Subscription;
  readonly startedAt: Date;
  gone: boolean;
}

interface Payment {
  readonly holding: Holding;
  readonly period: number;
  readonly at: number;
  readonly ms: number;
  readonly until: Date;
  refunded: boolean;
}

const START = new Date('2026-11-20T08:00:00Z');
const daysOf = (packageId: PackageId): number => findPackage(packageId)?.days ?? 0;

/**
 * Runs a number with all its subscriptions, composed as the server composes them. Keeps independent
 * records: what was paid, what the grace rule allows, and how long the number was served.
 */
export function liveNumber(first: PackageId, steps: readonly NumberStep[]) {
  let now = START;
  let answer: Extract<NumberStep, { do: 'airtime' }>['answer'] = 'pay';
  let numberGrace: Date | null = START;
  let hadTrial = false;
  const all: Holding[] = [];
  const payments: Payment[] = [];
  const wrongGrants: string[] = [];
  const books = { servedMs: 0, graceMs: 0, unansweredMs: 0, freeMs: 0 };
  // An independent implementation of the grace rule: one grace at first, one more when a period
  // that was paid in time has ended.
  let hasGrace = true;
  let earned: Payment | undefined;
  const refused = new Set<Holding>();

  const present = () => all.filter(({ gone }) => !gone);
  const running = () =>
    present().find(({ state }) => (EXCLUSIVE_STATUSES as readonly string[]).includes(state.status));
  const isServed = (at: number): boolean =>
    present().some(({ state }) => entitlement(state, new Date(at)).entitled);
  const isUnanswered = (at: number): boolean =>
    isServed(at) &&
    present().every(({ state }) => (state.paidUntil?.getTime() ?? 0) <= at) &&
    present().some(({ state }) => state.failures > 0);

  const pass = (to: Date): void => {
    const ends = present().flatMap(({ state }) => {
      const { paidUntil, packageId } = state;
      if (!paidUntil) return [];
      const one = findPackage(packageId);
      return [
        paidUntil,
        servedEnd(state, paidUntil, DEFAULT_RETRY_SCHEDULE),
        new Date(paidUntil.getTime() + (one ? unansweredMsOf(one, DEFAULT_RETRY_SCHEDULE) : 0)),
      ];
    });
    const points = [now, ...ends.filter((end) => end > now && end < to), to]
      .map((point) => point.getTime())
      .sort((a, b) => a - b);
    for (let index = 1; index < points.length; index++) {
      const [from = 0, until = 0] = [points[index - 1], points[index]];
      if (isServed(from)) books.servedMs += until - from;
      if (isUnanswered(from)) books.unansweredMs += until - from;
    }
    now = to;
    if (earned && !earned.refunded && earned.until <= now) hasGrace = true;
    if (earned && earned.until <= now) earned = undefined;
  };

  const see = (
    holding: Holding,
    before: Subscription | undefined,
    event: SubscriptionEvent,
  ): void => {
    if (event.type === 'trial_started') books.freeMs += DAY_MS;
    // A denied upgrade says nothing about the renewal.
    const isRenewal = before?.status === 'due' || before?.status === 'grace';
    if (isRenewal && event.type === 'charge_denied' && event.reason === 'insufficient_airtime')
      refused.add(holding);
    if (event.type === 'charge_succeeded') {
      const ms =
        daysOf(event.packageId ?? before?.chargingPackageId ?? holding.state.packageId) * DAY_MS;
      const payment = {
        holding,
        period: event.period,
        at: now.getTime(),
        ms,
        until: event.until,
        refunded: false,
      };
      payments.push(payment);
      // A payment that was given back earns none, so the next one does.
      if (isRenewal && !refused.has(holding) && !hasGrace && (!earned || earned.refunded))
        earned = payment;
      refused.delete(holding);
    }
    if (event.type === 'grace_granted' && before?.paidUntil) {
      const lasts = event.until.getTime() - before.paidUntil.getTime();
      const nominal = graceMs({ days: daysOf(before.packageId) }, DEFAULT_RETRY_SCHEDULE);
      const end = new Date(before.paidUntil.getTime() + nominal);
      const most = warnedEnd(end, event.at).getTime() - before.paidUntil.getTime();
      if (!hasGrace) wrongGrants.push(`at ${event.at.toISOString()} there was none left`);
      if (lasts > most)
        wrongGrants.push(`at ${event.at.toISOString()} ${lasts} ms instead of ${most}`);
      books.graceMs += most;
      hasGrace = false;
      earned = undefined;
    }
  };

  const give = (holding: Holding, command: SubscriptionCommand): void => {
    const decision = decide(holding.state, command, now);
    if (!decision.ok) return;
    for (const event of decision.events) {
      const before = holding.state;
      holding.state = evolve(before, event);
      see(holding, before, event);
      if (event.type === 'refunded' && event.unusedMs) withdraw(holding, before, event.unusedMs);
    }
    recordAnswer(holding);
  };

  const withdraw = (from: Holding, before: Subscription, unusedMs: number): void => {
    const end = before.paidUntil;
    if (!end || end <= now) return;
    for (const other of present()) {
      const { carriedUntil, status } = other.state;
      if (
        other !== from &&
        other.startedAt >= from.startedAt &&
        carriedUntil &&
        carriedUntil >= end &&
        status !== 'expired'
      ) {
        give(other, { type: 'withdraw_carried', unusedMs });
      }
    }
  };

  /** The carrier answers at once. */
  const recordAnswer = (holding: Holding): void => {
    const { chargingPackageId, period } = holding.state;
    if (!chargingPackageId) return;
    const amount = findPackage(chargingPackageId)?.price ?? 0;
    give(
      holding,
      answer === 'pay'
        ? { type: 'record_success', period, amount }
        : { type: 'record_denial', period, reason: answer },
    );
  };

  const optIn = (packageId: PackageId): void => {
    if (running()) return;
    const carried = carriedOver(
      present().map(({ state }) => state),
      numberGrace,
      now,
    );
    const decision = decide(
      undefined,
      { type: 'start', ...sold(packageId), trial: !hadTrial, carried },
      now,
    );
    const [begins] = decision.ok ? decision.events : [];
    if (!begins) throw new Error('nothing began');
    hadTrial = true;
    const holding: Holding = { state: evolve(undefined, begins), startedAt: now, gone: false };
    all.push(holding);
    see(holding, undefined, begins);
    recordAnswer(holding);
  };

  const next = (): void => {
    const due = present().flatMap((holding) => {
      const at = dueAt(holding.state);
      return at ? [{ holding, at }] : [];
    });
    const [soonest] = due.sort((one, other) => one.at.getTime() - other.at.getTime());
    if (!soonest) return;
    if (soonest.at > now) pass(soonest.at);
    give(soonest.holding, { type: 'pass_time' });
  };

  /** Time advances from due time to due time, as in the product. */
  const wait = (ms: number): void => {
    const to = new Date(now.getTime() + ms);
    for (
      let turn = 0;
      turn < 200 && present().some(({ state }) => (dueAt(state) ?? to) < to);
      turn++
    )
      next();
    if (to > now) pass(to);
  };

  const refund = (which: number): void => {
    const payment = payments
      .filter(({ holding, refunded }) => !refunded && !holding.gone)
      .at(-1 - which);
    if (!payment) return;
    const { holding, period, ms, until } = payment;
    const isLatest = payments.findLast((one) => one.holding === holding) === payment;
    const amount = 1;
    const known = isLatest
      ? { paidLatest: true as const }
      : { bought: { from: new Date(until.getTime() - ms), until } };
    if (
      !decide(holding.state, { type: 'record_refund', period, amount, whole: true, ...known }, now)
        .ok
    )
      return;
    payment.refunded = true;
    // The part that is used by now may have been served.
    refundedUnusedMs += Math.max(
      0,
      ms - (now.getTime() - payment.at) - graceMs({ days: ms / DAY_MS }, DEFAULT_RETRY_SCHEDULE),
    );
    give(holding, { type: 'record_refund', period, amount, whole: true, ...known });
  };
  let refundedUnusedMs = 0;

  const forget = (): void => {
    const held = running();
    if (held?.state.chargingPackageId) return;
    if (held) give(held, { type: 'cancel', by: 'subscriber' });
    numberGrace = carriedOver(
      present().map(({ state }) => state),
      numberGrace,
      now,
    ).graceFrom;
    for (const holding of all) holding.gone = true;
  };

  optIn(first);
  for (const step of steps) {
    const held = running();
    if (step.do === 'airtime') answer = step.answer;
    else if (step.do === 'next') next();
    else if (step.do === 'wait') wait(step.ms);
    else if (step.do === 'opt_in') optIn(step.packageId);
    else if (step.do === 'refund') refund(step.which);
    else if (step.do === 'forget') forget();
    else if (!held) continue;
    else if (step.do === 'change')
      give(held, { type: 'change_package', ...sold(step.packageId), chargedNow: true });
    else if (step.do === 'upgrade') give(held, { type: 'upgrade', ...sold(step.packageId) });
    else if (step.do === 'top_up') give(held, { type: 'top_up' });
    else if (step.do === 'cancel') give(held, { type: 'cancel', by: 'subscriber' });
    else give(held, { type: 'block', reason: 'stop_all' });
  }
  const ahead = present().map(({ state }) =>
    state.status === 'blocked' ? 0 : (state.paidUntil?.getTime() ?? 0) - now.getTime(),
  );
  const soFar = {
    servedSoFarMs: books.servedMs,
    aheadMs: Math.max(0, ...ahead),
    payments: payments.length,
  };
  // No further payment succeeds: the remaining paid time is served now.
  answer = 'insufficient_airtime';
  wait(80 * DAY_MS);
  const paidMs = payments.reduce((sum, { ms }) => sum + ms, 0);
  return {
    ...soFar,
    paidMs,
    servedMs: books.servedMs,
    allowedMs: paidMs + books.freeMs + books.graceMs - refundedUnusedMs,
    unansweredMs: books.unansweredMs,
    wrongGrants,
  };
}
