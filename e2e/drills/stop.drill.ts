// Interfaces 'Start and stop': a process behind nginx that is stopped under load costs no client an
// error. The short set, which .ci/run runs.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Fleet, startFleet } from './fleet.ts';
import { type Load, startLoad } from './load.ts';

let fleet: Fleet;
let load: Load;
beforeAll(async () => {
  fleet = await startFleet(['pages', 'pages', 'api', 'jobs'], { DRAIN_SECONDS: '3' });
  load = startLoad(fleet, { people: 2, busy: 12 });
});
afterAll(async () => {
  await load?.stop();
  await fleet?.close();
});

it('loses no request when each process behind nginx is stopped and started in turn', async () => {
  for (const member of fleet.members) {
    member.process.child.kill('SIGTERM');
    expect(await member.process.ended).toBe(0);
    await member.again();
  }
  await load.stop();
  process.stdout.write(`${JSON.stringify({ ...load.counts, errors: load.errors.length })}\n`);
  expect(load.errors).toEqual([]);
  expect(load.counts.signUps).toBeGreaterThan(5);
  expect(load.counts.pages).toBeGreaterThan(100);
});
