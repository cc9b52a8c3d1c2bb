import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import type { FileStore } from '../platform/files/file-store.ts';
import { createFolderStore } from '../platform/files/folder-store.ts';
import { checkFileStore } from './file-store.check.ts';

const folder = mkdtempSync(join(tmpdir(), 'bonisa-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const store = createFolderStore(join(folder, 'files'));

const problemOf = async (files: FileStore) => {
  const [found] = await checkFileStore(files);
  return `${found?.level}: ${found?.says}`;
};

describe('the file store', () => {
  it('is right where it does what it is asked', async () => {
    expect(await problemOf(store)).toMatch(/^ok: write, read, range/);
    for await (const { key } of store.list('probe')) expect.unreachable(key);
  });

  it.each<[string, Partial<FileStore>]>([
    ['not read as it was written', { read: async () => undefined }],
    [
      'a range of an object',
      { open: async (key) => Readable.from([(await store.read(key))?.bytes ?? '']) },
    ],
    ['is still there', { remove: async () => undefined }],
    ['does not work (Error)', { put: async () => Promise.reject(new Error('AccessDenied')) }],
  ])('that fails is an error: %s', async (says, broken) => {
    const found = await problemOf({ ...store, ...broken });
    expect(found).toMatch(/^error: /);
    expect(found).toContain(says);
  });

  it('that is a file and no folder is an error', async () => {
    writeFileSync(join(folder, 'file'), '');
    expect(await problemOf(createFolderStore(join(folder, 'file')))).toMatch(/^error: /);
  });
});
