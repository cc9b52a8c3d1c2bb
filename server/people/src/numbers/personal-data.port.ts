import type { Database } from '@bonisa/kit/database/database';
import type { Subscriber } from './number.repository.ts';

/**
 * Why a number's data is removed: at its owner's request, or because the owner has lost the number.
 */
export type RemovalReason = 'owner_asked' | 'number_recycled';

/** Names of a number (`NumberNames`) that a pseudonym replaces. */
export interface Pseudonym {
  readonly from: readonly string[];
  readonly to: string;
}

/**
 * The steps of a capability in a removal of a number's data. The removal calls the steps in the
 * order in which they are declared here, each for all capabilities, in one transaction under the
 * lock on the subscriber. A capability has only the steps that it needs.
 */
export interface PersonalDataStore {
  /** Throws `conflict` while the data is still needed; nothing has been removed then. */
  readonly refuseRemoval?: (tx: Database, subscriberId: number) => Promise<void>;
  /** Replaces the number in records that are retained as evidence. */
  readonly pseudonymise?: (tx: Database, pseudonym: Pseudonym) => Promise<void>;
  /** Ends everything that runs for the subscriber. */
  readonly end?: (tx: Database, subscriber: Subscriber, reason: RemovalReason) => Promise<void>;
  /** Deletes all data that is not retained. */
  readonly erase?: (tx: Database, subscriber: Pick<Subscriber, 'id' | 'msisdn'>) => Promise<void>;
}

/** A store that deletes the rows of a subscriber from one repository. */
export function eraserOf(repository: {
  readonly within: (tx: Database) => {
    readonly removeAllOf: (subscriberId: number) => Promise<void>;
  };
}): PersonalDataStore {
  return { erase: (tx, { id }) => repository.within(tx).removeAllOf(id) };
}
