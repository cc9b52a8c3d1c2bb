import type { Measure } from '../../platform/http/operations-measures.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { BOOK_KINDS, type CaseKind, type CaseRepository } from './case.repository.ts';
import type { ReconciliationRepository } from './reconciliation.repository.ts';

const KINDS = [
  ...BOOK_KINDS,
  'unknown_charge',
  'unknown_refund',
  'refund_denied',
] as const satisfies readonly CaseKind[];

/** Sets the metrics of open cases and of the latest reconciliation whenever they are read. */
export function createReconciliationMeasure({
  cases,
  books,
  metrics,
}: {
  readonly cases: Pick<CaseRepository, 'countOpen'>;
  /** The comparisons of each carrier. */
  readonly books: readonly (Pick<ReconciliationRepository, 'latest'> & {
    readonly carrierId: string;
  })[];
  readonly metrics: Metrics;
}): Measure {
  return async () => {
    const [open, latest] = await Promise.all([
      cases.countOpen(),
      Promise.all(books.map((one) => one.latest())),
    ]);
    for (const kind of KINDS) metrics.openCases.set({ kind }, open[kind] ?? 0);
    for (const row of latest) {
      if (!row) continue;
      const { carrierId: carrier, day, missingHere, missingThere, differing } = row;
      metrics.reconciliationDifferences.set({ carrier, kind: 'missing_here' }, missingHere);
      metrics.reconciliationDifferences.set({ carrier, kind: 'missing_there' }, missingThere);
      metrics.reconciliationDifferences.set({ carrier, kind: 'differing' }, differing);
      metrics.reconciledDay.set({ carrier }, Date.parse(`${day}T00:00:00.000Z`) / 1000);
    }
  };
}
