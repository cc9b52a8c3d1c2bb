import type { ChargeOutcome } from '@bonisa/carriers/billing.port';
import type { UnavailableCause } from '@bonisa/carriers/carrier-outcome';
import { settlementMonth } from '@bonisa/domain/money/carrier-settlement';
import {
  canBecome,
  type DenialReason,
  isTechnical,
  lastLookUpAt,
  lookupDelaySeconds,
  onHoldSeconds,
  type TechnicalReason,
} from '@bonisa/domain/money/charge';
import type { RetrySchedule } from '@bonisa/domain/subscription/retry-schedule';
import type {
  Subscription,
  SubscriptionCommand,
  SubscriptionEvent,
} from '@bonisa/domain/subscription/subscription';
import { decide } from '@bonisa/domain/subscription/subscription-decide';
import { evolve } from '@bonisa/domain/subscription/subscription-evolve';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import type { LedgerEntry, LedgerPort } from '../../ledger/ledger.port.ts';
import { chargeTaken } from '../../ledger/postings.ts';
import { type NoticeDraft, type Notices, noticeKey } from '../../messaging/notices.ts';
import type { SoldPackages } from '../../packages/sold-packages.ts';
import type {
  SubscriptionRepository,
  SubscriptionRow,
} from '../../subscription/subscription.repository.ts';
import { toState } from '../../subscription/subscription.state.ts';
import { type NewException, openExceptions } from '../reconciliation/exception.repository.ts';
import { type IntendedRefund, intendRefunds } from '../refunds/refund.repository.ts';
import { type Charge, type ChargeRepository, periodKey } from './charge.repository.ts';
import { unknownException } from './unknown-charge.exception.ts';

/** The carrier's reasons, and ours. */
export type ChargeDenial = DenialReason | TechnicalReason;

/** The result of a charge, in the words that the sign-up flow uses. */
export type ChargeResult =
  | { readonly state: 'succeeded' }
  | { readonly state: 'denied'; readonly reason: ChargeDenial }
  | { readonly state: 'unknown' };

/**
 * The known outcome of a charge. `not_taken`: the carrier has no such payment, and it can no longer
 * appear.
 */
export interface ChargeAnswer {
  readonly chargeId: string;
  /** A person waits: a charge that could not be asked for ends now and is not put on hold. */
  readonly ends?: true;
  /**
   * The charge was the probe of a stopped operation. If it is put on hold again, then until this
   * instant, like all charges on hold.
   */
  readonly probedUntil?: Date;
  readonly outcome: ChargeOutcome | { readonly outcome: 'not_taken' };
  /**
   * The carrier's list reports the outcome after a restored backup: it is recorded as of then, and
   * no notice is sent a second time.
   */
  readonly asOf?: Date;
}

export interface ChargeOutcomeDependencies {
  readonly charges: ChargeRepository;
  readonly subscriptions: SubscriptionRepository;
  readonly ledger: LedgerPort;
  readonly notices: Notices;
  readonly sold: Pick<SoldPackages, 'atPrice'>;
  readonly retrySchedule: RetrySchedule;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Receives each charge whose state has changed, for the operator's metrics. */
  readonly onOutcome: (charge: Charge) => void;
}

export type ChargeOutcomes = ReturnType<typeof createChargeOutcomes>;

/**
 * Records outcomes: the charge, its subscription, the ledger, notices and refunds, for many charges
 * in one transaction. An outcome that is final never changes, whatever answers follow in whatever
 * order.
 */
export function createChargeOutcomes({
  charges,
  subscriptions,
  ledger,
  notices,
  sold,
  retrySchedule,
  clock,
  newId,
  onOutcome,
}: ChargeOutcomeDependencies) {
  const recordWithin = async (
    tx: Database,
    answers: readonly ChargeAnswer[],
  ): Promise<{ results: ChargeResult[]; changed: readonly Charge[] }> => {
    const now = clock.now();
    const within = { charges: charges.within(tx), subscriptions: subscriptions.within(tx) };
    const known = byId(await within.charges.lockAll(answers.map(({ chargeId }) => chargeId)));
    const rows = await within.subscriptions.lockAll([
      ...new Set([...known.values()].map((charge) => charge.subscriptionId)),
    ]);
    const taken = answers
      .filter(({ outcome }) => outcome.outcome === 'succeeded')
      .map(({ chargeId }) => known.get(chargeId)?.subscriptionId ?? '');
    const paidBefore = await within.charges.paidOf(taken);
    const batch = createBatch({ rows, paid: paidBefore, now, sold, retrySchedule });
    const results = answers.map((answer) => {
      const { chargeId } = answer;
      const charge = known.get(chargeId);
      if (!charge) throw new Error('a charge that was written is not there');
      return batch.record(charge, answer);
    });
    const { decided, changes, entries, paid, told, overpayments, exceptions } = batch;
    await within.charges.writeOutcomes(decided);
    await within.charges.markPaid(paid);
    await ledger.post(tx, entries);
    await within.subscriptions.appendAll([...changes.values()]);
    await intendRefunds(tx, overpayments, { at: now, newId });
    await openExceptions(tx, exceptions, { at: now, newId });
    await notices.dropScheduled(tx, endedBy(changes));
    await notices.dropOutdated(tx, paidLate(changes), ['not_paid', 'parked']);
    const numbers = await within.subscriptions.numbers.numbersOf(
      told.map(({ subscriberId }) => subscriberId),
    );
    await notices.enqueue(
      tx,
      told.flatMap(({ subscriberId, ...draft }) => withNumber(draft, numbers.get(subscriberId))),
    );
    // A look-up that finds nothing new, or ends, writes the charge without another outcome.
    const changed = decided.filter(({ id, state }) => known.get(id)?.state !== state);
    return { results, changed };
  };

  return {
    /** Records these outcomes and returns the results in the same order. */
    recordAll: async (answers: readonly ChargeAnswer[]): Promise<ChargeResult[]> => {
      if (answers.length === 0) return [];
      const { results, changed } = await subscriptions.db.transaction((tx) =>
        recordWithin(tx, answers),
      );
      for (const charge of changed) onOutcome(charge);
      return results;
    },
  };
}

interface Changing {
  readonly row: SubscriptionRow;
  readonly state: Subscription;
  readonly events: readonly SubscriptionEvent[];
}

type SubscriberNotice = Omit<NoticeDraft, 'msisdn'> & { readonly subscriberId: number };

/** Everything to write for a batch of outcomes, decided in memory, so that few statements do. */
function createBatch(recorded: {
  rows: readonly SubscriptionRow[];
  paid: Set<string>;
  now: Date;
  sold: Pick<SoldPackages, 'atPrice'>;
  retrySchedule: RetrySchedule;
}) {
  const { rows, paid: paidBefore, sold, retrySchedule } = recorded;
  /** The instant at which this outcome is recorded, and whether notices are sent. */
  let [now, isTold] = [recorded.now, true];
  const changes = new Map<string, Changing>(
    rows.map((row) => [row.id, { row, state: toState(row), events: [] }]),
  );
  const decided: Charge[] = [];
  const paid: Charge[] = [];
  const entries: LedgerEntry[] = [];
  const toNotify: SubscriberNotice[] = [];
  const overpayments: IntendedRefund[] = [];
  const exceptions: NewException[] = [];

  const changing = ({ subscriptionId }: Charge): Changing => {
    const found = changes.get(subscriptionId);
    if (found) return found;
    throw new Error('a charge without its subscription');
  };
  const eventsOf = (charge: Charge, command: SubscriptionCommand): readonly SubscriptionEvent[] => {
    const decision = decide(changing(charge).state, command, now, retrySchedule);
    if (!decision.ok)
      throw new Error(`the subscription refused the outcome of its charge: ${decision.refusal}`);
    return decision.events;
  };
  const record = (charge: Charge, events: readonly SubscriptionEvent[]): Changing => {
    const before = changing(charge);
    changes.set(charge.subscriptionId, {
      row: before.row,
      state: events.reduce<Subscription>(evolve, before.state),
      events: [...before.events, ...events],
    });
    return before;
  };
  const tell = (charge: Charge, notice: NoticeDraft['notice']): void => {
    if (!isTold) return;
    const { row } = changing(charge);
    const onceKey = noticeKey(notice.kind, charge.subscriptionId, charge.period);
    const { subscriberId, id: subscriptionId } = row;
    toNotify.push({ subscriberId, subscriptionId, notice, at: now, onceKey });
  };
  const become = (charge: Charge, to: Charge['state'], details: Partial<Charge>): void => {
    if (!canBecome(charge.state, to, charge.reason))
      throw new Error(`a ${charge.state} charge cannot become ${to}`);
    // A charge that is final or was asked for is not asked for later, as one on hold would be.
    decided.push({ ...charge, onHoldUntil: null, ...details, state: to });
  };

  const succeed = (
    charge: Charge,
    outcome: Extract<ChargeOutcome, { outcome: 'succeeded' }>,
  ): ChargeResult => {
    const { carrierPaymentId, carrierReference = null } = outcome;
    const events = eventsOf(charge, {
      type: 'record_success',
      period: charge.period,
      amount: charge.amount,
      packageId: charge.packageId,
    });
    const buys =
      events.some((event) => event.type === 'charge_succeeded') &&
      !paidBefore.has(periodKey(charge));
    become(charge, 'succeeded', {
      carrierPaymentId,
      carrierReference,
      decidedAt: now,
      lookupAt: null,
      reason: null,
      detail: null,
      isOverpayment: !buys,
    });
    const { id: causeId, carrierId } = charge;
    const month = settlementMonth({ asked: charge.createdAt, made: outcome.at, recorded: now });
    const lines = chargeTaken(charge.amount, charge.vat);
    entries.push({ cause: 'charge', causeId, carrierId, at: now, month, lines });
    if (!buys) {
      record(charge, [{ type: 'charge_surplus', at: now, period: charge.period }]);
      const { amount, vat } = charge;
      overpayments.push({ charge, amount, vat, why: 'taken_for_nothing' });
      return { state: 'succeeded' };
    }
    paid.push(charge);
    paidBefore.add(periodKey(charge));
    const before = record(charge, events);
    announcePayment(charge, before.state);
    return { state: 'succeeded' };
  };

  const announcePayment = (charge: Charge, before: Subscription): void => {
    const heldPackage = sold.atPrice(charge.packageId, charge.amount);
    const until = changing(charge).state.paidUntil;
    if (!until) throw new Error('a charge without its package');
    if (before.status === 'pending')
      tell(charge, { kind: 'welcome', package: heldPackage, trial: false });
    // A receipt each day would be noise: only weekly and monthly packages get one.
    else if (heldPackage.period !== 'day')
      tell(charge, { kind: 'receipt', package: heldPackage, amount: charge.amount, until });
  };

  const deny = (charge: Charge, reason: ChargeDenial, detail: string | null): ChargeResult => {
    const lookupAt = reason === 'not_taken' ? lastLookUpAt(charge, now) : null;
    become(charge, 'denied', { reason, detail, decidedAt: now, lookupAt });
    const before = record(
      charge,
      eventsOf(charge, { type: 'record_denial', period: charge.period, reason }),
    );
    const after = changing(charge).state;
    const heldPackage = sold.atPrice(charge.packageId, charge.amount);
    if (after.status === 'blocked' && before.state.status !== 'blocked')
      tell(charge, { kind: 'ended', package: heldPackage, why: 'not_allowed' });
    else if (after.status === 'parked' && before.state.status !== 'parked')
      tell(charge, { kind: 'parked', package: heldPackage });
    else if (after.graceUntil && before.state.graceUntil === null)
      tell(charge, { kind: 'not_paid', package: heldPackage, servedUntil: after.graceUntil });
    return { state: 'denied', reason };
  };

  const leaveOpen = (charge: Charge, known: Partial<Charge>): ChargeResult => {
    if (charge.state === 'intended')
      record(charge, eventsOf(charge, { type: 'record_unconfirmed', period: charge.period }));
    become(charge, 'unknown', {
      ...known,
      lookupAt: new Date(now.getTime() + lookupDelaySeconds(charge.lookups) * 1000),
    });
    return { state: 'unknown' };
  };

  /** The carrier rejected our request itself, which says nothing about the subscriber. */
  const putOnHold = (
    charge: Charge,
    detail: string | null,
    probedUntil: Date | undefined,
  ): ChargeResult => {
    const onHoldUntil =
      probedUntil ?? new Date(now.getTime() + onHoldSeconds(charge.lookups) * 1000);
    const lookups = charge.lookups + (probedUntil ? 0 : 1);
    decided.push({
      ...charge,
      reason: 'misconfigured',
      detail,
      lookupAt: null,
      lookups,
      onHoldUntil,
    });
    return { state: 'unknown' };
  };

  /** Unknown. A payment that differs from our request opens a reconciliation exception at once. */
  const leaveUnknown = (
    charge: Charge,
    { cause, carrierPaymentId, done }: Extract<ChargeOutcome, { outcome: 'unknown' }>,
  ): ChargeResult => {
    const known = carrierPaymentId === undefined ? {} : { carrierPaymentId };
    if (done) exceptions.push(unknownException({ ...charge, ...known, state: 'unknown' }, done));
    return leaveOpen(charge, { reason: cause, ...known });
  };

  return {
    changes,
    exceptions,
    decided,
    paid,
    entries,
    told: toNotify,
    overpayments,
    record(charge: Charge, { outcome, ends, probedUntil, asOf }: ChargeAnswer): ChargeResult {
      now = asOf ?? recorded.now;
      isTold = asOf === undefined;
      const late =
        charge.state === 'denied' && isTechnical(charge.reason) && outcome.outcome === 'succeeded';
      // Another process or lookup was faster: the final outcome stays, and lookups end.
      if (charge.state !== 'intended' && charge.state !== 'unknown' && !late) {
        if (charge.lookupAt) decided.push({ ...charge, lookupAt: null });
        return resultOf(charge);
      }
      switch (outcome.outcome) {
        case 'succeeded':
          return succeed(charge, outcome);
        case 'denied':
          return deny(charge, outcome.reason, outcome.detail);
        case 'unavailable':
          if (outcome.cause === 'misconfigured' && charge.state === 'intended' && !ends)
            return putOnHold(charge, outcome.detail ?? null, probedUntil);
          return deny(charge, reasonOf(outcome.cause), outcome.cause);
        case 'not_taken':
          return deny(charge, 'not_taken', null);
        case 'processing':
          return leaveOpen(charge, {
            carrierPaymentId: outcome.carrierPaymentId,
            reason: 'processing',
          });
        case 'unknown':
          return leaveUnknown(charge, outcome);
      }
    },
  };
}

/** Whether we or the carrier are to blame for a charge that was not made. */
const reasonOf = (cause: UnavailableCause): TechnicalReason =>
  cause === 'not_asked' || cause === 'misconfigured' ? 'not_asked' : 'carrier_unavailable';

/** Subscriptions that ended because of the carrier's answer. */
function endedBy(changes: ReadonlyMap<string, Changing>): string[] {
  const ended = ({ status }: Subscription): boolean => status === 'blocked' || status === 'expired';
  return [...changes.values()]
    .filter(({ row, state }) => ended(state) && !ended(toState(row)))
    .map(({ row }) => row.id);
}

/** Subscriptions that were denied or parked and are paid now: their notices of debt are dropped. */
function paidLate(changes: ReadonlyMap<string, Changing>): string[] {
  const owed = ({ tries, status }: SubscriptionRow) => tries > 0 || status === 'parked';
  return [...changes.values()]
    .filter(({ row, state }) => owed(row) && state.tries === 0 && state.status === 'active')
    .map(({ row }) => row.id);
}

function resultOf(charge: Charge): ChargeResult {
  if (charge.state === 'succeeded' || charge.state === 'refunded') return { state: 'succeeded' };
  if (charge.state === 'denied') return { state: 'denied', reason: charge.reason as ChargeDenial };
  return { state: 'unknown' };
}

/** A subscriber whose data was removed meanwhile has no number and gets no notice. */
function withNumber(draft: Omit<NoticeDraft, 'msisdn'>, msisdn: string | undefined): NoticeDraft[] {
  return msisdn === undefined ? [] : [{ ...draft, msisdn }];
}

function byId(charges: readonly Charge[]): Map<string, Charge> {
  return new Map(charges.map((charge) => [charge.id, charge]));
}
