import type { CarriersConfig } from '@bonisa/carriers/carrier.config';
import type { Carriers } from '@bonisa/carriers/carriers';
import { numberRegister } from '@bonisa/carriers/configured-carriers';
import type { AskContentLock } from '@bonisa/carriers/content-lock';
import type { Recharge } from '@bonisa/carriers/recharge';
import { askNetworkOf, routeCalls } from '@bonisa/carriers/routed-calls';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { Metrics } from '@bonisa/kit/metrics';
import { keyedHash } from '@bonisa/kit/secrets/keyed-hash';
import type { Secrets } from '@bonisa/kit/secrets/secrets';
import type { TerminationJournal } from '@bonisa/kit/termination-journal/termination-journal';
import type { Logger } from 'pino';
import { createNumberRepository, type NumberRecord } from './number.repository.ts';
import {
  createNumberCarriers,
  type LookUpCarrier,
  type NumberCarrierRecords,
} from './number-carrier.service.ts';
import {
  CLAIM_KINDS,
  createNumberClaims,
  DOUBTS,
  type NumberClaimsDependencies,
} from './number-claims.service.ts';
import {
  createNumberOwnership,
  type NumberOwnershipDependencies,
} from './number-ownership.service.ts';
import { createNumberRegister } from './number-register.client.ts';
import { createNumberRemoval } from './number-removal.service.ts';
import type { PersonalDataStore } from './personal-data.port.ts';
import { createFreeSubscriberLocks, createSubscriberLock } from './subscriber-lock.ts';

export interface NumbersDependencies {
  readonly config: Pick<CarriersConfig, 'carriers' | 'carrier' | 'simulator'>;
  readonly secrets: Pick<Secrets, 'lastingKey'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
  readonly metrics: Pick<Metrics, 'numberLookups' | 'numberClaims'>;
  readonly wake: () => void;
  readonly carriers: Pick<Carriers, 'terms' | 'byId'>;
  /** The stored carriers of numbers. */
  readonly records: NumberCarrierRecords;
}

export type Numbers = ReturnType<typeof createNumbers>;

/**
 * Builds the owners of numbers (their rows, their names, and the lock that serialises their work),
 * the carrier that each number is on, and calls that find that carrier by themselves.
 */
export function createNumbers(dependencies: NumbersDependencies) {
  const { secrets, db, clock, wake, carriers, records } = dependencies;
  const forgottenKey = secrets.lastingKey('forgotten');
  const askNetwork = askNetworkOf(carriers);
  const numberCarriers = createNumberCarriers({
    carriers: carriers.terms,
    repository: records,
    lookUp: lookUpBy(dependencies),
    askNetwork,
    clock,
    onMoved: wake,
  });
  countFromZero(dependencies);
  const { isAlone, carrierOf, carrierOfRow, find, move, checkDue, firstCarrierOf } = numberCarriers;
  const claims = createNumberClaims({
    numberCarriers,
    askNetwork,
    clock,
    onDoubt: reportDoubt(dependencies),
  });
  const repository = createNumberRepository(
    db,
    (msisdn) => keyedHash(forgottenKey, msisdn),
    firstCarrierOf,
  );
  const contentLock: AskContentLock = async (msisdn) =>
    carriers.byId(await carrierOf(msisdn)).contentLock(msisdn);
  return {
    repository,
    withSubscriberLock: createSubscriberLock(repository),
    withFreeSubscribers: createFreeSubscriberLocks(repository),
    carrierOf,
    carrierOfRow,
    judgeClaim: claims.judge,
    /** Where a number is after its carrier said that it has left. */
    places: { isAlone, find, move },
    checkDue,
    /** The operations of all carriers, each sent to the carrier of its number or its charge. */
    calls: routeCalls(carriers, carrierOf),
    contentLock,
    /** How airtime is bought at the carrier of a number; `undefined` where it is not known. */
    rechargeOf: async (msisdn: Msisdn): Promise<Recharge | undefined> => {
      const { recharge } = carriers.byId(await carrierOf(msisdn)).terms;
      return recharge.code || recharge.url ? recharge : undefined;
    },
    /** Whether the carrier of a number takes new subscriptions. */
    signupCarrier: async (msisdn: Msisdn): Promise<string | undefined> => {
      const { id, acceptsSignups } = carriers.byId(await carrierOf(msisdn)).terms;
      return acceptsSignups ? id : undefined;
    },
  };
}

/** Prometheus sees no increase in the first value of a count: a burst of claims would be missed. */
function countFromZero({
  metrics,
  carriers: { terms },
}: Pick<NumbersDependencies, 'metrics' | 'carriers'>): void {
  if (terms.length === 1) return;
  for (const { id: carrier } of terms)
    for (const kind of CLAIM_KINDS)
      for (const verdict of DOUBTS) metrics.numberClaims.inc({ carrier, kind, verdict }, 0);
}

/** Counts and logs what a carrier sent about a number that is not known to be its own. */
function reportDoubt({
  metrics,
  logger,
}: Pick<NumbersDependencies, 'metrics' | 'logger'>): NumberClaimsDependencies['onDoubt'] {
  return ({ carrierId: carrier, kind }, verdict) => {
    metrics.numberClaims.inc({ carrier, kind, verdict });
    logger.warn(
      { carrier, kind, verdict },
      'a carrier spoke for a number that is not known to be on its network: it has no effect',
    );
  };
}

/** Asks the register of ported numbers, if one is configured. */
function lookUpBy({
  config,
  metrics,
}: Pick<NumbersDependencies, 'config' | 'metrics'>): LookUpCarrier | undefined {
  const register = numberRegister(config);
  return (
    register &&
    createNumberRegister({
      ...register,
      onAnswer: (answer) => metrics.numberLookups.inc({ answer }),
    })
  );
}

export interface NumberOwnersDependencies {
  readonly numbers: Pick<Numbers, 'repository' | 'withSubscriberLock' | 'calls' | 'carrierOfRow'>;
  /** Every capability that stores data of a number, in the order of their modules. */
  readonly stores: readonly PersonalDataStore[];
  /** The SQL of the time when a number last sent us a message; `null` if it never did. */
  readonly lastAsked: NumberOwnershipDependencies['lastAsked'];
  readonly clock: Clock;
  readonly terminationJournal: Pick<TerminationJournal, 'record' | 'flush'>;
  readonly wake: () => void;
}

export type NumberOwners = ReturnType<typeof createNumberOwners>;

/**
 * Builds the removal of a number's data and the check of its owner, over all stores of such data.
 */
export function createNumberOwners({
  numbers: { repository: numbers, withSubscriberLock, calls: carrier, carrierOfRow },
  stores,
  lastAsked,
  clock,
  terminationJournal,
  wake,
}: NumberOwnersDependencies) {
  const removal = createNumberRemoval({
    numbers,
    stores,
    withSubscriberLock,
    clock,
    terminationJournal,
    wake,
  });
  const ownership = createNumberOwnership({ numbers, lastAsked, removal, carrier, clock });
  return {
    removal,
    /**
     * Makes sure that our data of a number is its present owner's, and finds the number's carrier,
     * before a message or an offer goes to the number. Throws `carrier_unavailable`.
     * @returns what is known of the present owner.
     */
    ensureOwner: async (msisdn: Msisdn): Promise<NumberRecord> => {
      const owner = await ownership.ensure(msisdn);
      await carrierOfRow(msisdn, owner.subscriber);
      return owner;
    },
  };
}
