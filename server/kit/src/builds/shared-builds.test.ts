// Interfaces 'Start and stop': two versions side by side serve each other's files.
import { cp, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FileStore } from '../files/file-store.ts';
import { createFolderStore } from '../files/folder-store.ts';
import { keyOfRing, kidOf } from '../secrets/key-ring.ts';
import { type AssetBodies, isSharedName } from './build-file.ts';
import { createSharedBuilds } from './shared-builds.ts';

const KEY = Buffer.alloc(32, 1);
const SCRIPT = '/assets/home-A1b2-_c3.js';
const DAY_MS = 24 * 3600 * 1000;

let root: string;
let files: FileStore;
const warnings: unknown[] = [];
const started: { stop(): void }[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'builds-'));
  files = createFolderStore(root);
  warnings.length = 0;
});
afterEach(async () => {
  for (const { stop } of started.splice(0)) stop();
  await rm(root, { recursive: true, force: true });
});

/** The shared builds as a process of its own sees them. */
const processWith = (key = KEY, store = files, now?: () => number) =>
  createSharedBuilds({
    files: store,
    secrets: { key: () => key },
    logger: { warn: (facts: unknown) => warnings.push(facts) },
    ...(now ? { now } : {}),
  });
const bodies = (text: string): AssetBodies => ({
  identity: Buffer.from(text),
  br: Buffer.from(`${text} in br`),
});
async function publish(path: string, text: string, key = KEY, now?: () => number) {
  started.push(await processWith(key, files, now).publish('web', new Map([[path, bodies(text)]])));
}
const indexes = async (): Promise<string[]> => {
  const names = await readdir(root, { recursive: true });
  return names.filter((name) => name.endsWith('/index')).map((name) => join(root, name));
};

describe('the builds of several processes', () => {
  it('are found by each other in every form, and by application', async () => {
    await publish(SCRIPT, 'of version 1');
    await publish('/assets/af/home-A1b2-_c4.js', 'of version 2');
    const other = processWith();
    const found = await other.find('web', SCRIPT);
    expect([found?.identity.toString(), found?.br?.toString(), found?.gzip]).toEqual([
      'of version 1',
      'of version 1 in br',
      undefined,
    ]);
    expect((await other.find('web', '/assets/af/home-A1b2-_c4.js'))?.identity.toString()).toBe(
      'of version 2',
    );
    expect(await other.find('studio', SCRIPT)).toBeUndefined();
  });

  it('finds a build that is stored after the process began to look', async () => {
    const other = processWith();
    expect(await other.find('web', SCRIPT)).toBeUndefined();
    await publish(SCRIPT, 'new');
    expect((await other.find('web', SCRIPT))?.identity.toString()).toBe('new');
  });

  it('asks the store at most once a second for names that nobody has', async () => {
    const list = vi.spyOn(files, 'list');
    const other = processWith();
    const names = Array.from({ length: 200 }, (_, i) => `/assets/x${i}-12345678.js`);
    const found = await Promise.all(names.map((name) => other.find('web', name)));
    expect(found.every((one) => one === undefined)).toBe(true);
    expect(list.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it('refuses more waiting requests than it has room for, and none of a file that exists', async () => {
    await publish(SCRIPT, 'there');
    const other = processWith();
    await other.find('web', SCRIPT);
    const [known] = [vi.spyOn(files, 'open')];
    const asked = Array.from({ length: 300 }, (_, i) =>
      other.find('web', `/assets/x${i}-12345678.js`),
    );
    expect((await other.find('web', SCRIPT))?.identity.toString()).toBe('there');
    const outcomes = await Promise.allSettled(asked);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(44);
    expect(refused[0]).toMatchObject({ reason: { code: 'unavailable', retryAfter: 1 } });
    expect(known).not.toHaveBeenCalled();
  });
});

describe('a name that is asked for', () => {
  it.each([
    '/assets/../secrets.json',
    '/assets/..%2f..%2fdatabase-12345678.js',
    '/assets/.hidden-12345678.js',
    '/assets/a/b/c-12345678.js',
    '/assets/af/../../builds/web-12345678.js',
    '/assets/page-12345678.html',
    '/assets/page-12345678.svg/x',
    '/assets/without-hash.js',
    '/media/film-12345678.js',
    '//evil/assets/x-12345678.js',
    '/assets/x-12345678.js\n',
  ])('reaches nothing of the store: %j', async (path) => {
    expect(isSharedName(path)).toBe(false);
    const list = vi.spyOn(files, 'list');
    expect(await processWith().find('web', path)).toBeUndefined();
    expect(list).not.toHaveBeenCalled();
  });

  it('is not shared either where it has no hash', async () => {
    await publish('/favicon.ico', 'mine');
    expect(await readFile((await indexes())[0] ?? '', 'utf8')).not.toContain('favicon');
  });
});

describe('a store that somebody else writes to', () => {
  it('cannot have the site serve another file: the index is signed', async () => {
    await publish(SCRIPT, 'ours');
    const [index = ''] = await indexes();
    const text = await readFile(index, 'utf8');
    await writeFile(index, text.replace(SCRIPT, '/assets/evil-12345678.js'));
    expect(await processWith().find('web', '/assets/evil-12345678.js')).toBeUndefined();
    await writeFile(index, 'no index at all');
    expect(await processWith().find('web', SCRIPT)).toBeUndefined();
  });

  it('cannot have the studio serve the files of the site, which is another origin', async () => {
    await publish(SCRIPT, 'ours');
    await cp(join(root, 'builds/web'), join(root, 'builds/studio'), { recursive: true });
    expect(await processWith().find('studio', SCRIPT)).toBeUndefined();
    expect(await processWith().find('web', SCRIPT)).toBeDefined();
  });

  it('cannot have it serve other bytes: each form has its hash', async () => {
    await publish(SCRIPT, 'ours');
    const [index = ''] = await indexes();
    await writeFile(index.replace(/index$/, 'files'), 'evil and more of it');
    expect(await processWith().find('web', SCRIPT)).toBeUndefined();
  });

  it('reads what the previous key signed, and nothing of a foreign key', async () => {
    await publish(SCRIPT, 'ours');
    const earlier = { kid: kidOf(KEY), bytes: KEY };
    const next = keyOfRing([{ kid: 'newest', bytes: Buffer.alloc(32, 2) }, earlier]);
    expect((await processWith(next).find('web', SCRIPT))?.identity.toString()).toBe('ours');
    expect(await processWith(Buffer.alloc(32, 3)).find('web', SCRIPT)).toBeUndefined();
  });
});

describe('the life of a build in the store', () => {
  it('is written once, renewed after a day, and removed two weeks after its last process', async () => {
    const put = vi.spyOn(files, 'put');
    await publish(SCRIPT, 'same');
    await publish(SCRIPT, 'same');
    expect(put).toHaveBeenCalledTimes(2);
    const later = () => Date.now() + 1.5 * DAY_MS;
    await publish(SCRIPT, 'same', KEY, later);
    expect(put).toHaveBeenCalledTimes(4);
    const [index = ''] = await indexes();
    const before = (days: number) => new Date(Date.now() - days * DAY_MS);
    await utimes(index, before(13), before(13));
    await processWith().purge();
    expect(await indexes()).toEqual([index]);
    await utimes(index, before(15), before(15));
    await processWith().purge();
    expect(await indexes()).toEqual([]);
    expect(await processWith().find('web', SCRIPT)).toBeUndefined();
  });

  it('does not keep a process from serving its own build while the store is away', async () => {
    const away = async () => {
      throw new Error('ENOSPC');
    };
    started.push(await processWith(KEY, { ...files, put: away }).publish('web', new Map()));
    expect(warnings).toMatchObject([{ app: 'web', err: { message: 'ENOSPC' } }]);
  });

  it('answers unavailable, and nothing wrong, while the store cannot be read', async () => {
    const store: FileStore = {
      ...files,
      list: () => {
        throw new Error('the store is away');
      },
    };
    await expect(processWith(KEY, store).find('web', SCRIPT)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
