import type { BasisPoints } from '@bonisa/domain/money/carrier-settlement';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import type { Metrics } from '@bonisa/kit/metrics';
import { createCarrierSettlementRepository } from './carrier-settlement.repository.ts';
import { createCarrierSettlement } from './carrier-settlement.service.ts';
import { createCarrierStatementRepository } from './carrier-statement.repository.ts';
import { createCarrierStatements } from './carrier-statement.service.ts';
import { createLedgerMeasure } from './ledger.measures.ts';
import type { LedgerPort, SettlementMonths, SumLedger } from './ledger.port.ts';
import { createLedgerRepository } from './ledger.repository.ts';
import { createPosting, monthOfCharge } from './posting.repository.ts';
import { createWriteOffRepository } from './write-off.repository.ts';
import { createWriteOffs } from './write-off.service.ts';

/**
 * The configuration of a carrier that the ledger needs: its id, and its share in hundredths of a
 * percent.
 */
export interface LedgerCarrier {
  readonly id: string;
  readonly share: BasisPoints;
}

export interface LedgerDependencies {
  /** Its `long` database adds up months of lines: that may run longer than a call. */
  readonly open: Pick<OpenDatabase, 'long'>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly metrics: Pick<Metrics, 'ledgerImbalance'>;
  /** The reports come after the ledger, so how they add it up is handed in. */
  readonly sums: SumLedger;
  readonly carriers: { readonly terms: readonly [LedgerCarrier, ...LedgerCarrier[]] };
}

export type Ledger = ReturnType<typeof createLedger>;

/** Builds the double-entry ledger: postings, its report, and the settlement with each carrier. */
export function createLedger({ open, clock, newId, metrics, carriers, sums }: LedgerDependencies) {
  const repository = createLedgerRepository(open.long);
  const port: LedgerPort & SettlementMonths = { post: createPosting(newId), monthOfCharge };
  const settlement = createCarrierSettlement({
    repository: createCarrierSettlementRepository(open.long, port.post, sums),
    clock,
    newId,
    carriers: carriers.terms,
  });
  const statements = createCarrierStatements({
    repository: createCarrierStatementRepository(open.long),
    settlement,
    clock,
    newId,
  });
  const writeOffs = createWriteOffs({
    repository: createWriteOffRepository(open.long),
    settlement,
    clock,
    newId,
  });
  return {
    ...port,
    report: repository.report,
    settlement,
    /** The calls of these two stand with the reconciliation exceptions: they show or close them. */
    statements,
    writeOffs,
    measure: createLedgerMeasure(repository, metrics),
    clock,
  };
}
