import type { OtpRepository } from '../identity/otp.repository.ts';
import { createPersonalIdentity } from '../identity/personal.repository.ts';
import type { NumberRemoval } from '../numbers/number-removal.service.ts';
import { eraserOf, type PersonalDataStore } from '../numbers/personal-data.port.ts';
import type { InTurn } from '../numbers/subscriber-turn.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Routes } from '../platform/http/site-listener.ts';
import type { PackageChange } from '../signup/package-change.service.ts';
import { createSignedIn } from '../viewer/signed-in.ts';
import { type AccountRoutes, registerAccountRoutes } from './account.routes.ts';
import { createAccountService } from './account.service.ts';
import { createEvidence } from './evidence.service.ts';
import { createFeedbackRepository } from './feedback.repository.ts';
import { createFeedbackService } from './feedback.service.ts';
import {
  createPersonalDataService,
  type PersonalDataDependencies,
} from './personal-data.service.ts';

export interface AccountDependencies
  extends Omit<PersonalDataDependencies, 'identity' | 'feedback'> {
  readonly db: Database;
  readonly service: Parameters<typeof createAccountService>[0]['service'];
  readonly packageChange: PackageChange;
  readonly otpRepository: OtpRepository;
  readonly removal: Pick<NumberRemoval, 'remove'>;
  readonly inTurn: InTurn;
  readonly clock: Clock;
}

/** The data of a number that My Account owns: feedback. */
export function accountPersonalData(db: Database): PersonalDataStore {
  return eraserOf(createFeedbackRepository(db));
}

export type Account = ReturnType<typeof createAccount>;

/** Builds My Account: charges, messages, feedback, and the document of a number's data. */
export function createAccount({
  db,
  packageChange,
  otpRepository,
  removal,
  service,
  inTurn,
  ...parts
}: AccountDependencies) {
  const { subscriptions, charges, refunds, messages, inboundLog, unblockings, clock } = parts;
  const feedbacks = createFeedbackRepository(db);
  const identity = createPersonalIdentity(db, otpRepository);
  const personalData = createPersonalDataService({ ...parts, identity, feedback: feedbacks });
  return {
    signedIn: createSignedIn(subscriptions.numbers),
    service: createAccountService({
      subscriptions,
      charges,
      refunds,
      messages,
      service,
      packageChange,
    }),
    feedback: createFeedbackService({ repository: feedbacks, inTurn, clock }),
    personalData: { document: personalData.document, remove: removal.remove },
    /** The evidence about a disputed subscription. */
    evidence: createEvidence({
      numbers: subscriptions.numbers,
      consents: subscriptions.consents,
      subscriptions,
      charges,
      refundsOf: refunds.of,
      messages,
      inboundLog,
      unblockings,
      clock,
    }),
  };
}

export interface AccountRoutesDependencies
  extends Pick<AccountRoutes, 'sessions' | 'subscriptions' | 'clock' | 'metrics'> {
  readonly account: Account;
}

/** The profile, feedback and My Account. */
export function accountRoutes({ account, ...dependencies }: AccountRoutesDependencies): Routes {
  const { signedIn, service, feedback, personalData } = account;
  return ({ register }) =>
    registerAccountRoutes(register, {
      ...dependencies,
      signedIn,
      account: service,
      feedback,
      personalData,
    });
}
