import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { PersonalDataStore } from '@bonisa/people/numbers/personal-data.port';
import type { Messaging } from '../messaging/messaging.ts';
import { createConsentRepository } from './consent.repository.ts';
import { createConsentRetention } from './consent-retention.ts';

export interface ConsentDependencies {
  readonly db: Database;
  readonly messaging: Pick<Messaging, 'outbox' | 'inboundLog'>;
  readonly clock: Clock;
}

export type ConsentModule = ReturnType<typeof createConsent>;

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
