import type { Cents } from '@bonisa/domain/money/rand';

/** A prepaid number as the carrier knows it. */
interface Handset {
  airtime: Cents;
  /** What its owner uses for other things, in cents a day. */
  useADay: number;
  since: number;
  locked: boolean;
  /** The most that content services may take in one day; `null` without limit. */
  limit: Cents | null;
  gone: boolean;
  recycledAt: number | null;
}

/**
 * Airtime of all numbers. It is used up between any two looks, so it is counted when somebody
 * looks.
 */
export function createHandsets() {
  const handsets = new Map<string, Handset>();

  const of = (msisdn: string, at: number): Handset | undefined => {
    const handset = handsets.get(msisdn);
    if (!handset || at <= handset.since) return handset;
    handset.airtime = Math.max(
      0,
      Math.floor(handset.airtime - (handset.useADay * (at - handset.since)) / DAY_MS),
    );
    handset.since = at;
    return handset;
  };
  const known = (msisdn: string, at: number): Handset => {
    const handset = of(msisdn, at);
    if (!handset) throw new Error('no such handset');
    return handset;
  };

  return {
    add: (
      msisdn: string,
      at: number,
      { airtime, useADay }: { airtime: Cents; useADay: number },
    ): void => {
      handsets.set(msisdn, {
        airtime,
        useADay,
        since: at,
        locked: false,
        limit: null,
        gone: false,
        recycledAt: null,
      });
    },
    /** Puts airtime on it, or gives some back. */
    load: (msisdn: string, at: number, amount: Cents): void => {
      known(msisdn, at).airtime += amount;
    },
    /** Why the carrier would not take this; nothing where it has been taken. */
    take: (
      msisdn: string,
      at: number,
      amount: Cents,
    ): 'not_on_network' | 'billing_blocked' | 'insufficient_airtime' | undefined => {
      const handset = of(msisdn, at);
      if (!handset || handset.gone) return 'not_on_network';
      if (handset.locked) return 'billing_blocked';
      if (handset.airtime < amount) return 'insufficient_airtime';
      handset.airtime -= amount;
      return undefined;
    },
    lock: (msisdn: string, locked: boolean): void => {
      const handset = handsets.get(msisdn);
      if (handset) handset.locked = locked;
    },
    isLocked: (msisdn: string): boolean => handsets.get(msisdn)?.locked ?? false,
    /**
     * The SIM lies in a drawer: no more airtime, as months before a number is given to somebody
     * else.
     */
    drain: (msisdn: string, at: number): void => {
      known(msisdn, at).airtime = 0;
    },
    recycle: (msisdn: string, at: number, airtime: Cents): void => {
      Object.assign(known(msisdn, at), { airtime, locked: false, recycledAt: at });
    },
    recycledAt: (msisdn: string): number | null => handsets.get(msisdn)?.recycledAt ?? null,
  };
}

export type Handsets = ReturnType<typeof createHandsets>;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
