/**
 * Makes a permit's calls: so many at once, each at its instant, and none any more once the carrier
 * does not do them.
 */

import type { ChargeOutcome, RefundOutcome } from './billing.port.ts';
import type { CallVerdict } from './call-verdict.ts';
import type { Pace } from './pace.ts';
import type { Permit } from './permit.ts';

/** How the runner learns what it does to the carrier. */
export interface JudgedCalls<Job, Result> {
  readonly judge: (result: Result) => CallVerdict;
  /**
   * The result of a call that was not made since the carrier was found to be out of order, or the
   * slots were lost: nothing left us, for sure.
   */
  readonly skipped: (job: Job) => Result;
}

const REST_BETWEEN_LEAVING_MS = 100;
/**
 * So many failures in a row within one run, and the rest is left: the same number that opens the
 * circuit by default.
 */
const FAILURES_TO_STOP = 10;

/**
 * Runs `work` over `jobs` (at most as many as were granted) in the permit's lanes, job `i` not
 * before its instant, by the real time. Answers the results in the order of the jobs.
 *
 * With `judged` it watches the carrier too: after a 'too many requests', a refusal of our requests
 * as such or ten failures in a row the rest is `skipped`, and it gives the permit back with what it
 * has counted. Without it the caller calls `permit.done`. Where `work` throws, no further job is
 * begun; what runs is waited for, and the first error is thrown.
 */
export async function runAtPace<Job, Result>(
  permit: Permit,
  jobs: readonly Job[],
  work: (job: Job) => Promise<Result>,
  judged?: JudgedCalls<Job, Result>,
): Promise<Result[]> {
  if (jobs.length > permit.granted)
    throw new RangeError(`${jobs.length} calls, ${permit.granted} were granted`);
  const { now, sleep } = permit.timers;
  const prepareMs = now() - permit.grantedAt;
  const slots = createSlotLeaver(permit);
  const tally = createTally();
  const results = new Map<number, Result>();
  let next = 0;
  let failure: { readonly error: unknown } | undefined;
  let stopped = false;

  const waitFor = async (instant: number): Promise<void> => {
    // Timers wake early or late by a little: what counts is the clock.
    for (let ahead = instant - now(); ahead > 0; ahead = instant - now())
      await sleep(Math.ceil(ahead));
  };

  const mayBegin = async (index: number): Promise<boolean> => {
    await waitFor(permit.startsAt[index] ?? 0);
    return !stopped && (await permit.keep());
  };

  const callOnce = async (index: number): Promise<Result> => {
    const began = now();
    try {
      return await work(jobs[index] as Job);
    } finally {
      permit.ended(index, began);
    }
  };

  const lane = async (): Promise<void> => {
    while (!stopped && next < jobs.length) {
      const index = next++;
      if (!(await mayBegin(index))) {
        stopped = true;
        return;
      }
      const began = now();
      const result = await callOnce(index);
      results.set(index, result);
      if (judged && !tally.count(judged.judge(result), now() - began)) stopped = true;
    }
    await slots.leaveOne();
  };

  const guarded = async (): Promise<void> => {
    try {
      await lane();
    } catch (error) {
      stopped = true;
      failure ??= { error };
    }
  };

  await Promise.all(Array.from({ length: Math.min(permit.lanes, jobs.length) }, guarded));
  if (judged) await permit.done({ ...tally.report(), prepareMs });
  if (failure) throw failure.error;
  return jobs.map((job, index) => resultOf(job, index, results, judged));
}

/**
 * What comes of a charge or a refund for which the pace left no room in time: the carrier was not
 * asked at all.
 */
export const NOT_ASKED = {
  outcome: 'unavailable',
  cause: 'too_many_requests',
} as const satisfies ChargeOutcome & RefundOutcome;

/**
 * Makes one call that somebody waits for, at the carrier's next free instant, and tells the pace
 * what came of it. Answers what `judged` says of skipped ones where there is no such instant soon,
 * or the carrier is left alone.
 */
export async function runNext<Result>(
  pace: Pick<Pace, 'takeNext'>,
  work: () => Promise<Result>,
  judged: JudgedCalls<void, Result>,
): Promise<Result> {
  const permit = await pace.takeNext();
  if (permit.granted === 0) return judged.skipped();
  const [result] = await runAtPace(permit, [undefined], () => work(), judged);
  return result as Result;
}

function resultOf<Job, Result>(
  job: Job,
  index: number,
  results: Map<number, Result>,
  judged: JudgedCalls<Job, Result> | undefined,
): Result {
  const result = results.get(index);
  if (results.has(index)) return result as Result;
  if (!judged)
    throw new Error(
      'the carrier is paused, and nobody said what becomes of calls that are not made',
    );
  return judged.skipped(job);
}

/** Gives back the slots of lanes that have nothing to do any more. */
function createSlotLeaver(permit: Permit) {
  const { now } = permit.timers;
  let held = permit.lanes;
  let idle = 0;
  let leftAt = now();

  return {
    /**
     * A few at a time, and only where it takes long: what is over in a moment gives everything back
     * at once.
     */
    leaveOne: async (): Promise<void> => {
      idle++;
      if (idle * 4 < held || idle >= held || now() - leftAt < REST_BETWEEN_LEAVING_MS) return;
      const leaving = idle;
      held -= leaving;
      idle = 0;
      leftAt = now();
      await permit.leave(leaving);
    },
  };
}

/** Counts what the calls said. */
function createTally() {
  let answered = 0;
  let failed = 0;
  let failedSince = 0;
  let ms = 0;
  let tooMany: { retryAfterSeconds?: number } | undefined;

  return {
    /** Answers whether to go on. */
    count: (verdict: CallVerdict, tookMs: number): boolean => {
      ms += tookMs;
      if (verdict === 'failed') {
        failed++;
        failedSince++;
        return failedSince < FAILURES_TO_STOP;
      }
      answered++;
      failedSince = 0;
      if (verdict === 'answered') return true;
      // The same is refused to all the others.
      if (verdict === 'misconfigured') return false;
      const longest = Math.max(verdict.retryAfterSeconds ?? 0, tooMany?.retryAfterSeconds ?? 0);
      tooMany = longest > 0 ? { retryAfterSeconds: longest } : {};
      return false;
    },
    report: () => ({
      answered,
      failed,
      failedSince,
      ...(tooMany ? { tooMany: true, ...tooMany } : {}),
      ...(answered + failed > 0 ? { callMs: ms / (answered + failed) } : {}),
    }),
  };
}
