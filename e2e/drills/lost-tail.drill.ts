// Interfaces 'Operations': the primary is gone, and the replica that is promoted is asynchronous
// and lacks the last seconds. The carrier and the file store know them: what was charged is found,
// what was stopped is stopped again, nobody is charged twice, and what is lost is said.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBrowser } from '../product/process.test-kit.ts';
import { type Alerts, startAlerts } from './alerts.ts';
import { compareBooks } from './books.ts';
import { REFUSED } from './drill.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { endFreeDays } from './free-days.ts';
import { type Load, startLoad } from './load.ts';
import { followLogs } from './logs.ts';
import { subscribePerson } from './person.ts';
import { resolveExceptions, takenFromEach } from './reconciliation-exceptions.ts';
import { untilWithin } from './until.ts';

const BEFORE = 27_820_000_000;
const TAIL = 27_821_000_000;
const AFTER = 27_822_000_000;
/** Less than the two minutes up to which a promoted replica is trusted (decision 51). */
const TAIL_MS = 20_000;
/** As long as a cluster manager needs to be sure. */
const SURE_MS = 5000;
/** As long as a promoted replica that lacks nothing takes at most (`failover`). */
const WELL_WITHIN_S = 20;
const CALM_MS = 3000;

let fleet: Fleet;
let alerts: Alerts;
const running: Load[] = [];
beforeAll(async () => {
  const roles = ['pages', 'api', 'jobs', 'jobs'] as const;
  const layout = { replica: true, moves: true };
  fleet = await startFleet(roles, { DRAIN_SECONDS: '3' }, undefined, layout);
  alerts = await startAlerts(fleet.members.map(({ ops }) => ops));
  fleet.onClose(alerts.stop);
});
afterAll(async () => {
  await Promise.all(running.map((load) => load.stop()));
  await fleet?.close();
});

const opsOf = () => createBrowser(`http://127.0.0.1:${fleet.of('jobs')[0]?.ops}`);
const holdOf = async () => (await opsOf().call('GET', '/ops/hold')).body;
const stateOf = async (msisdn: string) =>
  (await opsOf().call('GET', `/ops/subscriptions/${msisdn}`)).body?.state;

const until = untilWithin(180_000);

const begin = (firstNumber: number): Load => {
  const load = startLoad(fleet, { people: 2, firstNumber });
  running.push(load);
  return load;
};

/** Asks a server, once. */
async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Lets the replica have all that was written until now, and nothing of what follows. */
async function cutReplicaOff(): Promise<void> {
  const replica = fleet.replica?.url ?? '';
  const [{ at } = {}] = await ask(fleet.cluster.url, 'select pg_current_wal_lsn()::text as at');
  const has = `select pg_last_wal_replay_lsn() >= '${at}'::pg_lsn as has`;
  await until('the replica has all', async () => (await ask(replica, has))[0]?.has === true);
  await ask(replica, "alter system set primary_conninfo = ''");
  await ask(replica, 'select pg_reload_conf()');
  const receivers = 'select 1 from pg_stat_wal_receiver';
  await until('nothing is received', async () => (await ask(replica, receivers)).length === 0);
}

/** Waits until all is well. */
async function wellAfter({ errors, counts }: Load, since: number): Promise<void> {
  const last = () => errors.at(-1)?.at ?? since;
  const before = counts.signUps;
  await until(
    'people sign up again, without an error',
    async () => counts.signUps > before && performance.now() - Math.max(since, last()) > CALM_MS,
  );
}

const isHeldAlertFiring = async (): Promise<boolean> =>
  (await alerts.firing('short')).includes('BonisaJobsHeld');

const subscribedOf = ({ people }: Load): string[] =>
  [...people].filter(([, told]) => told === 'subscribed').map(([msisdn]) => msisdn);

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

it('an asynchronous replica that lacks the last seconds is promoted', async () => {
  const people = { stops: '27830000001', stays: '27830000002' };
  const [stops] = [
    await subscribePerson(fleet, people.stops),
    await subscribePerson(fleet, people.stays),
  ];
  const before = begin(BEFORE);
  await until('people have signed up', async () => before.counts.signUps >= 4);
  await before.stop();

  // The tail: sign-ups with their charges, charges of people from before, and a stop.
  await cutReplicaOff();
  const cutAt = performance.now();
  await stops.unsubscribe();
  const tail = begin(TAIL);
  const freeDays = endFreeDays(fleet.database);
  const known = [...subscribedOf(before), people.stays];
  await until('people are charged in the tail', async () => {
    const [old, fresh] = [
      await takenFromEach(fleet, known),
      await takenFromEach(fleet, tail.people.keys()),
    ];
    const isLong = performance.now() - cutAt > TAIL_MS;
    return isLong && old.every((count) => count === 1) && fresh.some((count) => count === 1);
  });
  await tail.stop();
  await freeDays.stop();
  const lostPeople = subscribedOf(tail);
  const inTail = await takenFromEach(fleet, tail.people.keys());
  const lost = performance.now() - cutAt;
  // Nobody notices that a replica is behind.
  expect([...before.errors, ...tail.errors]).toEqual([]);

  // The primary is gone for good.
  const logs = followLogs(fleet);
  const goneAt = performance.now();
  await fleet.cluster.stop('immediate');
  const after = begin(AFTER);
  await wait(SURE_MS);
  await fleet.replica?.promote();
  fleet.forwarder?.moveTo(fleet.replica?.port ?? 0);
  await wellAfter(after, goneAt);

  // It is told, and no money moves before somebody has looked.
  await until('what is missing is written', async () => (await holdOf()).attached_at !== null);
  const found = performance.now() - goneAt;
  await until(
    'the active database lease is held',
    async () => (await holdOf()).fence.state === 'held',
  );
  const leased = performance.now() - goneAt;
  const hold = await holdOf();
  const taken = inTail.reduce((sum, count) => sum + count, 0);
  expect(hold).toMatchObject({ held: true, why: 'missing_here', exceptions: taken });
  expect(hold.missing).toBe(taken + known.length);
  expect(hold.attached).toBe(known.length);
  await until('the alert fires', async () =>
    (await alerts.firedSince(goneAt, 'short')).includes('BonisaJobsHeld'),
  );
  expect(logs.matching(/JOBS ARE HELD/)).toHaveLength(1);
  await until('the stop is carried out again', async () => (await holdOf()).ends.replayed === 1);
  expect(await stateOf(people.stops)).toBe('cancelled');
  for (const msisdn of lostPeople) expect(await stateOf(msisdn)).toBeUndefined();

  const exceptions = await resolveExceptions(opsOf());
  expect(exceptions).toBe(taken);
  expect((await opsOf().call('POST', '/ops/hold/release', { note: 'drill' })).status).toBe(200);
  await until('the alert ends', async () => !(await isHeldAlertFiring()));
  const charges = endFreeDays(fleet.database);
  await after.stop();
  await charges.chargeAll(after);
  await charges.stop();

  // Calls were refused while there was no primary, and nothing was afterwards.
  expect(after.errors.filter(({ what }) => !REFUSED.test(what))).toEqual([]);
  const last = (after.errors.at(-1)?.at ?? goneAt) - goneAt;
  expect(last / 1000).toBeLessThan(WELL_WITHIN_S);

  // Everybody from before was charged once, in the tail, and nobody of the tail again.
  const all = new Map([...before.people, ...after.people, [people.stays, 'subscribed'] as const]);
  const books = await compareBooks(fleet, { people: all });
  expect(books.differences).toEqual([]);
  expect(await takenFromEach(fleet, known)).toEqual(known.map(() => 1));
  expect(await takenFromEach(fleet, [people.stops])).toEqual([0]);
  expect(await takenFromEach(fleet, tail.people.keys())).toEqual(inTail);
  // Whoever was lost may subscribe again.
  const back = await subscribePerson(fleet, lostPeople[0] ?? '', 'again');
  expect(await back.isEntitled()).toBe(true);

  const { pages, plays, calls } = after.counts;
  process.stdout.write(
    [
      `lost tail: ${seconds(lost)} s of changes lost, ${lostPeople.length} sign-ups`,
      ` and ${taken} of their payments; ${after.errors.length} errors`,
      ` of ${pages + plays + calls} answers, last after ${seconds(last)} s;`,
      ` list written after ${seconds(found)} s, lease after ${seconds(leased)} s;`,
      ` ${hold.attached} payments attached, ${exceptions} reconciliation exceptions, 1 stop carried out again;`,
      ` ${books.taken} taken, ${books.booked} booked;`,
      ` alerts: ${(await alerts.firedSince(goneAt, 'short')).join(', ')}\n`,
    ].join(''),
  );
});
