import type { ListedCharge } from '@bonisa/carriers/billing.port';
import { CarrierUnavailableError, type UnavailableCause } from '@bonisa/carriers/carrier-outcome';
import type { RoutedBilling } from '@bonisa/carriers/routed-calls';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { NewId } from '@bonisa/kit/ids';
import { leaseEnd, renewLease } from '@bonisa/kit/jobs/lease';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import type { ChargeRepository } from '../billing/charges/charge.repository.ts';
import type { SubscriptionRepository } from '../subscription/subscription.repository.ts';
import { TerminationJournalUnreadError } from './end-replay.service.ts';
import type { Hold, RecoveryRepository } from './recovery.repository.ts';
import type { UnmatchedPayments, Window } from './unmatched-payments.service.ts';
import type { UnmatchedRefunds } from './unmatched-refunds.service.ts';

const BATCH = 500;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How far the carrier's clock and ours may differ. */
const SLACK_MS = 5 * MINUTE_MS;
/** How far back the list is read at most: no older backup is ever restored. */
const LONGEST_MS = 35 * DAY_MS;
/** A refund after the backup may concern a charge that was taken this long before it. */
const REFUNDS_BEFORE_MS = 2 * DAY_MS;
const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 2 * MINUTE_MS;
/** The error of a carrier that has no list, or refuses it to us. */
const NO_LIST: readonly UnavailableCause[] = ['no_answer', 'misconfigured'];

export interface RestoreCheckDependencies {
  /** The id of the carrier whose list is read. */
  readonly carrierId: string;
  readonly repository: RecoveryRepository;
  readonly subscriptions: Pick<SubscriptionRepository, 'isEmpty'>;
  readonly charges: Pick<ChargeRepository, 'newestTaken' | 'oldestUndecided'>;
  readonly payments: UnmatchedPayments;
  readonly refunds: UnmatchedRefunds;
  /** Carries out again what people ended and this database does not know. */
  readonly replayEnds: () => Promise<void>;
  readonly carrier: Pick<RoutedBilling, 'listCharges'>;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Called when jobs are held: an operator must act. */
  readonly onHeld: (hold: Hold) => void;
  /** Called when the carrier has no list and nothing was ever charged here, so that jobs run. */
  readonly onNoList: () => void;
  /** Called once when the list becomes unreadable, until it can be read again. */
  readonly onUnread: (problem: string, cause?: Error) => void;
  readonly wake: () => void;
}

/** The facts in this database before the carrier's list is read. */
interface KnownHere {
  /** The newest successful charge: an intent may have been written since the restore. */
  readonly newest: Date | null;
  /** The oldest charge with an unknown outcome. */
  readonly oldestOpen: Date | null;
  /** The end of the last list that was written to the database. */
  readonly writtenUntil: Date | null;
  readonly isEmpty: boolean;
}

export type RestoreCheck = ReturnType<typeof createRestoreCheck>;

/** Another process has taken the check over: this one stops. */
class TakenOverError extends Error {}

/**
 * Compares a database with the carrier's list before its jobs move money: once for each identity of
 * the database, in whichever process comes first. A payment of ours that is missing here means that
 * the database is older than the carrier's list. Jobs are then held, and the missing payments are
 * written.
 */
export function createRestoreCheck(dependencies: RestoreCheckDependencies) {
  const {
    carrierId,
    repository,
    subscriptions,
    charges,
    payments,
    refunds,
    replayEnds,
    carrier,
    clock,
    newId,
    onHeld,
    onNoList,
    onUnread,
    wake,
  } = dependencies;

  const knownHere = async (): Promise<KnownHere> => {
    const [newest, oldestOpen, writtenUntil, isEmpty] = await Promise.all([
      charges.newestTaken(carrierId),
      charges.oldestUndecided(carrierId),
      repository.writtenUntil(),
      subscriptions.isEmpty(),
    ]);
    return { newest, oldestOpen, writtenUntil, isEmpty };
  };

  const inMs = (ms: number): Date => new Date(clock.now().getTime() + ms);

  const prolong = async (run: string): Promise<void> => {
    if (!(await repository.prolong(run, leaseEnd(clock.now()))))
      throw new TakenOverError('another process reads the list now');
  };

  /**
   * Starts where the database is certainly complete; what an earlier hold has written is not read
   * again.
   */
  const windowOf = (known: KnownHere): Window => {
    const now = clock.now().getTime();
    const newest = known.newest === null ? 0 : Math.min(known.newest.getTime(), now) - SLACK_MS;
    const from = Math.max(newest, known.writtenUntil?.getTime() ?? 0, now - LONGEST_MS);
    return { from: new Date(from), to: new Date(now + SLACK_MS) };
  };

  async function* batches(run: string, window: Window): AsyncGenerator<ListedCharge[]> {
    let batch: ListedCharge[] = [];
    for await (const entry of carrier.listCharges({ carrierId, ...window })) {
      batch.push(entry);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
      await prolong(run);
    }
    if (batch.length > 0) yield batch;
  }

  /** How many payments are missing here; for an empty database one is enough. */
  const countMissing = async (run: string, window: Window, isEmpty: boolean): Promise<number> => {
    let missing = 0;
    for await (const batch of batches(run, window)) {
      missing += await payments.countMissing(batch);
      if (isEmpty && missing > 0) return missing;
    }
    return missing;
  };

  /**
   * Holds jobs if a payment is missing. An open hold is continued, since a backup may have been
   * made during it.
   */
  const hold = async (run: string, before: Hold | undefined): Promise<Hold | undefined> => {
    const known = await knownHere();
    const window = windowOf(known);
    const missing = await countMissing(run, window, known.isEmpty);
    if (missing === 0) return before;
    const now = clock.now();
    // Charges that were open at the backup come before those that followed them.
    const from =
      known.oldestOpen && known.oldestOpen < window.from
        ? new Date(known.oldestOpen.getTime() - SLACK_MS)
        : window.from;
    if (before) {
      const extended = {
        ...before,
        missing: before.missing + missing,
        windowFrom: from,
        attachedAt: null,
      };
      await repository.extend(before.id, extended);
      onHeld(extended);
      return extended;
    }
    const begun: Hold = {
      id: newId(),
      carrierId,
      why: known.isEmpty ? 'empty_database' : 'missing_here',
      since: now,
      windowFrom: from,
      windowTo: now,
      missing,
      attached: 0,
      exceptions: 0,
      refunds: 0,
      refundsUnread: false,
      // In an empty database no payment can belong to a subscription.
      attachedAt: known.isEmpty ? now : null,
      releasedAt: null,
      note: null,
    };
    await repository.begin(begun);
    onHeld(begun);
    return begun;
  };

  const writeDown = async (run: string, held: Hold): Promise<void> => {
    const now = clock.now();
    const window = { from: held.windowFrom, to: new Date(now.getTime() + SLACK_MS) };
    let exceptions = 0;
    for await (const batch of batches(run, window)) {
      exceptions += (await payments.write(batch, window)).exceptions;
      await prolong(run);
    }
    const refundCounts = await refunds.writeSince(
      new Date(held.windowFrom.getTime() - REFUNDS_BEFORE_MS),
      () => prolong(run),
    );
    // After a crash in between, payments that were written before exist already and are not counted
    // again.
    const counts = {
      missing: held.missing,
      attached: Math.max(held.missing - exceptions, 0),
      exceptions,
      refunds: held.refunds + refundCounts.written,
      refundsUnread: refundCounts.unread,
    };
    await repository.markAttached(held.id, counts, now, clock.now());
  };

  const check = async (run: string): Promise<void> => {
    const open = await repository.openHold();
    const held = open?.attachedAt === null ? open : await hold(run, open);
    if (held && held.attachedAt === null) await writeDown(run, held);
    // After the payments, which may be older than the ends.
    await replayEnds();
    await repository.markChecked(run, clock.now());
  };

  /**
   * Whether a carrier without a list can be passed over: a database that never charged anything has
   * no charge to repeat.
   */
  const needsNoList = async (reason: UnavailableCause): Promise<boolean> =>
    NO_LIST.includes(reason) &&
    (await repository.openHold()) === undefined &&
    (await charges.newestTaken(carrierId)) === null;

  const giveUp = async (run: string, tries: number, error: unknown): Promise<number> => {
    if (error instanceof TerminationJournalUnreadError) {
      await postpone(run, tries, 'end_records', error);
      return 0;
    }
    if (!(error instanceof CarrierUnavailableError)) {
      await postpone(run, tries, 'error');
      throw error;
    }
    if (!(await needsNoList(error.reason))) {
      await postpone(run, tries, error.reason);
      return 0;
    }
    try {
      await replayEnds();
    } catch (unread) {
      return await giveUp(run, tries, unread);
    }
    await repository.markChecked(run, clock.now());
    onNoList();
    wake();
    return 1;
  };

  const postpone = async (
    run: string,
    tries: number,
    problem: string,
    cause?: Error,
  ): Promise<void> => {
    const retryAt = inMs(Math.min(FIRST_RETRY_MS * 2 ** tries, LONGEST_RETRY_MS));
    await repository.postpone(run, { problem, tries: tries + 1, retryAt });
    if (tries === 0) onUnread(problem, cause);
  };

  const source: ScheduledJob = {
    name: `carrier-check-${carrierId}`,
    nextDue: () => repository.nextCheck(),
    run: async () => {
      const claimed = await repository.claim(clock.now(), leaseEnd(clock.now()));
      if (!claimed) return 0;
      const renewal = renewLease(() => repository.prolong(claimed.run, leaseEnd(clock.now())));
      try {
        await check(claimed.run).finally(renewal.stop);
        wake();
        return 1;
      } catch (error) {
        if (error instanceof TakenOverError) return 0;
        return await giveUp(claimed.run, claimed.tries, error);
      }
    },
  };
  return source;
}
