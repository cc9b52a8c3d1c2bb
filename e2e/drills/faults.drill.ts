// Interfaces 'Operations': a fault of any part under load. Each prints what clients saw and how
// long it took until all was well; at the end the books and the carrier's list are compared.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDrills, type Expected, REFUSED } from './drill.ts';
import { type Fleet, type Member, type Role, startFleet } from './fleet.ts';
import { endFreeDays } from './free-days.ts';
import { createRefunds } from './refunds.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet(['pages', 'api', 'jobs', 'pages', 'api', 'jobs'], {
    DRAIN_SECONDS: '3',
  });
});
afterAll(async () => {
  await fleet?.close();
});
const drill = createDrills(() => fleet);

const killed = async (member: Member | undefined): Promise<void> => {
  member?.process.child.kill('SIGKILL');
  await member?.process.ended;
};
const AWAY_MS = 60_000;
const ENDED = /the process before this one in DATA_DIR did not stop in order/;

/**
 * Each of three people has one call under way, which nginx must not repeat. Who presses again while
 * the system still closes the connections of what was killed is cut once more.
 */
const CUT_CALLS: Expected = {
  errors: 6,
  kinds: /^POST (?:status_check|subscribe|play) cut$/,
  lastWithin: 10,
};
const UNNOTICED: Expected = { errors: 0 };
/** Where another process of the role, or one that can do its work, goes on. */
const OF_KILLS: Readonly<Record<Role, Expected>> = {
  // What only reads is asked for again, at the other process.
  pages: UNNOTICED,
  api: CUT_CALLS,
  // No client waits for it.
  jobs: UNNOTICED,
};
const ROLES = ['pages', 'api', 'jobs'] as const satisfies readonly Role[];

it.each(ROLES)('a process of the role %s is killed', (role) =>
  drill(
    `SIGKILL of ${role}`,
    async () => {
      const [member] = fleet.of(role);
      await killed(member);
      await member?.again();
    },
    // As systemd does: it is back within the minute after which somebody is called.
    { ...OF_KILLS[role], alert: 'none', line: ENDED },
  ),
);

it.each(ROLES)('a process of the role %s is killed and does not come back', (role) =>
  drill(
    `SIGKILL of ${role}, no new process for a while`,
    async ({ untilFired }) => {
      const [member] = fleet.of(role);
      await killed(member);
      await untilFired('BonisaDown');
      await member?.again();
    },
    { ...OF_KILLS[role], alert: 'BonisaDown', line: ENDED },
  ),
);

it.each<readonly [Role, string, Expected]>([
  // Calls go on, and so does media whose address nginx has asked about within a minute. It tries
  // the processes again a second after it has found none.
  ['pages', 'BonisaNoPages', { kinds: /^GET \S+ 502$/, lastAfterEnd: 5 }],
  // The processes of pages answer the calls too.
  ['api', 'BonisaNoCalls', OF_KILLS.api],
  ['jobs', 'BonisaNoJobs', OF_KILLS.jobs],
])('all processes of the role %s are killed and do not come back', (role, alert, expected) =>
  drill(
    `SIGKILL of all ${role}, no new process for a while`,
    async ({ untilFired }) => {
      const members = fleet.of(role);
      await Promise.all(members.map(killed));
      await untilFired(alert);
      await Promise.all(members.map((member) => member.again()));
    },
    { ...expected, alert, line: ENDED },
  ),
);

it('PostgreSQL is restarted', () =>
  drill(
    'PostgreSQL restarted',
    async () => {
      await fleet.cluster.stop('fast');
      await fleet.cluster.start();
    },
    {
      kinds: REFUSED,
      lastWithin: 15,
      alert: 'none',
      line: /connections to the database were lost|the database is away/,
    },
  ));

it('PostgreSQL crashes and is away for 20 seconds', () =>
  drill(
    'PostgreSQL away for 20 s',
    async () => {
      await fleet.cluster.stop('immediate');
      await wait(20_000);
      await fleet.cluster.start();
    },
    {
      kinds: REFUSED,
      lastWithin: 35,
      alert: 'BonisaDatabaseAway',
      line: /the database is away: calls that need it/,
    },
  ));

it('others use up all connections of PostgreSQL for 10 seconds', () =>
  drill(
    'connections used up',
    async ({ untilFired }) => {
      const held = await useUp();
      const metrics = await Promise.all(
        fleet.members.map(({ ops }) => fetch(`http://127.0.0.1:${ops}/metrics`)),
      );
      expect(metrics.map(({ status }) => status)).toEqual(fleet.members.map(() => 200));
      await wait(10_000);
      await untilFired('BonisaDatabaseConnectionsFew');
      await Promise.all(held.map((client) => client.end()));
    },
    {
      kinds: REFUSED,
      lastAfterEnd: 15,
      alert: 'BonisaDatabaseConnectionsFew',
    },
  ));

async function useUp(): Promise<pg.Client[]> {
  const held: pg.Client[] = [];
  try {
    for (;;) {
      const client = new pg.Client({ connectionString: fleet.database });
      client.on('error', () => undefined);
      await client.connect();
      held.push(client);
    }
  } catch (error) {
    // 'sorry, too many clients already', or only those for superusers are left
    expect(['53300', 'ECONNRESET']).toContain((error as { code?: string }).code);
  }
  return held;
}

it('the carrier is away for a minute, and makes refunds of meanwhile once', async () => {
  const refunds = createRefunds(fleet);
  const freeDays = endFreeDays(fleet.database);
  const first = await refunds.paid('27839990001');
  const second = await refunds.paid('27839990002');
  await freeDays.stop();
  await drill(
    'carrier away for 60 s',
    async () => {
      const began = performance.now();
      await fleet.carrier.stop();
      // Before anybody has noticed, and when the circuit breaker has opened.
      await refunds.ask(first);
      await wait(AWAY_MS / 2);
      await refunds.ask(second);
      await wait(AWAY_MS - (performance.now() - began));
      await fleet.carrier.again();
      const seconds = Math.round((await refunds.made()) / 1000);
      process.stdout.write(`  two refunds of meanwhile made ${seconds} s after its return\n`);
    },
    {
      kinds: /^POST (?:status_check|subscribe) 503$/,
      lastWithin: 75,
      alert: 'BonisaNoCodesSent',
      line: /the carrier does not answer/,
    },
  );
});
