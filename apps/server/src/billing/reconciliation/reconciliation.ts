import type { Carrier } from '../../carriers/carrier.port.ts';
import type { LedgerPort } from '../../ledger/ledger.port.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { UnknownOutcomes } from '../charges/unknown-outcome.service.ts';
import { createCaseRepository } from './case.repository.ts';
import { createCaseService } from './case.service.ts';
import { createComparisons } from './comparison.service.ts';
import { createDailyReconciliation } from './daily-reconciliation.ts';
import { createReconciliationMeasures } from './reconciliation.measures.ts';
import { createReconciliationRepository } from './reconciliation.repository.ts';

export interface ReconciliationDependencies {
  /** Reads days of charges: it may run longer than a call. */
  readonly db: Database;
  readonly carrier: Pick<Carrier, 'listCharges'>;
  readonly ledger: LedgerPort;
  readonly clock: Clock;
  /** Looks these charges up at the carrier at once. */
  readonly lookAgain: (chargeIds: readonly string[]) => Promise<void>;
  readonly unknowns: UnknownOutcomes;
}

export type Reconciliation = ReturnType<typeof createReconciliation>;

/** Builds the comparison of our charges with the carrier's list, and the cases that it opens. */
export function createReconciliation({
  db,
  carrier,
  ledger,
  clock,
  lookAgain,
  unknowns,
}: ReconciliationDependencies) {
  const books = createReconciliationRepository(db);
  const caseRepository = createCaseRepository(db);
  const comparisons = createComparisons({
    repository: books,
    cases: caseRepository,
    carrier,
    clock,
    lookAgain,
  });
  return {
    ...comparisons,
    between: books.between,
    /** Compares each day on the next morning. */
    daily: createDailyReconciliation({ comparisons, repository: books, clock }),
    cases: createCaseService({ db, cases: caseRepository, books, ledger, clock, unknowns }),
    measure: createReconciliationMeasures({ cases: caseRepository, books }),
    clock,
  };
}
