// Interfaces 'Start and stop': a process behind nginx that is stopped under load costs no client an
// error. It says first that it is not ready, answers what is in flight and what still arrives, and
// the books are equal afterwards. The short set, which .ci/run runs.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDrills } from './drill.ts';
import { type Fleet, type Member, startFleet } from './fleet.ts';
import { type Stop, stopInOrder } from './stop-in-order.ts';

const DRAIN_SECONDS = 3;
/** Timers count whole milliseconds, and the signal takes a moment. */
const EARLY_MS = 20;

let fleet: Fleet;
beforeAll(async () => {
  const roles = ['pages', 'pages', 'api', 'jobs'] as const;
  fleet = await startFleet(roles, { DRAIN_SECONDS: String(DRAIN_SECONDS) });
});
afterAll(async () => {
  await fleet?.close();
});
const drill = createDrills(() => fleet, { people: 2, busy: 12 });

it('loses no request when each process behind nginx is stopped and started in turn', () =>
  drill(
    'SIGTERM of each process in turn',
    async ({ load: { counts } }) => {
      for (const member of fleet.members) {
        expectInOrder(member, await stopInOrder(member));
        // What arrives meanwhile goes to the others.
        const before = { ...counts };
        await member.again();
        expect(counts.calls).toBeGreaterThan(before.calls);
        expect(counts.pages).toBeGreaterThan(before.pages);
      }
      expect(counts.signUps).toBeGreaterThan(5);
      expect(counts.pages).toBeGreaterThan(100);
    },
    { errors: 0, alert: 'none' },
  ));

/** Judges a stop: readiness first, then the listeners, then the end, and a line for both. */
function expectInOrder({ role }: Member, stop: Stop): void {
  const { notReady, answers, closed, inFlight, ended, exitCode, lines } = stop;
  // Nobody sends visitors to a process of jobs: it closes at once.
  const drainSeconds = role === 'jobs' ? 0 : DRAIN_SECONDS;
  const said = [
    ...(drainSeconds > 0
      ? [`not ready after ${Math.round(notReady.first)} ms, said ${notReady.times} times`]
      : []),
    `${answers.length} new calls answered`,
    `closed after ${Math.round(closed)} ms, ended after ${Math.round(ended)} ms`,
  ];
  process.stdout.write(`  ${role}: ${said.join('; ')}\n`);
  expect(exitCode).toBe(0);
  expect(inFlight).toEqual([200, 404]);
  if (drainSeconds > 0) {
    // A balancer that checks twice in the window has seen it.
    expect(notReady.times).toBeGreaterThanOrEqual(2);
    expect(notReady.first).toBeLessThan(closed);
    expect(closed).toBeGreaterThan(drainSeconds * 1000 - EARLY_MS);
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
    // Were they to end, each call would need a connection, and one could arrive at the close. The
    // last call may have: it is answered, and its connection ends.
    const connections = answers.slice(0, -1).map(({ connection }) => connection);
    expect([...new Set(connections)]).toEqual(['keep-alive']);
  }
  expect(lines.filter(({ level }) => level !== 'info' && level !== 'debug')).toEqual([]);
  expect(lines.filter(({ msg }) => /^stopp/.test(msg))).toMatchObject([
    { level: 'info', msg: 'stopping', reason: 'SIGTERM', drain_seconds: drainSeconds },
    { level: 'info', msg: 'stopped', seconds: expect.any(Number) },
  ]);
  expect(lines.at(-1)?.msg).toBe('stopped');
}
