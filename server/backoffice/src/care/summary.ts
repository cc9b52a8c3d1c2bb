import type { summary } from '@bonisa/contract/studio/care-views';
import { type Cents, formatRand } from '@bonisa/domain/money/rand';
import { formatMsisdn } from '@bonisa/domain/numbers/msisdn';
import { packageAt } from '@bonisa/domain/packages/package-catalogue';
import { approvalState } from '@bonisa/domain/staff/care-refund';
import { type CareState, careTime, STATE_WORDS } from '@bonisa/domain/staff/care-words';
import { chargedNext } from '@bonisa/domain/subscription/agreed-price';
import { shownStatus } from '@bonisa/domain/subscription/subscription';
import type { SubscriptionRow } from '@bonisa/money/subscription/subscription.repository';
import type { z } from 'zod';
import { wordsOf } from './charge-story.ts';
import type { NameOfPackage, NumberRecords } from './number-records.service.ts';

export type CareSummary = z.output<typeof summary>;

/** What is read besides the records: the subscription that decides, and whether it is served. */
export interface PresentState {
  readonly current: SubscriptionRow | undefined;
  readonly servedNow: boolean;
  readonly now: Date;
}

/** The first lines that a person who answers the caller needs. */
export function summaryOf(
  records: NumberRecords,
  { current, servedNow, now }: PresentState,
): CareSummary {
  const { subscriber, blockedAt, charges } = records;
  const state = stateOf(current, blockedAt, records);
  const next = nextCharge(current, state, { now, nameOf: records.nameOf });
  const last = charges.at(-1);
  const taken = charges.filter(
    (charge) => charge.state === 'succeeded' || charge.state === 'refunded',
  );
  const held = current && heldBy(current, records.nameOf(current.packageId, now));
  const priced = state === 'none' ? undefined : held;
  const running = current !== undefined && next !== null;
  const whole = {
    known: subscriber !== undefined || records.subscriptions.length > 0 || blockedAt !== null,
    number: formatMsisdn(records.msisdn),
    carrier: current?.carrierId ?? subscriber?.carrierId ?? null,
    state,
    state_words: STATE_WORDS[state],
    package_name: held?.name ?? null,
    price: priced ? formatRand(priced.price) : null,
    period: priced?.period ?? null,
    since: current?.startedAt.toISOString() ?? null,
    paid_until: current?.paidUntil?.toISOString() ?? null,
    served_now: servedNow,
    next_charge: next && {
      at: next.at.toISOString(),
      amount: formatRand(next.amount),
      package_name: next.packageName,
    },
    blocked_at: blockedAt?.toISOString() ?? null,
    free_day_used: records.trialUsedAt !== null,
    taken: { count: taken.length, amount: formatRand(sum(taken.map(({ amount }) => amount))) },
    given_back: formatRand(sum(charges.map(({ refunded }) => refunded))),
    last_charge: last
      ? {
          reference: last.reference,
          at: last.createdAt.toISOString(),
          amount: formatRand(last.amount),
          answer: wordsOf(records, last).answer,
        }
      : null,
    open_disputes: records.disputes.filter(
      (dispute) => dispute.state === 'open' || dispute.state === 'answered',
    ).length,
    waiting_refunds: records.requests.filter((request) => isWaiting(request, now)).length,
    may: {
      cancel: running || state === 'pending',
      block: blockedAt === null,
      unblock: blockedAt !== null,
      send_receipt: records.messages.some(({ template }) => template === 'receipt'),
      send_confirmation: records.messages.some(({ template }) => template === 'welcome'),
    },
  };
  return { ...whole, words: wordsFor(whole, current) };
}

function isWaiting(request: NumberRecords['requests'][number], now: Date): boolean {
  return (
    request.state === 'waiting' &&
    approvalState({ ...request, state: request.state }, now) === 'waiting'
  );
}

function stateOf(
  current: SubscriptionRow | undefined,
  blockedAt: Date | null,
  { unblockings }: Pick<NumberRecords, 'unblockings'>,
): CareState {
  if (blockedAt) return 'blocked';
  if (!current) return 'none';
  // The block that ended it was removed since.
  const undone = unblockings.some(({ at }) => at >= current.startedAt);
  return current.status === 'blocked' && undone ? 'expired' : shownStatus(current.status);
}

/** When money is taken next, how much and for what; null while nothing renews. */
function nextCharge(
  current: SubscriptionRow | undefined,
  state: CareState,
  { now, nameOf }: { readonly now: Date; readonly nameOf: NameOfPackage },
): { at: Date; amount: Cents; packageName: string } | null {
  const renews = ['trial', 'active', 'grace', 'parked'].includes(state);
  const at = current && (current.nextTryAt ?? current.paidUntil);
  if (!renews || !at) return null;
  const { packageId, price } = chargedNext(current, now);
  return { at, amount: price, packageName: nameOf(packageId, now) };
}

/** The held package at the price that its owner agreed to. */
function heldBy({ packageId, price }: SubscriptionRow, name: string) {
  return packageAt(packageId, name, price);
}

function sum(amounts: readonly Cents[]): Cents {
  return amounts.reduce((all, one) => all + one, 0);
}

/** The state in whole sentences, to read to the caller. */
function wordsFor(
  summary: Omit<CareSummary, 'words'>,
  current: SubscriptionRow | undefined,
): string[] {
  const {
    state,
    package_name: name,
    price,
    period,
    next_charge: next,
    last_charge: last,
  } = summary;
  const paid = current?.paidUntil ? careTime(current.paidUntil) : undefined;
  const has: Record<CareState, string> = {
    none: 'This number never subscribed; nothing was ever taken from it.',
    pending: `${name} was accepted; the network has not confirmed the first payment.`,
    trial: `${name} at R${price}/${period} is in its free first day, until ${paid}.`,
    active: `${name} at R${price}/${period} is paid until ${paid}.`,
    grace: `The payment of ${name} is due since ${paid}; it is still served.`,
    parked: `${name} is not paid since ${paid} and not served; the payment is still tried.`,
    cancelled: `${name} is stopped.${summary.served_now && paid ? ` It is served until ${paid}.` : ''}`,
    expired: 'The subscription has ended.',
    blocked: `The number is blocked${summary.blocked_at ? ` since ${careTime(new Date(summary.blocked_at))}` : ''}: nothing is taken, and it cannot subscribe.`,
  };
  const owed = next
    ? `The next payment is R${next.amount} for ${next.package_name} on ${careTime(new Date(next.at))}.`
    : 'Nothing more will be taken.';
  return [
    has[state],
    ...(state === 'pending' || state === 'none' ? [] : [owed]),
    ...(last
      ? [`Last payment: R${last.amount} on ${careTime(new Date(last.at))}. ${last.answer}`]
      : []),
  ];
}
