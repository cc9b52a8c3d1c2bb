import type { Msisdn } from '@bonisa/domain/msisdn';
import type { NumbersPort } from '../carriers/numbers.port.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { createNumberRepository } from './number.repository.ts';
import { createNumberOwnership } from './number-ownership.service.ts';
import { createNumberRemoval } from './number-removal.service.ts';
import type { PersonalDataStore } from './personal-data.port.ts';
import { createInTurn } from './subscriber-turn.ts';

export interface NumbersDependencies {
  readonly db: Database;
  /** Makes the one-way mark of a number. */
  readonly markOf: (msisdn: string) => string;
  /** The carrier of a number that nobody has written down yet. */
  readonly likelyCarrierOf: (msisdn: Msisdn) => string;
}

export type Numbers = ReturnType<typeof createNumbers>;

/**
 * Builds the owners of numbers: their rows, their names, and the lock that serialises their work.
 */
export function createNumbers({ db, markOf, likelyCarrierOf }: NumbersDependencies) {
  const repository = createNumberRepository(db, markOf, likelyCarrierOf);
  return { repository, inTurn: createInTurn(repository) };
}

export interface NumberOwnersDependencies {
  readonly numbers: Numbers;
  /** Every room that keeps data of a number, in the order of the floors. */
  readonly stores: readonly PersonalDataStore[];
  /** When a number last sent us a message; `undefined` where it never did. */
  readonly lastAsked: (msisdn: string) => Promise<Date | undefined>;
  readonly carrier: Pick<NumbersPort, 'numberRecycled'>;
  readonly clock: Clock;
  readonly wake: () => void;
}

/**
 * Builds the removal of a number's data and the check of its owner, over all stores of such data.
 */
export function createNumberOwners({
  numbers: { repository: numbers, inTurn },
  stores,
  lastAsked,
  carrier,
  clock,
  wake,
}: NumberOwnersDependencies) {
  const removal = createNumberRemoval({ numbers, stores, inTurn, clock, wake });
  return {
    removal,
    ownership: createNumberOwnership({ numbers, lastAsked, removal, carrier, clock }),
  };
}
