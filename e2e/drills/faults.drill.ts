// Interfaces 'Operations': a fault of any part under load. Each prints what clients saw and how
// long it took until all was well; at the end the books and the carrier's list are compared.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDrills, type Expected, REFUSED } from './drill.ts';
import { type Fleet, type Member, type Role, startFleet } from './fleet.ts';

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
const ENDED = /the process before this one in DATA_DIR did not stop in order/;

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
    { errors: 20, alert: 'none', line: ENDED },
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
    { errors: 20, alert: 'BonisaDown', line: ENDED },
  ),
);

it.each<readonly [Role, string, Expected]>([
  // Calls go on, and so does media whose address nginx has asked about within a minute.
  ['pages', 'BonisaNoPages', { kinds: /^GET \S+ (?:50[24]|cut)$/ }],
  // The processes of pages answer the calls too.
  ['api', 'BonisaNoCalls', { errors: 20 }],
  ['jobs', 'BonisaNoJobs', { errors: 20 }],
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
      alert: 'BonisaDatabaseConnectionsFew',
      line: /the database has no connections left: nothing new can connect/,
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

it('the carrier is away for a minute', () =>
  drill(
    'carrier away for 60 s',
    async () => {
      await fleet.carrier.stop();
      await wait(60_000);
      await fleet.carrier.again();
    },
    {
      kinds: /^POST (?:status_check|subscribe) 503$/,
      lastWithin: 75,
      alert: 'BonisaNoCodesSent',
      line: /the carrier does not answer/,
    },
  ));
