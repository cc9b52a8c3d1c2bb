import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPictureStore } from './picture.store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the store of pictures', () => {
  it('makes a picture once, however many ask at the same time', async () => {
    const store = createPictureStore({ folder });
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

  it('keeps it for the next process, in a whole file and nothing beside it', async () => {
    await createPictureStore({ folder }).readOrMake('poster', 'a.avif', async () =>
      Buffer.from('picture'),
    );
    expect(await readdir(join(folder, 'poster'))).toEqual(['a.avif']);
    expect(String(await readFile(join(folder, 'poster', 'a.avif')))).toBe('picture');
    expect(String(await createPictureStore({ folder }).read('poster', 'a.avif'))).toBe('picture');
  });

  it('keeps nothing of a making that failed', async () => {
    const store = createPictureStore({ folder });
    await expect(
      store.readOrMake('poster', 'a.avif', () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no');
    expect(String(await store.readOrMake('poster', 'a.avif', async () => Buffer.from('yes')))).toBe(
      'yes',
    );
  });

  it('makes no more at a time than it may, and hands places on', async () => {
    const store = createPictureStore({ folder, makers: 2 });
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

  it('holds no more in memory than it may, and reads the rest from its folder', async () => {
    const store = createPictureStore({ folder, maxBytes: 25 });
    for (const name of ['a', 'b', 'c'])
      await store.readOrMake('poster', name, async () => Buffer.alloc(10, name));
    await rm(join(folder, 'poster'), { recursive: true });
    expect(await store.read('poster', 'a')).toBeUndefined();
    expect(String(await store.read('poster', 'c'))).toBe('c'.repeat(10));
  });

  it('answers a picture that cannot be written, leaves no file aside, and tells it', async () => {
    const told: unknown[] = [];
    const store = createPictureStore({ folder, onNotWritten: (error) => void told.push(error) });
    // The last step fails: a folder has taken the place meanwhile.
    const picture = async (): Promise<Buffer> => {
      await mkdir(join(folder, 'poster/a.avif/inside'), { recursive: true });
      return Buffer.from('made');
    };
    expect(String(await store.readOrMake('poster', 'a.avif', picture))).toBe('made');
    expect(await readdir(join(folder, 'poster'))).toEqual(['a.avif']);
    expect(told).toHaveLength(1);
  });
});
