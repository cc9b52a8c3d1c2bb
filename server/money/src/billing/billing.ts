import type { Carriers } from '@bonisa/carriers/carriers';
import type { ConnectedCarrier } from '@bonisa/carriers/registry';
import type { RetrySchedule } from '@bonisa/domain/subscription/retry-schedule';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { ClockAgreement } from '@bonisa/kit/clock/clock-agreement';
import type { Database, OpenDatabase } from '@bonisa/kit/database/database';
import type { OpsRoutes } from '@bonisa/kit/http/operations-listener';
import type { Measure } from '@bonisa/kit/http/operations-measures';
import type { AccountFacts } from '@bonisa/kit/http/studio-types';
import type { NewId } from '@bonisa/kit/ids';
import type { JobGates } from '@bonisa/kit/jobs/job-gates';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import type { Wake } from '@bonisa/kit/jobs/wake-signal';
import type { Metrics } from '@bonisa/kit/metrics';
import type { Numbers } from '@bonisa/people/numbers/numbers';
import type { LedgerPort } from '../ledger/ledger.port.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { createSecondPerson } from '../ledger/second-person.ts';
import { settlementStudioRoutes } from '../ledger/settlement.studio-routes.ts';
import { writeOffStudioRoutes } from '../ledger/write-off.studio-routes.ts';
import type { Messaging } from '../messaging/messaging.ts';
import type { Packages } from '../packages/packages.ts';
import type { ServiceBrand } from '../subscription/offers.ts';
import type { SubscriptionModule } from '../subscription/subscription.ts';
import { chargePersonalData } from './charges/charge.personal-data.ts';
import { type Charge, createChargeRepository } from './charges/charge.repository.ts';
import { createChargeService } from './charges/charge.service.ts';
import { createChargesOnHold } from './charges/charge-on-hold.service.ts';
import { createChargeOutcomes } from './charges/charge-outcome.service.ts';
import { createHasMoved } from './charges/number-move.service.ts';
import { createUnknownOutcomes } from './charges/unknown-outcome.service.ts';
import { exceptionOpsRoutes } from './reconciliation/exception.ops-routes.ts';
import { createExceptionRepository } from './reconciliation/exception.repository.ts';
import { exceptionStudioRoutes } from './reconciliation/exception.studio-routes.ts';
import { openOfMonth } from './reconciliation/exception-groups.ts';
import { reconciliationOpsRoutes } from './reconciliation/reconciliation.ops-routes.ts';
import { createReconciliation } from './reconciliation/reconciliation.ts';
import { refundOpsRoutes } from './refunds/refund.ops-routes.ts';
import { createRefundRepository } from './refunds/refund.repository.ts';
import { createRefundService } from './refunds/refund.service.ts';
import { createRefundOutcomes } from './refunds/refund-outcome.service.ts';
import { createRenewalMeasure } from './renewals/renewal.readings.ts';
import {
  createEndings,
  createRenewals,
  type RenewalDependencies,
} from './renewals/renewal.service.ts';

export interface BillingRecordsDependencies {
  readonly config: { readonly retrySchedule: RetrySchedule };
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly metrics: Pick<Metrics, 'charges' | 'takenCents'>;
  readonly ledger: LedgerPort;
  readonly packages: Pick<Packages, 'sold'>;
  readonly messaging: Pick<Messaging, 'notices'>;
  readonly subscription: Pick<SubscriptionModule, 'repository'>;
}

export type BillingRecords = ReturnType<typeof createBillingRecords>;

/**
 * Builds the repositories and recorders of charges and refunds, without anything that calls the
 * carrier. Recovery needs them before `createBilling`: after a start it compares them with the
 * carrier's list and decides whether billing may move money.
 */
export function createBillingRecords({
  config: { retrySchedule },
  db,
  clock,
  newId,
  metrics,
  ledger,
  packages: { sold },
  messaging: { notices },
  subscription: { repository: subscriptions },
}: BillingRecordsDependencies) {
  const charges = createChargeRepository(db);
  const refunds = createRefundRepository(db);
  const parts = { charges, subscriptions, ledger, notices, sold, retrySchedule, clock, newId };
  return {
    charges,
    refunds,
    outcomes: createChargeOutcomes({ ...parts, onOutcome: countCharge(metrics) }),
    refundOutcomes: createRefundOutcomes({ ...parts, refunds }),
    personalData: chargePersonalData(charges, subscriptions),
  };
}

/** Counts charges whose outcome is recorded, and the money that they took. */
function countCharge(metrics: Pick<Metrics, 'charges' | 'takenCents'>): (charge: Charge) => void {
  return ({ carrierId: carrier, state, reason, amount }) => {
    metrics.charges.inc({ carrier, outcome: state, reason: reason ?? '' });
    if (state === 'succeeded') metrics.takenCents.inc({ carrier }, amount);
  };
}

/**
 * Begins the counters of these carriers at 0. A rate does not see the first charge of a counter
 * that begins with it: nor, after a start, that no charge succeeds.
 */
function beginCounting(
  metrics: Pick<Metrics, 'charges' | 'takenCents'>,
  carrierIds: readonly string[],
): void {
  for (const carrier of carrierIds) {
    metrics.charges.inc({ carrier, outcome: 'succeeded', reason: '' }, 0);
    metrics.charges.inc({ carrier, outcome: 'denied', reason: 'insufficient_airtime' }, 0);
    metrics.takenCents.inc({ carrier }, 0);
  }
}

export interface BillingDependencies {
  readonly config: {
    readonly brand: ServiceBrand;
    readonly retrySchedule: RetrySchedule;
    /** Above this sum, in cents, a second person decides a refund. */
    readonly care: { readonly refundLimit: number };
  };
  readonly open: Pick<OpenDatabase, 'db' | 'long'>;
  readonly clock: Clock;
  readonly agreement: ClockAgreement;
  readonly newId: NewId;
  readonly metrics: Metrics;
  readonly wake: Wake;
  readonly carriers: Pick<Carriers, 'all' | 'byId' | 'ids' | 'sinks'>;
  readonly numbers: Pick<Numbers, 'calls' | 'checkDue' | 'places'>;
  readonly ledger: LedgerPort &
    Pick<Ledger, 'monthOfCharge' | 'settlement' | 'statements' | 'writeOffs'>;
  readonly packages: Pick<Packages, 'sold'>;
  readonly messaging: Pick<Messaging, 'notices'>;
  readonly subscription: Pick<SubscriptionModule, 'repository'>;
  readonly records: BillingRecords;
  /**
   * Recovery comes after billing. It decides whether money may be moved at a carrier:
   * not while this database may be older than the carrier's list.
   */
  readonly hold: { readonly mayMoveMoney: (carrierId: string) => Promise<boolean> };
  /** Of the staff of the studio, whose module comes after this one too. */
  readonly accounts: AccountFacts;
  /** As in {@link RenewalDependencies}. */
  readonly patience?: RenewalDependencies['patience'];
}

export type Billing = ReturnType<typeof createBilling>;

/** Builds charges, renewals, refunds and reconciliation. */
export function createBilling(dependencies: BillingDependencies) {
  const { open, clock, newId, metrics, wake, carriers, numbers, ledger } = dependencies;
  beginCounting(metrics, carriers.ids);
  const { mayMoveMoney } = dependencies.hold;
  const { brand, retrySchedule, care } = dependencies.config;
  const { charges, refunds, outcomes, refundOutcomes } = dependencies.records;
  const { repository: subscriptions } = dependencies.subscription;
  const { notices } = dependencies.messaging;
  const { sinks } = carriers;
  const { sold } = dependencies.packages;
  const carrier = numbers.calls;
  const paceOf = (carrierId: string) => carriers.byId(carrierId).pace;
  const shared = {
    charges,
    subscriptions,
    outcomes,
    carrier,
    paceOf,
    mayMoveMoney,
    agreement: dependencies.agreement,
    clock,
    newId,
    wake,
  };
  const chargeService = createChargeService({
    ...shared,
    roomAt: (carrierId, wanted) => carriers.byId(carrierId).stops.room('charge', wanted),
    hasMoved: createHasMoved({ numberCarriers: numbers.places, charges }),
    sold,
    brand,
    sinkFor: sinks.sinkFor,
  });
  const refundService = createRefundService({
    ...shared,
    refunds,
    exceptions: createExceptionRepository(open.db, newId),
    outcomes: refundOutcomes,
    numberOf: async (subscriptionId) =>
      (await subscriptions.numbersOfSubscriptions([subscriptionId])).get(subscriptionId),
    words: `${brand.name} refund`,
    sinkFor: sinks.refundSinkFor,
    onAnswer: (carrierId, outcome) => metrics.refunds.inc({ carrier: carrierId, outcome }),
  });
  const jobsOf = ({ terms: { id: carrierId }, pace, stops }: ConnectedCarrier) => {
    const parts = { ...shared, carrierId, pace, stops };
    return {
      carrierId,
      chargeLookups: chargeService.lookupsAt(carrierId),
      chargesOnHold: createChargesOnHold({ ...parts, ask: chargeService.ask }),
      renewals: createRenewals({
        ...parts,
        charges: chargeService,
        checkNumbers: (limit) => numbers.checkDue(carrierId, limit),
        notices,
        sold,
        retrySchedule,
        patience: dependencies.patience,
      }),
      refundLookups: refundService.lookupsAt(carrierId),
      refundSends: refundService.sendsAt(carrierId),
    };
  };
  const reconciliation = createReconciliation({
    db: open.long,
    carrier,
    carrierIds: carriers.ids,
    ledger,
    vatRateAt: sold.vatRateAt,
    clock,
    newId,
    metrics,
    lookAgain: async (chargeIds) => {
      for (const id of chargeIds) await charges.lookAgain(id, clock.now());
      if (chargeIds.length > 0) wake('charges');
    },
    unknowns: createUnknownOutcomes({
      charges,
      outcomes,
      refunds,
      refundOutcomes,
      clock,
      wake,
    }),
    refunds,
  });
  const measures: readonly Measure[] = [
    createRenewalMeasure({ open, carrierIds: carriers.ids, clock, metrics }),
    reconciliation.measure,
  ];
  return {
    ...dependencies.records,
    studioRoutes: [
      exceptionStudioRoutes({
        reconciliation,
        writeOffs: ledger.writeOffs,
        refundService,
        refunds,
        charges,
        refundLimit: care.refundLimit,
        wake,
      }),
      settlementStudioRoutes({
        settlement: ledger.settlement,
        statements: ledger.statements,
        openExceptions: (carrier, month) => openOfMonth(reconciliation.exceptions, carrier, month),
        clock,
      }),
      writeOffStudioRoutes(ledger.writeOffs, {
        clock,
        closeException: reconciliation.exceptions.closeWrittenOff,
        giveBack: reconciliation.givingBack.approved,
        wake,
        secondPerson: createSecondPerson(dependencies.accounts),
      }),
    ],
    chargeService,
    refundService,
    /** The jobs that move money. Each carrier has its own, so that no carrier waits for another. */
    jobsAt: carriers.all.map(jobsOf),
    endings: createEndings({ subscriptions, notices, sold, retrySchedule, clock }),
    reconciliation,
    measures,
  };
}

/** The scheduled jobs that charge and refund, behind the gates of recovery. */
export function billingJobs(
  { jobsAt, endings }: Pick<Billing, 'jobsAt' | 'endings'>,
  gates: JobGates,
): readonly ScheduledJob[] {
  const ofCarriers = jobsAt.flatMap((jobs) => {
    const { afterCarrierSync, requireBillingEnabled } = gates.at(jobs.carrierId);
    return [
      afterCarrierSync(jobs.chargeLookups),
      requireBillingEnabled(jobs.chargesOnHold),
      requireBillingEnabled(jobs.renewals),
      jobs.refundLookups,
      requireBillingEnabled(jobs.refundSends),
    ];
  });
  return [...ofCarriers, gates.unlessFrozen(endings)];
}

/** The daily comparison with each carrier's list and what follows, behind the gates of recovery. */
export function reconciliationJobs(
  { reconciliation }: Pick<Billing, 'reconciliation'>,
  gates: JobGates,
): readonly ScheduledJob[] {
  return reconciliation.all.flatMap(({ carrierId, daily, revisits }) =>
    [daily, revisits].map(gates.at(carrierId).afterCarrierSync),
  );
}

/** The operator's routes of billing: reconciliation, its reconciliation exceptions, and refunds. */
export function billingOpsRoutes(
  billing: Pick<Billing, 'reconciliation' | 'refundService' | 'refunds' | 'charges'>,
): readonly OpsRoutes[] {
  const { reconciliation, refundService, refunds, charges } = billing;
  return [
    reconciliationOpsRoutes(reconciliation),
    exceptionOpsRoutes(reconciliation),
    refundOpsRoutes({ service: refundService, refunds, charges }),
  ];
}
