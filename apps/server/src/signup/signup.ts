import type { Msisdn } from '@bonisa/domain/msisdn';
import type { Billing } from '../billing/billing.ts';
import type { AskContentLock } from '../carriers/content-lock.ts';
import type { FraudProtection } from '../fraud/fraud.port.ts';
import type { OtpService } from '../identity/otp.service.ts';
import type { ProofService } from '../identity/proof.service.ts';
import type { SessionService } from '../identity/session.service.ts';
import type { LimitStatusChecks } from '../identity/status-check-limit.ts';
import type { Messaging } from '../messaging/messaging.ts';
import type { InTurn } from '../numbers/subscriber-turn.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Offers, ServiceBrand } from '../subscription/offers.ts';
import type { SubscriptionRoom } from '../subscription/subscription.ts';
import { createAccept } from './accept.service.ts';
import { createAcceptAttemptRepository } from './accept-attempt.repository.ts';
import { createAcceptReplay } from './accept-replay.ts';
import { type Approvals, createApprovals } from './approval.service.ts';
import { createGrants } from './grants.ts';
import { createInbound } from './inbound.service.ts';
import { createOptIn } from './opt-in.service.ts';
import { createPackageChange } from './package-change.service.ts';
import { createSignInWarning } from './sign-in-warning.service.ts';
import { createStatusCheck } from './status-check.service.ts';

export interface SignupDependencies {
  readonly db: Database;
  readonly subscription: Pick<SubscriptionRoom, 'repository' | 'service'>;
  readonly billing: Pick<Billing, 'charges' | 'chargeService'>;
  readonly messaging: Pick<Messaging, 'notices' | 'inboundLog'>;
  readonly identity: {
    readonly otp: OtpService;
    readonly proofs: ProofService;
    readonly sessions: SessionService;
    readonly limitStatusChecks: LimitStatusChecks;
  };
  readonly fraud: Pick<FraudProtection, 'judge'>;
  /** No answer counts as unlocked. */
  readonly contentLock: AskContentLock;
  /** Makes sure that our data of a number is its present owner's. */
  readonly ensureOwner: (msisdn: Msisdn) => Promise<void>;
  readonly inTurn: InTurn;
  readonly offers: Offers;
  readonly brand: ServiceBrand;
  readonly secrets: Pick<Secrets, 'key'>;
  /** The id of this process run: an attempt that another run left is abandoned. */
  readonly owner: string;
  readonly clock: Clock;
  readonly wake: () => void;
  /** The approvals; by default those that this capability builds. */
  readonly approvals?: Approvals;
}

export type Signup = ReturnType<typeof createSignup>;

/** Builds the status check, Accept, the package change, and STOP and START by message. */
export function createSignup(dependencies: SignupDependencies) {
  const { db, messaging, identity, ensureOwner, secrets, brand, offers, clock, wake } =
    dependencies;
  const { repository: subscriptions, service } = dependencies.subscription;
  const { charges, chargeService } = dependencies.billing;
  const { notices, inboundLog } = messaging;
  const { otp, proofs, sessions, limitStatusChecks } = identity;
  const openingCharge = charges.openingOf;
  const grants = createGrants({ subscriptions, openingCharge });
  const shared = { subscriptions, charges: chargeService, clock, brand };
  const attempts = createAcceptAttemptRepository(db);
  const approvals =
    dependencies.approvals ?? createApprovals({ otp, proofs, grants, limitStatusChecks });
  const replay = createAcceptReplay({
    ...shared,
    attempts,
    sessions,
    openingCharge,
    key: secrets.key('press'),
  });
  return {
    attempts,
    checkStatus: createStatusCheck({
      ...shared,
      otp,
      proofs,
      contentLock: dependencies.contentLock,
      offers,
      ensureOwner,
      grants,
      limitStatusChecks,
    }),
    accept: createAccept({
      ...shared,
      attempts,
      approvals,
      replay,
      optIn: createOptIn({ ...shared, attempts, notices, approvals, replay, sessions }),
      fraud: dependencies.fraud,
      contentLock: dependencies.contentLock,
      ensureOwner,
      offers,
      key: secrets.key('transaction'),
      owner: dependencies.owner,
      wake,
    }),
    packageChange: createPackageChange({
      ...shared,
      inTurn: dependencies.inTurn,
      offers,
      notices,
      wake,
    }),
    inbound: createInbound({
      repository: subscriptions,
      service,
      clock,
      notices,
      log: inboundLog,
      wake,
    }),
    warnOfSignIn: createSignInWarning({ subscriptions, notices, clock, wake }),
  };
}
