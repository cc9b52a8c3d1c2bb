// A name of the store never stands for half a file, also after a loss of power (decision 23).
import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createFolderStore } from './folder-store.ts';

let folder: string;
/** Every open file has it. */
let handles: FileHandle;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bonisa-folder-store-'));
  await writeFile(join(folder, 'film'), 'bytes');
  const one = await open(join(folder, 'film'));
  handles = Object.getPrototypeOf(one) as FileHandle;
  await one.close();
});
afterAll(() => rm(folder, { recursive: true }));

it.each(['put', 'putFile', 'moveFolder'] as const)(
  'flushes the bytes of %s before they have their name',
  async (how) => {
    const store = createFolderStore(join(folder, how));
    const named = join(folder, how, 'media/asset');
    const whenFlushed: boolean[] = [];
    const { sync } = handles;
    const spy = vi.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
      whenFlushed.push(existsSync(named));
      await sync.call(this);
    });
    try {
      if (how === 'put') await store.put('media/asset/0.m4s', Buffer.from('bytes'));
      if (how === 'putFile') await store.putFile('media/asset/0.m4s', join(folder, 'film'));
      if (how === 'moveFolder') {
        const staged = join(folder, 'staged/360p');
        await mkdir(staged, { recursive: true });
        for (const name of ['init.mp4', '0.m4s', '1.m4s'])
          await writeFile(join(staged, name), 'bytes');
        await store.moveFolder('media/asset', join(folder, 'staged'));
      }
    } finally {
      spy.mockRestore();
    }
    expect(existsSync(named)).toBe(true);
    expect(whenFlushed).toEqual(Array(how === 'moveFolder' ? 3 : 1).fill(false));
  },
);

it('keeps nothing of a stream that breaks off', async () => {
  const store = createFolderStore(join(folder, 'streams'));
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half');
      throw new Error('broken off');
    })(),
  );
  await expect(store.put('media/a/0.m4s', broken)).rejects.toThrow('broken off');
  expect(await store.stat('media/a/0.m4s')).toBeUndefined();
  await store.put('media/a/0.m4s', Readable.from([Buffer.from('whole')]));
  expect((await store.read('media/a/0.m4s'))?.bytes.toString()).toBe('whole');
});
