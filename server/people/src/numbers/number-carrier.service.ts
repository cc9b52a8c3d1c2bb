import { type CarrierTerms, carrierOfRange } from '@bonisa/carriers/registry';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { Clock } from '@bonisa/kit/clock/clock';
import { LRUCache } from 'lru-cache';
import type { FirstCarrier, Subscriber } from './number.repository.ts';

/** The register is asked again after this time: porting a number takes a day in South Africa. */
const LOOKED_UP_MS = 6 * 60 * 60_000;
/**
 * A process reads the row of a number again after this time: another process may have learnt that
 * the number has moved. Until then the steps of one sign-up need no statement.
 */
const READ_AGAIN_MS = 10_000;
/** The number of concurrent lookups. */
const LANES = 16;
/** The number of numbers that a process remembers. */
const REMEMBERED = 10_000;

/**
 * Asks the register of ported numbers.
 * @returns the id of a configured carrier; `undefined` if the register does not answer or does not
 * know.
 */
export type LookUpCarrier = (msisdn: Msisdn) => Promise<string | undefined>;

/**
 * Asks a carrier whether a number is on its network.
 * @returns `undefined` where the carrier does not answer.
 */
export type AskNetwork = (carrierId: string, msisdn: Msisdn) => Promise<boolean | undefined>;

/** Where a number is, and who said so. */
export interface FoundCarrier {
  readonly carrierId: string;
  readonly by: 'register' | 'carriers';
}

/** The carrier in the row of a number. */
export type CarrierRecord = Pick<Subscriber, 'id' | 'carrierId' | 'carrierCheckedAt'>;

/** The stored carriers of numbers. */
export interface NumberCarrierRecords {
  /** The row of a number; `undefined` where it has none. */
  known(msisdn: Msisdn): Promise<CarrierRecord | undefined>;
  /**
   * Stores the carrier of a number: its next charges go there. Earlier charges keep their carrier.
   */
  write(subscriberId: number, carrierId: string, at: Date): Promise<void>;
  /**
   * The numbers of subscriptions that are due at a carrier and whose carrier was not looked up
   * since `checkedBefore`: at most `limit`, the longest due first.
   */
  dueUnchecked(
    carrierId: string,
    which: { now: Date; checkedBefore: Date; limit: number },
  ): Promise<Msisdn[]>;
}

export interface NumberCarriersDependencies {
  readonly carriers: readonly [
    Pick<CarrierTerms, 'id' | 'prefixes'>,
    ...Pick<CarrierTerms, 'id' | 'prefixes'>[],
  ];
  readonly repository: NumberCarrierRecords;
  /** Absent without a register: number ranges and the carriers' own answers decide. */
  readonly lookUp?: LookUpCarrier | undefined;
  readonly askNetwork: AskNetwork;
  readonly clock: Clock;
  /** Called when a number was found at another carrier than before. */
  readonly onMoved: () => void;
}

/** A carrier of a number, and when this process learnt it, in milliseconds since the epoch. */
interface Learnt {
  readonly carrierId: string;
  readonly at: number;
}

export type NumberCarriers = ReturnType<typeof createNumberCarriers>;

/**
 * Finds the carrier of a number: from the register of ported numbers, else as stored when the
 * number last moved, else by number range.
 */
export function createNumberCarriers({
  carriers,
  repository,
  lookUp,
  askNetwork,
  clock,
  onMoved,
}: NumberCarriersDependencies) {
  const [only, ...others] = carriers;
  const isAlone = others.length === 0;
  const ids = new Set(carriers.map(({ id }) => id));
  /** The answer of the register, or the carrier that a number was found to have moved to. */
  const seen = new LRUCache<Msisdn, Learnt>({ max: REMEMBERED });
  /** The carrier by the row, the register and the number range together. */
  const found = new LRUCache<Msisdn, Learnt>({ max: REMEMBERED });
  const isWithin = (at: number, ms: number): boolean => clock.now().getTime() - at < ms;
  const learn = (memory: LRUCache<Msisdn, Learnt>, msisdn: Msisdn, carrierId: string): string => {
    memory.set(msisdn, { carrierId, at: clock.now().getTime() });
    return carrierId;
  };

  /** The register's answer, from memory for {@link LOOKED_UP_MS}. */
  const lookedUp = async (msisdn: Msisdn): Promise<string | undefined> => {
    const before = seen.get(msisdn);
    if (before && isWithin(before.at, LOOKED_UP_MS)) return before.carrierId;
    const carrierId = await lookUp?.(msisdn);
    if (carrierId === undefined || !ids.has(carrierId)) return undefined;
    return learn(seen, msisdn, carrierId);
  };

  const rangeOf = (msisdn: Msisdn): string => carrierOfRange(carriers, msisdn);

  /** The stored carrier of a number if it is still configured, otherwise that of its range. */
  const storedOf = (msisdn: Msisdn, known: CarrierRecord | undefined): string => {
    if (known?.carrierId && ids.has(known.carrierId)) return known.carrierId;
    return (known ? undefined : seen.get(msisdn)?.carrierId) ?? rangeOf(msisdn);
  };

  /** Locates a number whose row was just read. */
  const locate = async (msisdn: Msisdn, known: CarrierRecord | undefined): Promise<string> => {
    const stored = storedOf(msisdn, known);
    const isRecent =
      known?.carrierCheckedAt && isWithin(known.carrierCheckedAt.getTime(), LOOKED_UP_MS);
    if (!lookUp || isRecent) return stored;
    const carrierId = (await lookedUp(msisdn)) ?? stored;
    if (known) await write(known.id, { from: stored, to: carrierId });
    return carrierId;
  };

  const carrierOfRow = async (msisdn: Msisdn, known: CarrierRecord | undefined): Promise<string> =>
    isAlone ? only.id : learn(found, msisdn, await locate(msisdn, known));

  const carrierOf = async (msisdn: Msisdn): Promise<string> => {
    if (isAlone) return only.id;
    const before = found.get(msisdn);
    if (before && isWithin(before.at, READ_AGAIN_MS)) return before.carrierId;
    return await carrierOfRow(msisdn, await repository.known(msisdn));
  };

  const write = async (
    subscriberId: number,
    { from, to }: { from: string; to: string },
  ): Promise<void> => {
    await repository.write(subscriberId, to, clock.now());
    if (from !== to) onMoved();
  };

  return {
    /** The carrier that serves a number at present. */
    carrierOf,

    /** The same for a number whose row the caller has just read; `undefined`: it has none. */
    carrierOfRow,

    /** The carrier to store with the first row of a number, from memory and number range alone. */
    firstCarrierOf: (msisdn: Msisdn): FirstCarrier => {
      const seenCarrier = isAlone ? undefined : seen.get(msisdn);
      const isRecent = seenCarrier && isWithin(seenCarrier.at, LOOKED_UP_MS);
      return {
        carrierId: isAlone ? only.id : (seenCarrier?.carrierId ?? rangeOf(msisdn)),
        carrierCheckedAt: isRecent ? new Date(seenCarrier.at) : null,
      };
    },

    /** Whether only one carrier is configured: every number is on it. */
    isAlone,
    /**
     * Whether the register, or the carriers' answers after a move, named this carrier for the
     * number within {@link LOOKED_UP_MS}. A stored carrier and a number range confirm nothing.
     */
    isConfirmed: (msisdn: Msisdn, carrierId: string): boolean => {
      const seenCarrier = seen.get(msisdn);
      return seenCarrier?.carrierId === carrierId && isWithin(seenCarrier.at, LOOKED_UP_MS);
    },

    /**
     * Asks afresh where a number is, because a carrier contradicts what is stored. The register
     * decides. Where it does not answer, the number has moved only if its present carrier answers
     * that the number is not on its network, and exactly one other carrier answers that it is on
     * its own. Stores nothing.
     * @returns `undefined` where neither the register nor the carriers decide it.
     */
    find: async (msisdn: Msisdn): Promise<FoundCarrier | undefined> => {
      const registered = await lookUp?.(msisdn);
      if (registered !== undefined && ids.has(registered))
        return { carrierId: registered, by: 'register' };
      const present = storedOf(msisdn, await repository.known(msisdn));
      const isThere = await askNetwork(present, msisdn);
      if (isThere === undefined) return undefined;
      if (isThere) return { carrierId: present, by: 'carriers' };
      const answers = await Promise.all(
        carriers
          .filter(({ id }) => id !== present)
          .map(async ({ id }) => ((await askNetwork(id, msisdn)) ? [id] : [])),
      );
      const [carrierId, ...more] = answers.flat();
      return carrierId === undefined || more.length > 0 ? undefined : { carrierId, by: 'carriers' };
    },

    /** Stores that a number is at another carrier than before. */
    move: async (msisdn: Msisdn, carrierId: string): Promise<void> => {
      const known = await repository.known(msisdn);
      const from = storedOf(msisdn, known);
      for (const memory of [seen, found]) learn(memory, msisdn, carrierId);
      if (known && from !== carrierId) await write(known.id, { from, to: carrierId });
    },

    /**
     * Looks up the numbers that are due at a carrier and were not looked up within
     * {@link LOOKED_UP_MS}. Numbers that have moved are due at their new carrier afterwards.
     * @param limit the number of subscriptions that are about to be charged.
     */
    checkDue: async (carrierId: string, limit: number): Promise<void> => {
      if (isAlone || !lookUp) return;
      const now = clock.now();
      const checkedBefore = new Date(now.getTime() - LOOKED_UP_MS);
      const numbers = await repository.dueUnchecked(carrierId, { now, checkedBefore, limit });
      const waiting = numbers.values();
      const lane = async (): Promise<void> => {
        for (const msisdn of waiting) await carrierOfRow(msisdn, await repository.known(msisdn));
      };
      await Promise.all(Array.from({ length: Math.min(LANES, numbers.length) }, lane));
    },
  };
}
