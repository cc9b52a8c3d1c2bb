import type { BasisPoints } from '@bonisa/domain/carrier-settlement';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { createCarrierSettlementRepository } from './carrier-settlement.repository.ts';
import { createCarrierSettlement } from './carrier-settlement.service.ts';
import { createLedgerMeasures } from './ledger.measures.ts';
import type { LedgerPort } from './ledger.port.ts';
import { createLedgerRepository } from './ledger.repository.ts';
import { post } from './posting.repository.ts';

/**
 * The configuration of a carrier that the ledger needs: its id, and its share in hundredths of a
 * percent.
 */
export interface LedgerCarrier {
  readonly id: string;
  readonly share: BasisPoints;
}

export interface LedgerDependencies {
  /** Adds up months of lines, which may take longer than a call. */
  readonly db: Database;
  readonly clock: Clock;
  readonly carriers: readonly [LedgerCarrier, ...LedgerCarrier[]];
}

export type Ledger = ReturnType<typeof createLedger>;

/** Builds the double-entry ledger: postings, its report, and the settlement with each carrier. */
export function createLedger({ db, clock, carriers }: LedgerDependencies) {
  const repository = createLedgerRepository(db);
  const port: LedgerPort = { post };
  return {
    ...port,
    report: repository.report,
    settlement: createCarrierSettlement({
      repository: createCarrierSettlementRepository(db),
      clock,
      carriers,
    }),
    measure: createLedgerMeasures(repository),
    clock,
  };
}
