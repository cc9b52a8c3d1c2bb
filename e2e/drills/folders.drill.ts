// Interfaces 'Start and stop': six processes share a database and a file store, and nothing else.
// Each has a DATA_DIR of its own, which may be lost.
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { idOf, tusAt } from '../../apps/server/src/media/uploads/uploads.test-kit.ts';
import { freePort } from '../../scripts/free-ports.ts';
import { createBrowser, DRIZZLE_IMPORTS, startProcess } from '../product/process.test-kit.ts';
import { SAMPLE_CATALOGUE, writeSampleFilm } from '../product/sample-film.test-kit.ts';
import { type Fleet, type Member, startFleet } from './fleet.ts';
import { subscribePerson } from './person.ts';
import { untilWithin } from './until.ts';

const IMPORT = join(import.meta.dirname, '../../apps/server/src/import/import.process.ts');
const FFMPEG = '/usr/bin/ffmpeg';
const CHANNEL = 'radio-lamp';
const CAPTIONS = '1\n00:00:00,500 --> 00:00:02,000\nSawubona\n';

let fleet: Fleet;
let folder: string;
beforeAll(async () => {
  if (!existsSync(FFMPEG))
    throw new Error('this drill needs FFmpeg (Debian: apt-get install ffmpeg)');
  fleet = await startFleet(['pages', 'api', 'jobs', 'pages', 'api', 'jobs']);
  folder = join(fleet.files, '..');
});
afterAll(() => fleet?.close());

const opsOf = ({ ops }: Member) => createBrowser(`http://127.0.0.1:${ops}`);
const dataDirOf = (member: Member): string =>
  join(folder, `process-${fleet.members.indexOf(member)}`);
const hashOf = (bytes: ArrayBuffer | Buffer): string =>
  createHash('sha256')
    .update(Buffer.from(bytes as ArrayBuffer))
    .digest('hex');

const until = untilWithin(300_000);

/** What an address answers through nginx and at every process: one hash for all of them. */
async function sameEverywhere(address: string): Promise<string> {
  const path = address.replace(fleet.url, '');
  const origins = [fleet.url, ...fleet.members.map(({ site }) => `http://127.0.0.1:${site}`)];
  const answers = await Promise.all(
    origins.map(async (origin) => {
      const answer = await fetch(origin + path);
      return `${answer.status} ${hashOf(await answer.arrayBuffer())}`;
    }),
  );
  expect(new Set(answers).size, `${path}: ${answers.join(', ')}`).toBe(1);
  expect(answers[0], path).toMatch(/^200 /);
  return answers[0]?.slice(4) ?? '';
}

/** The files of an asset in the store that viewers get, with their hashes. */
function storedFiles(asset: string): [file: string, hash: string][] {
  const root = join(fleet.files, 'media', asset);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && /\.(m4s|mp4|avif|webp|jpg|vtt)$/.test(one.name))
    .map((one) => {
      const path = join(one.parentPath, one.name);
      return [path.slice(root.length + 1), hashOf(readFileSync(path))];
    });
}

interface Play {
  readonly playlist: string;
  readonly media: { readonly parts: readonly { readonly base: string }[] };
}

/** Plays a title and compares every file of it at every process with the store's. */
async function playedEverywhere(video: string, msisdn: string): Promise<number> {
  const { browser } = await subscribePerson(fleet, msisdn);
  // nginx asks the processes in turn.
  const plays: Play[] = [];
  for (const _ of fleet.of('api')) {
    const { status, body } = await browser.call('POST', '/api/play', { video });
    expect([status, body.entitled]).toEqual([200, true]);
    const main = await fetch(new URL(body.playlist, fleet.url));
    expect([main.status, await main.text()]).toEqual([200, expect.stringContaining('#EXTM3U')]);
    plays.push(body);
  }
  const base = plays[0]?.media.parts[0]?.base ?? '';
  const [asset = ''] = /[0-9a-f-]{36}/.exec(base) ?? [];
  const stored = storedFiles(asset).filter(([file]) => /\.(m4s|mp4)$/.test(file));
  for (const [file, hash] of stored) expect(await sameEverywhere(base + file)).toBe(hash);
  return stored.length;
}

const program = promisify(execFile);

it('a film with a picture and captions is imported, packaged by any process, and played', async () => {
  const films = join(folder, 'films');
  mkdirSync(films);
  const file = (ending: string): string => join(films, `the-lamp${ending}`);
  await writeSampleFilm(file('.mp4'), { seed: 7, seconds: 4 });
  writeFileSync(file('.zu.srt'), CAPTIONS);
  const wall = { width: 1280, height: 800, channels: 3, background: '#1d6f57' } as const;
  await sharp({ create: wall }).jpeg().toFile(file('.jpg'));
  const fields = { title: 'The lamp', synopsis: 'A lamp.', description: 'A lamp, on a wall.' };
  const facts = { year: 2026, ratingAge: 'PG', ratingAdvice: [], languages: ['zu'] };
  const place = { genre: 'lamps', channel: 'sunrise', published: true };
  writeFileSync(file('.json'), JSON.stringify({ ...fields, ...facts, ...place }));
  const [channel] = SAMPLE_CATALOGUE.channels;
  const catalogue = {
    genres: [{ slug: 'lamps', title: 'Lamps' }],
    channels: [{ ...channel, slug: 'sunrise', title: 'Sunrise', genre: 'lamps' }],
  };
  writeFileSync(join(films, 'catalogue.json'), JSON.stringify(catalogue));
  const env = {
    ...fleet.variables,
    PATH: `${process.env.PATH}`,
    ENV_FILE: 'none',
    DATA_DIR: join(folder, 'import'),
    INIT_CWD: folder,
  };
  const words = ['--import', DRIZZLE_IMPORTS, IMPORT, films];
  const { stdout } = await program(process.execPath, words, { env, cwd: folder });
  expect(stdout).toContain('files: given 3');
  // What the import left on its machine is of no use to anybody.
  rmSync(join(folder, 'import'), { recursive: true, force: true });
  const page = async (): Promise<string> => {
    const answer = await fetch(`${fleet.url}/video/the-lamp`);
    return answer.status === 200 ? await answer.text() : '';
  };
  await until('shown', async () => (await page()).includes('The lamp'));
  const pictures = [
    ...new Set((await page()).match(/\/pictures\/[\w/-]*the-lamp[\w-]*\.\w+/g) ?? []),
  ];
  process.stdout.write(`pictures of the page: ${pictures.length}\n`);
  expect(pictures.length).toBeGreaterThan(0);
  for (const picture of pictures) await sameEverywhere(picture);
  const files = await playedEverywhere('the-lamp', '27840000001');
  process.stdout.write(`files of the film, each compared at seven addresses: ${files}\n`);
  expect(files).toBeGreaterThan(10);
});

it('an upload in pieces that go to different processes is packaged by another one', async () => {
  const bytes = readFileSync(join(folder, 'films', 'the-lamp.mp4'));
  const takers = [...fleet.of('api'), ...fleet.of('jobs'), ...fleet.of('pages')];
  const first = tusAt(takers[0]?.ops ?? 0);
  const id = idOf(await first.create(bytes.length));
  const piece = Math.ceil(bytes.length / takers.length);
  let job = '';
  for (const [index, { ops }] of takers.entries()) {
    const part = bytes.subarray(index * piece, (index + 1) * piece);
    const sent = await tusAt(ops).send(id, index * piece, part);
    expect(sent.status).toBe(204);
    job = sent.headers.get('upload-job') ?? job;
  }
  const jobAt = async (member: Member) =>
    (await opsOf(member).call('GET', `/ops/jobs/${job}`)).body;
  const any = fleet.members[0] as Member;
  await until('packaged', async () => ['done', 'failed'].includes((await jobAt(any)).state));
  const done = await jobAt(any);
  expect(done).toMatchObject({ state: 'done', error: null });
  const shown: string[] = JSON.stringify(done.result).match(/http[^"]+\.(?:webp|avif|jpg)/g) ?? [];
  expect(shown.length).toBeGreaterThan(0);
  for (const address of shown) await sameEverywhere(address);
});

it('an operator names a file of one machine, and any process packages it', async () => {
  for (const member of fleet.of('jobs')) {
    const file = join(dataDirOf(member), 'uploads', 'film.mp4');
    writeFileSync(file, readFileSync(join(folder, 'films', 'the-lamp.mp4')));
    const asked = { file, title: 'A film', effort: 'quick' };
    const { status, body } = await opsOf(member).call('POST', '/ops/ingest', asked);
    expect(status).toBe(202);
    // The machine is lost as soon as it has answered.
    rmSync(file);
    const state = async () => (await opsOf(member).call('GET', `/ops/jobs/${body.id}`)).body.state;
    await until('packaged', async () => ['done', 'failed'].includes(await state()));
    expect(await state()).toBe('done');
  }
});

it('a live contribution is seen everywhere, and its recording survives its machine', async () => {
  const [taker, other] = fleet.of('jobs') as [Member, Member];
  const rtmp = await freePort();
  taker.process.child.kill('SIGTERM');
  await taker.process.ended;
  await taker.again({ LIVE_INGEST_PORT: `${rtmp}` });
  const { body } = await opsOf(taker).call('POST', `/ops/contributions/${CHANNEL}/key`, {});
  const address = `rtmp://127.0.0.1:${rtmp}/live/${body.stream_key}`;
  const picture = ['-re', '-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=25'];
  const sound = ['-re', '-f', 'lavfi', '-i', 'sine=440:r=48000'];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-pix_fmt', 'yuv420p'];
  const sends = ['-v', 'error', ...picture, ...sound, ...codecs, '-c:a', 'aac', '-f', 'flv'];
  const publisher = spawn(FFMPEG, [...sends, address], { stdio: 'ignore' });
  try {
    const newest = async () =>
      (await opsOf(other).call('GET', '/ops/contributions')).body.data[0] ?? {};
    await until('on air', async () => (await newest()).picture === 'on_air');
    const { browser } = await subscribePerson(fleet, '27840000002');
    const segments = async (): Promise<string[]> => {
      const asked = await browser.call('POST', '/api/play/live', {
        channel: CHANNEL,
        take_over: true,
      });
      const main = new URL(asked.body.playlist, fleet.url);
      const variant = (await (await fetch(main)).text()).match(/^[^#\n].*$/m)?.[0] ?? '';
      const list = await (await fetch(new URL(variant, main))).text();
      return (list.match(/^[^#\n].*\.m4s.*$/gm) ?? []).map((line) => new URL(line, main).href);
    };
    await until('segments', async () => (await segments()).length > 2);
    const listed = await segments();
    for (const segment of listed) await sameEverywhere(segment);
    process.stdout.write(`live segments, each compared at seven addresses: ${listed.length}\n`);
    await wait(6000);
    taker.process.child.kill('SIGKILL');
    await taker.process.ended;
    publisher.kill('SIGKILL');
    rmSync(dataDirOf(taker), { recursive: true });
    const ms = await until('handed in', async () => (await newest()).job !== null);
    const seconds = ms / 1000;
    process.stdout.write(`recording handed in by another process after ${seconds.toFixed(1)} s\n`);
    expect(seconds).toBeLessThan(60);
    const { job } = await newest();
    const state = async () => (await opsOf(other).call('GET', `/ops/jobs/${job}`)).body.state;
    await until('packaged', async () => ['done', 'failed'].includes(await state()));
    expect(await state()).toBe('done');
  } finally {
    publisher.kill('SIGKILL');
  }
  await taker.again();
});

it('nothing is missing after each process has lost its DATA_DIR', async () => {
  for (const member of fleet.members) {
    member.process.child.kill('SIGTERM');
    await member.process.ended;
    rmSync(dataDirOf(member), { recursive: true });
    await member.again();
  }
  expect(await playedEverywhere('the-lamp', '27840000003')).toBeGreaterThan(10);
});

it.each(['pages', 'api', 'jobs'])(
  'a process of the role %s names the store it lacks',
  async (role) => {
    const { FILE_STORE: _, ...without } = fleet.variables;
    const started = startProcess({ ...without, ROLE: role, DATA_DIR: join(folder, 'without') });
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain(`FILE_STORE: must be set with ROLE=${role}`);
  },
);
