import type { NumbersPort } from '@bonisa/carriers/numbers.port';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import type { Placeholder, SQL } from 'drizzle-orm';
import type { NumberRecord, NumberRepository } from './number.repository.ts';
import type { NumberRemoval } from './number-removal.service.ts';

/**
 * Networks let a number rest for three months before they give it to somebody else. A number that
 * was checked within the last two months still has its owner.
 */
const REST_MS = 60 * 24 * 60 * 60_000;

/** A number of which nothing is known: nothing of a former owner is left. */
const UNKNOWN: NumberRecord = { subscriber: undefined, forgotten: undefined };

export interface NumberOwnershipDependencies {
  readonly numbers: Pick<NumberRepository, 'recordReader' | 'markOwnerChecked'>;
  /** The SQL of the time when a number last sent us a message; `null` if it never did. */
  readonly lastAsked: (msisdn: Placeholder) => SQL<Date | null>;
  readonly removal: Pick<NumberRemoval, 'handOver' | 'handOverRemains'>;
  readonly carrier: Pick<NumbersPort, 'numberRecycled'>;
  readonly clock: Clock;
}

/**
 * A number that has a new owner (CAMARA number-recycling) inherits nothing: no subscription,
 * history, list, block or used free day. The carrier is asked if a number was not seen for longer
 * than a network lets it rest.
 */
export function createNumberOwnership({
  numbers,
  lastAsked,
  removal,
  carrier,
  clock,
}: NumberOwnershipDependencies) {
  const recordOf = numbers.recordReader(lastAsked);
  const wasRecycled = async (msisdn: Msisdn, since: Date): Promise<boolean> => {
    const answer = await carrier.numberRecycled({ msisdn, since });
    if (answer.outcome === 'known') return answer.recycled;
    // While the owner is unknown, nobody may see the data of the number.
    throw new AppError(
      'carrier_unavailable',
      'Your network does not answer at the moment and nothing was taken. Please try again in a minute.',
    );
  };
  const isLongAgo = (at: Date): boolean => clock.now().getTime() - at.getTime() >= REST_MS;

  return {
    /**
     * Makes sure that our data of a number is its present owner's. Throws `carrier_unavailable` if
     * the carrier does not answer.
     * @returns what is known of the present owner.
     */
    ensure: async (msisdn: Msisdn): Promise<NumberRecord> => {
      const { subscriber, forgotten, lastAt } = await recordOf(msisdn);
      if (!subscriber) {
        // A number that only ever sent us messages has no row, and may still change its owner.
        const last = forgotten?.at ?? lastAt;
        if (!last || !isLongAgo(last) || !(await wasRecycled(msisdn, last)))
          return { subscriber, forgotten };
        await removal.handOverRemains(msisdn);
        return UNKNOWN;
      }
      const since = subscriber.ownerCheckedAt ?? subscriber.createdAt;
      if (!isLongAgo(since)) return { subscriber, forgotten };
      if (await wasRecycled(msisdn, since)) {
        await removal.handOver(subscriber.id);
        return UNKNOWN;
      }
      await numbers.markOwnerChecked(subscriber.id, clock.now());
      return { subscriber, forgotten };
    },
  };
}
