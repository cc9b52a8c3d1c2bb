import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type FileStore, FileStoreError } from '@bonisa/kit/files/file-store';
import { createFolderStore } from '@bonisa/kit/files/folder-store';
import { afterAll, describe, expect, it } from 'vitest';
import { storeProblems } from './file-store.check.ts';

const folder = mkdtempSync(join(tmpdir(), 'bonisa-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const store = createFolderStore(join(folder, 'files'));

const found = async (files: FileStore) => {
  const problems = await storeProblems(files, {
    needsDatabaseLease: true,
    keepsTerminationJournal: true,
  });
  return problems.map(({ level, says }) => `${level}: ${says}`).join();
};

const denied = (): Promise<never> =>
  Promise.reject(Object.assign(new Error('no'), { name: 'AccessDenied' }));

describe('the file store', () => {
  it('is right where it does what it is asked, and no probe stays', async () => {
    expect(await found(store)).toBe('');
    for (const place of ['probe', 'ends', 'fence'])
      for await (const { key } of store.list(place)) expect.unreachable(key);
  });

  it.each<[string, Partial<FileStore>]>([
    ['not read as it was written', { read: async () => undefined }],
    [
      'a range of an object',
      { open: async (key) => Readable.from([(await store.read(key))?.bytes ?? '']) },
    ],
    ['is still there', { remove: async () => undefined }],
    ['does not work (AccessDenied)', { put: denied }],
  ])('that fails is an error: %s', async (says, broken) => {
    const said = await found({ ...store, ...broken });
    expect(said).toMatch(/^error: /);
    expect(said).toContain(says);
  });

  it('that is a file and no folder is an error', async () => {
    writeFileSync(join(folder, 'file'), '');
    expect(await found(createFolderStore(join(folder, 'file')))).toMatch(/^error: /);
  });

  it.each<[string, Partial<FileStore>, RegExp]>([
    ['ignores conditions', { replace: async () => true }, /^warning: .* are ignored/],
    [
      'refuses conditions',
      { replace: () => Promise.reject(new FileStoreError('conditions', 'no')) },
      /^warning: conditional writes are refused/,
    ],
    ['may not write fence/', { replace: denied }, /^error: fence\/: does not work \(AccessDenied/],
    [
      'may not write ends/',
      { put: (key, bytes) => (key.startsWith('ends/') ? denied() : store.put(key, bytes)) },
      /^error: ends\/: does not work \(AccessDenied/,
    ],
  ])('that %s is named', async (_what, change, says) => {
    expect(await found({ ...store, ...change })).toMatch(says);
  });
});
