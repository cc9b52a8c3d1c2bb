import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import type { TerminationJournal } from '@bonisa/kit/termination-journal/termination-journal';
import type { SubscriptionRepository } from './subscription.repository.ts';
import type { Unblocking, UnblockingRepository } from './unblocking.repository.ts';

export interface UnblockingDependencies {
  readonly subscriptions: SubscriptionRepository;
  readonly unblockings: UnblockingRepository;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly terminationJournal: Pick<TerminationJournal, 'record' | 'flush'>;
}

export type UnblockingService = ReturnType<typeof createUnblocking>;

/**
 * Undoes STOP ALL for a number whose owner has called us: by an agent only, never by a message or
 * on the site.
 */
export function createUnblocking({
  subscriptions,
  unblockings,
  clock,
  newId,
  terminationJournal,
}: UnblockingDependencies) {
  const isBlocked = async (within: SubscriptionRepository, msisdn: Msisdn): Promise<boolean> =>
    ((await within.numbers.subscriberOf(msisdn)) ?? (await within.numbers.forgotten(msisdn)))
      ?.blockedAt != null;

  /** The same within the caller's transaction. */
  const unblockWithin = async (
    tx: Database,
    msisdn: Msisdn,
    reason: string,
    { isRecorded } = { isRecorded: false },
  ): Promise<Unblocking | undefined> => {
    const within = subscriptions.within(tx);
    if (!(await isBlocked(within, msisdn))) return undefined;
    const now = clock.now();
    // A number whose data was removed gets a row again: otherwise the record under its mark would
    // still block it.
    const { id: subscriberId, blockedAt } = await within.numbers.lockSubscriber(msisdn, now);
    if (!blockedAt) return undefined;
    const unblocking = { id: newId(), subscriberId, blockedAt, at: now, reason };
    await within.numbers.unblock(subscriberId);
    await unblockings.within(tx).insert(unblocking);
    const mark = within.numbers.markOf(msisdn);
    if (!isRecorded)
      await terminationJournal.record(tx, { kind: 'unblock', subscriber: subscriberId, mark });
    return unblocking;
  };

  return {
    unblockWithin,
    /**
     * The number may opt in again; a subscription that the block ended stays ended, and none
     * begins. `reason`, in the agent's words, is stored for good. Returns `undefined` if the number
     * is not blocked.
     */
    unblock: async (msisdn: Msisdn, reason: string): Promise<Unblocking | undefined> => {
      const done = await subscriptions.db.transaction((tx) => unblockWithin(tx, msisdn, reason));
      await terminationJournal.flush();
      return done;
    },

    of: unblockings.of,
  };
}

/** An unblocking after STOP ALL in the operator's API. */
export function unblockingView({ blockedAt, at, reason }: Unblocking) {
  return { blocked_at: blockedAt.toISOString(), at: at.toISOString(), reason };
}
