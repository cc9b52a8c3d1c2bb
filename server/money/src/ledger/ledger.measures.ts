import type { Measure } from '@bonisa/kit/http/operations-measures';
import type { Metrics } from '@bonisa/kit/metrics';
import type { LedgerRepository } from './ledger.repository.ts';

/** Adding up a large ledger takes long: it may use at most this part of the time. */
const REST_FACTOR = 20;
const LEAST_REST_MS = 10_000;

/** Sets the metric of the ledger's imbalance, in cents, whenever the metrics are read. */
export function createLedgerMeasure(
  repository: Pick<LedgerRepository, 'balance'>,
  metrics: Pick<Metrics, 'ledgerImbalance'>,
): Measure {
  const balance = rested(() => repository.balance());
  return async () => metrics.ledgerImbalance.set(await balance());
}

/**
 * Repeats the work only after a rest that is many times longer than the work took. Until then it
 * returns the last result.
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
