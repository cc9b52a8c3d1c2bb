import {
  BOOK_KINDS,
  type CaseKind,
  type CaseRepository,
} from '../billing/reconciliation/case.repository.ts';
import type { ReconciliationRepository } from '../billing/reconciliation/reconciliation.repository.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { LedgerRepository } from './ledger.repository.ts';

const KINDS = [
  ...BOOK_KINDS,
  'unknown_charge',
  'unknown_refund',
  'refund_denied',
] as const satisfies readonly CaseKind[];
/** Adding up a large ledger takes long: it is done for at most this part of the time. */
const REST_FACTOR = 20;
const LEAST_REST_MS = 10_000;

export interface MeasureDependencies {
  readonly repository: Pick<LedgerRepository, 'balance'>;
  readonly cases: Pick<CaseRepository, 'countOpen'>;
  readonly books: Pick<ReconciliationRepository, 'latest'>;
}

/** Writes what the operator sees of the books into the metrics, when they are read. */
export function createLedgerMeasures({
  repository,
  cases,
  books,
}: MeasureDependencies): (metrics: Metrics) => Promise<void> {
  const balance = rested(() => repository.balance());
  return async (metrics) => {
    const [cents, open, latest] = await Promise.all([balance(), cases.countOpen(), books.latest()]);
    metrics.ledgerImbalance.set(cents);
    for (const kind of KINDS) metrics.openCases.set({ kind }, open[kind] ?? 0);
    if (!latest) return;
    metrics.reconciliationDifferences.set({ kind: 'missing_here' }, latest.missingHere);
    metrics.reconciliationDifferences.set({ kind: 'missing_there' }, latest.missingThere);
    metrics.reconciliationDifferences.set({ kind: 'differing' }, latest.differing);
    metrics.reconciledDay.set(Date.parse(`${latest.day}T00:00:00.000Z`) / 1000);
  };
}

/**
 * The same work, answered from the last time for as long as it is many times shorter than the rest
 * in between.
 */
function rested<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let last: Promise<Result> | undefined;
  let until = 0;
  return () => {
    if (last && performance.now() < until) return last;
    const began = performance.now();
    until = Number.POSITIVE_INFINITY;
    const running = work();
    last = running;
    const rest = (): void => {
      const now = performance.now();
      until = now + Math.max((now - began) * REST_FACTOR, LEAST_REST_MS);
    };
    const forget = (): void => {
      last = undefined;
    };
    running.then(rest, forget);
    return running;
  };
}
