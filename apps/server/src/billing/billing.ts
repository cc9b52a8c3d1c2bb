import type { RetrySchedule } from '@bonisa/domain/retry-schedule';
import type { Carriers, ConnectedCarrier } from '../carriers/registry.ts';
import type { RoutedBilling } from '../carriers/routed-calls.ts';
import type { Sinks } from '../carriers/sinks.ts';
import type { LedgerPort } from '../ledger/ledger.port.ts';
import type { Notices } from '../messaging/notices.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, OpenDatabase } from '../platform/database.ts';
import type { ServiceBrand } from '../subscription/offers.ts';
import type { SubscriptionRepository } from '../subscription/subscription.repository.ts';
import { chargePersonalData } from './charges/charge.personal-data.ts';
import { type Charge, createChargeRepository } from './charges/charge.repository.ts';
import { type ChargeService, createChargeService } from './charges/charge.service.ts';
import { type ChargeOutcomes, createChargeOutcomes } from './charges/charge-outcome.service.ts';
import { createSuspendedCharges } from './charges/suspended-charge.service.ts';
import { createUnknownOutcomes } from './charges/unknown-outcome.service.ts';
import { createReconciliation } from './reconciliation/reconciliation.ts';
import { createRefundRepository } from './refunds/refund.repository.ts';
import { createRefundService } from './refunds/refund.service.ts';
import { createRefundOutcomes } from './refunds/refund-outcome.service.ts';
import { createEndings, createRenewals } from './renewals/renewal.service.ts';

export interface BillingRecordsDependencies {
  readonly db: Database;
  readonly subscriptions: SubscriptionRepository;
  readonly ledger: LedgerPort;
  readonly notices: Notices;
  readonly retrySchedule: RetrySchedule;
  readonly clock: Clock;
  /** Counts each charge whose outcome is recorded. */
  readonly onOutcome?: (charge: Charge) => void;
  /** Records outcomes; by default the recorder that this capability builds. */
  readonly outcomes?: ChargeOutcomes;
}

export type BillingRecords = ReturnType<typeof createBillingRecords>;

/**
 * Builds the repositories and recorders of charges and refunds, without anything that calls the
 * carrier. Recovery needs them before `createBilling`: after a start it compares them with the
 * carrier's list and decides whether billing may move money.
 */
export function createBillingRecords({
  db,
  subscriptions,
  ledger,
  notices,
  retrySchedule,
  clock,
  onOutcome,
  outcomes,
}: BillingRecordsDependencies) {
  const charges = createChargeRepository(db);
  const refunds = createRefundRepository(db);
  const parts = { charges, subscriptions, ledger, notices, retrySchedule, clock };
  return {
    charges,
    refunds,
    outcomes: outcomes ?? createChargeOutcomes({ ...parts, ...(onOutcome ? { onOutcome } : {}) }),
    refundOutcomes: createRefundOutcomes({ ...parts, refunds }),
    personalData: chargePersonalData(charges, subscriptions),
  };
}

export interface BillingDependencies {
  readonly open: Pick<OpenDatabase, 'long'>;
  readonly records: BillingRecords;
  readonly subscriptions: SubscriptionRepository;
  readonly ledger: LedgerPort;
  readonly notices: Notices;
  readonly carrier: Pick<
    RoutedBilling,
    'charge' | 'findCharge' | 'refund' | 'findRefund' | 'listCharges'
  >;
  readonly carriers: Carriers;
  /**
   * Looks up the current carrier of up to this many due subscriptions' numbers, so that each number
   * that has moved is charged at its new carrier.
   */
  readonly checkNumbers: (carrierId: string, limit: number) => Promise<void>;
  readonly sinks: Pick<Sinks, 'sinkFor' | 'refundSinkFor'>;
  /**
   * Whether money may be moved at a carrier. Recovery answers no while this database may be older
   * than the carrier's list.
   */
  readonly mayMoveMoney: (carrierId: string) => Promise<boolean>;
  readonly retrySchedule: RetrySchedule;
  readonly brand: ServiceBrand;
  readonly clock: Clock;
  readonly wake: () => void;
  /** Counts each of the carrier's answers to a refund. */
  readonly onRefundAnswer: (carrierId: string, outcome: string) => void;
  /** The service of charges; by default the one that this capability builds. */
  readonly chargeService?: ChargeService;
}

export type Billing = ReturnType<typeof createBilling>;

/** Builds charges, renewals, refunds and reconciliation. */
export function createBilling({ records, subscriptions, ...dependencies }: BillingDependencies) {
  const { carrier, carriers, sinks, mayMoveMoney, notices, retrySchedule } = dependencies;
  const { open, ledger, brand, clock, wake, onRefundAnswer, checkNumbers } = dependencies;
  const { charges, refunds, outcomes, refundOutcomes } = records;
  const paceOf = (carrierId: string) => carriers.byId(carrierId).pace;
  const shared = { charges, subscriptions, outcomes, carrier, paceOf, mayMoveMoney, clock, wake };
  const chargeService =
    dependencies.chargeService ??
    createChargeService({
      ...shared,
      serviceKeyOf: (carrierId, packageId) => carriers.byId(carrierId).terms.serviceKeys[packageId],
      brand,
      sinkFor: sinks.sinkFor,
    });
  const refundService = createRefundService({
    ...shared,
    refunds,
    outcomes: refundOutcomes,
    numberOf: async (subscriptionId) =>
      (await subscriptions.numbersOfSubscriptions([subscriptionId])).get(subscriptionId),
    words: `${brand.name} refund`,
    sinkFor: sinks.refundSinkFor,
    onAnswer: onRefundAnswer,
  });
  const jobsOf = ({ terms: { id: carrierId }, pace, stops }: ConnectedCarrier) => {
    const parts = { ...shared, carrierId, pace, stops };
    return {
      carrierId,
      chargeLookups: chargeService.lookupsAt(carrierId),
      suspendedCharges: createSuspendedCharges({ ...parts, ask: chargeService.ask }),
      renewals: createRenewals({
        ...parts,
        charges: chargeService,
        checkNumbers: (limit) => checkNumbers(carrierId, limit),
        notices,
        retrySchedule,
      }),
      refundLookups: refundService.lookupsAt(carrierId),
      refundSends: refundService.sendsAt(carrierId),
    };
  };
  return {
    ...records,
    chargeService,
    refundService,
    /** The jobs that move money. Each carrier has its own, so that no carrier waits for another. */
    jobsAt: carriers.all.map(jobsOf),
    endings: createEndings({ subscriptions, notices, retrySchedule, clock }),
    reconciliation: createReconciliation({
      db: open.long,
      carrier,
      carrierIds: carriers.all.map(({ terms }) => terms.id),
      ledger,
      clock,
      lookAgain: async (chargeIds) => {
        for (const id of chargeIds) await charges.lookAgain(id, clock.now());
        if (chargeIds.length > 0) wake();
      },
      unknowns: createUnknownOutcomes({
        charges,
        outcomes,
        refunds,
        refundOutcomes,
        clock,
        wake,
      }),
    }),
  };
}
