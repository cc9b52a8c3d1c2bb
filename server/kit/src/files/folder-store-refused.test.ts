// A folder that fails or refuses a write for a while is waited for (decision 24).
import { existsSync } from 'node:fs';
import fileSystem, { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transientProblemOf } from './file-store.ts';
import { createFolderStore } from './folder-store.ts';

/** Which calls of the file system fail; root is refused nothing, so the codes are made up. */
const faults = new Map<string, (from: string, to: string) => string | undefined>();
const real = { ...fileSystem };

beforeAll(() => {
  for (const name of ['mkdir', 'rename', 'open'] as const)
    Object.assign(fileSystem, {
      [name]: async (...given: [string, never]) => {
        const code = faults.get(name)?.(...given);
        if (code) throw Object.assign(new Error(`${code}: ${name}`), { code });
        return await real[name](...given);
      },
    });
  syncBuiltinESMExports();
});
afterAll(() => {
  Object.assign(fileSystem, real);
  syncBuiltinESMExports();
});

let root: string;
let staged: string;
const store = () => createFolderStore(join(root, 'files'));

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'bonisa-folder-refused-'));
  staged = join(root, 'staged');
  await mkdir(join(staged, '360p'), { recursive: true });
  await writeFile(join(staged, '360p/0.m4s'), 'film');
  await store().put('media/other/360p/0.m4s', Buffer.from('another'));
  return async () => {
    faults.clear();
    await rm(root, { recursive: true, force: true });
  };
});

const media = () => join(root, 'files/media');
const incoming = () => join(root, 'files/.incoming');

describe('a folder that is moved into the store is whole and can be moved again', () => {
  it.each([
    ['no folder can be made', 'mkdir', 'ESTALE', 'away', () => true],
    ['the bytes cannot be flushed', 'open', 'EIO', 'away', (from: string) => inStore(from)],
    [
      'media/ belongs to another user',
      'rename',
      'EACCES',
      'refused',
      (_: string, to: string) => isMedia(to),
    ],
    ['the file system is only read', 'rename', 'EROFS', 'refused', () => true],
    ['the disk is full', 'rename', 'ENOSPC', 'full', (_: string, to: string) => isMedia(to)],
  ] as const)('after %s', async (_what, call, code, problem, isMeant) => {
    faults.set(call, (from, to) => (isMeant(from, to) ? code : undefined));
    const moved = () => store().moveFolder('media/film', staged);
    expect(transientProblemOf(await moved().catch((error: unknown) => error))).toBe(problem);
    expect(existsSync(join(media(), 'film'))).toBe(false);
    faults.clear();
    expect(await readdir(incoming())).toEqual([]);
    await moved();
    expect((await store().read('media/film/360p/0.m4s'))?.bytes.toString()).toBe('film');
    expect(existsSync(staged)).toBe(false);
  });

  it('also where it is on another file system', async () => {
    let isAway = true;
    faults.set('rename', (from, to) => {
      if (from === staged) return 'EXDEV';
      return isMedia(to) && isAway ? 'ESTALE' : undefined;
    });
    const moved = () => store().moveFolder('media/film', staged);
    expect(transientProblemOf(await moved().catch((error: unknown) => error))).toBe('away');
    expect(await readFile(join(staged, '360p/0.m4s'), 'utf8')).toBe('film');
    expect(await readdir(incoming())).toEqual([]);
    isAway = false;
    await moved();
    expect((await store().read('media/film/360p/0.m4s'))?.bytes.toString()).toBe('film');
    expect(existsSync(staged)).toBe(false);
  });

  it('and the files that were there stay', async () => {
    let isRefused = true;
    faults.set('rename', (_from, to) => {
      if (!isRefused || to !== join(media(), 'other')) return undefined;
      isRefused = false;
      return 'EACCES';
    });
    await expect(store().moveFolder('media/other', staged)).rejects.toThrow('refuses');
    expect((await store().read('media/other/360p/0.m4s'))?.bytes.toString()).toBe('another');
    expect(existsSync(staged)).toBe(true);
  });
});

it('names what refuses the folder for half-written files', async () => {
  faults.set('mkdir', () => 'EACCES');
  const failed = await store()
    .put('media/film/360p/0.m4s', Buffer.from('film'))
    .catch((error: unknown) => error);
  expect(transientProblemOf(failed)).toBe('refused');
});

function isMedia(path: string): boolean {
  return path.startsWith(`${media()}/`);
}

function inStore(path: string): boolean {
  return path.startsWith(`${incoming()}/`);
}
