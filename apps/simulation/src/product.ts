import type { Base } from '../../server/src/base.ts';
import type { BillingRecords } from '../../server/src/billing/billing.ts';
import {
  billingJobs,
  createBilling,
  createBillingRecords,
  reconciliationJobs,
} from '../../server/src/billing/billing.ts';
import { type ConnectCarrier, createCarriers } from '../../server/src/carriers/carriers.ts';
import type { Pace } from '../../server/src/carriers/pace.ts';
import type { CarrierList, CarrierTerms } from '../../server/src/carriers/registry.ts';
import { createConsent } from '../../server/src/consent/consent.ts';
import { createFraud } from '../../server/src/fraud/fraud.ts';
import { createIdentity, type Identity } from '../../server/src/identity/identity.ts';
import { createLedger } from '../../server/src/ledger/ledger.ts';
import { createMessaging, messagingJobs } from '../../server/src/messaging/messaging.ts';
import type { Notices } from '../../server/src/messaging/notices.ts';
import { createNumberOwners, createNumbers } from '../../server/src/numbers/numbers.ts';
import { createPackages } from '../../server/src/packages/packages.ts';
import { personalDataStores } from '../../server/src/personal-data-stores.ts';
import { createScheduler } from '../../server/src/platform/jobs/scheduler.ts';
import { createRecovery } from '../../server/src/recovery/recovery.ts';
import { sumLedger } from '../../server/src/reports/ledger-sums.repository.ts';
import { type Approvals, createApprovals } from '../../server/src/signup/approval.service.ts';
import { createSignup } from '../../server/src/signup/signup.ts';
import { createNumberCarrierRepository } from '../../server/src/subscription/number-carrier.repository.ts';
import type { SubscriptionRepository } from '../../server/src/subscription/subscription.repository.ts';
import type { SubscriptionService } from '../../server/src/subscription/subscription.service.ts';
import {
  createSubscription,
  createSubscriptionRecords,
  subscriptionJobs,
} from '../../server/src/subscription/subscription.ts';

/** Breaks a part on purpose: takes the part as it was made, and returns the broken one. */
type Break<Part> = (made: Part) => Part;

/** The parts that mutation tests break, to see that an invariant notices it. */
export interface BrokenParts {
  readonly identity?: Break<Identity>;
  readonly notices?: Break<Notices>;
  readonly subscriptions?: Break<SubscriptionRepository>;
  readonly subscriptionService?: Break<SubscriptionService>;
  readonly outcomes?: Break<BillingRecords['outcomes']>;
  readonly approvals?: Break<Approvals>;
  /** Leaves out the scheduled jobs whose names begin so. */
  readonly jobs?: string;
}

export interface SimulatedProductParts {
  readonly base: Base;
  readonly carrierTerms: CarrierList;
  readonly connect: ConnectCarrier;
  /** A pace that follows the simulated time and never waits in real time. */
  readonly paceOf: (terms: CarrierTerms) => Pace;
  readonly broken: BrokenParts;
}

export type SimulatedProduct = ReturnType<typeof composeSimulation>;

/**
 * Composes the product's capabilities from sign-up to refunds as `compose` of the server does, in
 * the same order, with a simulated pace and with parts that are broken on purpose.
 */
export function composeSimulation(parts: SimulatedProductParts) {
  const { base, carrierTerms: terms, connect, paceOf, broken } = parts;
  const { db } = base;
  const carriers = createCarriers({ ...base, terms, connect, paceOf });
  const packages = createPackages({ ...base, carriers });
  const fraud = createFraud(base);
  const numbers = createNumbers({ ...base, carriers, records: createNumberCarrierRepository(db) });
  const identity = broke(broken.identity, createIdentity({ ...base, carriers, numbers }));
  const ledger = createLedger({ ...base, carriers, sums: sumLedger });
  const soundMessaging = createMessaging({ ...base, carriers, numbers });
  const notices = broke(broken.notices, soundMessaging.notices);
  const messaging = { ...soundMessaging, notices };
  const consent = createConsent({ ...base, messaging });
  const repository = broke(
    broken.subscriptions,
    createSubscriptionRecords({ ...base, numbers, consent }),
  );
  const soundLife = createSubscription({ ...base, packages, identity, messaging, repository });
  const service = broke(broken.subscriptionService, soundLife.service);
  const subscription = { ...soundLife, service };
  const soundRecords = createBillingRecords({ ...base, packages, ledger, messaging, subscription });
  const outcomes = broke(broken.outcomes, soundRecords.outcomes);
  const records = { ...soundRecords, outcomes };
  const below = { carriers, packages, numbers, identity, ledger, messaging, subscription };
  const { jobs: checks, hold } = createRecovery({
    ...base,
    ...below,
    records,
    removal: () => owners.removal,
  });
  // Nobody of the brand decides anything in a simulation.
  const accounts = () => ({ isDisabled: async () => false, changesSince: async () => [] });
  const billing = createBilling({ ...base, ...below, records, hold, accounts });
  const owners = createNumberOwners({
    ...base,
    numbers,
    lastAsked: messaging.inboundLog.lastAsked,
    stores: personalDataStores({ db, identity, messaging, consent, subscription, billing }),
  });
  const approvals = broke(
    broken.approvals,
    createApprovals({ identity, packages, subscription, billing }),
  );
  const signup = createSignup({ ...base, ...below, fraud, owners, billing, approvals });
  const jobs = [
    ...checks,
    ...billingJobs(billing, hold),
    ...subscriptionJobs(subscription, hold),
    ...messagingJobs(messaging, hold),
    ...consent.jobs,
    ...reconciliationJobs(billing, hold),
  ];
  const { jobs: leftOut } = broken;
  const scheduler = createScheduler({
    ...base,
    jobs: jobs.filter(({ name }) => leftOut === undefined || !name.startsWith(leftOut)),
  });
  return { ...base, ...below, billing, owners, signup, scheduler };
}

function broke<Part>(change: Break<Part> | undefined, made: Part): Part {
  return change ? change(made) : made;
}
