// The pace pauses for a carrier that fails, for all processes at once.
import { describe, expect, it } from 'vitest';
import { createPaceBench } from './pace.test-kit.ts';
import type { Pace } from './pace.ts';
import type { Seen } from './pace-circuit.ts';
import { runAtPace } from './run-at-pace.ts';
import { createVirtualTime } from './virtual-time.test-kit.ts';

const { paces, slotsTaken } = createPaceBench();

describe('the pace of a failing carrier', () => {
  const failing = async (pace: Pace, report: Omit<Seen, 'answered'>): Promise<number> => {
    const permit = await pace.take(20);
    await permit.done({ answered: 0, ...report });
    return permit.granted;
  };

  it('pauses after ten failures in a row of all processes, then lets one probe through, and resumes once the carrier answers', async () => {
    const time = createVirtualTime();
    const [one, other, third] = paces(time, { perSecond: null, inFlight: 32 }) as [
      Pace,
      Pace,
      Pace,
    ];
    await failing(one, { failedSince: 6 });
    expect(await one.resumesAt()).toBeNull();
    await failing(other, { failedSince: 4 });
    expect(await one.resumesAt()).toEqual(new Date(time.timers.now() + 5000));
    expect([(await one.take(20)).granted, (await other.take(20)).granted]).toEqual([0, 0]);
    await time.timers.sleep(5001);

    const probe = await third.take(20);
    expect(probe).toMatchObject({ granted: 1, lanes: 1 });
    expect([(await one.take(20)).granted, (await other.take(20)).granted]).toEqual([0, 0]);
    await probe.done({ answered: 0, failedSince: 1 });
    expect(await other.resumesAt()).toEqual(new Date(time.timers.now() + 10_000));
    await time.timers.sleep(10_001);

    await (await one.take(20)).done({ answered: 1, failedSince: 0 });
    expect(await other.resumesAt()).toBeNull();
    expect((await other.take(20)).granted).toBe(20);
  });

  it('does not pause while the carrier answers some calls', async () => {
    const [one, other] = paces(createVirtualTime(), { perSecond: null, inFlight: 32 }) as [
      Pace,
      Pace,
    ];
    for (let round = 0; round < 6; round++) {
      await failing(one, { failedSince: 9 });
      await (await other.take(5)).done({ answered: 1, failedSince: 0 });
    }
    expect(await one.resumesAt()).toBeNull();
  });

  it('lets another process probe when the probing process has died', async () => {
    const time = createVirtualTime();
    const [one, other] = paces(time, { perSecond: 100, inFlight: 4 }) as [Pace, Pace];
    await failing(one, { failedSince: 10 });
    await time.timers.sleep(6000);
    expect((await one.take(20)).granted).toBe(1);
    expect((await other.take(20)).granted).toBe(0);
    await time.timers.sleep(46_000);
    expect((await other.take(20)).granted).toBe(1);
  });

  it('resumes at the instant that the carrier names, and after growing pauses when it names none', async () => {
    const time = createVirtualTime();
    const [one, other] = paces(time, { perSecond: null, inFlight: 4 }) as [Pace, Pace];
    await failing(one, { failedSince: 0, tooMany: { retryAfterSeconds: 30 } });
    expect(await other.resumesAt()).toEqual(new Date(time.timers.now() + 30_000));
    await time.timers.sleep(30_001);
    await failing(other, { failedSince: 0, tooMany: {} });
    expect(await other.resumesAt()).toEqual(new Date(time.timers.now() + 2_000));
  });

  it('stops a run at once: the remaining calls are not sent, and the slots are returned', async () => {
    const time = createVirtualTime();
    const [one] = paces(time, { perSecond: null, inFlight: 4 }) as [Pace];
    const permit = await one.take(60);
    const jobs = Array.from({ length: permit.granted }, (_, index) => index);
    const call = async (): Promise<string> => {
      await time.timers.sleep(5);
      return 'no answer';
    };
    const results = await runAtPace(permit, jobs, call, {
      judge: () => 'failed',
      skipped: () => 'not sent',
    });
    expect(results.filter((one) => one === 'no answer').length).toBeLessThanOrEqual(11);
    expect(results).toHaveLength(permit.granted);
    expect(results.at(-1)).toBe('not sent');
    expect(await one.resumesAt()).not.toBeNull();
    expect(await slotsTaken()).toBe(0);
  });
});
