import { CarrierUnavailableError } from '@bonisa/carriers/carrier-outcome';
import { type Day, dayOf, daysAfter, instantOf } from '@bonisa/domain/south-african-time';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import {
  BeingComparedError,
  ComparedMeanwhileError,
  type Comparison,
  type Comparisons,
} from './comparison.service.ts';
import type { ReconciliationRepository } from './reconciliation.repository.ts';

/** By then the carrier's list of the day before is complete. South African time. */
const HOUR = 6;
const TRY_AGAIN_MS = 15 * 60_000;
/** Batches in one turn, because other jobs wait. All but large days need one turn. */
const STEPS_A_TURN = 6;

export interface DailyReconciliationDependencies {
  /** The id of the carrier whose list is compared. */
  readonly carrierId: string;
  readonly comparisons: Pick<Comparisons, 'byList'>;
  readonly repository: Pick<ReconciliationRepository, 'firstChargeAt' | 'comparedSince'>;
  /** Called after a comparison with differences: their charges are being looked up. */
  readonly onDiffering: () => Promise<void>;
  readonly clock: Clock;
}

interface Due {
  readonly day: Day;
  readonly at: Date;
}

/**
 * Compares each South African day with the carrier's list on the next morning, from the day of the
 * first charge on, and catches up missed days one by one. A large day takes many turns, between
 * which other jobs run. An unavailable list is tried again after a quarter of an hour.
 */
export function createDailyReconciliation({
  carrierId,
  comparisons,
  repository,
  onDiffering,
  clock,
}: DailyReconciliationDependencies): ScheduledJob {
  /**
   * The next day to compare. It is read again only when it is due, because compared days stay
   * compared.
   */
  let known: Due | undefined;
  let active: Comparison | undefined;
  let notBefore: Date | undefined;

  const inMs = (ms: number): Date => new Date(clock.now().getTime() + ms);

  const nextDay = async (): Promise<Due | undefined> => {
    if (known && known.at > clock.now()) return known;
    const from = known?.day ?? (await firstDay());
    known = from && (await firstUncompared(from));
    return known;
  };

  const firstDay = async (): Promise<Day | undefined> => {
    const first = await repository.firstChargeAt();
    return first ? dayOf(first) : undefined;
  };

  /**
   * A day counts as compared only by a comparison after its end, once the carrier had time to
   * complete its list.
   */
  const firstUncompared = async (first: Day): Promise<Due> => {
    const done = new Set(
      (await repository.comparedSince(first))
        .filter(({ day, at }) => at >= dueAfter(day as Day))
        .map(({ day }) => day),
    );
    let day = first;
    while (done.has(day)) day = daysAfter(day, 1);
    return { day, at: dueAfter(day) };
  };

  const nextDue = async (): Promise<Date | null> => {
    if (active) return clock.now();
    const day = await nextDay();
    return day ? latest(day.at, notBefore) : null;
  };

  /**
   * Returns 1 when the comparison is done; with 0 the scheduler runs other jobs before it returns.
   */
  const turn = async (comparison: Comparison): Promise<number> => {
    for (let step = 0; step < STEPS_A_TURN; step++) {
      const { done, value } = await comparison.next();
      if (!done) continue;
      active = undefined;
      notBefore = undefined;
      if (value.differing > 0) await onDiffering();
      return 1;
    }
    return 0;
  };

  /** Another process was faster; the job looks for the next due day. */
  const skipDay = (): number => {
    active = undefined;
    return 1;
  };

  /**
   * Postpones the next try after any failure. Returns whether the failure is the carrier's and no
   * error of ours.
   */
  const giveUp = (error: unknown): boolean => {
    active = undefined;
    notBefore =
      error instanceof BeingComparedError
        ? error.until
        : inMs(Math.max(TRY_AGAIN_MS, requestedWait(error)));
    return error instanceof BeingComparedError || error instanceof CarrierUnavailableError;
  };

  return {
    name: `reconciliation-${carrierId}`,
    nextDue,
    run: async () => {
      const now = clock.now();
      if (!active) {
        const day = await nextDay();
        if (!day || latest(day.at, notBefore) > now) return 0;
        active = comparisons.byList(day.day, day.at);
      }
      try {
        return await turn(active);
      } catch (error) {
        if (error instanceof ComparedMeanwhileError) return skipDay();
        if (giveUp(error)) return 0;
        throw error;
      }
    },
  };
}

/** How long the carrier asks us to wait. */
function requestedWait(error: unknown): number {
  return error instanceof CarrierUnavailableError ? (error.why.retryAfterSeconds ?? 0) * 1000 : 0;
}

function dueAfter(day: Day): Date {
  return instantOf(daysAfter(day, 1), HOUR);
}

function latest(instant: Date, other: Date | undefined): Date {
  return other && other > instant ? other : instant;
}
