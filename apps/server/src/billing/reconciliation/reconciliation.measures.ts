import { type Day, dayOf, daysAfter } from '@bonisa/domain/south-african-time';
import type { Clock } from '../../platform/clock/clock.ts';
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

/** A carrier without any charge is looked for in all of them: not at each reading. */
const LOOK_AGAIN_MS = 3_600_000;

interface Books extends Pick<ReconciliationRepository, 'latest' | 'firstChargeAt'> {
  readonly carrierId: string;
}

/** Sets the metrics of open cases and of the latest reconciliation whenever they are read. */
export function createReconciliationMeasure({
  cases,
  books,
  metrics,
  clock,
}: {
  readonly cases: Pick<CaseRepository, 'countOpen'>;
  /** The comparisons of each carrier. */
  readonly books: readonly Books[];
  readonly metrics: Pick<Metrics, 'openCases' | 'reconciliationDifferences' | 'reconciledDay'>;
  readonly clock: Clock;
}): Measure {
  const dayBeforeFirst = createDayBeforeFirst(clock);
  const setDay = (carrier: string, day: string): void =>
    metrics.reconciledDay.set({ carrier }, Date.parse(`${day}T00:00:00.000Z`) / 1000);
  return async () => {
    const [open, latest] = await Promise.all([
      cases.countOpen(),
      Promise.all(books.map((one) => one.latest())),
    ]);
    for (const kind of KINDS) metrics.openCases.set({ kind }, open[kind] ?? 0);
    for (const [place, one] of books.entries()) {
      const row = latest[place];
      if (!row) {
        const before = await dayBeforeFirst(one);
        if (before) setDay(one.carrierId, before);
        continue;
      }
      const { carrierId: carrier, day, missingHere, missingThere, differing } = row;
      metrics.reconciliationDifferences.set({ carrier, kind: 'missing_here' }, missingHere);
      metrics.reconciliationDifferences.set({ carrier, kind: 'missing_there' }, missingThere);
      metrics.reconciliationDifferences.set({ carrier, kind: 'differing' }, differing);
      setDay(carrier, day);
    }
  };
}

/**
 * A carrier whose list was never compared has been compared up to the day before its first charge:
 * without a figure nobody would be called where its list could never be read.
 */
function createDayBeforeFirst(clock: Clock): (books: Books) => Promise<Day | undefined> {
  const known = new Map<string, { readonly day: Day | undefined; readonly until: number }>();
  return async ({ carrierId, firstChargeAt }) => {
    const now = clock.now().getTime();
    const found = known.get(carrierId);
    if (found && (found.day || now < found.until)) return found.day;
    const first = await firstChargeAt();
    const day = first ? daysAfter(dayOf(first), -1) : undefined;
    known.set(carrierId, { day, until: now + LOOK_AGAIN_MS });
    return day;
  };
}
