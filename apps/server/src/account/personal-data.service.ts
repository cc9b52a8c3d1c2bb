import type { Msisdn } from '@bonisa/domain/msisdn';
import { formatRand } from '@bonisa/domain/rand';
import type { ChargeRepository } from '../billing/charges/charge.repository.ts';
import type { RefundRepository } from '../billing/refunds/refund.repository.ts';
import type { EvidenceRepository } from '../consent/evidence.repository.ts';
import type { PersonalIdentity } from '../identity/personal.repository.ts';
import type { InboundLog } from '../messaging/inbound-log.ts';
import type { MessageRepository } from '../messaging/message.repository.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { InTurn } from '../subscription/subscriber-turn.ts';
import type { SubscriptionRepository } from '../subscription/subscription.repository.ts';
import type { SubscriptionService } from '../subscription/subscription.service.ts';
import type { UnblockingRepository } from '../subscription/unblocking.repository.ts';
import type { PlaybackLogRepository } from '../telemetry/playback-log.repository.ts';
import type { ListRepository } from '../viewer/list.repository.ts';
import type { ResumeRepository } from '../viewer/resume.repository.ts';
import type { FeedbackRepository } from './feedback.repository.ts';

/** More than is ever kept of one subscriber, but for the playback log: of that the latest. */
const ALL = 10_000;

export interface PersonalDataDependencies {
  readonly subscriptions: SubscriptionRepository;
  readonly service: Pick<SubscriptionService, 'cancelWithin' | 'blockWithin'>;
  readonly charges: ChargeRepository;
  readonly refunds: RefundRepository;
  readonly messages: Pick<MessageRepository, 'of' | 'newestOf'>;
  readonly inboundLog: Pick<InboundLog, 'askedBy' | 'lastAsked'>;
  readonly evidence: EvidenceRepository;
  readonly unblockings: Pick<UnblockingRepository, 'of'>;
  readonly identity: PersonalIdentity;
  readonly list: ListRepository;
  readonly resume: ResumeRepository;
  readonly feedback: FeedbackRepository;
  readonly playbackLog: PlaybackLogRepository;
  readonly inTurn: InTurn;
  readonly clock: Clock;
  readonly wake: () => void;
}

export type PersonalDataService = ReturnType<typeof createPersonalDataService>;

/** What is kept about a number (rows S7, S8): all of it as one document, and the removal of it. */
export function createPersonalDataService(dependencies: PersonalDataDependencies) {
  const {
    subscriptions,
    service,
    charges,
    refunds,
    messages,
    inboundLog,
    unblockings,
    evidence,
    identity,
    list,
    resume,
    feedback,
    playbackLog,
    inTurn,
    clock,
    wake,
  } = dependencies;

  /** Nothing may be asked of the carrier any more that needs the number. */
  const refuseUndecided = async (tx: Database, subscriberId: number): Promise<void> => {
    const rows = await subscriptions.within(tx).all(subscriberId);
    const taken = await charges.within(tx).of(rows.map((row) => row.id));
    if (taken.every((charge) => charge.state !== 'intended' && charge.state !== 'unknown')) return;
    throw new AppError(
      'conflict',
      'A payment of yours is still being confirmed by your network. Please try again a little later; nothing was removed.',
    );
  };

  const erase = async (
    tx: Database,
    { id, msisdn }: { id: number; msisdn: string },
  ): Promise<void> => {
    await list.within(tx).removeAllOf(id);
    await resume.within(tx).removeAllOf(id);
    await feedback.within(tx).removeAllOf(id);
    await playbackLog.within(tx).removeAllOf(id);
    await identity.within(tx).removeAllOf({ subscriberId: id, msisdn });
  };

  return {
    /** Everything, as one JSON document. */
    document: async ({
      subscriberId,
      msisdn,
    }: {
      subscriberId: number;
      msisdn: string;
    }): Promise<Record<string, unknown>> => {
      const rows = await subscriptions.all(subscriberId);
      const ids = rows.map((row) => row.id);
      // Of one who had everything removed and came back, too: it is kept about them. Not what a
      // former owner of the number left.
      const { number, forgotten } = evidence.namesOf(msisdn);
      const [
        subscriber,
        events,
        taken,
        consents,
        said,
        asked,
        unblocked,
        own,
        listed,
        places,
        ratings,
        played,
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
        feedback.of(subscriberId, ALL),
        playbackLog.of(subscriberId, ALL),
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
        // The key is the operator's own.
        refunds: givenBack.map(({ onceKey: _onceKey, ...refund }) => inRand(refund)),
        // A verdict on a press tells who attacks the service how to; that one was made is all there
        // is about the person.
        consents: consents.map(({ verdict: _verdict, price, ...consent }) => ({
          ...consent,
          msisdn,
          price: formatRand(price),
        })),
        messages: said.map((message) => ({ ...message, msisdn })),
        received: asked.map((message) => ({ ...message, msisdn })),
        unblocked,
        ...own,
        list: listed,
        resume: places,
        feedback: ratings,
        playback_log: played,
      };
      return inWireSpelling(document) as Record<string, unknown>;
    },

    /**
     * Removes what neither the law nor the ledger needs, in one transaction: renewals end, and so
     * does every session. Charges and events stay, and so do consents and the messages both ways as
     * evidence, for three years after the end; none of it holds the number any more. Throws
     * `conflict` while a payment is undecided.
     */
    remove: async (id: number): Promise<void> => {
      await inTurn(id, async (tx, subscriber) => {
        const { msisdn } = subscriber;
        await refuseUndecided(tx, id);
        await evidence.within(tx).putAway(msisdn, 'forgotten');
        // After that: the goodbye is the one message that still goes out, and it loses the number
        // once it has.
        await service.cancelWithin(tx, id, 'subscriber', { forget: true });
        await erase(tx, { id, msisdn });
        await subscriptions.within(tx).forget(subscriber, clock.now());
      });
      wake();
    },

    /**
     * The number went to somebody else: what runs on it ends as blocked, what was its owner's goes
     * as if they had asked for it, and the new one is told nothing. Throws `conflict` while a
     * payment is undecided.
     */
    handOver: (id: number): Promise<void> =>
      subscriptions.db.transaction(async (tx) => {
        const subscriber = await subscriptions.within(tx).numbers.lockKnown(id);
        // Another request was told the same by the carrier and has handed the number over while
        // this one waited for the lock.
        if (!subscriber) return;
        await refuseUndecided(tx, id);
        await evidence.within(tx).putAway(subscriber.msisdn, 'recycled');
        await service.blockWithin(tx, id, 'number_recycled');
        await erase(tx, subscriber);
        await subscriptions.within(tx).release(subscriber, clock.now());
      }),

    /**
     * The same for a number that nobody holds: what is left of one who had everything removed, or
     * who only ever wrote to us.
     */
    handOverRemains: (msisdn: Msisdn): Promise<void> =>
      subscriptions.db.transaction(async (tx) => {
        // Somebody was quicker: what stands under the number now is theirs.
        if (await subscriptions.within(tx).numbers.subscriberOf(msisdn)) return;
        await evidence.within(tx).putAway(msisdn, 'recycled');
        await subscriptions.within(tx).numbers.dropForgotten(msisdn);
      }),

    /**
     * Takes the number off the evidence of those who went while it was still kept there; where it
     * was done there is nothing to do.
     */
    catchUp: async (): Promise<void> => {
      for (const gone of await evidence.goneInClear()) {
        const isTheirsStill =
          !gone.recycled && (await subscriptions.numbers.forgotten(gone.msisdn as Msisdn));
        await evidence.putAwayConsents(gone, isTheirsStill ? 'forgotten' : 'recycled');
      }
    },
  };
}

/** An entry of the books with its money as it stands on the wire. */
function inRand<Entry extends { amount: number; vat: number }>(entry: Entry) {
  return { ...entry, amount: formatRand(entry.amount), vat: formatRand(entry.vat) };
}

/** Names as they stand on the wire everywhere else (`paid_until`), instants as text. */
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
