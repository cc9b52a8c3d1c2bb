// Interfaces 'Start and stop': a process with the embedded database is killed while it writes in
// its DATA_DIR, at several points, and files of a killed one are cut, filled with zeros or gone. A
// start works with all that was acknowledged, or is refused by name with what to do.
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
import { compareBooks } from './books.ts';
import { takenFromEach } from './cases.ts';
import { recordClip } from './clip.ts';
import { fillService, startCarrier } from './fleet.ts';
import { subscribePerson } from './person.ts';

const CHECK_FILES = join(import.meta.dirname, '../../apps/server/src/setup/check-files.process.ts');
const PIECE = 40_000;
const FIRST_NUMBER = 27_860_000_000;
/** A killed process is back when systemd has started it again. */
const PAYERS = 2;

let folder: string;
let remove: () => void;
let carrier: Awaited<ReturnType<typeof startCarrier>>;
let clip: Buffer;
let ports: { site: number; ops: number };
let variables: Record<string, string>;
/** Where the process writes; the drills of damages use copies of it. */
let dataDir: string;
let running: Process | undefined;
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
});
afterAll(async () => {
  running?.child.kill('SIGKILL');
  await running?.ended;
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
    () => undefined,
    () => end,
  );
  return await Promise.race([ready, end]);
}

async function kill(): Promise<void> {
  running?.child.kill('SIGKILL');
  await running?.ended;
}

/** Repeats what a person or a program does until it is answered; the process may be away. */
async function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const end = performance.now() + 120_000; ; await wait(100))
    try {
      return await work();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
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

it('a process that is killed while it writes, at five points, loses nothing', async () => {
  expect(await start()).toBeUndefined();
  const jobs: Promise<string>[] = [];
  const times: string[] = [];
  const killedWhile = async (point: string): Promise<void> => {
    await kill();
    const begun = performance.now();
    expect(await start()).toBeUndefined();
    times.push(`${point} ${Math.round(performance.now() - begun)} ms`);
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
  for (const one of jobs) await untilDone(await one);
  await expectNothingLost();
  for (const path of asked) {
    const answer = await fetch(site() + path);
    expect([answer.status, (await answer.arrayBuffer()).byteLength > 100]).toEqual([200, true]);
  }
  expect(await checkFiles(dataDir)).toMatchObject({ code: 0 });
  const named = readdirSync(join(dataDir, 'files/.incoming'));
  process.stdout.write(
    `killed during, ready again after: ${times.join('; ')}; ${paid.size} charges; files left half-written, under no name: ${named.length}\n`,
  );
});

/** Damages a copy of the folder of a killed process. */
type Damage = (path: (name: string) => string) => void;

const cut =
  (name: string): Damage =>
  (path) => {
    truncateSync(path(name), Math.floor(statSync(path(name)).size / 2));
  };
const zeros =
  (name: string): Damage =>
  (path) => {
    writeFileSync(path(name), Buffer.alloc(statSync(path(name)).size));
  };
const garbage =
  (name: string): Damage =>
  (path) => {
    writeFileSync(path(name), 'not what was here, and longer than a header of a file\n'.repeat(9));
  };
const gone =
  (name: string): Damage =>
  (path) => {
    rmSync(path(name), { recursive: true });
  };

/** The file of a table of the database in the folder. */
const files = new Map<string, string>();
const table = (name: string): string => join('database', files.get(name) ?? '');

/** The newest file of the journal, and how much of it is used. */
function journal(path: (name: string) => string): { file: string; used: number } {
  const folder = path('database/pg_wal');
  const names = readdirSync(folder).filter((name) => /^[0-9A-F]{24}$/.test(name));
  const used = names
    .map((name) => ({ file: join(folder, name), used: usedOf(join(folder, name)) }))
    .filter((one) => one.used > 0)
    .sort((a, b) => (a.file < b.file ? 1 : -1));
  return used[0] ?? { file: '', used: 0 };
}

function usedOf(file: string): number {
  const bytes = readFileSync(file);
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return end;
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
  ['an empty PG_VERSION', () => cut('database/PG_VERSION'), BACKUP],
  ['a control file of zeros', () => zeros('database/global/pg_control'), BACKUP],
  ['no journal', () => gone('database/pg_wal'), BACKUP],
  ['no database', () => gone('database'), /it is gone; restore the newest backup/],
  ['half of the table of charges', () => cut(table('charges')), /damaged \(charges: /],
  ['a table of consents of zeros', () => zeros(table('consents')), /damaged \(consents: /],
  ['a lock of garbage', () => garbage('lock.sqlite'), /lock\.sqlite .* is damaged; remove it/],
];

it('a copy of the folder is as good as the folder', async () => {
  const found = await tablesOf(['charges', 'consents']);
  for (const [name, file] of found) files.set(name, file);
  await kill();
  cpSync(dataDir, join(folder, 'copy'), { recursive: true });
  expect(await start(join(folder, 'copy'))).toBeUndefined();
  await expectNothingLost();
  await kill();
});

/** The files of tables, by the process's own copy of the database. */
async function tablesOf(names: readonly string[]): Promise<[string, string][]> {
  await kill();
  const open = await openPglite(join(dataDir, 'database'));
  const found: [string, string][] = [];
  for (const name of names) {
    const asked = await open.pglite?.query<{ path: string }>(
      `select pg_relation_filepath($1::regclass) as path`,
      [name],
    );
    found.push([name, asked?.rows[0]?.path ?? '']);
  }
  await open.close();
  // The journal has changes again, so that a crash leaves something to replay.
  expect(await start()).toBeUndefined();
  await pay();
  await pay();
  return found;
}

function damaged(damage: Damage): string {
  const copy = join(folder, 'damaged');
  rmSync(copy, { recursive: true, force: true });
  cpSync(dataDir, copy, { recursive: true });
  damage((name) => join(copy, name));
  return copy;
}

it.each(REFUSED)('a start with %s is refused by name, with what to do', async (_, damage, says) => {
  const said = await start(damaged(damage()));
  const line = said?.split('\n').find((one) => one.startsWith('Cannot start: ')) ?? `${said}`;
  process.stdout.write(`  ${line}\n`);
  expect(line).toMatch(/^Cannot start: [A-Z_]+: /);
  expect(line).toMatch(says);
  expect(await running?.ended).toBe(1);
});

it.each([
  ['half of the mark of the database', cut('database.made.json')],
  ['half of the name of the holder', cut('lock.holder')],
  ['no scratch folders', gone('scratch')],
] as const)('a start with %s works with everything', async (_, damage) => {
  expect(await start(damaged(damage))).toBeUndefined();
  await expectNothingLost();
  await kill();
});

it('empty pictures are painted again, and a short segment is named by its title', async () => {
  const copy = damaged((path) => {
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
  const copy = damaged((path) => {
    const { file, used } = journal(path);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0, Math.floor(used / 2)));
  });
  const said = await start(copy);
  if (said !== undefined) {
    process.stdout.write(`  refused: ${said.trim()}\n`);
    expect(said).toMatch(BACKUP);
    return;
  }
  const hold = async () => (await ops().call('GET', '/ops/hold')).body;
  for (const end = performance.now() + 60_000; performance.now() < end; await wait(200))
    if ((await hold()).attached_at !== null) break;
  const { held, why, missing, attached, cases } = await hold();
  process.stdout.write(`  ${JSON.stringify({ held, why, missing, attached, cases })}\n`);
  expect({ held, why }).toEqual({ held: true, why: 'missing_here' });
  expect(missing).toBeGreaterThan(0);
  expect(attached + cases).toBe(missing);
  expect(await takenFromEach({ carrier }, paid.keys())).toEqual(before);
});
