import { setTimeout as wait } from 'node:timers/promises';
import type { ChargeOutcome } from '@bonisa/carriers/billing.port';
import { verdictOf } from '@bonisa/carriers/call-verdict';
import { afterPause, type Pace } from '@bonisa/carriers/pace';
import type { Permit } from '@bonisa/carriers/permit';
import { NOT_ASKED, runAtPace } from '@bonisa/carriers/run-at-pace';
import type { Stops } from '@bonisa/carriers/stops';
import type { Notice } from '@bonisa/domain/notices/notices';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { chargedAt } from '@bonisa/domain/subscription/agreed-price';
import type { RetrySchedule } from '@bonisa/domain/subscription/retry-schedule';
import type { SubscriptionEvent } from '@bonisa/domain/subscription/subscription';
import { decide } from '@bonisa/domain/subscription/subscription-decide';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import { type Notices, noticeKey } from '../../messaging/notices.ts';
import type { SoldPackages } from '../../packages/sold-packages.ts';
import type {
  Change,
  SubscriptionRepository,
  SubscriptionRow,
} from '../../subscription/subscription.repository.ts';
import { toState } from '../../subscription/subscription.state.ts';
import type { Charge } from '../charges/charge.repository.ts';
import type { ChargeRequest, ChargeService } from '../charges/charge.service.ts';
import type { ChargeOutcomes } from '../charges/charge-outcome.service.ts';
import { createLeftBehind } from './left-behind.ts';

/**
 * How many are claimed, charged and recorded together: one transaction for many, and few lookups
 * after a crash.
 */
const BATCH = 500;
/**
 * The share of a batch's calls whose answers are always waited for, and how long the others are
 * waited for after those. Of 200 calls nearly always one is lost for ten seconds: a batch that
 * waits for it leaves the carrier idle.
 */
const MOST = 0.9;
const PATIENCE_MS = 250;
/** So many batches may have calls without an answer: more would fill the memory. */
const MOST_BEHIND = 40;
/** An older intent is no longer sent; a lookup must then be able to trust the carrier's list. */
const LATEST_CALL_MS = 20_000;

export interface RenewalDependencies {
  /** The id of the carrier to ask. */
  readonly carrierId: string;
  readonly subscriptions: SubscriptionRepository;
  readonly charges: Pick<ChargeService, 'intend' | 'ask'>;
  readonly outcomes: ChargeOutcomes;
  readonly pace: Pace;
  readonly stops: Pick<Stops, 'probeAt' | 'room'>;
  /**
   * Looks up the current carrier of this many due subscriptions' numbers, so that each number that
   * has moved is charged at its new carrier.
   */
  readonly checkNumbers: (limit: number) => Promise<void>;
  readonly notices: Notices;
  readonly sold: Pick<SoldPackages, 'atPrice' | 'monthlyLimit'>;
  readonly retrySchedule: RetrySchedule;
  readonly clock: Clock;
  /** Waits for the last answers of a batch; only a simulation has another one. */
  readonly patience?: (() => Promise<unknown>) | undefined;
}

interface Intended {
  readonly charge: Charge;
  readonly msisdn: Msisdn;
}

/**
 * Charges due subscriptions of a carrier's numbers for their next period at its pace, in any number
 * of processes. Intent, then the call, then the outcome; a crash in between leaves an intent, which
 * is looked up and never repeated.
 */
export function createRenewals(dependencies: RenewalDependencies): ScheduledJob {
  const { carrierId, subscriptions, charges, outcomes, pace, stops, checkNumbers, clock } =
    dependencies;
  const { patience = () => wait(PATIENCE_MS) } = dependencies;
  const behind = createLeftBehind(MOST_BEHIND);
  const passTime = createTimePassing(dependencies);

  /** Claims due subscriptions, and writes the events of time and the intents of their charges. */
  const claim = (limit: number): Promise<{ claimed: number; intended: Intended[] }> =>
    subscriptions.db.transaction(async (tx) => {
      const now = clock.now();
      const due = await subscriptions.within(tx).claimDue('renewing', now, limit, carrierId);
      const changes = await passTime(tx, due, now);
      return { claimed: due.length, intended: await intend(tx, changes) };
    });

  const intend = async (tx: Database, changes: readonly Change[]): Promise<Intended[]> => {
    const wanted = changes.flatMap(({ row, events }) =>
      events.flatMap((event) => wantedBy(row, event)),
    );
    if (wanted.length === 0) return [];
    const owners = new Map(changes.map(({ row }) => [row.id, row.subscriberId]));
    const numbers = await subscriptions.within(tx).numbers.numbersOf([...owners.values()]);
    const intents = await charges.intend(tx, wanted);
    return intents.map((charge) => {
      const msisdn = numbers.get(owners.get(charge.subscriptionId) ?? 0);
      if (!msisdn) throw new Error('a running subscription without its number');
      return { charge, msisdn };
    });
  };

  const askAll = async (
    permit: Permit,
    intended: readonly Intended[],
    onAnswer: (one: Intended, outcome: ChargeOutcome) => void,
  ): Promise<ChargeOutcome[]> => {
    const begun = performance.now();
    const ask = async (one: Intended): Promise<ChargeOutcome> => {
      if (performance.now() - begun > LATEST_CALL_MS) return NOT_ASKED;
      const outcome = await charges.ask(one.charge, one.msisdn);
      onAnswer(one, outcome);
      return outcome;
    };
    return await runAtPace(permit, intended, ask, {
      judge: verdictOf,
      skipped: () => NOT_ASKED,
    });
  };

  /** Asks for all of them, and records the outcomes. Leaves behind what the last answers take. */
  const charge = async (permit: Permit, intended: readonly Intended[]): Promise<void> => {
    const answered = new Map<Intended, ChargeOutcome>();
    const { promise: mostAnswered, resolve } = Promise.withResolvers<void>();
    const all = askAll(permit, intended, (one, outcome) => {
      answered.set(one, outcome);
      if (answered.size >= intended.length * MOST) resolve();
    });
    const isWhole = await Promise.race([
      all.then(() => true),
      mostAnswered.then(patience).then(() => false),
    ]);
    // Our own mistake concerns the whole batch, and is seen once all of it has ended.
    const isEarly = !isWhole && ![...answered.values()].some(isMistake);
    const early = new Map(isEarly ? answered : []);
    const rest = all.then((outcomes) => {
      const known = onHoldTogether(outcomes);
      const left = intended.map((one, index) => [one, known[index] ?? NOT_ASKED] as const);
      return record(left.filter(([one]) => !early.has(one)));
    });
    if (!isEarly) return await rest;
    behind.leave(rest);
    await permit.giveBack();
    await record([...early]);
  };

  const record = async (answers: readonly (readonly [Intended, ChargeOutcome])[]): Promise<void> =>
    void (await outcomes.recordAll(
      answers.map(([{ charge }, outcome]) => ({ chargeId: charge.id, outcome })),
    ));

  const renew = async (permit: Permit): Promise<number> => {
    let asks = false;
    try {
      const { claimed, intended } = await claim(permit.granted);
      asks = intended.length > 0;
      if (asks) await charge(permit, intended);
      return claimed;
    } finally {
      // The calls return the permit when the last of them has ended.
      if (!asks) await permit.done();
    }
  };

  return {
    name: `renewals-${carrierId}`,
    topic: 'charges',
    nextDue: async () => {
      const [due, resumes, probeAt] = await Promise.all([
        subscriptions.nextRenewal(carrierId),
        pace.resumesAt(),
        stops.probeAt('charge'),
      ]);
      return due && afterPause(afterPause(due, resumes), probeAt);
    },
    run: async () => {
      await behind.room();
      const due = await subscriptions.nextRenewal(carrierId);
      if (!due || due > clock.now()) return 0;
      const room = await stops.room('charge', BATCH);
      if (room === 0) return 0;
      await checkNumbers(room);
      const permit = await pace.take(room);
      return permit.granted === 0 ? 0 : await renew(permit);
    },
    ended: behind.ended,
  };
}

/** Ends subscriptions that end by time alone, which needs no carrier. */
export function createEndings(
  dependencies: Pick<
    RenewalDependencies,
    'subscriptions' | 'notices' | 'sold' | 'retrySchedule' | 'clock'
  >,
): ScheduledJob {
  const { subscriptions, clock } = dependencies;
  const passTime = createTimePassing(dependencies);
  return {
    name: 'endings',
    nextDue: () => subscriptions.nextEnding(),
    run: () =>
      subscriptions.db.transaction(async (tx) => {
        const now = clock.now();
        const due = await subscriptions.within(tx).claimDue('ending', now, BATCH);
        await passTime(tx, due, now);
        return due.length;
      }),
  };
}

/** Writes the events of time for locked subscriptions, and their notices. */
function createTimePassing({
  subscriptions,
  notices,
  sold,
  retrySchedule,
}: Pick<RenewalDependencies, 'subscriptions' | 'notices' | 'sold' | 'retrySchedule'>) {
  const tell = async (tx: Database, changes: readonly Change[], at: Date): Promise<void> => {
    await notices.dropScheduled(
      tx,
      changes.filter(({ events }) => hasEnded(events)).map(({ row }) => row.id),
    );
    await notices.dropOutdated(
      tx,
      changes
        .filter(({ events }) => events.some(({ type }) => type === 'parked'))
        .map(({ row }) => row.id),
      ['not_paid'],
    );
    const unpaidChanges = changes.filter(
      ({ row, events }) =>
        events.some((event) => event.type === 'parked') || endsUnpaid(row, events),
    );
    if (unpaidChanges.length === 0) return;
    const numbers = await subscriptions
      .within(tx)
      .numbers.numbersOf(unpaidChanges.map(({ row }) => row.subscriberId));
    await notices.enqueue(
      tx,
      unpaidChanges.flatMap(({ row, events }) => {
        const msisdn = numbers.get(row.subscriberId);
        if (!msisdn) return [];
        const { packageId, price } = chargedAt(row, at);
        const soldPackage = sold.atPrice(packageId, price);
        const parked = events.some((event) => event.type === 'parked');
        const notice: Notice = parked
          ? { kind: 'parked', package: soldPackage, ...limitOf(row, events) }
          : { kind: 'ended', package: soldPackage, why: 'not_paid' };
        return [
          {
            msisdn,
            subscriptionId: row.id,
            notice,
            at,
            onceKey: noticeKey(notice.kind, row.id, row.period),
          },
        ];
      }),
    );
  };

  return async (
    tx: Database,
    due: readonly SubscriptionRow[],
    now: Date,
  ): Promise<readonly Change[]> => {
    const changes = due.map(
      (row): Change => ({ row, events: eventsOfTime(row, now, { sold, retrySchedule }) }),
    );
    await subscriptions.within(tx).appendAll(changes);
    await tell(tx, changes, now);
    return changes;
  };
}

/**
 * A charge that was not sent because the operation is stopped is put on hold like a rejected one.
 */
function onHoldTogether(answers: readonly ChargeOutcome[]): readonly ChargeOutcome[] {
  const mistake = answers.find(isMistake);
  return mistake ? answers.map((outcome) => (outcome === NOT_ASKED ? mistake : outcome)) : answers;
}

function isMistake(outcome: ChargeOutcome): boolean {
  return outcome.outcome === 'unavailable' && outcome.cause === 'misconfigured';
}

function eventsOfTime(
  row: SubscriptionRow,
  now: Date,
  { sold, retrySchedule }: Pick<RenewalDependencies, 'sold' | 'retrySchedule'>,
): readonly SubscriptionEvent[] {
  const { packageId, price } = chargedAt(row, now);
  const monthlyLimit = sold.monthlyLimit(packageId, price);
  const passed = { type: 'pass_time', monthlyLimit } as const;
  const decision = decide(toState(row), passed, now, retrySchedule);
  if (!decision.ok) throw new Error(`time could not pass for a subscription: ${decision.refusal}`);
  return decision.events;
}

function wantedBy(row: SubscriptionRow, event: SubscriptionEvent): ChargeRequest[] {
  return event.type === 'charge_requested'
    ? [
        {
          subscriptionId: row.id,
          carrierId: row.carrierId,
          period: event.period,
          packageId: event.packageId,
          amount: event.amount,
        },
      ]
    : [];
}

/**
 * What was taken in a month whose limit is reached, and when the charge is made that it stopped.
 */
function limitOf(
  { takenCents }: SubscriptionRow,
  events: readonly SubscriptionEvent[],
): Pick<Extract<Notice, { kind: 'parked' }>, 'limit'> {
  const withheld = events.find((event) => event.type === 'charge_withheld');
  return withheld ? { limit: { taken: takenCents, until: withheld.nextTryAt } } : {};
}

/** Whether the subscription ends because it was not paid, which its owner did not ask for. */
function endsUnpaid(row: SubscriptionRow, events: readonly SubscriptionEvent[]): boolean {
  return row.status !== 'cancelled' && hasEnded(events);
}

function hasEnded(events: readonly SubscriptionEvent[]): boolean {
  return events.some((event) => event.type === 'expired');
}
