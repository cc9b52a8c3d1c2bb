// Interfaces 'Operations': the database server is lost with what its backups had not received. It
// is restored, and the carrier's list says what is missing. Prints what it cost.
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ASSET } from '@bonisa/content/catalogue.test-kit';
import { namedOn } from '@bonisa/kit/database/database-server.test-kit';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBrowser, DRIZZLE_IMPORTS } from '../product/process.test-kit.ts';
import { type Backups, startBackups } from './backups.ts';
import { compareBooks } from './books.ts';
import { type Cluster, startReplica } from './cluster.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { type Load, startLoad } from './load.ts';
import { type Person, subscribePerson } from './person.ts';
import { resolveExceptions } from './reconciliation-exceptions.ts';
import { untilWithin } from './until.ts';

const ROOT = join(import.meta.dirname, '../..');
const BEFORE = 27_820_000_000;
const GAP = 27_821_000_000;
/** Charged in the gap, so that the carrier knows payments that the backup does not. */
const DUE_IN_MS = 12_000;
const GAP_MS = 25_000;

let fleet: Fleet;
let backups: Backups;
let client: pg.Client;
let copy: Cluster | undefined;
const running: Load[] = [];
beforeAll(async () => {
  fleet = await startFleet(['pages', 'api', 'jobs', 'jobs'], { LOG_LEVEL: 'warn', FENCE: 'on' });
  client = new pg.Client({ connectionString: fleet.database });
  client.on('error', () => undefined);
  await client.connect();
  backups = await startBackups(fleet.cluster);
});
afterAll(async () => {
  await Promise.all(running.map((load) => load.stop()));
  await fleet?.close();
  await copy?.remove();
});

const ops = (method: 'GET' | 'POST', path: string, body?: unknown) =>
  createBrowser(`http://127.0.0.1:${fleet.of('jobs')[0]?.ops}`).call(method, path, body);
const historyOf = async (msisdn: string) => (await ops('GET', `/ops/subscriptions/${msisdn}`)).body;
const takenFrom = async (msisdn: string): Promise<{ status: string }[]> =>
  (await createBrowser(fleet.carrier.url).call('GET', `/sim/charges?msisdn=${msisdn}`)).body;

const until = untilWithin(120_000);

/** Runs `npm run check-files` with the variables of the service. */
async function checkFiles(): Promise<{ code: number; out: string }> {
  const program = join(ROOT, 'apps/server/src/setup/check-files.process.ts');
  const variables = { ...fleet.carrier.variables, DATABASE_URL: fleet.database, ENV_FILE: 'none' };
  const env = { PATH: process.env.PATH, DATA_DIR: join(fleet.files, '../checks'), ...variables };
  return await new Promise((resolve) => {
    execFile(process.execPath, ['--import', DRIZZLE_IMPORTS, program], { env }, (error, out) =>
      resolve({ code: Number(error?.code ?? 0), out }),
    );
  });
}

/** Starts one of the processes on a copy in which everybody is due, and looks after some time. */
async function startSecondCopy() {
  copy = await startReplica(fleet.cluster);
  await copy.promote();
  const url = namedOn(copy.url, 'bonisa');
  const second = fleet.of('jobs')[1];
  if (!second) throw new Error('the fleet has no second process of jobs');
  second.process.child.kill('SIGTERM');
  await second.process.ended;
  const there = new pg.Client({ connectionString: url });
  await there.connect();
  await there.query(
    `update subscriptions set paid_until = $1, due_at = $1 where status in ('trial', 'active')`,
    [new Date()],
  );
  await second.again({ DATABASE_URL: url });
  const own = createBrowser(`http://127.0.0.1:${second.ops}`);
  const fence = async () => (await own.call('GET', '/ops/hold')).body.fence;
  await until('the copy is refused', async () => (await fence()).state === 'refused');
  // Long enough for a renewal, which comes within a second where nothing holds it.
  await wait(5000);
  const { rows } = await there.query(
    `select count(*)::int as due from subscriptions where status in ('trial', 'active') and due_at <= $1`,
    [new Date()],
  );
  await there.end();
  return { due: rows[0].due as number, fence: await fence() };
}

const begin = (firstNumber: number): Load => {
  const load = startLoad(fleet, { people: 3, firstNumber });
  running.push(load);
  return load;
};

/** Ends free days after so long, of numbers from one on. */
const endFreeDays = (from: number, inMs: number) =>
  client.query(
    `update subscriptions set paid_until = $1, due_at = $1 from subscribers
      where subscribers.id = subscriber_id and status = 'trial' and msisdn >= $2 and due_at > $1`,
    [new Date(Date.now() + inMs), String(from)],
  );

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

it('PostgreSQL is lost with its newest changes, and restored beside the carrier', async () => {
  // Before: people, a copy under load, more people, charges.
  const before = begin(BEFORE);
  const person = (index: number): Promise<Person> => subscribePerson(fleet, `2783000000${index}`);
  const [texted, browsed, removed, refunded, kept] = (await Promise.all(
    [1, 2, 3, 4, 5].map(person),
  )) as [Person, Person, Person, Person, Person];
  const all = [texted, browsed, removed, refunded, kept];
  await until('people have signed up', () => before.counts.signUps >= 5);
  await backups.copy();
  await endFreeDays(Number(refunded.msisdn), 0);
  await until('the first are charged', async () => {
    const states = await Promise.all(all.slice(3).map(({ msisdn }) => historyOf(msisdn)));
    return states.every(({ charges }) => charges?.[0]?.outcome === 'succeeded');
  });
  const stopped = before.counts.signUps;
  await until('more people have signed up', () => before.counts.signUps >= stopped + 5);
  await before.stop();
  await endFreeDays(BEFORE, DUE_IN_MS);
  await backups.received();
  await backups.stop();
  const lostAt = Date.now();

  // The gap: nothing of it is in the backup.
  const during = begin(GAP);
  const reference = (await historyOf(refunded.msisdn)).charges[0].reference;
  expect(
    (await ops('POST', '/ops/refunds', { reference, reason: 'Asked for' })).body,
  ).toMatchObject({
    outcome: 'succeeded',
  });
  const message = await texted.text('STOP');
  await browsed.unsubscribe();
  await removed.removeData();
  expect((await historyOf(texted.msisdn)).state).toBe('cancelled');
  await until('renewals are charged in the gap', async () => {
    await endFreeDays(GAP, 0);
    const [gap, old] = await Promise.all([GAP, BEFORE].map((one) => takenFrom(String(one))));
    return Boolean(gap?.length && old?.length && Date.now() - lostAt > GAP_MS);
  });
  await during.stop();
  const lost = Date.now() - lostAt;
  for (const { process } of fleet.members) process.child.kill('SIGKILL');
  await Promise.all(fleet.members.map(({ process }) => process.ended));
  await client.end();
  await fleet.cluster.stop('immediate');

  // The restore.
  const restoring = Date.now();
  const data = `${fleet.cluster.folder}/restored`;
  await backups.restore(data);
  fleet.cluster.moveTo(data);
  await fleet.cluster.start();
  const asked = new pg.Client({ connectionString: fleet.database });
  await asked.connect();
  const { rows } = await asked.query(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  );
  await asked.end();
  const restored = Date.now() - restoring;
  for (const { again } of fleet.of('jobs')) await again();
  await until('the list is written', async () => (await ops('GET', '/ops/hold')).body.attached_at);
  const { body: hold } = await ops('GET', '/ops/hold');
  const held = Date.now() - restoring;
  expect(hold).toMatchObject({
    held: true,
    why: 'missing_here',
    refunds: 1,
    refunds_unread: false,
  });

  // What people stopped and removed is known again from the file store, before anybody is charged.
  // A message that the carrier delivers again changes nothing.
  await until('ends are carried out again', async () => {
    const { ends } = (await ops('GET', '/ops/hold')).body;
    return ends.replayed === 3 && ends.removing === 0;
  });
  for (const { msisdn } of [texted, browsed])
    expect((await historyOf(msisdn)).state).toBe('cancelled');
  expect((await historyOf(removed.msisdn)).state).toBeUndefined();
  for (const { again } of fleet.of('api')) await again();
  expect(await texted.deliverAgain(message)).toBe(204);

  // Each payment of somebody who began in the gap is a reconciliation exception; its money is given
  // back.
  const paidInGap = await Promise.all(
    [...during.people.keys()].map(async (msisdn) => (await takenFrom(msisdn)).length),
  );
  const exceptions = await resolveExceptions({ call: ops });
  expect(exceptions).toBe(paidInGap.reduce((sum, one) => sum + one, 0));
  expect(exceptions).toBe(hold.exceptions);
  expect(hold.attached).toBe(hold.missing - hold.exceptions);
  expect((await ops('POST', '/ops/hold/release', { note: 'drill' })).status).toBe(200);
  for (const { again } of fleet.of('pages')) await again();

  // Everybody from before: what the carrier took is what we booked, once, and they are served.
  // (The one who was given the money back is looked at below.)
  const others = all.filter((one) => one !== refunded && one !== removed);
  const people = new Map(before.people);
  for (const { msisdn } of others) people.set(msisdn, 'nothing');
  const { taken, booked, differences } = await compareBooks(fleet, { people });
  expect(differences).toEqual([]);
  expect(taken).toBeGreaterThan(0);
  expect((await historyOf(texted.msisdn)).state).toMatch(/^(cancelled|expired)$/);
  for (const { msisdn } of [texted, browsed, removed]) expect(await takenFrom(msisdn)).toEqual([]);
  expect((await historyOf(refunded.msisdn)).charges).toMatchObject([{ outcome: 'refunded' }]);
  expect((await ops('GET', '/ops/ledger')).body).toMatchObject({ balanced: true });
  // Nobody from the gap is known; each of them may subscribe again, and the consent is theirs anew.
  const [first = ''] = during.people.keys();
  expect((await historyOf(first)).state).toBeUndefined();
  const back = await subscribePerson(fleet, first);
  expect(await back.isEntitled()).toBe(true);

  // The file store is not restored: what it lacks is named by title.
  await rm(join(fleet.files, 'media', ASSET, '360p/0.m4s'));
  const found = await checkFiles();
  expect(found).toMatchObject({ code: 1 });
  expect(found.out).toMatch(
    /^missing: media of .* played by isibane.* 1 of 2 files, first 360p\/0/,
  );

  // A copy of the server, started for trial with the variables of the service, charges nobody.
  const everybody = [...people.keys(), ...during.people.keys()];
  const total = async (): Promise<number> =>
    (await Promise.all(everybody.map(takenFrom))).reduce((sum, { length }) => sum + length, 0);
  const charged = await total();
  const looked = await startSecondCopy();
  expect(looked.fence).toMatchObject({ state: 'refused', problem: 'another_copy' });
  expect(looked.due).toBeGreaterThan(0);
  expect(await total()).toBe(charged);
  expect((await ops('GET', '/ops/hold')).body.fence).toMatchObject({ state: 'held' });

  process.stdout.write(
    `restore: ${seconds(lost)} s of changes lost, ${rows[0].size} restored in ${seconds(restored)} s, list written after ${seconds(held)} s; ${hold.missing} payments missing, ${hold.attached} attached, ${hold.refunds} refunds, ${exceptions} reconciliation exceptions of ${during.counts.signUps} sign-ups in the gap; ${taken} taken, ${booked} booked; 3 ends carried out again; ${looked.due} due in a second copy, none charged\n`,
  );
});
