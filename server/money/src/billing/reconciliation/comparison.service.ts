import type { RoutedBilling } from '@bonisa/carriers/routed-calls';
import {
  boundsOf,
  type Counts,
  entryOfCharge,
  type Finding,
  type FindingKind,
  judgeEntry,
  judgeUnlisted,
} from '@bonisa/domain/money/reconciliation';
import type { VatRateAt } from '@bonisa/domain/money/vat-rates';
import { type Day, dayOf } from '@bonisa/domain/south-african-time';
import type { Clock } from '@bonisa/kit/clock/clock';
import { leaseEnd, renewLease } from '@bonisa/kit/jobs/lease';
import {
  type Books,
  beside,
  createCarrierList,
  dayFirst,
  edgesOf,
  inBatches,
  placed,
  untilUnavailable,
  type Window,
  wholeOf,
} from './carrier-books.ts';
import type { ExceptionRepository } from './exception.repository.ts';
import {
  type BookEntry,
  type BookedCharge,
  canResolveItself,
  type Difference,
  exceptionOf,
  paymentSubject,
} from './proposals.ts';
import type { PlacedEntry, ReconciliationRepository } from './reconciliation.repository.ts';

const BATCH = 1000;
/** When charges are searched by the carrier's id, this much time around the day is searched. */
const NEAR_MS = 24 * 60 * 60_000;
const NO_ID = '00000000-0000-0000-0000-000000000000';

type Source = 'list' | 'file';
type Found = Finding<BookEntry, BookedCharge>;

/** Another run is comparing the same day. */
export class BeingComparedError extends Error {
  readonly until: Date;

  constructor(until: Date) {
    super('this day is being compared just now');
    this.name = 'BeingComparedError';
    this.until = until;
  }
}

/** Another process has compared this day meanwhile. */
export class ComparedMeanwhileError extends Error {
  constructor() {
    super('this day was compared meanwhile');
    this.name = 'ComparedMeanwhileError';
  }
}

/** An entry appears twice in a file that must name each payment once. */
export class DoubleEntryError extends Error {
  readonly place: number;

  constructor(place: number) {
    super('a payment stands twice');
    this.name = 'DoubleEntryError';
    this.place = place;
  }
}

export interface ComparisonDependencies {
  /** The id of the carrier whose list is compared. */
  readonly carrierId: string;
  readonly repository: ReconciliationRepository;
  readonly exceptions: ExceptionRepository;
  readonly carrier: Pick<RoutedBilling, 'listCharges'>;
  readonly vatRateAt: VatRateAt;
  readonly clock: Clock;
  /** Looks charges up at once, because the carrier says that it took the money. */
  readonly lookAgain: (chargeIds: readonly string[]) => Promise<void>;
}

/**
 * A comparison under way. Each step does one batch, so that other work can run in between; the last
 * step returns the counts.
 */
export type Comparison<Result extends Counts = Counts> = AsyncGenerator<undefined, Result>;

/**
 * For a file. `edgesCompared`: the carrier's list gave the minutes around the day; without it a
 * payment near midnight may count as missing there.
 */
export type FileCounts = Counts & { readonly edgesCompared: boolean };

export type Comparisons = ReturnType<typeof createComparisons>;

/**
 * Compares the carrier's list of a South African day with our charges (rules:
 * `domain/reconciliation`). It stores the entries beside the charges that they belong to, compares
 * them in batches and deletes them again, so memory does not grow with the day. Each difference
 * becomes an exception; agreement resolves the exception.
 */
export function createComparisons({
  carrierId,
  repository,
  exceptions,
  carrier,
  vatRateAt,
  clock,
  lookAgain,
}: ComparisonDependencies) {
  const listOf = createCarrierList({ carrierId, carrier, clock });

  const hold = async (run: string): Promise<void> => {
    if (!(await repository.hold(run, leaseEnd(clock.now()))))
      throw new Error('another process has taken the comparison over');
  };

  /** Stores the entries and returns the place of the last one. */
  async function* stage(
    run: string,
    { entries, isLine }: Books,
  ): AsyncGenerator<undefined, number> {
    let last = 0;
    for await (const batch of inBatches(entries, BATCH)) {
      const double = (await repository.stage(run, batch)).find(isLine);
      if (double !== undefined) throw new DoubleEntryError(double);
      last = batch.at(-1)?.place ?? last;
      await hold(run);
      yield;
    }
    return last;
  }

  /** Joins each entry to at most one charge. */
  const link = async (run: string, { from, to }: Window): Promise<void> => {
    await repository.linkByPaymentId(run, {
      from: new Date(from.getTime() - NEAR_MS),
      to: new Date(to.getTime() + NEAR_MS),
    });
    for (
      let contests = await repository.contested(run);
      contests.length > 0;
      contests = await repository.contested(run)
    ) {
      const beaten = contests.flatMap(({ ours, candidates }) => {
        const claimant = entryOfCharge(ours, candidates);
        return candidates.filter((entry) => entry !== claimant).map(({ place }) => place);
      });
      await repository.unlink(run, beaten);
    }
  };

  /**
   * Writes the result of a batch: exceptions for differences, and resolved exceptions for what
   * agrees.
   */
  const write = async (
    context: { day: Day; source: Source; run: string; resolves: boolean },
    found: readonly Found[],
  ): Promise<void> => {
    const { day, source, run, resolves } = context;
    const differences = found.filter(
      (finding): finding is Difference => finding.kind !== 'matched',
    );
    const now = clock.now();
    await exceptions.open(
      differences.map((difference) => ({
        ...exceptionOf(carrierId, difference, vatRateAt),
        day,
        source,
        seenBy: run,
      })),
      now,
    );
    if (resolves)
      await exceptions.resolveListed(carrierId, found.flatMap(agreedSubjects), now, { butOf: run });
    await lookAgain(
      differences.flatMap((difference) => (isTakenButOpen(difference) ? [difference.ours.id] : [])),
    );
  };

  async function* compareEntries(
    run: string,
    day: Day,
    last: number,
  ): AsyncGenerator<Found[], void> {
    for (let after = -1; after < last; after += BATCH) {
      const rows = await repository.entries(run, after, after + BATCH);
      yield rows
        .map(({ theirs, ours }) => judgeEntry(day, theirs, ours))
        .filter((finding) => finding !== undefined);
    }
  }

  async function* compareUnlisted(
    run: string,
    day: Day,
    decidedBy: Date,
  ): AsyncGenerator<Found[], void> {
    for (const read of [repository.unlisted, repository.unlistedResent]) {
      for (let after: BookedCharge | undefined; ; ) {
        const rows = await read(run, boundsOf(day), decidedBy, after, BATCH);
        after = rows.at(-1);
        if (!after) break;
        yield rows
          .map((ours) => judgeUnlisted(day, ours))
          .filter((finding) => finding !== undefined);
      }
    }
  }

  async function* compare(run: string, day: Day, source: Source, books: Books): Comparison {
    const counts: Record<FindingKind, number> = {
      matched: 0,
      missing_here: 0,
      missing_there: 0,
      differing: 0,
    };
    const began = clock.now();
    const last = yield* stage(run, books);
    await link(run, boundsOf(day));
    const context = { day, source, run, resolves: await exceptions.anyOpenBooks(carrierId) };
    for (const findings of [compareEntries(run, day, last), compareUnlisted(run, day, began)]) {
      for await (const found of findings) {
        await hold(run);
        await write(context, found);
        for (const { kind } of found) counts[kind]++;
        yield;
      }
    }
    await hold(run);
    await exceptions.resolveUnseen({ carrierId, day, source, run }, clock.now());
    await repository.save({
      key: keyOf(carrierId, day, source),
      carrierId,
      day,
      source,
      matched: counts.matched,
      missingHere: counts.missing_here,
      missingThere: counts.missing_there,
      differing: counts.differing,
      at: clock.now(),
    });
    return counts;
  }

  async function* begin(day: Day, source: Source, books: Books, unlessSince?: Date): Comparison {
    const claimed = await repository.claim(keyOf(carrierId, day, source), {
      now: clock.now(),
      until: leaseEnd(clock.now()),
      unlessSince,
    });
    if ('busyUntil' in claimed) throw new BeingComparedError(claimed.busyUntil);
    if ('comparedAt' in claimed) throw new ComparedMeanwhileError();
    const renewal = renewLease(() => repository.hold(claimed.run, leaseEnd(clock.now())));
    try {
      return yield* compare(claimed.run, day, source, books);
    } finally {
      await renewal.stop();
      await repository.release(claimed.run);
    }
  }

  return {
    /**
     * Compares the carrier's own list of a day; with `unlessSince` only if no comparison was made
     * at that instant or later. Throws {@link BeingComparedError}, {@link ComparedMeanwhileError}
     * and `CarrierUnavailableError`.
     */
    byList: (day: Day, unlessSince?: Date): Comparison =>
      begin(
        day,
        'list',
        { entries: placed(dayFirst(day, listOf([wholeOf(day)]))), isLine: () => false },
        unlessSince,
      ),

    /**
     * Compares a file with the entries of a day, each at the place of its line. The minutes around
     * the day come from the carrier's list if it is available; a carrier without a list has only
     * the file. Throws {@link BeingComparedError} and {@link DoubleEntryError}.
     */
    byFile: async function* (
      day: Day,
      entries: AsyncIterable<PlacedEntry>,
    ): Comparison<FileCounts> {
      const edges = untilUnavailable(listOf(edgesOf(day)));
      const counts = yield* begin(day, 'file', beside(entries, edges.entries));
      return { ...counts, edgesCompared: edges.isWhole() };
    },

    /**
     * Checks again the exceptions whose charges are being looked up: resolves what agrees now and
     * updates the rest. Returns whether any charge is still being looked up.
     */
    revisit: async (): Promise<boolean> => {
      let open = false;
      for (let after = NO_ID; ; ) {
        const batch = await exceptions.beingLookedUp(carrierId, after, BATCH);
        const last = batch.at(-1);
        if (!last) return open;
        after = last.id;
        const charges = new Map(
          (await repository.chargesOf(batch.map(({ subject }) => subject))).map((charge) => [
            charge.id,
            charge,
          ]),
        );
        for (const exception of batch) {
          const ours = charges.get(exception.subject);
          if (!ours || !exception.theirs) continue;
          const at = new Date(exception.theirs.at);
          const theirs = {
            reference: exception.reference,
            carrierPaymentId: exception.carrierPaymentId,
            amount: exception.theirs.amount,
            status: exception.theirs.state,
            at,
          };
          const finding = judgeEntry(dayOf(at), theirs, ours);
          const { day, source, seenBy } = exception;
          if (finding?.kind !== exception.kind)
            await exceptions.resolveListed(carrierId, [exception.subject], clock.now());
          if (finding && finding.kind !== 'matched')
            await exceptions.open(
              [{ ...exceptionOf(carrierId, finding, vatRateAt), day, source, seenBy }],
              clock.now(),
            );
          open ||= finding?.kind !== 'matched' && ours.lookupAt !== null;
        }
      }
    },
  };
}

/** Runs a comparison to its end without pauses. */
export async function finish<Result extends Counts>(
  comparison: Comparison<Result>,
): Promise<Result> {
  for (;;) {
    const step = await comparison.next();
    if (step.done) return step.value;
  }
}

function keyOf(carrierId: string, day: Day, source: Source): string {
  return `${carrierId} ${day} ${source}`;
}

/** The subjects of exceptions about a matched payment, whichever side missed it before. */
function agreedSubjects(finding: Found): string[] {
  if (finding.kind !== 'matched') return [];
  const { theirs, ours } = finding;
  return [ours.id, paymentSubject(theirs)];
}

function isTakenButOpen(
  difference: Difference,
): difference is Extract<Difference, { kind: 'differing' }> {
  return (
    difference.kind === 'differing' &&
    difference.ours.state !== 'intended' &&
    canResolveItself(difference.ours)
  );
}
