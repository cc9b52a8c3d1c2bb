import { type HandsetReading, readHandsetText } from '@bonisa/domain/handset/read-handset-text';
import type { Notice } from '@bonisa/domain/notices/notices';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { isLive } from '@bonisa/domain/subscription/subscription';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import type { TerminationJournal } from '@bonisa/kit/termination-journal/termination-journal';
import type { Subscriber } from '@bonisa/people/numbers/number.repository';
import type { InboundLog } from '../messaging/inbound-log.ts';
import type { Notices } from '../messaging/notices.ts';
import type { Offers } from '../subscription/offers.ts';
import type {
  SubscriptionRepository,
  SubscriptionRow,
} from '../subscription/subscription.repository.ts';
import type { SubscriptionService } from '../subscription/subscription.service.ts';

const DAY_MS = 24 * 60 * 60_000;
/**
 * Messages of one number that are read alike: this many in 24 hours are stored and answered. All of
 * them take effect.
 */
const ALIKE_A_DAY = 20;
/** Texts that stop after a doubtful one: any but a question and a wish to go on. */
const OPEN_READINGS: readonly HandsetReading[] = ['doubtful', 'start', 'other'];

/** A message from a handset as its carrier delivers it. */
export interface HandsetMessage {
  readonly carrierId: string;
  /** The carrier's own id of the message, which other numbers and carriers may use too. */
  readonly id: string;
  readonly msisdn: Msisdn;
  readonly text: string;
}

export interface InboundDependencies {
  readonly repository: SubscriptionRepository;
  readonly service: Pick<SubscriptionService, 'cancelWithin' | 'blockNumberWithin' | 'endProofs'>;
  readonly terminationJournal: Pick<TerminationJournal, 'flush'>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly notices: Notices;
  readonly offers: Pick<Offers, 'chargedNext'>;
  readonly log: Pick<InboundLog, 'within'>;
  readonly wake: () => void;
}

/** Who sent a message: the subscription that runs, and the one that the message is about. */
interface Sender {
  readonly subscriber: Subscriber | undefined;
  readonly running: SubscriptionRow | undefined;
  readonly about: SubscriptionRow | undefined;
}

/**
 * Handles messages from handsets. A message alone cannot opt in; STOP ends renewals at once (WASPA
 * 15, ICASA 6(7)), also when the message was delivered before.
 */
export function createInbound({
  repository,
  service,
  terminationJournal,
  clock,
  newId,
  notices,
  offers,
  log,
  wake,
}: InboundDependencies) {
  const aDayAgo = (): Date => new Date(clock.now().getTime() - DAY_MS);

  const senderOf = async (tx: Database, msisdn: Msisdn): Promise<Sender> => {
    const within = repository.within(tx);
    const known = await within.numbers.subscriberOf(msisdn);
    // Of two doubtful texts at the same moment the later one must see the earlier one.
    const subscriber = known && (await within.numbers.lockKnown(known.id));
    if (!subscriber) return { subscriber, running: undefined, about: undefined };
    const recent = await within.recent(subscriber.id, clock.now());
    return {
      subscriber,
      running: await within.running(subscriber.id),
      about: recent.find(({ status }) => status !== 'expired' && status !== 'blocked'),
    };
  };

  /** Whether the last text about this subscription was doubtful, and was answered as such. */
  const isInDoubt = async (
    tx: Database,
    msisdn: Msisdn,
    running: SubscriptionRow | undefined,
  ): Promise<boolean> => {
    const last = running && (await log.within(tx).lastSaid(msisdn, aDayAgo()));
    return last?.readAs === 'doubtful' && last.subscriptionId === running?.id;
  };

  /** STOP of a running subscription sends its own notice; `undefined` then. */
  const stop = async (
    tx: Database,
    { subscriber, running }: Sender,
  ): Promise<Notice | undefined> => {
    if (!subscriber) return { kind: 'not_subscribed' };
    const servedUntil = await service.cancelWithin(tx, subscriber.id, 'stop_message');
    if (running) return undefined;
    // Stopped before: the answer repeats what is still served.
    return servedUntil ? { kind: 'goodbye', servedUntil } : { kind: 'not_subscribed' };
  };

  /** Carries a text out; returns the answer to it. */
  const carryOut = async (
    tx: Database,
    msisdn: Msisdn,
    readAs: HandsetReading,
    sender: Sender,
  ): Promise<Notice | undefined> => {
    const { subscriber, running } = sender;
    if (readAs === 'stop_all') {
      await service.blockNumberWithin(tx, msisdn, 'stop_all');
      return { kind: 'blocked' };
    }
    const isBlocked = subscriber
      ? subscriber.blockedAt !== null
      : Boolean((await repository.within(tx).numbers.forgotten(msisdn))?.blockedAt);
    const isCommand = readAs === 'start' || readAs === 'stop';
    if (isBlocked) return { kind: isCommand ? 'blocked' : 'help' };
    // A message alone cannot opt in: the answer to START names the page.
    if (readAs === 'start') return { kind: 'start' };
    if (readAs === 'stop') return await stop(tx, sender);
    if (readAs === 'doubtful' && running) return { kind: 'stop_asked' };
    return helpFor(running, offers, clock.now());
  };

  /**
   * Stores the message, carries it out and writes the answer, all or nothing: after a failure the
   * carrier delivers it again. A repeated message has only the effect of a STOP. After many alike
   * in a day another one adds nothing, unless it ends a running subscription or is a step to it.
   */
  const handle = async (tx: Database, handsetMessage: HandsetMessage, read: HandsetReading) => {
    const { carrierId, id, msisdn, text } = handsetMessage;
    const inbox = log.within(tx);
    const mark = repository.numbers.markOf(msisdn);
    const isNew = await inbox.isFirst(`message:${carrierId}:${mark}:${id}`);
    if (!isNew && !isStop(read)) return;
    const sender = await senderOf(tx, msisdn);
    const { about, running } = sender;
    const readAs =
      OPEN_READINGS.includes(read) && (await isInDoubt(tx, msisdn, running)) ? 'stop' : read;
    const ends = isStop(readAs) && about !== undefined && about.status !== 'cancelled';
    const isFew = isNew && (await inbox.countSince(msisdn, readAs, aDayAgo())) < ALIKE_A_DAY;
    if (isFew || ends || (readAs === 'doubtful' && running))
      await inbox.record({
        id: newId(),
        carrierId,
        carrierMessageId: id,
        msisdn,
        subscriptionId: about?.id ?? null,
        readAs,
        text,
      });
    const notice = await carryOut(tx, msisdn, readAs, sender);
    // An answer costs money.
    if (notice && (isFew || ends)) await notices.enqueue(tx, [{ msisdn, notice, at: clock.now() }]);
  };

  return {
    onMessage: async (handsetMessage: HandsetMessage): Promise<void> => {
      const read = readHandsetText(handsetMessage.text);
      // Proofs are ended before the subscriber is read: a simultaneous Accept is either seen then
      // or refused there.
      if (read === 'stop') await service.endProofs(handsetMessage.msisdn);
      await repository.db.transaction((tx) => handle(tx, handsetMessage, read));
      await terminationJournal.flush();
      wake();
    },
  };
}

function isStop(read: HandsetReading): boolean {
  return read === 'stop' || read === 'stop_all';
}

/** A subscriber's answer names the package and the price. */
function helpFor(
  running: SubscriptionRow | undefined,
  offers: Pick<Offers, 'chargedNext'>,
  now: Date,
): Notice {
  const charged = running && isLive(running.status) ? offers.chargedNext(running, now) : undefined;
  return { kind: 'help', ...(charged ? { package: charged } : {}) };
}
