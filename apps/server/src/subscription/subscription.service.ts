import { type Entitlement, entitlement } from '@bonisa/domain/entitlement';
import type { Msisdn } from '@bonisa/domain/msisdn';
import type { RetrySchedule } from '@bonisa/domain/retry-schedule';
import {
  type BlockReason,
  type CancelledBy,
  EXCLUSIVE_STATUSES,
  isLive,
  shownStatus,
} from '@bonisa/domain/subscription';
import { decide } from '@bonisa/domain/subscription-decide';
import type { Notices } from '../messaging/notices.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { SubscriptionRepository, SubscriptionRow } from './subscription.repository.ts';
import { toState } from './subscription.state.ts';

export interface SubscriptionService {
  /**
   * The subscription that speaks for a number now: the running one, else one still served, else the
   * newest.
   */
  currentOf(subscriberId: number): Promise<SubscriptionRow | undefined>;
  /** May this subscriber play now, and until when. */
  entitlementOf(subscriberId: number): Promise<Entitlement>;
  /** What decides that, read once and judged at any instant. */
  rightsOf(subscriberId: number): Promise<{ at(now: Date): Entitlement }>;
  /**
   * The state of a number in the words of interfaces 'Operations'; `none` where it never
   * subscribed.
   */
  statusOf(msisdn: Msisdn): Promise<ReturnType<typeof shownStatus> | 'none'>;
  /**
   * Ends renewals; what was paid is still served. Doing it twice changes nothing. Answers until
   * when it is served.
   */
  cancel(subscriberId: number, by: CancelledBy): Promise<{ servedUntil: Date | null }>;
  /**
   * The same within a transaction of the caller's, who wakes the scheduler; with `forget` the
   * goodbye is kept without the number once it is sent.
   */
  cancelWithin(
    tx: Database,
    subscriberId: number,
    by: CancelledBy,
    options?: { forget: boolean },
  ): Promise<Date | null>;
  /** Ends what a locked subscriber has running as blocked, within a transaction of the caller's. */
  blockWithin(tx: Database, subscriberId: number, reason: BlockReason): Promise<void>;
  /**
   * No code that was sent to this number until now subscribes it any more: a STOP counts also where
   * nothing is running yet.
   */
  endProofs(msisdn: Msisdn): Promise<void>;
  /** No opt-in any more for this number, and nothing of a running one is served. */
  block(msisdn: Msisdn, reason: BlockReason): Promise<void>;
  /** Airtime was put on a number: what waits for it is tried at once. */
  topUp(msisdn: Msisdn): Promise<void>;
}

export interface SubscriptionDependencies {
  readonly repository: SubscriptionRepository;
  readonly clock: Clock;
  readonly notices: Notices;
  readonly retrySchedule: RetrySchedule;
  /** Nothing that was proven of a number until now grants anything any more. */
  readonly endProofsOf: (tx: Database, msisdn: string) => Promise<void>;
  readonly wake: () => void;
}

/** The life of subscriptions after Accept: reading, cancelling, blocking, and time passing. */
export function createSubscriptionService({
  repository,
  clock,
  notices,
  retrySchedule,
  endProofsOf,
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
        // STOP ALL ends what is left of a cancelled subscription too; whoever is gone has nothing
        // left.
        if (subscriber?.blockedAt) return { entitled: false, reason: 'blocked' };
        if (!subscriber || subscriber.forgottenAt)
          return { entitled: false, reason: 'no_subscription' };
        const all = states.map((state) => entitlement(state, now, retrySchedule));
        return (
          all.find((one) => one.entitled) ??
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
    // An Accept that is being written waits for this lock, or this waits for it: it is either
    // stopped or refused.
    const subscriber = await within.numbers.lockKnown(subscriberId);
    if (subscriber) await endProofsOf(tx, subscriber.msisdn);
    const running = await within.running(subscriberId);
    const row = running && (await within.lockById(running.id));
    const now = clock.now();
    if (!subscriber || !row) return latestServed(await within.recent(subscriberId, now), now);
    const decision = decide(toState(row), { type: 'cancel', by }, now);
    // A subscription that ended in this very moment needs no cancelling.
    if (!decision.ok || decision.events.length === 0)
      return latestServed(await within.recent(subscriberId, now), now);
    await within.append(row, decision.events);
    const until = latestServed(await within.recent(subscriberId, now), now);
    // Who has everything removed gives up what is left of the time: the message must not promise
    // it.
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
      wake();
      return { servedUntil: until };
    },
    endProofs: (msisdn) => repository.db.transaction((tx) => endProofsOf(tx, msisdn)),
    block: async (msisdn, reason) => {
      await repository.db.transaction(async (tx) => {
        const within = repository.within(tx);
        const now = clock.now();
        const subscriber = await within.numbers.lockSubscriber(msisdn, now);
        await endProofsOf(tx, msisdn);
        if (!subscriber.blockedAt) await within.numbers.markBlocked(subscriber.id, now);
        await blockWithin(tx, subscriber.id, reason);
      });
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

/** Until when what was paid or given in these is served at the latest. */
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

/** An instant as a subscriber reads it: `20 Nov 2026, 14:05`. */
export function inSouthAfrica(instant: Date): string {
  return SOUTH_AFRICAN.format(instant);
}
