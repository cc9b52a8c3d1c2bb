import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { decide } from '@bonisa/domain/subscription/subscription-decide';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import { leaseEnd } from '@bonisa/kit/jobs/lease';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import type { End, Termination } from '@bonisa/kit/termination-journal/termination';
import type {
  FoundEnd,
  TerminationJournal,
} from '@bonisa/kit/termination-journal/termination-journal';
import type { Subscriber } from '@bonisa/people/numbers/number.repository';
import type { NumberRemoval } from '@bonisa/people/numbers/number-removal.service';
import type { Logger } from 'pino';
import type { Messaging } from '../messaging/messaging.ts';
import { toState } from '../subscription/subscription.state.ts';
import type { SubscriptionModule } from '../subscription/subscription.ts';

const RETRY_MS = 60_000;
const BATCH = 20;
/** How many files a log line names. */
const NAMED = 20;
const RESTORED = 'Undone before a backup was restored';

/** The ends of the file store cannot be read, or are not ours. */
export class TerminationJournalUnreadError extends Error {
  override readonly name = 'TerminationJournalUnreadError';
}

export interface EndReplayDependencies {
  readonly terminationJournal: TerminationJournal;
  readonly subscription: Pick<SubscriptionModule, 'repository' | 'service' | 'unblocking'>;
  readonly notices: Pick<Messaging['notices'], 'dropScheduled'>;
  /** Built above recovery, over all stores of personal data. */
  readonly removal: Pick<NumberRemoval, 'remove'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
}

type Numbered = Extract<End, { readonly mark: string }>;
export type EndReplay = ReturnType<typeof createEndReplay>;

/**
 * Carries out again what people ended and a restored database does not know, from the records of
 * the file store. Nobody gets a second message about it. Each record has an effect once.
 */
export function createEndReplay(dependencies: EndReplayDependencies) {
  const { terminationJournal, clock, logger, removal } = dependencies;
  const { repository: subscriptions, service, unblocking } = dependencies.subscription;
  const { repository } = terminationJournal;
  const { db } = subscriptions;

  const cancel = async (
    tx: Database,
    { subscription, by }: Extract<End, { kind: 'cancel' }>,
    at: Date,
  ): Promise<void> => {
    const within = subscriptions.within(tx);
    const known = await within.byId(subscription);
    // It began after the backup: the database has nothing that could be charged.
    if (!known) return;
    await within.numbers.lockKnown(known.subscriberId);
    const row = await within.lockById(subscription);
    const decision = row && decide(toState(row), { type: 'cancel', by }, at);
    if (!row || !decision?.ok || decision.events.length === 0) return;
    await within.append(row, decision.events);
    await dependencies.notices.dropScheduled(tx, [row.id]);
  };

  /** The row that the record is about; ids alone are given out again after a restore. */
  const subscriberOf = async (
    tx: Database,
    { subscriber: id, mark }: Numbered,
  ): Promise<Subscriber | undefined> => {
    const { numbers } = subscriptions.within(tx);
    const row = await numbers.lockKnown(id);
    return row && numbers.markOf(row.msisdn) === mark ? row : undefined;
  };

  /**
   * Whether the person has subscribed since the end: that consent is newer, so the end must not
   * undo it.
   */
  const isOverruled = async (tx: Database, { id }: Subscriber, at: Date): Promise<boolean> => {
    const running = await subscriptions.within(tx).running(id);
    if (!running || running.startedAt <= at) return false;
    logger.warn(
      { subscription: running.id, ended: at, subscribed: running.startedAt },
      'an end in the file store is older than a consent, and is not carried out again',
    );
    return true;
  };

  const block = async (tx: Database, end: Extract<End, { kind: 'block' }>, at: Date) => {
    const known = await subscriberOf(tx, end);
    const { numbers } = subscriptions.within(tx);
    if (!known) return await numbers.remember(end.mark, { blockedAt: at }, at);
    if (await isOverruled(tx, known, at)) return;
    const msisdn = known.msisdn as Msisdn;
    await service.blockNumberWithin(tx, msisdn, end.reason, { isRecorded: true });
  };

  const unblock = async (tx: Database, end: Extract<End, { kind: 'unblock' }>, at: Date) => {
    const known = await subscriberOf(tx, end);
    const { numbers } = subscriptions.within(tx);
    if (!known) return await numbers.remember(end.mark, { blockedAt: null }, at);
    const msisdn = known.msisdn as Msisdn;
    await unblocking.unblockWithin(tx, msisdn, RESTORED, { isRecorded: true });
  };

  /** Ends what runs at once; the data is removed when no charge is open. */
  const beginRemoval = async (
    tx: Database,
    { name, end, at }: { name: string; end: Extract<End, { kind: 'remove' }>; at: Date },
  ): Promise<void> => {
    const known = await subscriberOf(tx, end);
    const within = subscriptions.within(tx);
    if (known) {
      if (await isOverruled(tx, known, at))
        return await repository.within(tx).finish([name], 'replayed');
      const running = await within.running(known.id);
      if (running) await cancel(tx, cancelOf(running.id), at);
      return;
    }
    const { trialUsedAt, blockedAt, graceFrom } = end.facts;
    const facts = {
      trialUsedAt: instantOf(trialUsedAt),
      blockedAt: instantOf(blockedAt),
      graceFrom: instantOf(graceFrom),
    };
    await within.numbers.remember(end.mark, facts, at);
    await repository.within(tx).finish([name], 'replayed');
  };

  const carryOut = (name: string, { at, end }: Termination): Promise<boolean> =>
    db.transaction(async (tx) => {
      const open =
        end.kind === 'remove'
          ? ({ state: 'removing', record: end, dueAt: clock.now() } as const)
          : ({ state: 'replayed', record: null, dueAt: null } as const);
      // Another process, or another carrier's check, was faster.
      if (!(await repository.within(tx).insert({ name, at, ...open }))) return false;
      if (end.kind === 'cancel') await cancel(tx, end, at);
      else if (end.kind === 'block') await block(tx, end, at);
      else if (end.kind === 'unblock') await unblock(tx, end, at);
      else await beginRemoval(tx, { name, end, at });
      return true;
    });

  const remove = async (name: string, end: Extract<End, { kind: 'remove' }>): Promise<boolean> => {
    try {
      const known = await db.transaction((tx) => subscriberOf(tx, end));
      if (known) await removal.remove(known.id, { isRecorded: true });
    } catch (error) {
      // A charge has no outcome yet.
      if (!(error instanceof AppError && error.code === 'conflict')) throw error;
      await repository.postpone([name], new Date(clock.now().getTime() + RETRY_MS));
      return false;
    }
    await repository.finish([name], 'replayed');
    return true;
  };

  /** Removes the data of people whose removal came back from the file store. */
  const job: ScheduledJob = {
    name: 'removals-again',
    nextDue: () => repository.nextDue('removing'),
    run: async () => {
      const now = clock.now();
      const until = leaseEnd(now);
      let done = 0;
      for (const { name, end } of await repository.claim('removing', { now, until, limit: BATCH }))
        if (end.kind === 'remove' && (await remove(name, end))) done++;
      return done;
    },
  };

  const replayAll = async (): Promise<void> => {
    const counts = { cancel: 0, block: 0, unblock: 0, remove: 0 };
    const foreign: string[] = [];
    for await (const batch of missing(terminationJournal))
      for (const { name, folder, record } of batch) {
        if (!record) foreign.push(`${folder}/${name}`);
        else if (await carryOut(name, record)) counts[record.end.kind]++;
      }
    if (Object.values(counts).some((count) => count > 0))
      logger.warn(counts, 'ends that this database did not know were carried out again');
    if (foreign.length === 0) return await terminationJournal.finishReplay();
    logger.error(
      { count: foreign.length, files: foreign.slice(0, NAMED) },
      'ends in the file store have no signature of ours: is SECRET_KEY another one? See docs/recovery.md',
    );
    throw new TerminationJournalUnreadError('files without our signature');
  };

  return { job, replayAll };
}

function cancelOf(subscription: string): Extract<End, { kind: 'cancel' }> {
  return { kind: 'cancel', subscription, by: 'subscriber' };
}

function instantOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

/** The missing records; a file store that does not answer is named. */
async function* missing({ missing }: TerminationJournal): AsyncGenerator<readonly FoundEnd[]> {
  const batches = missing();
  for (;;) {
    const next = await batches.next().catch((error: unknown) => {
      throw new TerminationJournalUnreadError('the ends in the file store cannot be read', {
        cause: error,
      });
    });
    if (next.done) return;
    yield next.value;
  }
}
