import type { Metrics } from '../../platform/metrics.ts';
import { BOOK_KINDS, type CaseKind, type CaseRepository } from './case.repository.ts';
import type { ReconciliationRepository } from './reconciliation.repository.ts';

const KINDS = [
  ...BOOK_KINDS,
  'unknown_charge',
  'unknown_refund',
  'refund_denied',
] as const satisfies readonly CaseKind[];

/** Sets the metrics of open cases and of the latest reconciliation, whenever they are read. */
export function createReconciliationMeasures({
  cases,
  books,
}: {
  readonly cases: Pick<CaseRepository, 'countOpen'>;
  readonly books: Pick<ReconciliationRepository, 'latest'>;
}): (metrics: Metrics) => Promise<void> {
  return async (metrics) => {
    const [open, latest] = await Promise.all([cases.countOpen(), books.latest()]);
    for (const kind of KINDS) metrics.openCases.set({ kind }, open[kind] ?? 0);
    if (!latest) return;
    metrics.reconciliationDifferences.set({ kind: 'missing_here' }, latest.missingHere);
    metrics.reconciliationDifferences.set({ kind: 'missing_there' }, latest.missingThere);
    metrics.reconciliationDifferences.set({ kind: 'differing' }, latest.differing);
    metrics.reconciledDay.set(Date.parse(`${latest.day}T00:00:00.000Z`) / 1000);
  };
}
