import { afterEach, expect, it, vi } from 'vitest';
import { createMetrics } from '../metrics.ts';
import { type FileStore, FileStoreError, type PassingProblem } from './file-store.ts';
import { watchWrites } from './store-writes.ts';

afterEach(() => vi.useRealTimers());

it('passes on everything that a write is told, such as when to give it up', async () => {
  const put = vi.fn(async () => undefined);
  const files = watchWrites({ put } as Partial<FileStore> as FileStore, {
    logger: {} as never,
    metrics: createMetrics(),
  });
  const { signal } = new AbortController();
  await files.put('a', Buffer.from('a'), signal);
  expect(put).toHaveBeenCalledWith('a', Buffer.from('a'), signal);
});

it('says once that the store is full, and once that it takes files again', async () => {
  vi.useFakeTimers();
  let problem: PassingProblem | undefined = 'full';
  const put = vi.fn(async () => {
    if (problem) throw new FileStoreError(problem, `the file store is ${problem}`);
  });
  const remove = vi.fn(async () => undefined);
  const lines: unknown[] = [];
  const metrics = createMetrics();
  const figure = async (name: string) =>
    (await metrics.registry.metrics()).split('\n').filter((one) => one.startsWith(name));
  const files = watchWrites({ put, remove } as Partial<FileStore> as FileStore, {
    logger: {
      error: (_about: unknown, text: unknown) => void lines.push(text),
      info: (_about: unknown, text: unknown) => void lines.push(text),
      debug: () => undefined,
    } as never,
    metrics,
  });
  for (let write = 0; write < 50; write++)
    await expect(files.put('a', Buffer.from('a'))).rejects.toThrow('full');
  expect(lines).toEqual([
    'the file store is full: uploads, media and recordings wait until there is space',
  ]);
  expect(await figure('bonisa_file_store_full')).toEqual(['bonisa_file_store_full 1']);
  expect(await figure('bonisa_not_written_total')).toEqual([
    'bonisa_not_written_total{what="file",reason="disk_full"} 50',
  ]);
  // Away is not full, and says nothing about space.
  problem = 'away';
  await vi.advanceTimersByTimeAsync(15_000);
  expect(lines).toHaveLength(1);
  // It has space, and its rights were changed meanwhile.
  problem = 'refused';
  await vi.advanceTimersByTimeAsync(15_000);
  expect(lines.splice(1)).toEqual([
    'the file store refuses the service: uploads, media and recordings wait for other credentials or rights',
  ]);
  expect(await figure('bonisa_file_store_full')).toEqual(['bonisa_file_store_full 0']);
  problem = undefined;
  await vi.advanceTimersByTimeAsync(5000);
  expect(lines.slice(1)).toEqual(['the file store takes files again']);
  expect(await figure('bonisa_file_store_full')).toEqual(['bonisa_file_store_full 0']);
  expect(remove).toHaveBeenCalledTimes(1);
  const calls = put.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(put).toHaveBeenCalledTimes(calls);
});

it('counts what the store refuses for another reason, and says nothing about space', async () => {
  const refused = new Error('EntityTooLarge');
  const refuses = async () => {
    throw refused;
  };
  const metrics = createMetrics();
  const store = { put: refuses, putFile: refuses, moveFolder: refuses };
  const files = watchWrites(store as Partial<FileStore> as FileStore, {
    logger: {} as never,
    metrics,
  });
  await expect(files.put('a', Buffer.from('a'))).rejects.toBe(refused);
  await expect(files.putFile('a', 'a')).rejects.toBe(refused);
  await expect(files.moveFolder('a', 'a')).rejects.toBe(refused);
  const lines = (await metrics.registry.metrics()).split('\n');
  expect(lines.filter((one) => one.startsWith('bonisa_not_written_total'))).toEqual([
    'bonisa_not_written_total{what="file",reason="other"} 3',
  ]);
  expect(lines.filter((one) => one.startsWith('bonisa_file_store_full'))).toEqual([
    'bonisa_file_store_full 0',
  ]);
});
