// The shared pace; pace.test.ts tests the shared rows.
import { describe, expect, it } from 'vitest';
import { type CallVerdict, verdictOf } from './call-verdict.ts';
import type { Seen } from './pace-circuit.ts';
import type { Permit } from './permit.ts';
import { runAtPace } from './run-at-pace.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.test-kit.ts';

interface Asked {
  readonly reports: Seen[];
  readonly calls: number[];
  left: number;
}

/** A permit without a database, which records its calls. */
function permitOf(time: VirtualTime, given: Partial<Permit> = {}): Permit & Asked {
  const asked: Asked = { reports: [], calls: [], left: 0 };
  const permit: Permit = {
    granted: 10,
    lanes: 4,
    startsAt: [],
    timers: time.timers,
    mayBegin: () => true,
    ended: async (call) => void asked.calls.push(call),
    giveBack: async () => undefined,
    leave: async () => void asked.left++,
    done: async (seen) => void (seen && asked.reports.push(seen)),
    ...given,
  };
  return Object.assign(asked, permit);
}

/** A carrier that is well. */
const WELL = {
  judge: (): CallVerdict => 'answered',
  skipped: (): never => {
    throw new Error('skipped');
  },
};

const jobs = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('calls at a pace', () => {
  it('return in the order of the jobs, and never run more at once than there are lanes', async () => {
    const time = createVirtualTime();
    let [running, most] = [0, 0];
    const results = await runAtPace(
      permitOf(time),
      jobs(10),
      async (job) => {
        most = Math.max(most, ++running);
        await time.timers.sleep(100 - 10 * job);
        running--;
        return job * job;
      },
      WELL,
    );
    expect(results).toEqual(jobs(10).map((job) => job * job));
    expect(most).toBe(4);
  });

  it('begin each at its instant and not before, and report each that has ended', async () => {
    const time = createVirtualTime();
    const began = time.timers.now();
    const permit = permitOf(time, { startsAt: [200, 250, 300, 350, 400].map((ms) => began + ms) });
    expect(await runAtPace(permit, jobs(5), async () => time.timers.now() - began, WELL)).toEqual([
      200, 250, 300, 350, 400,
    ]);
    expect(permit.calls).toEqual([0, 1, 2, 3, 4]);
  });

  it('begin at once when their instants have passed, because their tickets are free', async () => {
    const time = createVirtualTime();
    const began = time.timers.now();
    const permit = permitOf(time, {
      granted: 5,
      startsAt: [0, 50, 100, 150, 200].map((ms) => began + ms),
    });
    await time.timers.sleep(110);
    expect(await runAtPace(permit, jobs(5), async () => time.timers.now() - began, WELL)).toEqual([
      110, 110, 110, 150, 200,
    ]);
  });

  it('report a call that threw as well, because it may have reached the carrier', async () => {
    const permit = permitOf(createVirtualTime(), { lanes: 1 });
    const work = () => Promise.reject(new Error('lost'));
    await expect(runAtPace(permit, jobs(2), work, WELL)).rejects.toThrow('lost');
    expect(permit.calls).toEqual([0]);
  });

  it('return the permit with its counts when a judge is given', async () => {
    const time = createVirtualTime();
    const permit = permitOf(time, { granted: 8, lanes: 1 });
    const verdicts: CallVerdict[] = ['answered', 'failed', 'answered', 'failed', 'failed'];
    await runAtPace(permit, verdicts, async (verdict) => verdict, {
      judge: (verdict) => verdict,
      skipped: (verdict) => verdict,
    });
    expect(permit.reports).toEqual([{ answered: 2, failedSince: 2 }]);
  });

  it("stop at 'too many requests' and report the time to wait", async () => {
    const permit = permitOf(createVirtualTime(), { lanes: 1 });
    const judged = {
      judge: (): CallVerdict => ({ tooMany: true, retryAfterSeconds: 9 }),
      skipped: () => 'skipped',
    };
    expect(await runAtPace(permit, jobs(3), async () => 'asked', judged)).toEqual([
      'asked',
      'skipped',
      'skipped',
    ]);
    expect(permit.reports).toMatchObject([
      { answered: 1, failedSince: 0, tooMany: { retryAfterSeconds: 9 } },
    ]);
  });

  it('stop when the permit is too old', async () => {
    const permit = permitOf(createVirtualTime(), { mayBegin: () => false });
    expect(
      await runAtPace(permit, jobs(2), async () => 'asked', {
        judge: () => 'answered',
        skipped: () => 'skipped',
      }),
    ).toEqual(['skipped', 'skipped']);
  });

  it('return the slots of idle lanes while others still work', async () => {
    const time = createVirtualTime();
    const permit = permitOf(time);
    await runAtPace(permit, [300, 300, 1000, 5000], (ms) => time.timers.sleep(ms), WELL);
    expect(permit.left).toBe(3);
  });

  it('wait for the running ones when one throws, return the permit and throw that error', async () => {
    const time = createVirtualTime();
    const permit = permitOf(time, { lanes: 2 });
    const ended: number[] = [];
    const work = async (job: number): Promise<number> => {
      if (job === 0) throw new Error('the first');
      await time.timers.sleep(50);
      return ended.push(job);
    };
    await expect(
      runAtPace(permit, jobs(6), work, { judge: () => 'answered', skipped: () => -1 }),
    ).rejects.toThrow('the first');
    expect(ended).toEqual([1]);
    expect(permit.reports).toHaveLength(1);
  });

  it('are refused beyond the granted number', async () => {
    await expect(
      runAtPace(permitOf(createVirtualTime()), jobs(11), async () => 0, WELL),
    ).rejects.toThrow(RangeError);
  });
});

describe("the carrier's health after a call", () => {
  it('follows from the outcome', () => {
    expect(verdictOf({ outcome: 'denied', reason: 'insufficient_airtime', detail: '' })).toBe(
      'answered',
    );
    expect(verdictOf({ outcome: 'processing', carrierPaymentId: 'x' })).toBe('answered');
    expect(verdictOf({ outcome: 'unknown', cause: 'already_submitted' })).toBe('answered');
    expect(verdictOf({ outcome: 'unknown', cause: 'not_as_asked' })).toBe('answered');
    expect(verdictOf({ outcome: 'unavailable', cause: 'misconfigured' })).toBe('misconfigured');
    expect(verdictOf({ outcome: 'unknown', cause: 'carrier_error', retryAfterSeconds: 3 })).toEqual(
      { tooMany: true, retryAfterSeconds: 3 },
    );
    expect(verdictOf({ outcome: 'unknown', cause: 'timed_out' })).toBe('failed');
    expect(verdictOf({ outcome: 'unavailable', cause: 'not_connected' })).toBe('failed');
    expect(verdictOf({ outcome: 'unavailable', cause: 'too_many_requests' })).toEqual({
      tooMany: true,
    });
    expect(
      verdictOf({ outcome: 'unavailable', cause: 'too_many_requests', retryAfterSeconds: 3 }),
    ).toEqual({ tooMany: true, retryAfterSeconds: 3 });
  });
});
