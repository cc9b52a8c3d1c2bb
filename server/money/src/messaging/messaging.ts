import type { Carriers } from '@bonisa/carriers/carriers';
import type { OwnNoticeWords } from '@bonisa/domain/notices/notices';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import type { JobGates } from '@bonisa/kit/jobs/job-gates';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import type { Metrics } from '@bonisa/kit/metrics';
import type { Numbers } from '@bonisa/people/numbers/numbers';
import type { PersonalDataStore } from '@bonisa/people/numbers/personal-data.port';
import { createInboundLog } from './inbound-log.ts';
import { createMessageRepository } from './message.repository.ts';
import { createMessageSource } from './message.service.ts';
import { createNotices } from './notices.ts';

export interface MessagingDependencies {
  /** Every notice names the service, its support number and its address. */
  readonly config: {
    readonly brand: {
      readonly name: string;
      readonly supportNumber: string;
      /** The brand's own words of messages, where it has some. */
      readonly folder?: { readonly messages?: OwnNoticeWords } | undefined;
    };
    readonly publicUrl: string;
  };
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly metrics: Pick<Metrics, 'messages'>;
  readonly carriers: Pick<Carriers, 'ids'>;
  readonly numbers: Pick<Numbers, 'repository' | 'calls' | 'carrierOf'>;
}

export type Messaging = ReturnType<typeof createMessaging>;

/** Builds the outbox, the notices that are written into it, and the log of inbound messages. */
export function createMessaging({
  config: { brand, publicUrl },
  db,
  clock,
  newId,
  metrics,
  carriers,
  numbers,
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
    notices: createNotices(
      {
        service: brand.name,
        supportNumber: brand.supportNumber,
        publicUrl,
        words: brand.folder?.messages ?? {},
      },
      newId,
      (tx, msisdns) => numbers.repository.within(tx).languagesOf(msisdns),
    ),
    inboundLog,
    personalData,
    /** Delivers the messages of the outbox. */
    delivery: createMessageSource({
      repository: outbox,
      numbers: numbers.repository,
      carrier: numbers.calls,
      carrierIds: carriers.ids,
      carrierOf: numbers.carrierOf,
      clock,
      pseudonymOf: (msisdn) => numbers.repository.namesOf(msisdn).forgotten,
      onMessage: (template, outcome) => metrics.messages.inc({ template, outcome }),
    }),
  };
}

/** The scheduled jobs of messaging, behind the gates of recovery. */
export function messagingJobs(
  { delivery }: Pick<Messaging, 'delivery'>,
  gates: JobGates,
): readonly ScheduledJob[] {
  return [gates.unlessFrozen(delivery)];
}
