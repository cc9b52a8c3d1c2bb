import { formatRand } from '@bonisa/domain/money/rand';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { ChargeRepository } from '@bonisa/money/billing/charges/charge.repository';
import type { RefundRepository } from '@bonisa/money/billing/refunds/refund.repository';
import type { InboundLog } from '@bonisa/money/messaging/inbound-log';
import type { MessageRepository } from '@bonisa/money/messaging/message.repository';
import type { SubscriptionRepository } from '@bonisa/money/subscription/subscription.repository';
import type { UnblockingRepository } from '@bonisa/money/subscription/unblocking.repository';
import type { PersonalIdentity } from '@bonisa/people/identity/personal.repository';
import type { ListRepository } from '../viewer/list.repository.ts';
import type { PlayingDevicesRepository } from '../viewer/playing-devices.repository.ts';
import type { ResumeRepository } from '../viewer/resume.repository.ts';
import type { FeedbackRepository } from './feedback.repository.ts';

/** More entries than one subscriber can have, except in the playback log: of that the latest. */
const ALL = 10_000;

export interface PersonalDataDependencies {
  readonly subscriptions: SubscriptionRepository;
  readonly charges: ChargeRepository;
  readonly refunds: RefundRepository;
  readonly messages: Pick<MessageRepository, 'of' | 'newestOf'>;
  readonly inboundLog: Pick<InboundLog, 'askedBy'>;
  readonly unblockings: Pick<UnblockingRepository, 'of'>;
  readonly identity: PersonalIdentity;
  readonly list: ListRepository;
  readonly resume: ResumeRepository;
  readonly playing: Pick<PlayingDevicesRepository, 'of'>;
  readonly feedback: FeedbackRepository;
  /** A subscriber's own entries of the playback log, the latest first. */
  readonly playbackLogOf: (subscriberId: number, limit: number) => Promise<readonly unknown[]>;
  /** Notes and disputes by the people of the brand; care comes after account. */
  readonly careOf: (subscriberId: number) => Promise<Readonly<Record<string, readonly unknown[]>>>;
  readonly clock: Clock;
}

/** All data about a subscriber (row S7), as one JSON document. */
export function createPersonalDataService(dependencies: PersonalDataDependencies) {
  const {
    subscriptions,
    charges,
    refunds,
    messages,
    inboundLog,
    unblockings,
    identity,
    list,
    resume,
    playing,
    feedback,
    playbackLogOf,
    careOf,
    clock,
  } = dependencies;

  return {
    /** All data, as one JSON document. */
    document: async ({
      subscriberId,
      msisdn,
    }: {
      subscriberId: number;
      msisdn: string;
    }): Promise<Record<string, unknown>> => {
      const rows = await subscriptions.all(subscriberId);
      const ids = rows.map((row) => row.id);
      // Includes data of the same owner from before a removal, and none of former owners.
      const { number, forgotten } = subscriptions.numbers.namesOf(msisdn);
      const [
        subscriber,
        events,
        taken,
        consents,
        sentMessages,
        receivedMessages,
        unblocked,
        own,
        listed,
        places,
        devices,
        ratings,
        played,
        care,
      ] = await Promise.all([
        subscriptions.numbers.subscriber(subscriberId),
        subscriptions.eventsOf(ids),
        charges.of(ids),
        subscriptions.consents.of(number, forgotten),
        messages.of(number, forgotten),
        inboundLog.askedBy(number, forgotten),
        unblockings.of(subscriberId),
        identity.of({ subscriberId, msisdn }),
        list.of(subscriberId, ALL),
        resume.of(subscriberId, ALL),
        playing.of(subscriberId),
        feedback.of(subscriberId, ALL),
        playbackLogOf(subscriberId, ALL),
        careOf(subscriberId),
      ]);
      const givenBack = await refunds.of(taken.map((charge) => charge.id));
      const document = {
        made_at: clock.now(),
        subscriber,
        subscriptions: rows.map((row) => ({
          ...row,
          events: events.filter((event) => event.subscriptionId === row.id),
        })),
        charges: taken.map((charge) => ({
          ...inRand(charge),
          refunded: formatRand(charge.refunded),
        })),
        // Omitted: the key is the operator's own.
        refunds: givenBack.map(({ onceKey: _onceKey, ...refund }) => inRand(refund)),
        // A verdict's details would teach attackers. The person's data is only that a verdict
        // exists.
        consents: consents.map(({ verdict: _verdict, price, ...consent }) => ({
          ...consent,
          msisdn,
          price: formatRand(price),
        })),
        messages: sentMessages.map((message) => ({ ...message, msisdn })),
        received: receivedMessages.map((message) => ({ ...message, msisdn })),
        unblocked,
        ...own,
        list: listed,
        resume: places,
        // Without the session, which is a secret of the browser.
        playing_devices: devices.map(({ session: _session, ...device }) => device),
        feedback: ratings,
        playback_log: played,
        care,
      };
      return inWireSpelling(document) as Record<string, unknown>;
    },
  };
}

/** A charge or refund with its amounts in rand, as in the API. */
function inRand<Row extends { amount: number; vat: number }>(row: Row) {
  return { ...row, amount: formatRand(row.amount), vat: formatRand(row.vat) };
}

/** Names as everywhere in the API (`paid_until`), instants as text. */
function inWireSpelling(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(inWireSpelling);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      inWireSpelling(inner),
    ]),
  );
}
