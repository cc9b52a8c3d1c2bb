import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderStore } from '@bonisa/kit/files/folder-store';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMediaStore, isAssetPath, type MediaStore } from './store.ts';

const A = '01990a00-0000-7000-8000-000000000001';
const B = '01990a00-0000-7000-8000-000000000002';
let folder: string;
let store: MediaStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bonisa-store-'));
  store = createMediaStore({
    files: createFolderStore(join(folder, 'files')),
    staging: join(folder, 'staging'),
  });
  await store.open();
  await writeFile(join(folder, 'secret.txt'), 'secret');
});
afterAll(() => rm(folder, { recursive: true }));

async function publish(assetId: string, text: string): Promise<void> {
  const staged = await store.stage(assetId);
  await mkdir(join(staged, '240p'));
  await writeFile(join(staged, '240p', '0.m4s'), text);
  await store.publish(assetId);
}

it('shows an asset completely or not at all', async () => {
  const staged = await store.stage(A);
  await mkdir(join(staged, '240p'));
  await writeFile(join(staged, '240p', '0.m4s'), 'half');
  expect(await store.read(A, '240p/0.m4s')).toBeUndefined();
  await publish(A, 'whole');
  await publish(A, 'again');
  expect((await store.read(A, '240p/0.m4s'))?.toString()).toBe('again');
  expect(await store.read(A, '240p/1.m4s')).toBeUndefined();
  expect(await store.read(A, '360p/0.m4s')).toBeUndefined();
});

it('starts with an empty folder after a crash and removes abandoned staged files', async () => {
  await store.stageFile(B, 'captions/en-za.vtt', Buffer.from('WEBVTT'));
  expect(await readdir(await store.stage(B))).toEqual([]);
  await store.sweep(new Set());
  expect(await readdir(join(folder, 'staging'))).toEqual([]);
  await store.stage(B);
  await store.open();
  expect(await readdir(join(folder, 'staging'))).toEqual([]);
});

it('accepts no path and no id that leads out of the store', async () => {
  for (const path of [
    '../secret.txt',
    '..%2fsecret.txt',
    '240p/../../x.m4s',
    '/etc/passwd',
    '240p/0.m4s\0.vtt',
    '240p//0.m4s',
    '.hidden/0.m4s',
    '240p/.m4s',
  ]) {
    expect(isAssetPath(path), path).toBe(false);
    await expect(store.read(A, path)).rejects.toThrow(RangeError);
  }
  await expect(store.read('..', '240p/0.m4s')).rejects.toThrow(RangeError);
  fc.assert(
    fc.property(fc.string(), (path) => {
      if (isAssetPath(path)) expect(path).not.toMatch(/\.\.|^\/|\\|\0/);
    }),
  );
});
