// Interfaces 'Operations': the replica for reads lost, and the primary gone with the replica
// promoted, under load. What was acknowledged is on both servers, so nothing may be lost.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createDrills, REFUSED } from './drill.ts';
import { type Fleet, startFleet } from './fleet.ts';

let fleet: Fleet;
beforeAll(async () => {
  const roles = ['pages', 'api', 'jobs', 'pages', 'api', 'jobs'] as const;
  fleet = await startFleet(roles, { DRAIN_SECONDS: '3' }, undefined, { replica: [], moves: true });
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

/** Waits until each process reads from the replica, or none does. */
async function untilUnused(unused: 0 | 1): Promise<number> {
  const began = performance.now();
  await vi.waitFor(
    async () => {
      for (const { ops } of fleet.members) {
        const text = await (await fetch(`http://127.0.0.1:${ops}/metrics`)).text();
        expect(text).toMatch(new RegExp(`^bonisa_replica_unused ${unused}$`, 'm'));
      }
    },
    { timeout: 60_000, interval: 100 },
  );
  return Math.round(performance.now() - began);
}

it('the replica for reads crashes and comes back', async () => {
  await untilUnused(0);
  await drill(
    'replica away for 20 s',
    async () => {
      await fleet.replica?.stop('immediate');
      await untilUnused(1);
      await wait(20_000);
      await fleet.replica?.start();
      process.stdout.write(`read from again after ${await untilUnused(0)} ms\n`);
    },
    { errors: 0, alert: 'BonisaReplicaUnused', line: /reads go to the primary/ },
  );
  // Each process says it once, and once that it is over.
  expect(logged('reads go to the primary')).toHaveLength(fleet.members.length);
  expect(logged('reads go to the replica again')).toHaveLength(fleet.members.length);
});

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
  // Reads had the one server as both, and say so.
  expect(logged('DATABASE_READ_URL is not a replica').length).toBeGreaterThan(0);
});
