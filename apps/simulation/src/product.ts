import { sumLedger } from '@bonisa/backoffice/reports/ledger-sums.repository';
import { type ConnectCarrier, createCarriers } from '@bonisa/carriers/carriers';
import type { Pace } from '@bonisa/carriers/pace';
import type { CarrierList, CarrierTerms } from '@bonisa/carriers/registry';
import { createScheduler } from '@bonisa/kit/jobs/scheduler';
import type { BillingRecords } from '@bonisa/money/billing/billing';
import {
  billingJobs,
  createBilling,
  createBillingRecords,
  reconciliationJobs,
} from '@bonisa/money/billing/billing';
import { createConsent } from '@bonisa/money/consent/consent';
import { createLedger } from '@bonisa/money/ledger/ledger';
import { createMessaging, messagingJobs } from '@bonisa/money/messaging/messaging';
import type { Notices } from '@bonisa/money/messaging/notices';
import { createPackages } from '@bonisa/money/packages/packages';
import { createRecovery } from '@bonisa/money/recovery/recovery';
import { type Approvals, createApprovals } from '@bonisa/money/signup/approval.service';
import { createSignup } from '@bonisa/money/signup/signup';
import { createNumberCarrierRepository } from '@bonisa/money/subscription/number-carrier.repository';
import {
  createSubscription,
  createSubscriptionRecords,
  subscriptionJobs,
} from '@bonisa/money/subscription/subscription';
import type { SubscriptionRepository } from '@bonisa/money/subscription/subscription.repository';
import type { SubscriptionService } from '@bonisa/money/subscription/subscription.service';
import { createFraud } from '@bonisa/people/fraud/fraud';
import { createIdentity, type Identity } from '@bonisa/people/identity/identity';
import { createNumberOwners, createNumbers } from '@bonisa/people/numbers/numbers';
import type { Base } from '@bonisa/server/base';
import { personalDataStores } from '@bonisa/server/personal-data-stores';

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
  /** How long the last answers of a batch of renewals are waited for; left out: for ever. */
  readonly patience?: () => Promise<unknown>;
  readonly broken: BrokenParts;
}

/** One process that does one thing after the other: nothing goes on beside the next. */
const FOR_EVER = () => new Promise<never>(() => undefined);

export type SimulatedProduct = ReturnType<typeof composeSimulation>;

/**
 * Composes the product's capabilities from sign-up to refunds as `compose` of the server does, in
 * the same order, with a simulated pace and with parts that are broken on purpose.
 */
export function composeSimulation(parts: SimulatedProductParts) {
  const { base, carrierTerms: terms, connect, paceOf, patience = FOR_EVER, broken } = parts;
  const { config, secrets, open, db, clock, logger, agreement, files, metrics } = base;
  const { newId, wake, wakeSignal, terminationJournal, readiness, runId } = base;
  const carriers = createCarriers({
    config,
    secrets,
    db,
    clock,
    logger,
    metrics,
    wake,
    terms,
    connect,
    paceOf,
  });
  const packages = createPackages({ config, db, clock, newId, carriers });
  const fraud = createFraud({ config, secrets, db, clock, newId, logger, metrics });
  const numbers = createNumbers({
    config,
    secrets,
    db,
    clock,
    logger,
    metrics,
    wake,
    carriers,
    records: createNumberCarrierRepository(db),
  });
  const identity = broke(
    broken.identity,
    createIdentity({ config, secrets, db, clock, newId, metrics, carriers, numbers }),
  );
  const ledger = createLedger({ open, clock, newId, metrics, carriers, sums: sumLedger });
  const soundMessaging = createMessaging({ config, db, clock, newId, metrics, carriers, numbers });
  const notices = broke(broken.notices, soundMessaging.notices);
  const messaging = { ...soundMessaging, notices };
  const consent = createConsent({ db, clock, messaging });
  const repository = broke(
    broken.subscriptions,
    createSubscriptionRecords({ config, db, numbers, consent }),
  );
  const soundLife = createSubscription({
    config,
    db,
    clock,
    newId,
    terminationJournal,
    wake,
    packages,
    identity,
    messaging,
    repository,
  });
  const service = broke(broken.subscriptionService, soundLife.service);
  const subscription = { ...soundLife, service };
  const soundRecords = createBillingRecords({
    config,
    db,
    clock,
    newId,
    metrics,
    ledger,
    packages,
    messaging,
    subscription,
  });
  const outcomes = broke(broken.outcomes, soundRecords.outcomes);
  const records = { ...soundRecords, outcomes };
  const owners = createNumberOwners({
    numbers,
    clock,
    terminationJournal,
    wake,
    lastAsked: messaging.inboundLog.lastAsked,
    stores: personalDataStores({
      db,
      identity,
      messaging,
      consent,
      subscription,
      billing: records,
    }),
  });
  const { removal } = owners;
  const { jobs: checks, hold } = createRecovery({
    config,
    open,
    clock,
    newId,
    logger,
    files,
    readiness,
    metrics,
    wake,
    terminationJournal,
    carriers,
    numbers,
    packages,
    subscription,
    messaging,
    records,
    removal,
  });
  // Nobody of the brand decides anything in a simulation.
  const accounts = { isDisabled: async () => false, changesSince: async () => [] };
  const billing = createBilling({
    config,
    open,
    clock,
    agreement,
    newId,
    metrics,
    wake,
    carriers,
    numbers,
    ledger,
    packages,
    messaging,
    subscription,
    records,
    hold,
    accounts,
    patience,
  });
  const approvals = broke(
    broken.approvals,
    createApprovals({ identity, packages, subscription, billing }),
  );
  const signup = createSignup({
    config,
    secrets,
    db,
    clock,
    newId,
    wake,
    terminationJournal,
    runId,
    fraud,
    numbers,
    owners,
    identity,
    messaging,
    subscription,
    billing,
    approvals,
    logger,
    // The simulated service has a catalogue.
    isOpenForSale: async () => true,
  });
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
    clock,
    wakeSignal,
    logger,
    agreement,
    jobs: jobs.filter(({ name }) => leftOut === undefined || !name.startsWith(leftOut)),
  });
  return {
    logger,
    metrics,
    carriers,
    packages,
    numbers,
    messaging,
    subscription,
    billing,
    owners,
    signup,
    jobs,
    scheduler,
  };
}

function broke<Part>(change: Break<Part> | undefined, made: Part): Part {
  return change ? change(made) : made;
}
