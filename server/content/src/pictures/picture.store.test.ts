import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileStore } from '@bonisa/kit/files/file-store';
import { createFolderStore } from '@bonisa/kit/files/folder-store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPictureStore } from './picture.store.ts';

let root: string;
let folder: string;
let files: FileStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pictures-'));
  folder = join(root, 'pictures');
  files = createFolderStore(root);
});
afterEach(() => rm(root, { recursive: true }));

describe('the store of pictures', () => {
  it('makes a picture once, however many requests arrive at the same time', async () => {
    const store = createPictureStore({ files });
    let made = 0;
    const make = async (): Promise<Buffer> => {
      made += 1;
      return Buffer.from('picture');
    };
    const all = await Promise.all(
      Array.from({ length: 50 }, () => store.readOrMake('poster', 'a.avif', make)),
    );
    expect(made).toBe(1);
    expect(new Set(all.map(String))).toEqual(new Set(['picture']));
  });

  it('stores it for the next process, as one complete file', async () => {
    await createPictureStore({ files }).readOrMake('poster', 'a.avif', async () =>
      Buffer.from('picture'),
    );
    expect(await readdir(join(folder, 'poster'))).toEqual(['a.avif']);
    expect(String(await readFile(join(folder, 'poster', 'a.avif')))).toBe('picture');
    expect(String(await createPictureStore({ files }).read('poster', 'a.avif'))).toBe('picture');
  });

  it('stores nothing when the drawing fails', async () => {
    const store = createPictureStore({ files });
    await expect(
      store.readOrMake('poster', 'a.avif', () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no');
    expect(String(await store.readOrMake('poster', 'a.avif', async () => Buffer.from('yes')))).toBe(
      'yes',
    );
  });

  it('draws no more pictures at a time than allowed, and passes a place to the next in the queue', async () => {
    const store = createPictureStore({ files, makers: 2 });
    let now = 0;
    let most = 0;
    const make = async (): Promise<Buffer> => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resume) => setImmediate(resume));
      now -= 1;
      return Buffer.from('x');
    };
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => store.readOrMake('poster', `${index}.avif`, make)),
    );
    expect(most).toBe(2);
    expect(now).toBe(0);
  });

  it('caches no more in memory than allowed, and reads the rest from its folder', async () => {
    const store = createPictureStore({ files, maxBytes: 25 });
    for (const name of ['a', 'b', 'c'])
      await store.readOrMake('poster', name, async () => Buffer.alloc(10, name));
    await rm(join(folder, 'poster'), { recursive: true });
    expect(await store.read('poster', 'a')).toBeUndefined();
    expect(String(await store.read('poster', 'c'))).toBe('c'.repeat(10));
  });

  it('returns a picture that cannot be written, leaves no partial file, and reports the failure', async () => {
    const told: unknown[] = [];
    const store = createPictureStore({ files, onNotWritten: (error) => void told.push(error) });
    // The last step fails, because a folder has the file's name.
    const picture = async (): Promise<Buffer> => {
      await mkdir(join(folder, 'poster/a.avif/inside'), { recursive: true });
      return Buffer.from('made');
    };
    expect(String(await store.readOrMake('poster', 'a.avif', picture))).toBe('made');
    expect(await readdir(join(folder, 'poster'))).toEqual(['a.avif']);
    expect(await readdir(join(root, '.incoming'))).toEqual([]);
    expect(told).toHaveLength(1);
  });
});
