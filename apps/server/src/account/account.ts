import type { Carrier } from '../carriers/carrier.port.ts';
import type { OtpRepository } from '../identity/otp.repository.ts';
import { createPersonalIdentity } from '../identity/personal.repository.ts';
import { createNumberOwner } from '../numbers/number-ownership.service.ts';
import type { Database } from '../platform/database.ts';
import type { PackageChange } from '../signup/package-change.service.ts';
import { createSignedIn } from '../viewer/signed-in.ts';
import { createAccountService } from './account.service.ts';
import { createFeedbackRepository } from './feedback.repository.ts';
import { createFeedbackService } from './feedback.service.ts';
import {
  createPersonalDataService,
  type PersonalDataDependencies,
} from './personal-data.service.ts';

export interface AccountParts
  extends Omit<PersonalDataDependencies, 'identity' | 'feedback' | 'service'> {
  readonly db: Database;
  readonly service: PersonalDataDependencies['service'] &
    Parameters<typeof createAccountService>[0]['service'];
  readonly packageChange: PackageChange;
  readonly carrier: Pick<Carrier, 'numberRecycled'>;
  readonly otpRepository: OtpRepository;
}

/** Builds My Account: what was paid and agreed to, feedback, and what is kept about a number. */
export function createAccount({
  db,
  packageChange,
  carrier,
  otpRepository,
  ...parts
}: AccountParts) {
  const { subscriptions, charges, refunds, messages, inboundLog, service, inTurn, clock } = parts;
  const feedbacks = createFeedbackRepository(db);
  const identity = createPersonalIdentity(db, otpRepository);
  const personalData = createPersonalDataService({ ...parts, identity, feedback: feedbacks });
  return {
    signedIn: createSignedIn(subscriptions),
    service: createAccountService({
      subscriptions,
      charges,
      refunds,
      messages,
      service,
      packageChange,
    }),
    feedback: createFeedbackService({ repository: feedbacks, inTurn, clock }),
    personalData,
    numberOwner: createNumberOwner({ subscriptions, inboundLog, personalData, carrier, clock }),
  };
}
