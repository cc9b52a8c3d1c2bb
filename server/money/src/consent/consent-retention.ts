import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import type { InboundLog } from '../messaging/inbound-log.ts';
import type { MessageRepository } from '../messaging/message.repository.ts';
import { type ConsentRepository, EVIDENCE_KEPT_YEARS, yearsFrom } from './consent.repository.ts';

/** How many consents one transaction deletes, with their messages. */
const BATCH = 500;

export interface ConsentRetentionDependencies {
  readonly db: Database;
  readonly consents: ConsentRepository;
  readonly messages: MessageRepository;
  readonly inboundLog: InboundLog;
  readonly clock: Clock;
}

/**
 * Deletes evidence after three years (WASPA 15): consents, with the messages about their
 * subscription, three years after it ended; messages about no subscription three years after they
 * were written.
 */
export function createConsentRetention({
  db,
  consents,
  messages,
  inboundLog,
  clock,
}: ConsentRetentionDependencies): ScheduledJob {
  const purgeConsents = (now: Date): Promise<number> =>
    db.transaction(async (tx) => {
      const purged = await consents.within(tx).purge(now, BATCH);
      if (purged.length === 0) return 0;
      const names = [...new Set(purged.map(({ msisdn }) => msisdn))];
      const subscriptionIds = [...new Set(purged.map((consent) => consent.subscriptionId))];
      await messages.within(tx).removeAbout(names, subscriptionIds);
      await inboundLog.within(tx).removeAbout(names, subscriptionIds);
      return purged.length;
    });

  return {
    name: 'evidence-retention',
    nextDue: async () => {
      const [retainUntil, ...unlinked] = await Promise.all([
        consents.nextPurge(),
        messages.oldestUnlinked(),
        inboundLog.oldestUnlinked(),
      ]);
      const ends = unlinked.map((at) => at && yearsFrom(at, EVIDENCE_KEPT_YEARS));
      return earliest([retainUntil, ...ends]);
    },
    run: async () => {
      const now = clock.now();
      const before = yearsFrom(now, -EVIDENCE_KEPT_YEARS);
      return (
        (await purgeConsents(now)) +
        (await messages.purgeUnlinked(before)) +
        (await inboundLog.purgeUnlinked(before))
      );
    },
  };
}

function earliest(instants: readonly (Date | null)[]): Date | null {
  return instants.reduce<Date | null>(
    (first, instant) => (first === null || (instant !== null && instant < first) ? instant : first),
    null,
  );
}
