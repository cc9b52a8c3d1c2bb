import type { Msisdn } from '@bonisa/domain/msisdn';
import type { NoticeTerms } from '@bonisa/domain/notices';
import type { RoutedMessages } from '../carriers/routed-calls.ts';
import type { NumberRepository } from '../numbers/number.repository.ts';
import type { PersonalDataStore } from '../numbers/personal-data.port.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { createInboundLog } from './inbound-log.ts';
import { createMessageRepository, type MessageTemplate } from './message.repository.ts';
import { createMessageSource } from './message.service.ts';
import { createNotices, type Notices } from './notices.ts';
import { createReminders, type ReminderSource } from './reminder.service.ts';

export interface MessagingDependencies {
  readonly db: Database;
  readonly numbers: Pick<NumberRepository, 'namesOf' | 'blockedAmong'>;
  readonly carrier: RoutedMessages;
  readonly carrierIds: readonly string[];
  /** The id of the carrier that serves a number now. */
  readonly carrierOf: (msisdn: Msisdn) => Promise<string>;
  readonly clock: Clock;
  /** The facts about the service in every notice: its name, its support number and its address. */
  readonly terms: NoticeTerms;
  readonly onMessage?: (template: MessageTemplate, outcome: string) => void;
  /** The notices; by default those of `terms`. */
  readonly notices?: Notices;
}

export type Messaging = ReturnType<typeof createMessaging>;

/** Builds the outbox, the notices that are written into it, and the log of inbound messages. */
export function createMessaging({
  db,
  numbers,
  carrier,
  carrierIds,
  carrierOf,
  clock,
  terms,
  onMessage,
  notices = createNotices(terms),
}: MessagingDependencies) {
  const outbox = createMessageRepository(db);
  const inboundLog = createInboundLog(db, clock);
  const personalData: PersonalDataStore = {
    pseudonymise: async (tx, { from, to }) => {
      await outbox.within(tx).pseudonymise(from, to);
      await inboundLog.within(tx).pseudonymise(from, to);
    },
  };
  return {
    outbox,
    notices,
    inboundLog,
    personalData,
    /** Delivers the messages of the outbox. */
    delivery: createMessageSource({
      repository: outbox,
      numbers,
      carrier,
      carrierIds,
      carrierOf,
      clock,
      pseudonymOf: (msisdn) => numbers.namesOf(msisdn).forgotten,
      ...(onMessage ? { onMessage } : {}),
    }),
    /** Reminds the subscribers whom `source` names as due. */
    remindersOf: (source: ReminderSource) => createReminders({ source, notices, clock }),
  };
}
