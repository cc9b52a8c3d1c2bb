import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { type FileStore, FileStoreError } from '../platform/files/file-store.ts';
import { createFolderStore } from '../platform/files/folder-store.ts';
import { checkFileStore } from './file-store.check.ts';

const folder = mkdtempSync(join(tmpdir(), 'bonisa-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const store = createFolderStore(join(folder, 'files'));

const problemOf = async (files: FileStore) => {
  const [found] = await checkFileStore(files, { isFenced: false, recordsEnds: false });
  return `${found?.level}: ${found?.says}`;
};

const denied = (): Promise<never> =>
  Promise.reject(Object.assign(new Error('no'), { name: 'AccessDenied' }));
const refusing = (problem: 'conditions') => (): Promise<never> =>
  Promise.reject(new FileStoreError(problem, 'no conditions'));

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

  it.each<[string, Partial<FileStore>, RegExp]>([
    ['keeps conditions', {}, /^ok: the store keeps conditional writes/],
    ['ignores them', { replace: async () => true }, /^warning: conditional writes are ignored/],
    [
      'refuses them',
      { replace: refusing('conditions') },
      /^warning: conditional writes are refuse/,
    ],
    [
      'may not write there',
      { replace: denied },
      /^error: fence\/ .* does not work \(AccessDenied\)/,
    ],
  ])('that %s for the fence is said', async (_what, change, says) => {
    const found = await checkFileStore(
      { ...store, ...change },
      { isFenced: true, recordsEnds: true },
    );
    expect(found.map(({ level, says: said }) => `${level}: ${said}`)[1]).toMatch(says);
    expect(found).toHaveLength(2);
  });

  it('that refuses the folder of ends is an error', async () => {
    const put: FileStore['put'] = (key, bytes) =>
      key.startsWith('ends/') ? denied() : store.put(key, bytes);
    const found = await checkFileStore({ ...store, put }, { isFenced: false, recordsEnds: true });
    expect(found[1]).toMatchObject({
      level: 'error',
      says: expect.stringMatching(/^ends\/ does not/),
    });
  });
});
