import type { Msisdn } from '@bonisa/domain/msisdn';
import type { Clock } from '../platform/clock.ts';
import type { NoticeDraft, Notices } from './notices.ts';
import type { SubscriptionRepository } from './subscription.repository.ts';
import type { SubscriptionService } from './subscription.service.ts';

const STOP_WORDS = new Set(['stop', 'end', 'cancel', 'unsubscribe', 'quit']);

/**
 * What a handset asks by a short message. Spelling, case and what stands around the word do not matter to a person who
 * wants to stop, so 'stop' counts wherever it stands; the weaker words only where the message begins with them.
 */
export function readKeyword(text: string): 'stop' | 'stop_all' | 'start' | 'other' {
  const words = text
    .toLowerCase()
    .replaceAll(/[^a-z]/g, ' ')
    .split(/ +/)
    .filter(Boolean);
  const at = words.indexOf('stop');
  if (words.includes('stopall') || (at >= 0 && words[at + 1] === 'all')) return 'stop_all';
  if (at >= 0 || STOP_WORDS.has(words[0] ?? '')) return 'stop';
  return words[0] === 'start' || words[0] === 'join' ? 'start' : 'other';
}

/** Answers what handsets send us. Nothing can be opted into by a message alone; STOP ends renewals at once (WASPA 15, ICASA 6(7)). */
export function createInbound(dependencies: {
  repository: SubscriptionRepository;
  service: SubscriptionService;
  clock: Clock;
  notices: Notices;
  wake: () => void;
}) {
  const { repository, service, clock, notices, wake } = dependencies;
  const answer = async (msisdn: Msisdn, notice: NoticeDraft['notice']): Promise<void> => {
    await notices.enqueue(repository.db, [{ msisdn, notice, at: clock.now() }]);
    wake();
  };

  return {
    onMessage: async ({ msisdn, text }: { msisdn: Msisdn; text: string }): Promise<void> => {
      const subscriber = await repository.subscriberOf(msisdn);
      switch (readKeyword(text)) {
        case 'stop_all':
          await service.block(msisdn, 'stop_all');
          return await answer(msisdn, { kind: 'blocked' });
        case 'stop': {
          const running = subscriber && (await repository.running(subscriber.id));
          if (!running) return await answer(msisdn, { kind: 'not_subscribed' });
          await service.cancel(running.subscriberId, 'stop_message');
          return;
        }
        // Nothing is opted into by a message alone: START is told where to go.
        case 'start':
          return await answer(msisdn, { kind: 'start' });
        default:
          return await answer(msisdn, { kind: 'help' });
      }
    },
  };
}
