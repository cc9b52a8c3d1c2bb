import type { Msisdn } from '@bonisa/domain/msisdn';
import type { Carrier } from '../carrier/carrier.port.ts';
import type { Clock } from '../platform/clock.ts';
import type { DueSource } from '../platform/timetable.ts';
import type { Message, MessageRepository, MessageTemplate } from './message.repository.ts';

const MAX_ATTEMPTS = 8;
const BATCH = 20;
/** A claimed message whose process dies is tried again after this. */
const LEASE_MS = 60_000;
const FIRST_PAUSE_MS = 5_000;

export interface MessageDependencies {
  readonly repository: MessageRepository;
  readonly carrier: Pick<Carrier, 'sendMessage'>;
  readonly clock: Clock;
  readonly onMessage?: (template: MessageTemplate, outcome: string) => void;
}

/** Sends what stands in the outbox. The id goes along as our reference: sent again after a lost answer it is not delivered twice. */
export function createMessageSource({ repository, carrier, clock, onMessage }: MessageDependencies): DueSource {
  const send = async (message: Message): Promise<void> => {
    const { outcome } = await carrier.sendMessage({ msisdn: message.msisdn as Msisdn, text: message.text, reference: message.id });
    onMessage?.(message.template, outcome);
    const attempts = message.attempts + 1;
    const now = clock.now();
    if (outcome === 'accepted') return await repository.record(message.id, { state: 'sent', attempts, dueAt: null, sentAt: now });
    const givenUp = outcome === 'refused' || attempts >= MAX_ATTEMPTS;
    if (givenUp) return await repository.record(message.id, { state: 'failed', attempts, dueAt: null, sentAt: null });
    await repository.record(message.id, {
      state: 'queued',
      attempts,
      dueAt: new Date(now.getTime() + FIRST_PAUSE_MS * 3 ** message.attempts),
      sentAt: null,
    });
  };

  return {
    name: 'messages',
    nextDue: () => repository.nextDue(),
    run: async () => {
      const now = clock.now();
      const due = await repository.claim(now, new Date(now.getTime() + LEASE_MS), BATCH);
      await Promise.all(due.map(send));
      return due.length;
    },
  };
}
