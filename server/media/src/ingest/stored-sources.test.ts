// A file of one machine is a source that any process packages.
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderStore } from '@bonisa/kit/files/folder-store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStoredSources, createWithSource } from './ingest-source.ts';

const NO_UPLOADS = { withLocalFile: () => Promise.reject(new Error('no upload')) };
const signal = new AbortController().signal;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bonisa-sources-'));
  await writeFile(join(folder, 'film.mp4'), 'a film');
});
afterAll(() => rm(folder, { recursive: true }));

const storeOf = () => createFolderStore(join(folder, 'store'));
const sourcesOf = (alone: boolean, needed: readonly string[] = []) =>
  createStoredSources({
    files: storeOf(),
    alone,
    isSourceNeeded: async (source) => needed.includes(source),
    clock: { now: () => new Date() },
  });

it('is shared before its job is queued, and read by a process without the folder', async () => {
  const source = await sourcesOf(false).share(join(folder, 'film.mp4'), 'one');
  const withSource = createWithSource(NO_UPLOADS, storeOf());
  const read = (file: string): Promise<string> => readFile(file, 'utf8');
  expect(await withSource(source, read, signal)).toBe('a film');
  await expect(withSource('stored:gone', read, signal)).rejects.toMatchObject({
    code: 'source_missing',
  });
});

it('stays where it is in a product of one process', async () => {
  const file = join(folder, 'film.mp4');
  expect(await sourcesOf(true).share(file, 'two')).toBe(file);
});

it('is removed once its job has ended and an hour has passed', async () => {
  const source = await sourcesOf(false).share(join(folder, 'film.mp4'), 'three');
  const keys = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const { key } of storeOf().list('sources')) found.push(key);
    return found.sort();
  };
  const before = await keys();
  await sourcesOf(false).purge();
  expect(await keys()).toEqual(before);
  const old = new Date(Date.now() - 2 * 3_600_000);
  for (const key of before) await utimes(join(folder, 'store', key), old, old);
  await sourcesOf(false, [source]).purge();
  expect(await keys()).toEqual(['sources/three']);
});
