import type { Messaging } from '../messaging/messaging.ts';
import type { PersonalDataStore } from '../numbers/personal-data.port.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { createConsentRepository } from './consent.repository.ts';
import { createConsentRetention } from './consent-retention.ts';

export interface ConsentDependencies {
  readonly db: Database;
  readonly messaging: Pick<Messaging, 'outbox' | 'inboundLog'>;
  readonly clock: Clock;
}

export type ConsentRoom = ReturnType<typeof createConsent>;

/** Builds the records of opt-ins and their retention. */
export function createConsent({ db, messaging, clock }: ConsentDependencies) {
  const repository = createConsentRepository(db);
  const personalData: PersonalDataStore = {
    pseudonymise: (tx, { from, to }) => repository.within(tx).pseudonymise(from, to),
  };
  return {
    repository,
    personalData,
    /** Deletes evidence whose period is over. */
    jobs: [
      createConsentRetention({
        db,
        consents: repository,
        messages: messaging.outbox,
        inboundLog: messaging.inboundLog,
        clock,
      }),
    ],
  };
}
