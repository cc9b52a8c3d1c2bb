import { type Day, dayOf, daysAfter } from '@bonisa/domain/south-african-time';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Measure } from '@bonisa/kit/http/operations-measures';
import type { Metrics } from '@bonisa/kit/metrics';
import {
  BOOK_KINDS,
  type ExceptionKind,
  type ExceptionRepository,
} from './exception.repository.ts';
import type { ReconciliationRepository, ReconciliationRow } from './reconciliation.repository.ts';

const KINDS = [
  ...BOOK_KINDS,
  'unknown_charge',
  'unknown_refund',
  'refund_denied',
] as const satisfies readonly ExceptionKind[];

/** A carrier without charges has the database read all charges. */
const FIRST_CHARGE_AGAIN_MS = 15 * 60_000;

/** The comparisons of a carrier. */
type Books = Pick<ReconciliationRepository, 'latest' | 'firstChargeAt'> & {
  readonly carrierId: string;
};

/** Sets the metrics of open exceptions and of the latest reconciliation whenever they are read. */
export function createReconciliationMeasure({
  exceptions,
  books,
  clock,
  metrics,
}: {
  readonly exceptions: Pick<ExceptionRepository, 'countOpen'>;
  readonly books: readonly Books[];
  readonly clock: Clock;
  readonly metrics: Metrics;
}): Measure {
  const all = books.map((carrierBooks) => ({
    ...carrierBooks,
    comparedUntil: createComparedUntil(carrierBooks, clock),
  }));
  return async () => {
    const [open, latest] = await Promise.all([
      exceptions.countOpen(),
      Promise.all(
        all.map(async ({ carrierId: carrier, latest, comparedUntil }) => {
          const row = await latest();
          return { carrier, row, until: await comparedUntil(row) };
        }),
      ),
    ]);
    for (const kind of KINDS) metrics.openExceptions.set({ kind }, open[kind] ?? 0);
    for (const { carrier, row, until } of latest) {
      if (until) metrics.reconciledDay.set({ carrier }, Date.parse(`${until}T00:00:00Z`) / 1000);
      if (!row) continue;
      const { missingHere, missingThere, differing } = row;
      metrics.reconciliationDifferences.set({ carrier, kind: 'missing_here' }, missingHere);
      metrics.reconciliationDifferences.set({ carrier, kind: 'missing_there' }, missingThere);
      metrics.reconciliationDifferences.set({ carrier, kind: 'differing' }, differing);
    }
  };
}

/**
 * The last day compared. A carrier without any has nothing to compare until the day before its
 * first charge; one without charges has no day, whatever somebody compared by hand.
 */
function createComparedUntil({ firstChargeAt }: Books, clock: Clock) {
  let first: Day | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async (latest: ReconciliationRow | undefined): Promise<Day | undefined> => {
    const now = clock.now().getTime();
    if (!first && now - lookedAt >= FIRST_CHARGE_AGAIN_MS) {
      const at = await firstChargeAt();
      lookedAt = now;
      first = at ? dayOf(at) : undefined;
    }
    if (!first) return undefined;
    const before = daysAfter(first, -1);
    return latest && latest.day > before ? (latest.day as Day) : before;
  };
}
