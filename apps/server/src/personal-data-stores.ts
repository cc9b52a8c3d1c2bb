import { carePersonalData } from '@bonisa/backoffice/care/care';
import type { Database } from '@bonisa/kit/database/database';
import type { Identity } from '@bonisa/people/identity/identity';
import { identityPersonalData } from '@bonisa/people/identity/personal.repository';
import type { PersonalDataStore } from '@bonisa/people/numbers/personal-data.port';
import { accountPersonalData } from '@bonisa/viewers/account/account';
import { telemetryPersonalData } from '@bonisa/viewers/telemetry/telemetry';
import { viewerPersonalData } from '@bonisa/viewers/viewer/viewer';

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
