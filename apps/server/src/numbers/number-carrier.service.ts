import type { Msisdn } from '@bonisa/domain/msisdn';
import { LRUCache } from 'lru-cache';
import { type CarrierTerms, carrierOfRange } from '../carriers/registry.ts';
import type { Clock } from '../platform/clock.ts';

/** What a look-up told holds for so long: porting a number takes a day in South Africa. */
const LOOKED_UP_MS = 6 * 60 * 60_000;
/** So many look-ups are under way at once. */
const LANES = 16;
/** Numbers that have no row yet, between the first screen and Accept. */
const REMEMBERED = 10_000;

/**
 * Asks the register of ported numbers.
 * @returns the id of a configured carrier; `undefined` where the register does not answer or does
 * not know.
 */
export type LookUpCarrier = (msisdn: Msisdn) => Promise<string | undefined>;

/** What is written down of the carriers that numbers are on. */
export interface NumberCarrierRecords {
  known(
    msisdn: Msisdn,
  ): Promise<
    { subscriberId: number; carrierId: string | null; checkedAt: Date | null } | undefined
  >;
  /**
   * Writes down where a number is: its next charges are asked for there. Charges that were made
   * keep their carrier.
   */
  write(subscriberId: number, carrierId: string, at: Date): Promise<void>;
  /**
   * The numbers of subscriptions that are due at a carrier and whose carrier was not looked up
   * since `checkedBefore`: some of them, those that are due longest first.
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
  /** Absent where number ranges and what carriers tell of their numbers must do. */
  readonly lookUp?: LookUpCarrier | undefined;
  readonly clock: Clock;
  /** Called when a number was found at another carrier than before. */
  readonly onMoved: () => void;
}

/**
 * Which carrier a number is on: as the register of ported numbers says, else as written down when a
 * carrier last spoke for the number, else by number range.
 */
export function createNumberCarriers({
  carriers,
  repository,
  lookUp,
  clock,
  onMoved,
}: NumberCarriersDependencies) {
  const [only, ...others] = carriers;
  const isAlone = others.length === 0;
  const ids = new Set(carriers.map(({ id }) => id));
  const seen = new LRUCache<Msisdn, { readonly carrierId: string; readonly at: number }>({
    max: REMEMBERED,
  });
  const isFresh = (at: number): boolean => clock.now().getTime() - at < LOOKED_UP_MS;

  /** What the register says now or said a while ago. */
  const lookedUp = async (msisdn: Msisdn): Promise<string | undefined> => {
    const before = seen.get(msisdn);
    if (before && isFresh(before.at)) return before.carrierId;
    const carrierId = await lookUp?.(msisdn);
    if (carrierId === undefined || !ids.has(carrierId)) return undefined;
    seen.set(msisdn, { carrierId, at: clock.now().getTime() });
    return carrierId;
  };

  const rangeOf = (msisdn: Msisdn): string => carrierOfRange(carriers, msisdn);

  const carrierOf = async (msisdn: Msisdn): Promise<string> => {
    if (isAlone) return only.id;
    const known = await repository.known(msisdn);
    const written =
      known?.carrierId && ids.has(known.carrierId) ? known.carrierId : rangeOf(msisdn);
    const isRecent = known?.checkedAt && isFresh(known.checkedAt.getTime());
    if (!lookUp || isRecent) return known ? written : (seen.get(msisdn)?.carrierId ?? written);
    const found = (await lookedUp(msisdn)) ?? written;
    if (known) await write(known.subscriberId, { from: written, to: found });
    return found;
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

    /** The same without asking anybody, for a number that is written down for the first time. */
    likelyCarrierOf: (msisdn: Msisdn): string =>
      isAlone ? only.id : (seen.get(msisdn)?.carrierId ?? rangeOf(msisdn)),

    /** A carrier has spoken for a number: the number is on it. */
    hasSpoken: async (msisdn: Msisdn, carrierId: string): Promise<void> => {
      if (isAlone || !ids.has(carrierId)) return;
      seen.set(msisdn, { carrierId, at: clock.now().getTime() });
      const known = await repository.known(msisdn);
      if (!known) return;
      await write(known.subscriberId, { from: known.carrierId ?? rangeOf(msisdn), to: carrierId });
    },

    /**
     * Looks up the numbers that are due at a carrier and were not looked up for a while; those that
     * have moved are due at their new carrier afterwards.
     * @param limit how many subscriptions are about to be charged.
     */
    checkDue: async (carrierId: string, limit: number): Promise<void> => {
      if (isAlone || !lookUp) return;
      const now = clock.now();
      const checkedBefore = new Date(now.getTime() - LOOKED_UP_MS);
      const numbers = await repository.dueUnchecked(carrierId, { now, checkedBefore, limit });
      const waiting = numbers.values();
      const lane = async (): Promise<void> => {
        for (const msisdn of waiting) await carrierOf(msisdn);
      };
      await Promise.all(Array.from({ length: Math.min(LANES, numbers.length) }, lane));
    },
  };
}
