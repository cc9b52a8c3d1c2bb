import type { Msisdn } from '@bonisa/domain/msisdn';
import type { Clock } from '../platform/clock.ts';
import { enqueueMessage, type MessageTemplate } from './message.service.ts';
import type { ServiceBrand } from './offers.ts';
import { blockedDescription } from './status-check.service.ts';
import type { SubscriptionRepository } from './subscription.repository.ts';
import type { SubscriptionService } from './subscription.service.ts';

/** What a handset asks by a short message. Spelling, case and what stands around the word do not matter to a person who wants to stop. */
export function readKeyword(text: string): 'stop' | 'stop_all' | 'start' | 'other' {
  const words = text
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, ' ')
    .split(/ +/)
    .filter(Boolean);
  if (words[0] === 'stop' && words[1] === 'all') return 'stop_all';
  if (words[0] === 'stop' || words[0] === 'end' || words[0] === 'cancel' || words[0] === 'unsubscribe' || words[0] === 'quit') return 'stop';
  return words[0] === 'start' || words[0] === 'join' ? 'start' : 'other';
}

/** Answers what handsets send us. Nothing can be opted into by a message alone; STOP ends renewals at once (WASPA 15, ICASA 6(7)). */
export function createInbound(dependencies: {
  repository: SubscriptionRepository;
  service: SubscriptionService;
  clock: Clock;
  brand: ServiceBrand & { publicUrl: string };
  wake: () => void;
}) {
  const { repository, service, clock, brand, wake } = dependencies;
  const answer = async (msisdn: Msisdn, template: MessageTemplate, text: string): Promise<void> => {
    await enqueueMessage(repository.db, { msisdn, template, text: text.slice(0, 160), at: clock.now() });
    wake();
  };
  const help = `${brand.name}: to stop reply STOP. To watch go to ${brand.publicUrl}. Help: ${brand.supportNumber}`;

  return {
    onMessage: async ({ msisdn, text }: { msisdn: Msisdn; text: string }): Promise<void> => {
      const subscriber = await repository.subscriberOf(msisdn);
      switch (readKeyword(text)) {
        case 'stop_all':
          await service.block(msisdn, 'stop_all');
          return await answer(msisdn, 'blocked', blockedDescription(brand));
        case 'stop': {
          const running = subscriber && (await repository.running(subscriber.id));
          if (!running)
            return await answer(msisdn, 'help', `${brand.name}: this number has no subscription. Nothing is taken. Help: ${brand.supportNumber}`);
          await service.cancel(running.subscriberId, 'stop_message');
          return;
        }
        default:
          return await answer(msisdn, 'help', help);
      }
    },
  };
}
