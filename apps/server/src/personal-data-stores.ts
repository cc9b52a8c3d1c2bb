import { accountPersonalData } from './account/account.ts';
import { carePersonalData } from './care/care.ts';
import type { Identity } from './identity/identity.ts';
import { identityPersonalData } from './identity/personal.repository.ts';
import type { PersonalDataStore } from './numbers/personal-data.port.ts';
import type { Database } from './platform/database/database.ts';
import { telemetryPersonalData } from './telemetry/telemetry.ts';
import { viewerPersonalData } from './viewer/viewer.ts';

interface WithPersonalData {
  readonly personalData: PersonalDataStore;
}

export interface StoringCapabilities {
  readonly db: Database;
  readonly identity: Pick<Identity, 'otpRepository'>;
  readonly messaging: WithPersonalData;
  readonly consent: WithPersonalData;
  readonly subscription: WithPersonalData;
  readonly billing: WithPersonalData;
}

/** Everything that stores personal data, in the order in which a removal goes through it. */
export function personalDataStores({
  db,
  identity,
  messaging,
  consent,
  subscription,
  billing,
}: StoringCapabilities): readonly PersonalDataStore[] {
  return [
    identityPersonalData(db, identity.otpRepository),
    messaging.personalData,
    consent.personalData,
    subscription.personalData,
    billing.personalData,
    ...viewerPersonalData(db),
    accountPersonalData(db),
    telemetryPersonalData(db),
    carePersonalData(db),
  ];
}
