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
  /** Tells whether the carrier took it: those are written together. */
  const send = async (message: Message): Promise<boolean> => {
    const { outcome } = await carrier.sendMessage({ msisdn: message.msisdn as Msisdn, text: message.text, reference: message.id });
    onMessage?.(message.template, outcome);
    if (outcome === 'accepted') return true;
    const attempts = message.attempts + 1;
    const givenUp = outcome === 'refused' || attempts >= MAX_ATTEMPTS;
    const next = new Date(clock.now().getTime() + FIRST_PAUSE_MS * 3 ** message.attempts);
    if (givenUp && message.forget) await repository.remove([message.id]);
    else await repository.markFailed(message.id, givenUp ? { state: 'failed', attempts, dueAt: null } : { state: 'queued', attempts, dueAt: next });
    return false;
  };

  return {
    name: 'messages',
    nextDue: () => repository.nextDue(),
    run: async () => {
      const now = clock.now();
      const due = await repository.claim(now, new Date(now.getTime() + LEASE_MS), BATCH);
      const results = await Promise.allSettled(due.map(send));
      const taken = due.filter((_, index) => isTrue(results[index]));
      const idsOf = (forget: boolean): string[] => taken.filter((message) => message.forget === forget).map((message) => message.id);
      await repository.markSent(idsOf(false), clock.now());
      await repository.remove(idsOf(true));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      return due.length;
    },
  };
}

function isTrue(result: PromiseSettledResult<boolean> | undefined): boolean {
  return result?.status === 'fulfilled' && result.value;
}
