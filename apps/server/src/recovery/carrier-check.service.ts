import type { ChargeRepository } from '../billing/charges/charge.repository.ts';
import {
  CarrierUnavailableError,
  type ListedCharge,
  type UnavailableCause,
} from '../carriers/carrier.port.ts';
import type { RoutedCalls } from '../carriers/routed-calls.ts';
import type { Clock } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import type { ScheduledJob } from '../platform/scheduler.ts';
import type { SubscriptionRepository } from '../subscription/subscription.repository.ts';
import type { FoundPayments, Window } from './found-payments.service.ts';
import type { FoundRefunds } from './found-refunds.service.ts';
import type { Hold, RecoveryRepository } from './recovery.repository.ts';

/** A process that died is waited for so long; one that lives says so at each batch. */
const LEASE_MS = 60_000;
const BATCH = 500;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The carrier's clock and ours may differ by this much. */
const SLACK_MS = 5 * MINUTE_MS;
/** The list is read back to here at most: no backup that is put to use is older. */
const LONGEST_MS = 35 * DAY_MS;
/** Refunds after the backup may be of charges that were taken so long before it. */
const REFUNDS_BEFORE_MS = 2 * DAY_MS;
const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 2 * MINUTE_MS;
/** What a carrier answers that has no list, or gives us none. */
const NO_LIST: readonly UnavailableCause[] = ['no_answer', 'misconfigured'];

export interface CarrierCheckDependencies {
  /** The id of the carrier whose list is read. */
  readonly carrierId: string;
  readonly repository: RecoveryRepository;
  readonly subscriptions: Pick<SubscriptionRepository, 'isEmpty'>;
  readonly charges: Pick<ChargeRepository, 'newestTaken' | 'oldestUndecided'>;
  readonly payments: FoundPayments;
  readonly refunds: FoundRefunds;
  readonly carrier: Pick<RoutedCalls, 'listCharges'>;
  readonly clock: Clock;
  /** Jobs are held: an operator is wanted. */
  readonly onHeld: (hold: Hold) => void;
  /** The carrier has no list, and nothing was ever charged here: jobs run. */
  readonly onNoList: () => void;
  /** The list cannot be read; told once until it can. */
  readonly onUnread: (problem: string) => void;
  readonly wake: () => void;
}

/** What this database knows before the carrier's list is read. */
interface KnownHere {
  /** The newest taken charge: an intent may have been written since the restore. */
  readonly newest: Date | null;
  /** The oldest charge without a known outcome. */
  readonly oldestOpen: Date | null;
  /** The end of the last list that was written down. */
  readonly writtenUntil: Date | null;
  readonly isEmpty: boolean;
}

export type CarrierCheck = ReturnType<typeof createCarrierCheck>;

/** Another process has gone on with it: this one stops. */
class TakenOverError extends Error {}

/**
 * Compares a database with the carrier's list before its jobs move money: once for a database as it
 * runs, whichever process comes first. A payment of ours that is not here means that the database
 * is older than the carrier's books, so jobs are held, and what the list has is written down.
 */
export function createCarrierCheck(dependencies: CarrierCheckDependencies) {
  const {
    carrierId,
    repository,
    subscriptions,
    charges,
    payments,
    refunds,
    carrier,
    clock,
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
    if (!(await repository.prolong(run, inMs(LEASE_MS))))
      throw new TakenOverError('another process reads the list now');
  };

  /**
   * From what is sure to be here on; what an earlier hold has written down is not looked at again.
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

  /** How many payments are missing here; of an empty database one is enough to know. */
  const countMissing = async (run: string, window: Window, isEmpty: boolean): Promise<number> => {
    let missing = 0;
    for await (const batch of batches(run, window)) {
      missing += await payments.countMissing(batch);
      if (isEmpty && missing > 0) return missing;
    }
    return missing;
  };

  /**
   * Holds jobs where a payment is missing; one that waits for its release is gone on with, since a
   * backup may have been made during it.
   */
  const hold = async (run: string, before: Hold | undefined): Promise<Hold | undefined> => {
    const known = await knownHere();
    const window = windowOf(known);
    const missing = await countMissing(run, window, known.isEmpty);
    if (missing === 0) return before;
    const now = clock.now();
    // Charges whose outcome was open at the backup come before those that followed them.
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
      cases: 0,
      refunds: 0,
      refundsUnread: false,
      // An empty database has nothing that a payment could belong to.
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
    let cases = 0;
    for await (const batch of batches(run, window)) {
      cases += (await payments.write(batch, window)).cases;
      await prolong(run);
    }
    const given = await refunds.writeSince(
      new Date(held.windowFrom.getTime() - REFUNDS_BEFORE_MS),
      () => prolong(run),
    );
    // After a crash in between what was attached before is here, and is not counted again.
    const counts = {
      missing: held.missing,
      attached: Math.max(held.missing - cases, 0),
      cases,
      refunds: held.refunds + given.written,
      refundsUnread: given.unread,
    };
    await repository.markAttached(held.id, counts, now, clock.now());
  };

  const check = async (run: string): Promise<void> => {
    const open = await repository.openHold();
    const held = open?.attachedAt === null ? open : await hold(run, open);
    if (held && held.attachedAt === null) await writeDown(run, held);
    await repository.markChecked(run, clock.now());
  };

  /**
   * Whether a carrier without a list need not be waited for: a database that has never charged
   * anything has no charge to repeat.
   */
  const mayGoWithout = async (reason: UnavailableCause): Promise<boolean> =>
    NO_LIST.includes(reason) &&
    (await repository.openHold()) === undefined &&
    (await charges.newestTaken(carrierId)) === null;

  const giveUp = async (run: string, tries: number, error: unknown): Promise<number> => {
    if (!(error instanceof CarrierUnavailableError)) {
      await postpone(run, tries, 'error');
      throw error;
    }
    if (!(await mayGoWithout(error.reason))) {
      await postpone(run, tries, error.reason);
      return 0;
    }
    await repository.markChecked(run, clock.now());
    onNoList();
    wake();
    return 1;
  };

  const postpone = async (run: string, tries: number, problem: string): Promise<void> => {
    const retryAt = inMs(Math.min(FIRST_RETRY_MS * 2 ** tries, LONGEST_RETRY_MS));
    await repository.postpone(run, { problem, tries: tries + 1, retryAt });
    if (tries === 0) onUnread(problem);
  };

  const source: ScheduledJob = {
    name: `carrier-check-${carrierId}`,
    nextDue: () => repository.nextCheck(),
    run: async () => {
      const claimed = await repository.claim(clock.now(), inMs(LEASE_MS));
      if (!claimed) return 0;
      try {
        await check(claimed.run);
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
