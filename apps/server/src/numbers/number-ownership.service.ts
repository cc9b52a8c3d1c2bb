import type { Msisdn } from '@bonisa/domain/msisdn';
import type { PersonalDataService } from '../account/personal-data.service.ts';
import type { Carrier } from '../carriers/carrier.port.ts';
import type { InboundLog } from '../messaging/inbound-log.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { SubscriptionRepository } from '../subscription/subscription.repository.ts';

/**
 * Networks let a number rest for three months before it is given to somebody else; one that was
 * seen to have its owner within less has it still.
 */
const REST_MS = 60 * 24 * 60 * 60_000;

export interface NumberOwnerDependencies {
  readonly subscriptions: SubscriptionRepository;
  readonly inboundLog: Pick<InboundLog, 'lastAsked'>;
  readonly personalData: Pick<PersonalDataService, 'handOver' | 'handOverRemains'>;
  readonly carrier: Pick<Carrier, 'numberRecycled'>;
  readonly clock: Clock;
}

export type NumberOwner = ReturnType<typeof createNumberOwner>;

/**
 * A number that went to somebody else (CAMARA number-recycling) inherits nothing: no subscription,
 * history, list, block or used free day. The carrier is asked where a number comes back after
 * longer than it takes to be given away.
 */
export function createNumberOwner({
  subscriptions,
  inboundLog,
  personalData,
  carrier,
  clock,
}: NumberOwnerDependencies) {
  const wentToSomebodyElse = async (msisdn: Msisdn, since: Date): Promise<boolean> => {
    const answer = await carrier.numberRecycled({ msisdn, since });
    if (answer.outcome === 'known') return answer.recycled;
    // Whoever cannot be told from the owner before must not see what was the owner's.
    throw new AppError(
      'carrier_unavailable',
      'Your network does not answer at the moment. Please try again in a minute.',
    );
  };
  const isLongAgo = (at: Date): boolean => clock.now().getTime() - at.getTime() >= REST_MS;

  return {
    /**
     * Sees to it that what is known of a number is its present owner's. Throws
     * `carrier_unavailable` where that cannot be said.
     */
    ensure: async (msisdn: Msisdn): Promise<void> => {
      const subscriber = await subscriptions.subscriberOf(msisdn);
      if (!subscriber) {
        // Whoever only ever wrote to us has no row, and is somebody all the same.
        const last =
          (await subscriptions.forgotten(msisdn))?.at ?? (await inboundLog.lastAsked(msisdn));
        if (last && isLongAgo(last) && (await wentToSomebodyElse(msisdn, last)))
          await personalData.handOverRemains(msisdn);
        return;
      }
      const since = subscriber.ownerCheckedAt ?? subscriber.createdAt;
      if (!isLongAgo(since)) return;
      if (await wentToSomebodyElse(msisdn, since)) await personalData.handOver(subscriber.id);
      else await subscriptions.markOwnerChecked(subscriber.id, clock.now());
    },
  };
}
