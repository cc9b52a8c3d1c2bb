import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { Charge, ChargeRepository } from '@bonisa/money/billing/charges/charge.repository';
import type { Refund, RefundRepository } from '@bonisa/money/billing/refunds/refund.repository';
import type { Consent } from '@bonisa/money/consent/consent.repository';
import type { InboundLog, InboundMessageRow } from '@bonisa/money/messaging/inbound-log';
import type { Message, MessageRepository } from '@bonisa/money/messaging/message.repository';
import type {
  SubscriptionRepository,
  SubscriptionRow,
} from '@bonisa/money/subscription/subscription.repository';
import type {
  Unblocking,
  UnblockingRepository,
} from '@bonisa/money/subscription/unblocking.repository';
import type { PersonalIdentity } from '@bonisa/people/identity/personal.repository';
import type { Subscriber } from '@bonisa/people/numbers/number.repository';
import type { PlayingDevicesRepository } from '@bonisa/viewers/viewer/playing-devices.repository';
import type { CareDispute, CareNote, CareRepository } from './care.repository.ts';
import type { CareRefund, CareRefundRepository } from './care-refund.repository.ts';

type SubscriptionEventRow = Awaited<ReturnType<SubscriptionRepository['eventsOf']>>[number];
type IdentityRecords = Awaited<ReturnType<PersonalIdentity['of']>>;
type Device = Awaited<ReturnType<PlayingDevicesRepository['of']>>[number];

/**
 * What a package was called at an instant. The studio may rename packages: evidence has the name
 * that the customer saw.
 */
export type NameOfPackage = (packageId: string, at: Date) => string;

/** The block of a number, whether its data was removed since or not. */
export interface NumberFacts {
  readonly subscriber: Subscriber | undefined;
  readonly blockedAt: Date | null;
  readonly trialUsedAt: Date | null;
  /** Present and earlier rows of the same owner. */
  readonly subscriberIds: readonly number[];
  readonly subscriptions: readonly SubscriptionRow[];
  readonly consents: readonly Consent[];
}

/** Everything that is kept of a number's owner. */
export interface NumberRecords extends NumberFacts {
  readonly nameOf: NameOfPackage;
  readonly msisdn: Msisdn;
  readonly events: readonly SubscriptionEventRow[];
  readonly charges: readonly Charge[];
  readonly refunds: readonly Refund[];
  readonly messages: readonly Message[];
  readonly received: readonly InboundMessageRow[];
  readonly unblockings: readonly Unblocking[];
  readonly identity: IdentityRecords;
  readonly devices: readonly Device[];
  readonly notes: readonly CareNote[];
  readonly disputes: readonly CareDispute[];
  readonly requests: readonly CareRefund[];
}

export interface NumberRecordsDependencies {
  readonly nameOf: NameOfPackage;
  readonly subscriptions: SubscriptionRepository;
  readonly unblockings: Pick<UnblockingRepository, 'of'>;
  readonly charges: Pick<ChargeRepository, 'of' | 'byReference'>;
  readonly refunds: Pick<RefundRepository, 'of'>;
  readonly messages: Pick<MessageRepository, 'of'>;
  readonly inboundLog: Pick<InboundLog, 'askedBy'>;
  readonly identity: PersonalIdentity;
  readonly playing: Pick<PlayingDevicesRepository, 'of'>;
  readonly care: Pick<CareRepository, 'notesOf' | 'disputesOf'>;
  readonly careRefunds: Pick<CareRefundRepository, 'requestsOf'>;
}

export type NumberRecordsReader = ReturnType<typeof createNumberRecords>;

/**
 * Reads what is kept of a number: under the number itself and, after a removal of its data, under
 * the mark of the same owner. Nothing of a former owner of the number is read: it is the personal
 * data of somebody who is not on the phone (`GET /ops/evidence` has it for a court).
 */
export function createNumberRecords(dependencies: NumberRecordsDependencies) {
  const { subscriptions, unblockings, charges, refunds, messages, inboundLog } = dependencies;
  const { identity, playing, care, careRefunds } = dependencies;
  const { numbers } = subscriptions;

  const facts = async (msisdn: Msisdn): Promise<NumberFacts> => {
    const { number, forgotten } = numbers.namesOf(msisdn);
    const [subscriber, kept, consents] = await Promise.all([
      numbers.subscriberOf(msisdn),
      numbers.forgotten(msisdn),
      subscriptions.consents.of(number, forgotten),
    ]);
    const own = subscriber ? await subscriptions.all(subscriber.id) : [];
    const known = new Set(own.map(({ id }) => id));
    const earlier = await subscriptions.allById(
      [...new Set(consents.map(({ subscriptionId }) => subscriptionId))].filter(
        (id) => !known.has(id),
      ),
    );
    const all = [...own, ...earlier];
    const ids = new Set(all.map(({ subscriberId }) => subscriberId));
    if (subscriber) ids.add(subscriber.id);
    return {
      subscriber,
      blockedAt: subscriber ? subscriber.blockedAt : (kept?.blockedAt ?? null),
      trialUsedAt: subscriber ? subscriber.trialUsedAt : (kept?.trialUsedAt ?? null),
      subscriberIds: [...ids],
      subscriptions: all,
      consents,
    };
  };

  return {
    facts,

    /** Everything, each kind in the order in which it happened. */
    all: async (msisdn: Msisdn): Promise<NumberRecords> => {
      const known = await facts(msisdn);
      const { subscriber, subscriberIds } = known;
      const { number, forgotten } = numbers.namesOf(msisdn);
      const ids = known.subscriptions.map(({ id }) => id);
      const [events, taken, sentMessages, received, undone, own, devices, notes] =
        await Promise.all([
          subscriptions.eventsOf(ids),
          charges.of(ids),
          messages.of(number, forgotten),
          inboundLog.askedBy(number, forgotten),
          Promise.all(subscriberIds.map((id) => unblockings.of(id))),
          identity.of({ subscriberId: subscriber?.id ?? -1, msisdn }),
          subscriber ? playing.of(subscriber.id) : [],
          care.notesOf(subscriberIds),
        ]);
      const chargeIds = taken.map(({ id }) => id);
      const [returned, disputes, requests] = await Promise.all([
        refunds.of(chargeIds),
        care.disputesOf(chargeIds),
        careRefunds.requestsOf(chargeIds),
      ]);
      return {
        ...known,
        nameOf: dependencies.nameOf,
        msisdn,
        events,
        charges: taken,
        refunds: returned,
        messages: sentMessages,
        received,
        unblockings: undone.flat(),
        identity: own,
        devices,
        notes,
        disputes,
        requests,
      };
    },

    /** A charge of this number; `undefined` for a charge of another one. */
    chargeOf: async (msisdn: Msisdn, reference: string): Promise<Charge | undefined> => {
      const charge = await charges.byReference(reference);
      if (!charge) return undefined;
      const { subscriptions: own } = await facts(msisdn);
      return own.some(({ id }) => id === charge.subscriptionId) ? charge : undefined;
    },
  };
}
