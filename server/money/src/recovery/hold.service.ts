import type { Clock } from '@bonisa/kit/clock/clock';
import { withTimeLimit } from '@bonisa/kit/database/time-limit';
import { AppError } from '@bonisa/kit/http/app-error';
import type { NewId } from '@bonisa/kit/ids';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import { TerminationJournalUnreadError } from './end-replay.service.ts';
import type { Hold, RecoveryRepository } from './recovery.repository.ts';
import type { RestoreCheck } from './restore-check.service.ts';

/** How long a person who presses Accept during a start waits for the list to be read. */
const PATIENCE_MS = 3000;
const SHOWN = 10;

/** Why jobs are held, and what was found. */
export interface HoldView {
  readonly why: Hold['why'] | null;
  /** The latest hold that is not released; otherwise `undefined`. */
  readonly hold: Hold | undefined;
  /** Why the carrier's list could not be read, and when it is tried again. */
  readonly problem: string | null;
  readonly retryAt: Date | null;
  readonly earlier: readonly Hold[];
}

/** What an operator does without when jobs are let run again. */
export interface ReleaseTerms {
  /** The carrier's list: charges that a backup has lost are then taken twice. */
  readonly withoutList: boolean;
  /** With `withoutList`: what people ended since the backup. They are then charged. */
  readonly withoutEnds: boolean;
}

export interface HoldDependencies {
  readonly repository: RecoveryRepository;
  readonly check: RestoreCheck;
  /**
   * Carries out again what people ended and this database does not know. Throws an
   * {@link TerminationJournalUnreadError} where that cannot be read.
   */
  readonly replayEnds: () => Promise<void>;
  /** Files of ends that cannot be read keep nothing waiting any more. */
  readonly doWithoutEnds: () => Promise<void>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly onReleased: (hold: { why: Hold['why']; note: string }) => void;
  /** A check that a person waited for has failed. */
  readonly onError: (error: unknown) => void;
  readonly wake: () => void;
}

export type CarrierHold = ReturnType<typeof createJobHold>;

/**
 * The gate before everything that takes or refunds money at a carrier, for all processes of a
 * database.
 */
export function createJobHold({
  repository,
  check,
  replayEnds,
  doWithoutEnds,
  clock,
  newId,
  onReleased,
  onError,
  wake,
}: HoldDependencies) {
  const closedSince = shared(() => repository.closedSince());
  const undecidedSince = shared(() => repository.undecidedSince());
  const heldSince = shared(() => repository.heldSince());

  const view = async (): Promise<HoldView> => {
    const [row, latest] = await Promise.all([repository.check(), repository.latestHolds(SHOWN)]);
    const hold = latest.find(({ releasedAt }) => releasedAt === null);
    const unread = !row?.isOfThisDatabase || row.checkedAt === null;
    return {
      why: hold?.why ?? (unread ? 'list_unread' : null),
      hold,
      problem: unread ? (row?.problem ?? null) : null,
      retryAt: unread ? (row?.retryAt ?? null) : null,
      earlier: latest.filter((earlierHold) => earlierHold !== hold),
    };
  };

  /** Who stopped since the backup must not be charged because the carrier's list is not there. */
  const readEnds = async (): Promise<void> => {
    try {
      await replayEnds();
    } catch (error) {
      if (!(error instanceof TerminationJournalUnreadError)) throw error;
      throw new AppError(
        'conflict',
        'What people ended since the backup could not be read from the file store. With without_ends jobs run all the same; people who stopped are then charged.',
        { cause: error },
      );
    }
  };

  /** Lets jobs run without the list, because an operator decides so. */
  const releaseUnread = async (note: string): Promise<void> => {
    const now = clock.now();
    const counts = { missing: 0, attached: 0, exceptions: 0, refunds: 0, refundsUnread: true };
    const times = { since: now, windowFrom: now, windowTo: now, attachedAt: now, releasedAt: now };
    await repository.begin({ id: newId(), why: 'list_unread', ...times, ...counts, note });
    await repository.checkUnread(now);
  };

  return {
    closedSince,
    heldSince,

    /** A job that moves money at this carrier. */
    requireBillingEnabled: (source: ScheduledJob): ScheduledJob => gated(source, closedSince),
    /**
     * A job that may run while an operator must release the hold, but only after the carrier's list
     * is written.
     */
    afterCarrierSync: (source: ScheduledJob): ScheduledJob => gated(source, undecidedSince),

    /** Whether money may be moved now for a person who waits; an unread list is read first. */
    mayMoveMoney: async (): Promise<boolean> => {
      if (!(await repository.closedSince())) return true;
      if ((await view()).hold) return false;
      const reading = check.run().catch(onError);
      const { promise: patience, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, PATIENCE_MS);
      await Promise.race([reading, patience]);
      clearTimeout(timer);
      return !(await repository.closedSince());
    },

    view,

    /**
     * Lets jobs run again. Throws `conflict` if nothing is held, if the list is still being read
     * and `withoutList` is not set, or if the ends cannot be read and `withoutEnds` is not set.
     */
    release: async (note: string, { withoutList, withoutEnds }: ReleaseTerms): Promise<void> => {
      const { why, hold, problem } = await view();
      if (!why) throw new AppError('conflict', 'Nothing is held: all jobs run.');
      const isForEnds = withoutList && (withoutEnds || problem === 'end_records');
      if (hold) {
        if (!(await repository.release(hold.id, note, clock.now()))) {
          throw new AppError(
            'conflict',
            "What the carrier's list has is still being written down. Please try again when attached_at is there.",
          );
        }
      } else if (!withoutList) {
        throw new AppError(
          'conflict',
          "The carrier's list was not read yet. With without_list jobs run all the same; charges that a backup has lost are then taken twice.",
        );
      }
      if (isForEnds) await withTimeLimit(PATIENCE_MS, doWithoutEnds()).catch(onError);
      else if (!hold) await readEnds();
      if (withoutList && (!hold || isForEnds)) await releaseUnread(note);
      onReleased({ why, note });
      wake();
    },
  };
}

export type JobHold = ReturnType<typeof createJobHolds>;

/** The gate of a database whose copy may be at work. */
export interface DatabaseLeaseGate {
  /** An instant while this database must not charge and send; otherwise `null`. */
  readonly closedSince: () => Promise<Date | null>;
}

/**
 * The gates of all carriers. A hold at one carrier stops the jobs that move money there. Jobs that
 * serve the numbers of all carriers (messages, endings, reminders) wait while any carrier is held,
 * and until the list of at least one carrier was read.
 */
export function createJobHolds(holds: ReadonlyMap<string, CarrierHold>, lease: DatabaseLeaseGate) {
  const all = [...holds.entries()];
  const withoutLeaseSince = shared(lease.closedSince);
  const holdAt = (carrierId: string): CarrierHold => {
    const hold = holds.get(carrierId);
    if (!hold) throw new Error(`the carrier ${carrierId} is not configured any more`);
    return hold;
  };
  const at = (
    carrierId: string,
  ): Pick<CarrierHold, 'requireBillingEnabled' | 'afterCarrierSync'> => {
    const { requireBillingEnabled, afterCarrierSync } = holdAt(carrierId);
    return {
      requireBillingEnabled: (source) => gated(requireBillingEnabled(source), withoutLeaseSince),
      afterCarrierSync: (source) => gated(afterCarrierSync(source), withoutLeaseSince),
    };
  };
  const closedForAll = async (): Promise<Date | null> => {
    const [held, closed] = await Promise.all([
      Promise.all(all.map(([, hold]) => hold.heldSince())),
      Promise.all(all.map(([, hold]) => hold.closedSince())),
    ]);
    const isOpen = closed.some((instant) => instant === null);
    return held.find((instant) => instant !== null) ?? (isOpen ? null : (closed[0] ?? null));
  };
  const views = (): Promise<(HoldView & { readonly carrierId: string })[]> =>
    Promise.all(all.map(async ([carrierId, hold]) => ({ carrierId, ...(await hold.view()) })));

  return {
    at,
    mayMoveMoney: async (carrierId: string): Promise<boolean> =>
      (await withoutLeaseSince()) === null && (await holdAt(carrierId).mayMoveMoney()),
    /** A job that serves the numbers of all carriers. */
    unlessFrozen: (source: ScheduledJob): ScheduledJob =>
      gated(gated(source, closedForAll), withoutLeaseSince),
    /** The gate of each carrier, in the order of the configuration. */
    views,

    /**
     * Lets jobs run again: those of the named carrier, or of every carrier that is held. Throws
     * `conflict` if none is.
     */
    release: async (
      note: string,
      { carrierId, ...terms }: ReleaseTerms & { readonly carrierId?: string | undefined },
    ): Promise<void> => {
      const held = (await views()).filter(
        (view) => view.why !== null && (carrierId === undefined || view.carrierId === carrierId),
      );
      if (held.length === 0) throw new AppError('conflict', 'Nothing is held: all jobs run.');
      for (const view of held) await holdAt(view.carrierId).release(note, terms);
    },
  };
}

/** Makes a job wait while `closedAt` returns an instant. */
function gated(source: ScheduledJob, closedAt: () => Promise<Date | null>): ScheduledJob {
  return {
    ...source,
    nextDue: async () => {
      const [due, closed] = await Promise.all([source.nextDue(), closedAt()]);
      return closed ? null : due;
    },
  };
}

/** Several questions in one turn cause one query. */
function shared<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | undefined;
  return () => {
    if (reading) return reading;
    reading = ask();
    queueMicrotask(() => {
      reading = undefined;
    });
    return reading;
  };
}
