import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { type Entitlement, entitlement } from '@bonisa/domain/subscription/entitlement';
import type { RetrySchedule } from '@bonisa/domain/subscription/retry-schedule';
import {
  type BlockReason,
  type CancelledBy,
  EXCLUSIVE_STATUSES,
  isLive,
  shownStatus,
} from '@bonisa/domain/subscription/subscription';
import { decide } from '@bonisa/domain/subscription/subscription-decide';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { TerminationJournal } from '@bonisa/kit/termination-journal/termination-journal';
import type { Notices } from '../messaging/notices.ts';
import type { SubscriptionRepository, SubscriptionRow } from './subscription.repository.ts';
import { toState } from './subscription.state.ts';

export interface SubscriptionService {
  /**
   * The subscription that decides a number's state now: the running one, else one that is still
   * served, else the newest.
   */
  currentOf(subscriberId: number): Promise<SubscriptionRow | undefined>;
  /** Whether this subscriber may play now, and until when. */
  entitlementOf(subscriberId: number): Promise<Entitlement>;
  /** The facts that decide the entitlement, read once and judged at any instant. */
  rightsOf(subscriberId: number): Promise<{ at(now: Date): Entitlement }>;
  /** The state of a number in the operator's API; `none` if it never subscribed. */
  statusOf(msisdn: Msisdn): Promise<ReturnType<typeof shownStatus> | 'none'>;
  /**
   * Ends renewals; the paid time is still served. A repetition changes nothing. Returns until when
   * it is served.
   */
  cancel(subscriberId: number, by: CancelledBy): Promise<{ servedUntil: Date | null }>;
  /**
   * The same within the caller's transaction; the caller wakes the scheduler. With `forget` the
   * notice of the end is stored without the number once it is sent.
   */
  cancelWithin(
    tx: Database,
    subscriberId: number,
    by: CancelledBy,
    options?: { forget: boolean },
  ): Promise<Date | null>;
  /**
   * Ends the running subscription of a locked subscriber as blocked, within the caller's
   * transaction.
   */
  blockWithin(tx: Database, subscriberId: number, reason: BlockReason): Promise<void>;
  /**
   * Invalidates every code that was sent to this number until now: STOP counts even when nothing is
   * running yet.
   */
  endProofs(msisdn: Msisdn): Promise<void>;
  /**
   * Blocks the number within the caller's transaction: no further opt-in, and no access by a
   * running subscription. Returns whether it was not blocked before. With `isRecorded` it came back
   * from the file store after a restore.
   */
  blockNumberWithin(
    tx: Database,
    msisdn: Msisdn,
    reason: BlockReason,
    options?: { isRecorded: boolean },
  ): Promise<boolean>;
  /** The same in a transaction of its own. */
  block(msisdn: Msisdn, reason: BlockReason): Promise<void>;
  /** The number was topped up: a subscription that waits for airtime is charged at once. */
  topUp(msisdn: Msisdn): Promise<void>;
}

export interface SubscriptionDependencies {
  readonly repository: SubscriptionRepository;
  readonly clock: Clock;
  readonly notices: Notices;
  readonly retrySchedule: RetrySchedule;
  /** Revokes every proof of a number until now. */
  readonly endProofsOf: (tx: Database, msisdn: string) => Promise<void>;
  /** Signs the devices of a subscriber out that were signed in by code. */
  readonly endDevicesOf: (tx: Database, subscriberId: number) => Promise<void>;
  readonly terminationJournal: Pick<TerminationJournal, 'record' | 'flush'>;
  readonly wake: () => void;
}

/**
 * The life of subscriptions after Accept: reading, cancelling, blocking, and the passing of time.
 */
export function createSubscriptionService({
  repository,
  clock,
  notices,
  retrySchedule,
  endProofsOf,
  endDevicesOf,
  terminationJournal,
  wake,
}: SubscriptionDependencies): SubscriptionService {
  const currentOf: SubscriptionService['currentOf'] = async (subscriberId) => {
    const now = clock.now();
    const rows = await repository.recent(subscriberId, now);
    return (
      rows.find((row) => (EXCLUSIVE_STATUSES as readonly string[]).includes(row.status)) ??
      rows.find((row) => entitlement(toState(row), now, retrySchedule).entitled) ??
      rows[0]
    );
  };

  const rightsOf: SubscriptionService['rightsOf'] = async (subscriberId) => {
    const [subscriber, rows] = await Promise.all([
      repository.numbers.subscriber(subscriberId),
      repository.recent(subscriberId, clock.now()),
    ]);
    const states = rows.map(toState);
    return {
      at: (now) => {
        // STOP ALL also ends the access that is left of a cancelled subscription; an expired one
        // has none.
        if (subscriber?.blockedAt) return { entitled: false, reason: 'blocked' };
        if (!subscriber || subscriber.forgottenAt)
          return { entitled: false, reason: 'no_subscription' };
        const all = states.map((state) => ({
          ...entitlement(state, now, retrySchedule),
          packageId: state.packageId,
        }));
        return (
          all.find((entitlement) => entitlement.entitled) ??
          all[0] ?? { entitled: false, reason: 'no_subscription' }
        );
      },
    };
  };

  const cancelWithin: SubscriptionService['cancelWithin'] = async (
    tx,
    subscriberId,
    by,
    { forget } = { forget: false },
  ) => {
    const within = repository.within(tx);
    // A simultaneous Accept waits for this lock, or this call waits for it: the Accept is either
    // stopped or refused.
    const subscriber = await within.numbers.lockKnown(subscriberId);
    if (subscriber) await endProofsOf(tx, subscriber.msisdn);
    const running = await within.running(subscriberId);
    const row = running && (await within.lockById(running.id));
    const now = clock.now();
    if (!subscriber || !row) return latestServed(await within.recent(subscriberId, now), now);
    const decision = decide(toState(row), { type: 'cancel', by }, now);
    // A subscription that ended at this moment needs no cancelling.
    if (!decision.ok || decision.events.length === 0)
      return latestServed(await within.recent(subscriberId, now), now);
    await within.append(row, decision.events);
    // A removal of personal data records itself.
    if (!forget) await terminationJournal.record(tx, { kind: 'cancel', subscription: row.id, by });
    const until = latestServed(await within.recent(subscriberId, now), now);
    // A removal of personal data gives up the time that is left: the notice must not promise it.
    const inFlight = row.chargingPackageId !== null;
    const notice = {
      kind: 'goodbye',
      inFlight,
      ...(until && !forget ? { servedUntil: until } : {}),
    } as const;
    await notices.dropScheduled(tx, [row.id]);
    await notices.enqueue(tx, [
      {
        msisdn: subscriber.msisdn,
        subscriptionId: row.id,
        notice,
        at: now,
        onceKey: `goodbye ${row.id}`,
        forget,
      },
    ]);
    return until;
  };

  const blockWithin: SubscriptionService['blockWithin'] = async (tx, subscriberId, reason) => {
    const within = repository.within(tx);
    const running = await within.running(subscriberId);
    const row = running && (await within.lockById(running.id));
    if (!row || !(row.status === 'pending' || isLive(row.status))) return;
    const decision = decide(toState(row), { type: 'block', reason }, clock.now(), retrySchedule);
    if (!decision.ok) return;
    await within.append(row, decision.events);
    await notices.dropScheduled(tx, [row.id]);
  };

  const blockNumberWithin: SubscriptionService['blockNumberWithin'] = async (
    tx,
    msisdn,
    reason,
    { isRecorded } = { isRecorded: false },
  ) => {
    const within = repository.within(tx);
    const now = clock.now();
    const { id, blockedAt } = await within.numbers.lockSubscriber(msisdn, now);
    await endProofsOf(tx, msisdn);
    await endDevicesOf(tx, id);
    if (!blockedAt) await within.numbers.markBlocked(id, now);
    await blockWithin(tx, id, reason);
    const mark = within.numbers.markOf(msisdn);
    if (!blockedAt && !isRecorded)
      await terminationJournal.record(tx, { kind: 'block', subscriber: id, mark, reason });
    return blockedAt === null;
  };

  return {
    currentOf,
    entitlementOf: async (subscriberId) => (await rightsOf(subscriberId)).at(clock.now()),
    rightsOf,
    statusOf: async (msisdn) => {
      const subscriber = await repository.numbers.subscriberOf(msisdn);
      if (!subscriber) return 'none';
      if (subscriber.blockedAt) return 'blocked';
      const current = await currentOf(subscriber.id);
      return current ? shownStatus(current.status) : 'none';
    },
    cancelWithin,
    blockWithin,
    cancel: async (subscriberId, by) => {
      const until = await repository.db.transaction((tx) => cancelWithin(tx, subscriberId, by));
      await terminationJournal.flush();
      wake();
      return { servedUntil: until };
    },
    endProofs: (msisdn) => repository.db.transaction((tx) => endProofsOf(tx, msisdn)),
    blockNumberWithin,
    block: async (msisdn, reason) => {
      await repository.db.transaction((tx) => blockNumberWithin(tx, msisdn, reason));
      await terminationJournal.flush();
    },
    topUp: async (msisdn) => {
      await repository.db.transaction(async (tx) => {
        const within = repository.within(tx);
        const subscriber = await within.numbers.subscriberOf(msisdn);
        const running = subscriber && (await within.running(subscriber.id));
        const row = running && (await within.lockById(running.id));
        if (!row) return;
        const decision = decide(toState(row), { type: 'top_up' }, clock.now(), retrySchedule);
        if (decision.ok) await within.append(row, decision.events);
      });
      wake();
    },
  };
}

/** The latest time until which one of these serves what was paid or free. */
export function latestServed(rows: readonly SubscriptionRow[], now: Date): Date | null {
  const ends = rows.flatMap((row) =>
    row.paidUntil !== null && row.paidUntil > now && entitlement(toState(row), now).entitled
      ? [row.paidUntil]
      : [],
  );
  return ends.reduce<Date | null>(
    (latest, end) => (latest === null || end > latest ? end : latest),
    null,
  );
}

const SOUTH_AFRICAN = new Intl.DateTimeFormat('en-ZA', {
  timeZone: 'Africa/Johannesburg',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

/** An instant for a subscriber to read: `20 Nov 2026, 14:05`. */
export function inSouthAfrica(instant: Date): string {
  return SOUTH_AFRICAN.format(instant);
}
