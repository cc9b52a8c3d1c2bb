// Interfaces 'Start and stop': a process with the embedded database is killed while it writes in
// its DATA_DIR, at several points, and files of a killed one are cut, filled with zeros or gone. A
// start works with all that was acknowledged, or is refused by name with what to do.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ASSET } from '../../apps/server/src/catalogue/catalogue.test-kit.ts';
import { idOf, tusAt } from '../../apps/server/src/media/uploads/uploads.test-kit.ts';
import { openPglite } from '../../apps/server/src/platform/database/database.ts';
import { createFolderStore } from '../../apps/server/src/platform/files/folder-store.ts';
import { freePort } from '../../scripts/free-ports.ts';
import {
  answers,
  createBrowser,
  DRIZZLE_IMPORTS,
  freshFolder,
  type Process,
  startProcess,
  waitUntil,
} from '../product/process.test-kit.ts';
import { type Alerts, startAlerts } from './alerts.ts';
import { compareBooks } from './books.ts';
import { takenFromEach } from './cases.ts';
import { recordClip } from './clip.ts';
import { cut, type Damage, garbageLock, gone, zeros } from './damage.ts';
import { fillService, startCarrier } from './fleet.ts';
import { type Away, createPersistentClient, faultsOf } from './persistent-client.ts';
import { subscribePerson } from './person.ts';

const CHECK_FILES = join(import.meta.dirname, '../../apps/server/src/setup/check-files.process.ts');
const PIECE = 40_000;
const FIRST_NUMBER = 27_860_000_000;
/** So many people sign up and pay at the same time. */
const PAYERS = 2;
/** What a start after a kill may take, beside one that has nothing to mend. */
const RECOVERY_FACTOR = 5;
const ENDED = /the process before this one in DATA_DIR did not stop in order/g;

let folder: string;
let remove: () => void;
let carrier: Awaited<ReturnType<typeof startCarrier>>;
let clip: Buffer;
let ports: { site: number; ops: number };
let variables: Record<string, string>;
/** Where the process writes; damages are made in copies of it. */
let dataDir: string;
let running: Process | undefined;
let alerts: Alerts;
const { persistently, failures } = createPersistentClient();
/** From each kill until the process was ready again. */
const away: Away[] = [];
/** The people who were told that they have paid. */
const paid = new Map<string, 'subscribed'>();
let people = 0;

beforeAll(async () => {
  ({ folder, remove } = freshFolder());
  dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  await recordClip(join(folder, 'clip.mp4'));
  clip = readFileSync(join(folder, 'clip.mp4'));
  const site = await freePort(3);
  ports = { site, ops: site + 1 };
  const url = `http://127.0.0.1:${site}`;
  carrier = await startCarrier(folder, url);
  // Secrets are made in DATA_DIR, and files lie there, as for a demo or a pilot.
  const { FILE_STORE: _, FENCE: __, SECRET_KEY: ___, ...given } = carrier.variables;
  const own = { PORT: `${site}`, OPS_PORT: `${site + 1}`, STUDIO_PORT: `${site + 2}` };
  variables = { ...given, ...own, PUBLIC_URL: url, ENCODER_AV1: 'off' };
  const open = await openPglite(join(dataDir, 'database'));
  await fillService(open, createFolderStore(join(dataDir, 'files')));
  await open.close();
  alerts = await startAlerts([ports.ops]);
});
afterAll(async () => {
  running?.child.kill('SIGKILL');
  await running?.ended;
  await alerts?.stop();
  await carrier?.stop();
  remove?.();
});

const site = () => `http://127.0.0.1:${ports.site}`;
const ops = () => createBrowser(`http://127.0.0.1:${ports.ops}`);
const service = () => ({ url: site(), carrier });

/** Starts the process; resolves when it is ready, or with what it says where it is refused. */
async function start(inFolder = dataDir): Promise<string | undefined> {
  const begun = startProcess({ ...variables, DATA_DIR: inFolder });
  running = begun;
  const end = begun.ended.then(() => begun.output());
  const ready = waitUntil('ready', begun, () => answers(`${site()}/healthz/ready`)).then(
    () => {
      for (const time of away) time.until = Math.min(time.until, performance.now());
      return undefined;
    },
    () => end,
  );
  return await Promise.race([ready, end]);
}

async function kill(): Promise<void> {
  away.push({ from: performance.now(), until: Number.POSITIVE_INFINITY });
  running?.child.kill('SIGKILL');
  await running?.ended;
}

/** Somebody whose free day is over: an Accept that takes money at once. */
async function pay(): Promise<void> {
  const msisdn = String(FIRST_NUMBER + people++);
  const first = await persistently(() => subscribePerson(service(), msisdn));
  await persistently(() => first.unsubscribe());
  await persistently(() => subscribePerson(service(), msisdn, 'again'));
  paid.set(msisdn, 'subscribed');
}

/** Sends a film in pieces, each again where its answer was lost; returns its job. */
async function upload(onPiece: (sent: number) => void = () => undefined): Promise<string> {
  const tus = tusAt(ports.ops);
  const created = await persistently(async () => {
    const answer = await tus.create(clip.length);
    if (answer.status !== 201) throw new Error(`not created: ${answer.status}`);
    return idOf(answer);
  });
  let job = '';
  for (let sent = 0; job === ''; ) {
    onPiece(sent);
    job = await persistently(async () => {
      sent = Number(await tus.offsetOf(created));
      if (sent < clip.length) await tus.send(created, sent, clip.subarray(sent, sent + PIECE));
      return ((await tus.view(created)) as { job_id: string | null }).job_id ?? '';
    });
  }
  return job;
}

const jobOf = async (job: string): Promise<{ state: string; percent?: number }> =>
  (await ops().call('GET', `/ops/jobs/${job}`)).body;

/** Waits until an alert fires, by the durations of a drill. */
async function untilFired(alert: string): Promise<void> {
  await vi.waitFor(async () => expect(await alerts.firing('short')).toContain(alert), {
    timeout: 90_000,
    interval: 250,
  });
}

async function untilDone(job: string): Promise<void> {
  for (const end = performance.now() + 300_000; performance.now() < end; await wait(250)) {
    const { state } = await persistently(() => jobOf(job));
    if (state === 'done') return;
    if (state === 'failed') throw new Error(`a film was not packaged: ${job}`);
  }
  throw new Error('a film is not packaged after five minutes');
}

/** Addresses of pictures in sizes that nobody has asked for yet. */
async function pictures(): Promise<string[]> {
  const page = await (await fetch(`${site()}/video/isibane`)).text();
  return [...new Set(page.match(/\/pictures\/[\w/.-]+\.(?:avif|webp)/g) ?? [])];
}

/** Runs `npm run check-files` beside the process. */
function checkFiles(inFolder: string): Promise<{ code: number; out: string }> {
  const env = { PATH: process.env.PATH, ENV_FILE: 'none', ...variables, DATA_DIR: inFolder };
  const words = ['--import', DRIZZLE_IMPORTS, CHECK_FILES];
  return new Promise((resolve) => {
    execFile(process.execPath, words, { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out: out + err }),
    );
  });
}

/** What must hold after each start that works. */
async function expectNothingLost(): Promise<void> {
  const all = { of: () => [ports], carrier };
  const { taken, differences } = await compareBooks(all, { people: paid });
  expect(differences).toEqual([]);
  expect(taken).toBe(paid.size);
}

/** Starts the process; returns the milliseconds until it is ready. */
async function timeOfStart(): Promise<number> {
  const begun = performance.now();
  expect(await start()).toBeUndefined();
  return performance.now() - begun;
}

it('a process that is killed while it writes, at five points, loses nothing', async () => {
  const first = await timeOfStart();
  const jobs: Promise<string>[] = [];
  const times: string[] = [];
  const killedWhile = async (point: string): Promise<void> => {
    await kill();
    const ms = await timeOfStart();
    times.push(`${point} ${Math.round(ms)} ms`);
    expect(ms).toBeLessThan(RECOVERY_FACTOR * first);
    const said = running?.output() ?? '';
    expect(said.match(ENDED) ?? [], said).toHaveLength(1);
  };

  const paying = Promise.all(Array.from({ length: PAYERS }, () => pay().then(pay).then(pay)));
  while (paid.size < 2) await wait(20);
  await killedWhile('an Accept');

  const half = Promise.withResolvers<void>();
  jobs.push(upload((sent) => void (sent > 3 * PIECE && half.resolve())));
  await half.promise;
  await killedWhile('a piece of an upload');

  const job = await (jobs[0] as Promise<string>);
  while ((await persistently(() => jobOf(job))).state !== 'running') await wait(20);
  await killedWhile('packaging');
  // A film whose packaging ends with the process three times is given up.
  await untilDone(job);

  await kill();
  running = startProcess({ ...variables, DATA_DIR: dataDir });
  await wait(600);
  await killedWhile('a start');

  const asked = await pictures();
  expect(asked.length).toBeGreaterThan(0);
  const painted = asked.map((path) => fetch(site() + path).catch(() => undefined));
  await killedWhile('pictures');
  await Promise.all(painted);

  await paying;
  await expectNothingLost();
  for (const path of asked) {
    const answer = await fetch(site() + path);
    expect([answer.status, (await answer.arrayBuffer()).byteLength > 100]).toEqual([200, true]);
  }
  expect(await checkFiles(dataDir)).toMatchObject({ code: 0 });
  expect(faultsOf(failures, away)).toEqual([]);
  const named = readdirSync(join(dataDir, 'files/.incoming'));
  const said = [
    `first start ${Math.round(first)} ms`,
    `killed during, ready again after: ${times.join(', ')}`,
    `${failures.length} answers cut or refused`,
    `${paid.size} charges`,
    `files left half-written, under no name: ${named.length}`,
  ];
  process.stdout.write(`${said.join('; ')}\n`);
});

/** The file of each table in the folder. */
const files = new Map<string, string>();
const table = (name: string): string => join('database', files.get(name) ?? '');

/**
 * The folder after two kills: `idle` when nothing was written but what a start writes, so that the
 * tables have what no journal has; `busy` after people have paid. `journal` is the journal of
 * between the last two payments of `busy`.
 */
const folders = { idle: '', busy: '', journal: '' };

async function readTables(names: readonly string[]): Promise<void> {
  const open = await openPglite(join(dataDir, 'database'));
  const asked = names.map((name) => `pg_relation_filepath('${name}') as ${name}`).join(', ');
  const found = await open.pglite?.query<Record<string, string>>(`select ${asked}`);
  await open.close();
  for (const [name, file] of Object.entries(found?.rows[0] ?? {})) files.set(name, file);
}

function copyTo(name: string, from = dataDir): string {
  const copy = join(folder, name);
  rmSync(copy, { recursive: true, force: true });
  cpSync(from, copy, { recursive: true });
  return copy;
}

it('copies of the folder, idle and busy, are as good as the folder', async () => {
  for (const path of await pictures()) await fetch(site() + path);
  running?.child.kill('SIGTERM');
  expect(await running?.ended).toBe(0);
  await readTables(['charges', 'consents']);
  expect(await start()).toBeUndefined();
  await kill();
  folders.idle = copyTo('idle');
  expect(await start()).toBeUndefined();
  await expectNothingLost();
  await pay();
  folders.journal = copyTo('journal', join(dataDir, 'database/pg_wal'));
  await pay();
  await kill();
  folders.busy = copyTo('busy');
  expect(await start(copyTo('copy'))).toBeUndefined();
  await expectNothingLost();
  await kill();
});

function damaged(from: string, damage: Damage): string {
  const copy = copyTo('damaged', from);
  damage((name) => join(copy, name));
  return copy;
}

const BACKUP = /restore the newest backup/;
const REFUSED: readonly (readonly [string, () => Damage, RegExp])[] = [
  [
    'half of secrets.json',
    () => cut('secrets.json'),
    /secrets\.json in it cannot be read; restore/,
  ],
  ['secrets.json of zeros', () => zeros('secrets.json'), /secrets\.json in it cannot be read/],
  ['no secrets.json', () => gone('secrets.json'), /SECRET_KEY: the database knows another one/],
  ['half of PG_VERSION', () => cut('database/PG_VERSION'), BACKUP],
  ['a control file of zeros', () => zeros('database/global/pg_control'), BACKUP],
  ['no journal', () => gone('database/pg_wal'), BACKUP],
  ['a lock of garbage', () => garbageLock, /lock\.sqlite in .* is damaged; remove it/],
  ['no database', () => gone('database'), /it is gone; restore the newest backup/],
  ['half of the table of charges', () => cut(table('charges')), /damaged \(charges: .*; restore/],
  [
    'a table of consents of zeros',
    () => zeros(table('consents')),
    /damaged \(consents: .*; restore/,
  ],
];

it.each(REFUSED)('a start with %s is refused by name, with what to do', async (_, damage, says) => {
  const copy = damaged(folders.idle, damage());
  const lines: string[] = [];
  // A supervisor tries again: what was wrong is wrong still.
  for (const _ of ['first', 'again']) {
    const said = await start(copy);
    lines.push(said?.split('\n').find((one) => one.startsWith('Cannot start: ')) ?? `${said}`);
    await kill();
  }
  process.stdout.write(`  ${lines[0]}\n`);
  expect(lines[0]).toMatch(/^Cannot start: [A-Z_]+: /);
  expect(lines[0]).toMatch(says);
  expect(lines[1]).toBe(lines[0]);
  expect(await running?.ended).toBe(1);
});

it('a process that cannot start calls somebody', () => untilFired('BonisaDown'));

it.each([
  ['half of the mark of the database', () => cut('database.made.json')],
  ['half of the name of the holder', () => cut('lock.holder')],
  ['no scratch folders', () => gone('scratch')],
  ['half of a table whose pages the journal has', () => cut(table('charges'))],
] as const)('a start with %s works with everything', async (_, damage) => {
  expect(await start(damaged(folders.busy, damage()))).toBeUndefined();
  await expectNothingLost();
  await kill();
});

it('empty pictures are painted again, and a short segment is named by its title', async () => {
  const copy = damaged(folders.busy, (path) => {
    const all = readdirSync(path('files/pictures'), { recursive: true, withFileTypes: true });
    for (const one of all) if (one.isFile()) truncateSync(join(one.parentPath, one.name));
    truncateSync(path(`files/media/${ASSET}/360p/0.m4s`), 1000);
  });
  expect(await start(copy)).toBeUndefined();
  for (const path of await pictures()) {
    const answer = await fetch(site() + path);
    expect([answer.status, (await answer.arrayBuffer()).byteLength > 100]).toEqual([200, true]);
  }
  const { code, out } = await checkFiles(copy);
  expect([code, out]).toEqual([1, expect.stringContaining('played by isibane')]);
  await kill();
});

it('a journal without its end is found to lack what the carrier has taken', async () => {
  const before = await takenFromEach({ carrier }, paid.keys());
  const copy = damaged(folders.busy, (path) => {
    rmSync(path('database/pg_wal'), { recursive: true });
    cpSync(folders.journal, path('database/pg_wal'), { recursive: true });
  });
  expect(await start(copy)).toBeUndefined();
  const hold = async () => (await ops().call('GET', '/ops/hold')).body;
  await vi.waitFor(
    async () =>
      expect(await hold()).toMatchObject({ held: true, why: 'missing_here', missing: 1, cases: 1 }),
    { timeout: 60_000, interval: 250 },
  );
  expect(await takenFromEach({ carrier }, paid.keys())).toEqual(before);
  const line = running
    ?.output()
    .split('\n')
    .filter((one) => one.includes('JOBS ARE HELD'));
  expect(line).toHaveLength(1);
  await untilFired('BonisaJobsHeld');
});
