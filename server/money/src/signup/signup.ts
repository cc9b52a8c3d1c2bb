import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import { purgeAll } from '@bonisa/kit/jobs/housekeeping';
import type { Wake } from '@bonisa/kit/jobs/wake-signal';
import type { Secrets } from '@bonisa/kit/secrets/secrets';
import type { TerminationJournal } from '@bonisa/kit/termination-journal/termination-journal';
import type { FraudProtection } from '@bonisa/people/fraud/fraud.port';
import type { Identity } from '@bonisa/people/identity/identity';
import type { NumberOwners, Numbers } from '@bonisa/people/numbers/numbers';
import type { Logger } from 'pino';
import type { Billing } from '../billing/billing.ts';
import type { Messaging } from '../messaging/messaging.ts';
import type { SubscriptionModule } from '../subscription/subscription.ts';
import { createAccept } from './accept.service.ts';
import { createAcceptAttemptRepository } from './accept-attempt.repository.ts';
import { createAcceptReplay } from './accept-replay.ts';
import type { Approvals } from './approval.service.ts';
import type { ConsentBrand } from './change-consent.ts';
import { createDeviceNotice } from './device-notice.service.ts';
import { createInbound } from './inbound.service.ts';
import { createOptIn } from './opt-in.service.ts';
import { createPackageChange } from './package-change.service.ts';
import { createSignInWarning } from './sign-in-warning.service.ts';
import { createStatusCheck } from './status-check.service.ts';

/** Used accept attempts and inbound messages are deleted after this time. */
const KEPT_MS = 2 * 24 * 60 * 60_000;

export interface SignupDependencies {
  readonly config: { readonly brand: ConsentBrand };
  readonly secrets: Pick<Secrets, 'key' | 'lastingKey'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly wake: Wake;
  readonly logger: Pick<Logger, 'warn'>;
  readonly terminationJournal: Pick<TerminationJournal, 'flush'>;
  /** The id of this process run: an attempt that another run left is abandoned. */
  readonly runId: string;
  readonly fraud: Pick<FraudProtection, 'judge' | 'judgeForm'>;
  readonly numbers: Pick<Numbers, 'withSubscriberLock' | 'contentLock' | 'signupCarrier'>;
  /** Makes sure that our data of a number is its present owner's. */
  readonly owners: Pick<NumberOwners, 'ensureOwner'>;
  readonly identity: Pick<
    Identity,
    'otp' | 'proofs' | 'sessions' | 'limitStatusChecks' | 'codesUsedUp' | 'devices'
  >;
  readonly messaging: Pick<Messaging, 'notices' | 'inboundLog'>;
  readonly subscription: Pick<SubscriptionModule, 'repository' | 'service' | 'offers'>;
  readonly billing: Pick<Billing, 'charges' | 'chargeService'>;
  /** Whether there is something to watch: the catalogue comes after this module. */
  readonly isOpenForSale: () => Promise<boolean>;
  /** Finds and checks what approves an attempt: a code that was sent, or header enrichment. */
  readonly approvals: Approvals;
}

export type Signup = ReturnType<typeof createSignup>;

/** Builds the status check, Accept, the package change, and STOP and START by message. */
export function createSignup(dependencies: SignupDependencies) {
  const { secrets, db, clock, newId, wake, terminationJournal, runId, fraud, approvals } =
    dependencies;
  const { brand } = dependencies.config;
  const { withSubscriberLock, contentLock, signupCarrier } = dependencies.numbers;
  const { ensureOwner } = dependencies.owners;
  const { otp, proofs, sessions, limitStatusChecks, codesUsedUp, devices } = dependencies.identity;
  const { notices, inboundLog } = dependencies.messaging;
  const { repository: subscriptions, service, offers } = dependencies.subscription;
  const { charges, chargeService } = dependencies.billing;
  const { isOpenForSale } = dependencies;
  const shared = { subscriptions, charges: chargeService, clock, newId, brand, isOpenForSale };
  const attempts = createAcceptAttemptRepository(db);
  const replay = createAcceptReplay({
    ...shared,
    attempts,
    sessions,
    openingCharge: charges.openingOf,
    key: secrets.key('press'),
  });
  codesUsedUp.listen(createSignInWarning({ subscriptions, notices, clock, wake }));
  devices.signedIn.listen(createDeviceNotice({ notices, clock }));
  return {
    attempts,
    checkStatus: createStatusCheck({
      ...shared,
      otp,
      proofs,
      contentLock,
      signupCarrier,
      offers,
      ensureOwner,
      grants: approvals.grants,
      limitStatusChecks,
    }),
    accept: createAccept({
      ...shared,
      attempts,
      approvals,
      replay,
      optIn: createOptIn({ ...shared, attempts, notices, approvals, replay, sessions }),
      fraud,
      contentLock,
      signupCarrier,
      ensureOwner,
      offers,
      key: secrets.lastingKey('transaction'),
      owner: runId,
      wake,
      logger: dependencies.logger,
    }),
    packageChange: createPackageChange({ ...shared, withSubscriberLock, offers, notices, wake }),
    inbound: createInbound({
      offers,
      repository: subscriptions,
      service,
      terminationJournal,
      clock,
      newId,
      notices,
      log: inboundLog,
      wake,
    }),
    /** Deletes old accept attempts and the keys of inbound messages. */
    purge: (): Promise<void> => {
      const before = new Date(clock.now().getTime() - KEPT_MS);
      return purgeAll([() => attempts.purge(before), () => inboundLog.purge(before)]);
    },
  };
}
