import type { Msisdn } from '@bonisa/domain/msisdn';
import type { Notice } from '@bonisa/domain/notices';
import { findPackage } from '@bonisa/domain/package-catalogue';
import { isLive } from '@bonisa/domain/subscription';
import type { InboundLog } from '../messaging/inbound-log.ts';
import type { Notices } from '../messaging/notices.ts';
import type { Clock } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import type {
  SubscriptionRepository,
  SubscriptionRow,
} from '../subscription/subscription.repository.ts';
import type { SubscriptionService } from '../subscription/subscription.service.ts';

const STOP_WORDS = new Set(['stop', 'end', 'cancel', 'unsubscribe', 'quit']);
const START_WORDS = new Set(['start', 'join']);
const DAY_MS = 24 * 60 * 60_000;
/**
 * Messages of one number that are read alike: so many in 24 hours are kept and answered. All of
 * them are done.
 */
const ALIKE_A_DAY = 20;

/**
 * What a handset asks by a short message. Spelling, case and what stands around the word do not
 * matter to a person who wants to stop, so 'stop' counts wherever it stands; the weaker words only
 * where the message begins with them, and so STOP ALL, which only a call to us undoes: 'please stop
 * all these charges' is a STOP.
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
 * A message as the carrier handed it on; `id` is its own, the same when it comes twice: with it the
 * answer is written once.
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
  readonly notices: Notices;
  readonly log: Pick<InboundLog, 'record' | 'countSince'>;
  readonly wake: () => void;
}

export type Inbound = ReturnType<typeof createInbound>;

/**
 * Answers what handsets send us. Nothing can be opted into by a message alone; STOP ends renewals
 * at once (WASPA 15, ICASA 6(7)).
 */
export function createInbound({
  repository,
  service,
  clock,
  notices,
  log,
  wake,
}: InboundDependencies) {
  /** STOP of a running subscription says goodbye by itself; `undefined` then. */
  const stop = async (msisdn: Msisdn): Promise<Notice | undefined> => {
    // First what was proven, then who it is: an Accept that is written meanwhile is seen here, or
    // refused there.
    await service.endProofs(msisdn);
    const subscriber = await repository.numbers.subscriberOf(msisdn);
    if (!subscriber) return { kind: 'not_subscribed' };
    const subscriberId = subscriber.id;
    const running = await repository.running(subscriberId);
    const { servedUntil } = await service.cancel(subscriberId, 'stop_message');
    if (running) return undefined;
    // Stopped before: what is still served is told again.
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
    // Nothing is opted into by a message alone: START is told where to go.
    if (keyword === 'start') return { kind: 'start' };
    if (keyword === 'stop') return await stop(msisdn);
    return helpFor(subscriber && (await repository.running(subscriber.id)));
  };

  /**
   * Before anything is done about it: it was asked, whatever comes of it. Answers whether it was
   * kept: after many alike in a day one more says nothing new, unless it ends something that runs.
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
     * Keeps what a handset asks, does it and writes the answer; after a crash in between the
     * carrier hands us the message again.
     */
    onMessage: async (asked: HandsetMessage): Promise<void> => {
      const isKept = await keep(asked);
      const notice = await answerTo(asked);
      const once = asked.id === undefined ? {} : { onceKey: `answer ${asked.id}` };
      // An answer costs money: whoever writes without end is answered no more than is kept.
      if (notice && isKept)
        await notices.enqueue(repository.db, [
          { msisdn: asked.msisdn, notice, at: clock.now(), ...once },
        ]);
      wake();
    },
  };
}

/** Who is subscribed is told to what, and at which price. */
function helpFor(running: SubscriptionRow | undefined): Notice {
  const charged =
    running && isLive(running.status)
      ? findPackage(running.nextPackageId ?? running.packageId)
      : undefined;
  return { kind: 'help', ...(charged ? { package: charged } : {}) };
}
