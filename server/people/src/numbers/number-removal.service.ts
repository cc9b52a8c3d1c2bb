import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { TerminationJournal } from '@bonisa/kit/termination-journal/termination-journal';
import type { NumberNames, NumberRepository, Subscriber } from './number.repository.ts';
import type { PersonalDataStore, Pseudonym, RemovalReason } from './personal-data.port.ts';
import type { WithSubscriberLock } from './subscriber-lock.ts';

export interface NumberRemovalDependencies {
  readonly numbers: NumberRepository;
  /** Every capability that stores data of a number, in the order of their modules. */
  readonly stores: readonly PersonalDataStore[];
  readonly withSubscriberLock: WithSubscriberLock;
  readonly clock: Clock;
  readonly terminationJournal: Pick<TerminationJournal, 'record' | 'flush'>;
  readonly wake: () => void;
}

export type NumberRemoval = ReturnType<typeof createNumberRemoval>;

/**
 * Removes the data of a number (row S8). The law or the ledger requires charges, events and
 * evidence: these stay without the number. All other data is deleted.
 */
export function createNumberRemoval({
  numbers,
  stores,
  withSubscriberLock,
  clock,
  terminationJournal,
  wake,
}: NumberRemovalDependencies) {
  const pseudonymise = async (tx: Database, pseudonym: Pseudonym): Promise<void> => {
    for (const store of stores) await store.pseudonymise?.(tx, pseudonym);
  };

  const removeAll = async (
    tx: Database,
    subscriber: Subscriber,
    reason: RemovalReason,
  ): Promise<void> => {
    for (const store of stores) await store.refuseRemoval?.(tx, subscriber.id);
    const names = numbers.namesOf(subscriber.msisdn);
    await pseudonymise(tx, reason === 'owner_asked' ? asForgotten(names) : asRecycled(names));
    // Later, so that the notice of the end still has the number that it is sent to.
    for (const store of stores) await store.end?.(tx, subscriber, reason);
    for (const store of stores) await store.erase?.(tx, subscriber);
  };

  return {
    /**
     * Removes a subscriber's data at their own request, in one transaction: renewals and sessions
     * end. Throws `conflict` while a charge has no outcome.
     * @param isRecorded the removal came back from the file store after a restore.
     */
    remove: async (id: number, { isRecorded = false } = {}): Promise<void> => {
      await withSubscriberLock(id, async (tx, subscriber) => {
        await removeAll(tx, subscriber, 'owner_asked');
        const facts = await numbers.within(tx).pseudonymise(subscriber, clock.now());
        if (isRecorded) return;
        const mark = numbers.markOf(subscriber.msisdn);
        const remaining = {
          trialUsedAt: facts.trialUsedAt?.toISOString() ?? null,
          blockedAt: facts.blockedAt?.toISOString() ?? null,
          graceFrom: facts.graceFrom?.toISOString() ?? null,
        };
        await terminationJournal.record(tx, {
          kind: 'remove',
          subscriber: id,
          mark,
          facts: remaining,
        });
      });
      await terminationJournal.flush();
      wake();
    },

    /**
     * The number has a new owner: the former owner's subscription ends as blocked and the data is
     * removed; the new owner gets no message. Throws `conflict` while a charge has no outcome.
     */
    handOver: (id: number): Promise<void> =>
      numbers.db.transaction(async (tx) => {
        const within = numbers.within(tx);
        const subscriber = await within.lockKnown(id);
        // Another request has handed the number over while this one waited for the lock.
        if (!subscriber) return;
        await removeAll(tx, subscriber, 'number_recycled');
        await within.handOver(subscriber, clock.now());
      }),

    /**
     * The same for a number without a subscriber: its former owner was removed, or only ever sent
     * us messages.
     */
    handOverRemains: (msisdn: Msisdn): Promise<void> =>
      numbers.db.transaction(async (tx) => {
        const within = numbers.within(tx);
        // Another request was faster: the records under the number are the new owner's now.
        if (await within.subscriberOf(msisdn)) return;
        await pseudonymise(tx, asRecycled(within.namesOf(msisdn)));
        await within.dropForgotten(msisdn);
      }),
  };
}

function asForgotten({ number, forgotten }: NumberNames): Pseudonym {
  return { from: [number], to: forgotten };
}

/** Records of an owner who was removed earlier count as a former owner's from now on. */
function asRecycled({ number, forgotten, recycled }: NumberNames): Pseudonym {
  return { from: [number, forgotten], to: recycled };
}
