/**
 * Makes a permit's calls: so many at once, each at its instant, and none any more once the carrier
 * does not do them.
 */

import type { ChargeOutcome, RefundOutcome } from './billing.port.ts';
import type { CallVerdict } from './call-verdict.ts';
import type { Pace } from './pace.ts';
import { FAILURES_TO_OPEN, type Seen } from './pace-circuit.ts';
import type { Permit } from './permit.ts';

/** How the runner learns what it does to the carrier. */
export interface JudgedCalls<Job, Result> {
  readonly judge: (result: Result) => CallVerdict;
  /**
   * The result of a call that was not made since the carrier was found to be out of order, or the
   * permit is too old: nothing left us, for sure.
   */
  readonly skipped: (job: Job) => Result;
}

/**
 * Runs `work` over `jobs` (at most as many as were granted) in the permit's lanes, job `i` not
 * before its instant, by the real time. Answers the results in the order of the jobs, and gives the
 * permit back with what it has seen of the carrier.
 *
 * After a 'too many requests', a refusal of our requests as such, or as many failures in a row as
 * open the circuit, the rest is `skipped`. Where `work` throws, no further job is begun; what runs
 * is waited for, and the first error is thrown.
 */
export async function runAtPace<Job, Result>(
  permit: Permit,
  jobs: readonly Job[],
  work: (job: Job) => Promise<Result>,
  { judge, skipped }: JudgedCalls<Job, Result>,
): Promise<Result[]> {
  if (jobs.length > permit.granted)
    throw new RangeError(`${jobs.length} calls, ${permit.granted} were granted`);
  const { now, sleep } = permit.timers;
  const tally = createTally();
  const results = new Map<number, Result>();
  const errors: unknown[] = [];
  let next = 0;
  let stopped = false;
  let running = Math.min(permit.lanes, jobs.length);

  const waitFor = async (instant: number): Promise<void> => {
    // Timers wake early or late by a little: what counts is the clock.
    for (let ahead = instant - now(); ahead > 0; ahead = instant - now())
      await sleep(Math.ceil(ahead));
  };

  const callOnce = async (index: number): Promise<void> => {
    await waitFor(permit.startsAt[index] ?? 0);
    stopped ||= !permit.mayBegin();
    if (stopped) return;
    const at = now();
    try {
      const result = await work(jobs[index] as Job);
      results.set(index, result);
      stopped ||= !tally.count(judge(result));
    } finally {
      await permit.ended(index, at);
    }
  };

  const lane = async (): Promise<void> => {
    try {
      while (!stopped && next < jobs.length) await callOnce(next++);
      if (--running > 0) await permit.leave();
    } catch (error) {
      stopped = true;
      errors.push(error);
    }
  };

  await Promise.all(Array.from({ length: running }, lane));
  await permit.done(tally.seen());
  if (errors.length > 0) throw errors[0];
  return jobs.map((job, index) =>
    results.has(index) ? (results.get(index) as Result) : skipped(job),
  );
}

/**
 * What comes of a charge or a refund for which the pace left no room in time: the carrier was not
 * asked at all.
 */
export const NOT_ASKED = {
  outcome: 'unavailable',
  cause: 'not_asked',
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

/** Counts what the calls said. */
function createTally() {
  let [answered, failedSince] = [0, 0];
  let tooMany: Seen['tooMany'];
  return {
    /** Answers whether to go on: what is refused to one is refused to all the others. */
    count: (verdict: CallVerdict): boolean => {
      if (verdict === 'failed') return ++failedSince < FAILURES_TO_OPEN;
      answered++;
      failedSince = 0;
      if (typeof verdict === 'object') {
        const longest = Math.max(verdict.retryAfterSeconds ?? 0, tooMany?.retryAfterSeconds ?? 0);
        tooMany = longest > 0 ? { retryAfterSeconds: longest } : {};
      }
      return verdict === 'answered';
    },
    seen: (): Seen => ({ answered, failedSince, ...(tooMany && { tooMany }) }),
  };
}
