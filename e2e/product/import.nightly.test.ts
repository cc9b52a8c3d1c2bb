// `npm run import -- folder` as an operator runs it: a folder of films with their fields, pictures
// and captions goes into a stopped product and into a running one; a second run sends nothing.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createBrowser,
  DRIZZLE_IMPORTS,
  demo,
  freePorts,
  freshFolder,
  type Process,
  startProcess,
  waitUntil,
  waitUntilReady,
} from './process.test-kit.ts';
import { SAMPLE_CATALOGUE, writeSampleFilm } from './sample-film.test-kit.ts';

const run = promisify(execFile);
const SERVER = join(import.meta.dirname, '../../apps/server/src');
const CAPTIONS = '1\n00:00:00,500 --> 00:00:02,000\nSawubona\n';
const { folder, remove } = freshFolder();

let ports: Awaited<ReturnType<typeof freePorts>>;
let variables: Record<string, string>;
let product: Process;

const fieldsOf = (title: string) => ({
  title,
  synopsis: `${title}, in one line.`,
  description: `The whole of ${title}, told over two lines.`,
  year: 2026,
  ratingAge: 'PG',
  ratingAdvice: [],
  languages: ['zu'],
  genre: 'drama',
  channel: 'ekhaya',
  published: true,
});

/** A folder with one film and what stands beside it. */
async function filmFolder(name: string, title: string, seconds: number): Promise<string> {
  const films = join(folder, `films-${name}`);
  mkdirSync(films);
  const file = (ending: string): string => join(films, `${name}${ending}`);
  await writeSampleFilm(file('.mp4'), { seed: 7, seconds });
  writeFileSync(file('.json'), JSON.stringify(fieldsOf(title)));
  writeFileSync(file('.zu.srt'), CAPTIONS);
  const wall = { width: 640, height: 480, channels: 3, background: '#1d6f57' } as const;
  await sharp({ create: wall }).jpeg().toFile(file('.jpg'));
  writeFileSync(join(films, 'catalogue.json'), JSON.stringify(SAMPLE_CATALOGUE));
  writeFileSync(join(films, 'notes.txt'), 'belongs to no film');
  return films;
}

/** Runs a program of the product; resolves with what it writes, whatever its exit code is. */
async function program(path: string, args: readonly string[], more: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH ?? '', ...variables, ...more, INIT_CWD: folder };
  const argv = ['--import', DRIZZLE_IMPORTS, join(SERVER, path), ...args];
  const ended = await run(process.execPath, argv, { env, cwd: folder }).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  const code = 'code' in ended ? ended.code : 0;
  return { code, stdout: ended.stdout, stderr: ended.stderr };
}

const bring = (args: readonly string[], more?: Record<string, string>) =>
  program('commands/import.process.ts', args, more);

async function start(): Promise<void> {
  product = startProcess(variables);
  await waitUntilReady(product, ports);
}

async function stop(): Promise<void> {
  product.child.kill('SIGTERM');
  await product.ended;
}

/** Whether viewers see a title: they do once its film is ready. */
async function isShown(slug: string): Promise<boolean> {
  const site = createBrowser(`http://127.0.0.1:${ports.site}`);
  return (await site.call('GET', `/content/v1/video?slug=${slug}`)).status === 200;
}

beforeAll(async () => {
  ports = await freePorts();
  variables = demo(ports, join(folder, 'data'), { LIMITS: 'off' });
  await start();
});
afterAll(async () => {
  await stop();
  remove();
});

describe('a folder of films', () => {
  it('goes into a stopped product, which packages it when it runs', async () => {
    const films = await filmFolder('the-lamp', 'The lamp', 2);
    const locked = await bring([films]);
    expect(locked.code).toBe(1);
    expect(locked.stderr).toContain('use --to with the address of its studio');
    await stop();
    const dry = await bring([films, '--dry-run']);
    expect(dry.stdout).toContain('created video the-lamp');
    expect(dry.stdout).toMatch(/would give film .*the-lamp\.mp4 of video the-lamp/);
    expect(dry.stdout).toContain('would be created 3, changed 0, deleted 0, unchanged 0');
    const first = await bring([films]);
    expect([first.code, first.stderr.includes('Error')]).toEqual([0, false]);
    expect(first.stdout).toContain('created 3, changed 0, deleted 0, unchanged 0');
    expect(first.stdout).toContain('files: given 3, unchanged 0');
    expect(first.stderr).toContain('not read: notes.txt: belongs to no film');
    const again = await bring([films]);
    expect(again.stdout).toContain('created 0, changed 0, deleted 0, unchanged 3');
    expect(again.stdout).toContain('files: given 0, unchanged 3');
    await start();
    await waitUntil('the film is shown', product, () => isShown('the-lamp'), 400_000);
  });

  it('goes into a running product by its studio, with an API key', async () => {
    const films = await filmFolder('the-river', 'The river', 3);
    const scopes = 'catalogue:read,catalogue:write,catalogue:publish';
    const made = await program('commands/staff.process.ts', ['key', 'importer', scopes]);
    const IMPORT_KEY = /bonisa_key_\S+/.exec(made.stdout)?.[0] ?? '';
    const to = ['--to', `http://localhost:${ports.studio}`];
    const refused = await bring([films, ...to], { IMPORT_KEY: 'bonisa_key_of_nobody' });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('API key')]);
    const first = await bring([films, ...to], { IMPORT_KEY });
    expect(first.stderr).toContain('The river: 0 % uploaded');
    expect(first.stdout).toContain('created 1, changed 0, deleted 0, unchanged 2');
    expect(first.stdout).toContain('files: given 3, unchanged 0');
    const again = await bring([films, ...to], { IMPORT_KEY });
    expect(again.stdout).toContain('created 0, changed 0, deleted 0, unchanged 3');
    expect(again.stdout).toContain('files: given 0, unchanged 3');
    await waitUntil('the film is shown', product, () => isShown('the-river'), 400_000);
    const headers = { authorization: `Bearer ${IMPORT_KEY}` };
    const studio = createBrowser(`http://localhost:${ports.studio}/studio/api`, headers);
    const { body } = await studio.call('GET', '/artwork/video?key=the-river');
    expect(body).toMatchObject({ drawn: false, given: [{ use: 'all', width: 640, height: 480 }] });
    const media = await studio.call('GET', '/media/titles/video?key=the-river');
    expect(media.body).toMatchObject({
      asset: { state: 'ready', picture: { width: expect.any(Number) } },
      captions: [{ language: 'zu', from: 'title' }],
    });
    const ours = { actor: 'importer', source_kind: 'folder', source_name: 'films-the-river' };
    const command = { actor: 'npm run import', source_name: 'films-the-lamp', state: 'done' };
    // The newest first; the dry run and the refused key are in no list.
    expect((await studio.call('GET', '/imports')).body).toMatchObject({
      data: [
        { ...ours, state: 'done', created: 0, unchanged: 3 },
        { ...ours, state: 'done', created: 1, unchanged: 2 },
        { ...command, created: 0, unchanged: 3 },
        { ...command, created: 3, unchanged: 0 },
      ],
    });
  });

  it('names a broken row and a broken file by their places, and writes nothing', async () => {
    const films = join(folder, 'broken');
    mkdirSync(films);
    writeFileSync(join(films, 'storm.mp4'), 'no film');
    writeFileSync(join(films, 'storm.json'), JSON.stringify({ ...fieldsOf('Storm'), year: 1 }));
    const { code, stderr } = await bring([films, '--to', `http://localhost:${ports.studio}`]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('IMPORT_KEY')]);
    const made = await program('commands/staff.process.ts', ['key', 'second', 'catalogue:write']);
    const IMPORT_KEY = /bonisa_key_\S+/.exec(made.stdout)?.[0] ?? '';
    const to = ['--to', `http://localhost:${ports.studio}`];
    const wrong = await bring([films, ...to], { IMPORT_KEY });
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringMatching(/storm\.mp4: .*year/)]);
    expect(await isShown('storm')).toBe(false);
  });
});
