import { expect, it } from 'vitest';
import { createSegmentCache } from './segment-cache.ts';

const fileOf = (content: Buffer) => ({ bytes: content, etag: '"1-3"' });
const bytes = (size: number) => async () => fileOf(Buffer.alloc(size, 7));

it('reads a file once for two concurrent requests', async () => {
  const cache = createSegmentCache(1000);
  let reads = 0;
  const read = async () => {
    reads++;
    return fileOf(Buffer.from('abc'));
  };
  const [first, second] = await Promise.all([
    cache.fetch('a', { context: read }),
    cache.fetch('a', { context: read }),
  ]);
  expect(await cache.fetch('a', { context: read })).toBe(first);
  expect(second).toBe(first);
  expect(reads).toBe(1);
});

it('evicts the least recently used file', async () => {
  const cache = createSegmentCache(400);
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
    await cache.fetch(key, { context: bytes(50) });
  await cache.fetch('a', { context: bytes(50) });
  await cache.fetch('i', { context: bytes(50) });
  expect(cache.calculatedSize).toBe(400);
  let readAgain = false;
  await cache.fetch('a', {
    context: async () => {
      readAgain = true;
      return undefined;
    },
  });
  expect(readAgain).toBe(false);
  expect(await cache.fetch('b', { context: async () => undefined })).toBeUndefined();
});

it('does not cache a missing file, a file that is too large or a failed read', async () => {
  const cache = createSegmentCache(400);
  expect(await cache.fetch('a', { context: async () => undefined })).toBeUndefined();
  expect((await cache.fetch('a', { context: bytes(51) }))?.bytes).toHaveLength(51);
  expect(cache.calculatedSize).toBe(0);
  await expect(
    cache.fetch('b', { context: () => Promise.reject(new Error('disk')) }),
  ).rejects.toThrow('disk');
  expect((await cache.fetch('b', { context: bytes(3) }))?.bytes).toHaveLength(3);
});
