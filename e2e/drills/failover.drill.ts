// Interfaces 'Operations': the primary gone and its replica promoted, under load. What was
// acknowledged is on both servers, so nothing may be lost.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createDrills, REFUSED } from './drill.ts';
import { type Fleet, startFleet } from './fleet.ts';

let fleet: Fleet;
beforeAll(async () => {
  const roles = ['pages', 'api', 'jobs', 'pages', 'api', 'jobs'] as const;
  fleet = await startFleet(roles, { DRAIN_SECONDS: '3' }, undefined, {
    replica: true,
    moves: true,
  });
});
afterAll(async () => {
  await fleet?.close();
});
const drill = createDrills(() => fleet);

/** The lines of all processes' logs with these words. */
const logged = (words: string): string[] =>
  fleet.members.flatMap(({ process }) =>
    process
      .output()
      .split('\n')
      .filter((line) => line.includes(words)),
  );

it('the primary crashes and the replica is promoted', async () => {
  const admin = new pg.Client({ connectionString: fleet.cluster.url });
  admin.on('error', () => undefined);
  await admin.connect();
  await admin.query("alter system set synchronous_standby_names = 'replica'");
  await admin.query('select pg_reload_conf()');
  await vi.waitFor(async () => {
    const { rows } = await admin.query('select sync_state from pg_stat_replication');
    expect(rows).toEqual([{ sync_state: 'sync' }]);
  });
  await drill(
    'primary gone, replica promoted',
    async () => {
      await fleet.cluster.stop('immediate');
      // As long as a cluster manager needs to be sure.
      await wait(5000);
      await fleet.replica?.promote();
      fleet.forwarder?.moveTo(fleet.replica?.port ?? 0);
    },
    {
      kinds: REFUSED,
      lastWithin: 20,
      alert: 'BonisaDatabaseAway',
      line: /the database is away: calls that need it/,
    },
  );
  await admin.end().catch(() => undefined);
  expect(logged('the database is away')).toHaveLength(fleet.members.length);
  expect(logged('the database answers again')).toHaveLength(fleet.members.length);
});
