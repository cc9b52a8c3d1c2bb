import type { RoutedBilling } from '@bonisa/carriers/routed-calls';
import type { VatRateAt } from '@bonisa/domain/money/vat-rates';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { invalidRequest } from '@bonisa/kit/http/errors';
import type { NewId } from '@bonisa/kit/ids';
import type { Metrics } from '@bonisa/kit/metrics';
import type { LedgerPort, SettlementMonths } from '../../ledger/ledger.port.ts';
import type { WriteOffs } from '../../ledger/write-off.service.ts';
import type { UnknownOutcomes } from '../charges/unknown-outcome.service.ts';
import type { RefundRepository } from '../refunds/refund.repository.ts';
import { createComparisons } from './comparison.service.ts';
import { createDailyReconciliation } from './daily-reconciliation.ts';
import { createExceptionRepository } from './exception.repository.ts';
import { createExceptionService } from './exception.service.ts';
import { createExceptionPosting } from './exception-posting.ts';
import { createExceptionRevisits } from './exception-revisits.ts';
import { createGivingBack } from './giving-back.service.ts';
import { createReconciliationMeasure } from './reconciliation.measures.ts';
import { createReconciliationRepository } from './reconciliation.repository.ts';

export interface ReconciliationDependencies {
  /** Reads days of charges, which may take longer than a call. */
  readonly db: Database;
  readonly carrier: Pick<RoutedBilling, 'listCharges'>;
  /** The ids of the carriers; the list of each is compared separately. */
  readonly carrierIds: readonly string[];
  readonly ledger: LedgerPort &
    SettlementMonths & { readonly writeOffs: Pick<WriteOffs, 'askForException'> };
  /** The lawful rates of VAT, for payments that have no charge here. */
  readonly vatRateAt: VatRateAt;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly metrics: Metrics;
  /** Looks these charges up at the carrier at once. */
  readonly lookAgain: (chargeIds: readonly string[]) => Promise<void>;
  readonly unknowns: UnknownOutcomes;
  readonly refunds: Pick<RefundRepository, 'within' | 'ofExceptions'>;
}

export type Reconciliation = ReturnType<typeof createReconciliation>;

/**
 * Builds the comparison of our charges with each carrier's list, and the exceptions that it opens.
 */
export function createReconciliation({
  db,
  carrier,
  carrierIds,
  ledger,
  vatRateAt,
  clock,
  newId,
  metrics,
  lookAgain,
  unknowns,
  refunds,
}: ReconciliationDependencies) {
  const exceptionRepository = createExceptionRepository(db, newId);

  const booksOf = (carrierId: string) => {
    const books = createReconciliationRepository(db, { carrierId, newId });
    const comparisons = createComparisons({
      carrierId,
      repository: books,
      exceptions: exceptionRepository,
      carrier,
      vatRateAt,
      clock,
      lookAgain,
    });
    const { revisit } = comparisons;
    const revisits = createExceptionRevisits({ db, carrierId, revisit, clock });
    return {
      ...comparisons,
      carrierId,
      repository: books,
      between: books.between,
      /** Compares each day on the next morning. */
      daily: createDailyReconciliation({
        carrierId,
        comparisons,
        repository: books,
        onDiffering: revisits.soon,
        clock,
      }),
      revisits,
    };
  };
  const all = carrierIds.map(booksOf);

  /** The named carrier, or the first one. Refuses an unknown name. */
  const of = (carrierId: string | undefined = carrierIds[0]) => {
    const books = all.find((one) => one.carrierId === carrierId);
    if (books) return books;
    const problem = `must be one of ${carrierIds.join(', ')}`;
    throw invalidRequest([{ field: 'carrier', problem }]);
  };

  const posting = createExceptionPosting({
    exceptions: exceptionRepository,
    books: of().repository,
    ledger,
    clock,
  });
  const givingBack = createGivingBack({
    db,
    posting,
    refunds,
    writeOffs: ledger.writeOffs,
    clock,
    newId,
  });

  return {
    /** The comparison with every carrier. */
    all,
    of,
    /** Checks again the exceptions of every carrier whose charges are being looked up. */
    revisitAll: async (): Promise<void> => {
      for (const books of all) await books.revisit();
    },
    exceptions: createExceptionService({
      db,
      exceptions: exceptionRepository,
      posting,
      givingBack,
      ledger,
      writeOffs: ledger.writeOffs,
      clock,
      unknowns,
    }),
    givingBack,
    measure: createReconciliationMeasure({
      exceptions: exceptionRepository,
      books: all.map(({ carrierId, repository: { latest, firstChargeAt } }) => ({
        carrierId,
        latest,
        firstChargeAt,
      })),
      clock,
      metrics,
    }),
    clock,
  };
}
