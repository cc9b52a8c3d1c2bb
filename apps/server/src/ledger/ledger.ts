import type { BasisPoints } from '@bonisa/domain/carrier-settlement';
import type { UnknownOutcomes } from '../billing/charges/unknown-outcome.service.ts';
import { createCaseRepository } from '../billing/reconciliation/case.repository.ts';
import { createCaseService } from '../billing/reconciliation/case.service.ts';
import { createDailyReconciliation } from '../billing/reconciliation/daily-reconciliation.ts';
import { createReconciliationRepository } from '../billing/reconciliation/reconciliation.repository.ts';
import { createReconciliation } from '../billing/reconciliation/reconciliation.service.ts';
import type { Carrier } from '../carriers/carrier.port.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { createCarrierSettlementRepository } from './carrier-settlement.repository.ts';
import { createCarrierSettlement } from './carrier-settlement.service.ts';
import { createLedgerMeasures } from './ledger.measures.ts';
import { createLedgerRepository } from './ledger.repository.ts';

export interface LedgerDependencies {
  readonly db: Database;
  readonly carrier: Pick<Carrier, 'listCharges'>;
  readonly clock: Clock;
  /** What the carrier keeps of the net, in hundredths of a percent. */
  readonly carrierShare: BasisPoints;
  /** Has charges looked up at once. */
  readonly lookAgain: (chargeIds: readonly string[]) => Promise<void>;
  readonly unknowns: UnknownOutcomes;
}

export type Ledger = ReturnType<typeof createLedger>;

/**
 * The books: their report, their comparison with the carrier's, what people must decide, and
 * settling with the carrier.
 */
export function createLedger({
  db,
  carrier,
  clock,
  carrierShare,
  lookAgain,
  unknowns,
}: LedgerDependencies) {
  const repository = createLedgerRepository(db);
  const books = createReconciliationRepository(db);
  const caseRepository = createCaseRepository(db);
  const reconciliation = createReconciliation({
    repository: books,
    cases: caseRepository,
    carrier,
    clock,
    lookAgain,
  });
  return {
    report: repository.report,
    reconciliation: { ...reconciliation, between: books.between },
    /** Each morning the day before. */
    daily: createDailyReconciliation({ reconciliation, repository: books, clock }),
    cases: createCaseService({ db, cases: caseRepository, books, clock, unknowns }),
    settlement: createCarrierSettlement({
      repository: createCarrierSettlementRepository(db),
      clock,
      share: carrierShare,
    }),
    measures: createLedgerMeasures({ repository, cases: caseRepository, books }),
    clock,
    carrierShare,
  };
}
