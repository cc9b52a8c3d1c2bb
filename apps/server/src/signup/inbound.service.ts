import type { Notice } from '@bonisa/domain/notices/notices';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { isLive } from '@bonisa/domain/subscription/subscription';
import type { InboundLog } from '../messaging/inbound-log.ts';
import type { Notices } from '../messaging/notices.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { NewId } from '../platform/ids.ts';
import type { Offers } from '../subscription/offers.ts';
import type {
  SubscriptionRepository,
  SubscriptionRow,
} from '../subscription/subscription.repository.ts';
import type { SubscriptionService } from '../subscription/subscription.service.ts';

const STOP_WORDS = new Set(['stop', 'end', 'cancel', 'unsubscribe', 'quit']);
const START_WORDS = new Set(['start', 'join']);
const DAY_MS = 24 * 60 * 60_000;
/**
 * Messages of one number that are read alike: this many in 24 hours are stored and answered. All of
 * them take effect.
 */
const ALIKE_A_DAY = 20;

/**
 * The command in a short message. Spelling, case and other words must not stop a person who wants
 * to stop, so 'stop' counts anywhere. Weaker words count only at the beginning, and so does STOP
 * ALL, which only a call to us undoes: 'please stop all these charges' is a STOP.
 */
export function readKeyword(text: string): 'stop' | 'stop_all' | 'start' | 'other' {
  const words = text
    .toLowerCase()
    .replaceAll(/[^a-z]/g, ' ')
    .split(/ +/)
    .filter(Boolean);
  const [first, second] = words;
  if (first === 'stopall' || (first === 'stop' && second === 'all')) return 'stop_all';
  if (words.includes('stop') || words.includes('stopall') || STOP_WORDS.has(first ?? ''))
    return 'stop';
  return START_WORDS.has(first ?? '') ? 'start' : 'other';
}

/**
 * A message from the carrier; `id` is the carrier's and stays the same for a repeated delivery, so
 * the answer is written once.
 */
export interface HandsetMessage {
  readonly id?: string;
  readonly msisdn: Msisdn;
  readonly text: string;
}

export interface InboundDependencies {
  readonly repository: SubscriptionRepository;
  readonly service: Pick<SubscriptionService, 'cancel' | 'block' | 'endProofs'>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly notices: Notices;
  readonly offers: Pick<Offers, 'chargedNext'>;
  readonly log: Pick<InboundLog, 'record' | 'countSince'>;
  readonly wake: () => void;
}

export type Inbound = ReturnType<typeof createInbound>;

/**
 * Handles messages from handsets. A message alone cannot opt in; STOP ends renewals at once (WASPA
 * 15, ICASA 6(7)).
 */
export function createInbound({
  repository,
  service,
  clock,
  newId,
  notices,
  offers,
  log,
  wake,
}: InboundDependencies) {
  /** STOP of a running subscription sends its own notice; `undefined` then. */
  const stop = async (msisdn: Msisdn): Promise<Notice | undefined> => {
    // Proofs are ended before the subscriber is read: a simultaneous Accept is either seen here or
    // refused there.
    await service.endProofs(msisdn);
    const subscriber = await repository.numbers.subscriberOf(msisdn);
    if (!subscriber) return { kind: 'not_subscribed' };
    const subscriberId = subscriber.id;
    const running = await repository.running(subscriberId);
    const { servedUntil } = await service.cancel(subscriberId, 'stop_message');
    if (running) return undefined;
    // Stopped before: the answer repeats what is still served.
    return servedUntil ? { kind: 'goodbye', servedUntil } : { kind: 'not_subscribed' };
  };

  const answerTo = async ({ msisdn, text }: HandsetMessage): Promise<Notice | undefined> => {
    const keyword = readKeyword(text);
    if (keyword === 'stop_all') {
      await service.block(msisdn, 'stop_all');
      return { kind: 'blocked' };
    }
    const subscriber = await repository.numbers.subscriberOf(msisdn);
    const isBlocked = subscriber
      ? subscriber.blockedAt !== null
      : Boolean((await repository.numbers.forgotten(msisdn))?.blockedAt);
    if (isBlocked) return { kind: keyword === 'other' ? 'help' : 'blocked' };
    // A message alone cannot opt in: the answer to START names the page.
    if (keyword === 'start') return { kind: 'start' };
    if (keyword === 'stop') return await stop(msisdn);
    return helpFor(subscriber && (await repository.running(subscriber.id)), offers, clock.now());
  };

  /**
   * Stores the message before it takes effect, so that the request is on record. Returns whether it
   * was stored: after many alike in a day another one adds nothing, unless it ends a running
   * subscription.
   */
  const keep = async ({ id = newId(), msisdn, text }: HandsetMessage): Promise<boolean> => {
    const subscriber = await repository.numbers.subscriberOf(msisdn);
    const recent = subscriber ? await repository.recent(subscriber.id, clock.now()) : [];
    const about = recent.find(({ status }) => status !== 'expired' && status !== 'blocked');
    const readAs = readKeyword(text);
    const endsSomething =
      (readAs === 'stop' || readAs === 'stop_all') &&
      about !== undefined &&
      about.status !== 'cancelled';
    const alike = endsSomething
      ? 0
      : await log.countSince(msisdn, readAs, new Date(clock.now().getTime() - DAY_MS));
    if (alike >= ALIKE_A_DAY) return false;
    await log.record({ id, msisdn, subscriptionId: about?.id ?? null, readAs, text });
    return true;
  };

  return {
    /**
     * Stores the message, carries it out and writes the answer; after a crash in between the
     * carrier delivers the message again.
     */
    onMessage: async (asked: HandsetMessage): Promise<void> => {
      const isStored = await keep(asked);
      const notice = await answerTo(asked);
      const once = asked.id === undefined ? {} : { onceKey: `answer ${asked.id}` };
      // An answer costs money: only stored messages are answered.
      if (notice && isStored)
        await notices.enqueue(repository.db, [
          { msisdn: asked.msisdn, notice, at: clock.now(), ...once },
        ]);
      wake();
    },
  };
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
