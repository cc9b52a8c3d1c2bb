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
  const [first, second] = await Promise.all([cache.get('a', read), cache.get('a', read)]);
  expect(await cache.get('a', read)).toBe(first);
  expect(second).toBe(first);
  expect(reads).toBe(1);
});

it('evicts the least recently used file', async () => {
  const cache = createSegmentCache(400);
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await cache.get(key, bytes(50));
  await cache.get('a', bytes(50));
  await cache.get('i', bytes(50));
  expect(cache.held).toBe(400);
  let readAgain = false;
  await cache.get('a', async () => {
    readAgain = true;
    return undefined;
  });
  expect(readAgain).toBe(false);
  expect(await cache.get('b', async () => undefined)).toBeUndefined();
});

it('does not cache a missing file, a file that is too large or a failed read', async () => {
  const cache = createSegmentCache(400);
  expect(await cache.get('a', async () => undefined)).toBeUndefined();
  expect((await cache.get('a', bytes(51)))?.bytes).toHaveLength(51);
  expect(cache.held).toBe(0);
  await expect(cache.get('b', () => Promise.reject(new Error('disk')))).rejects.toThrow('disk');
  expect((await cache.get('b', bytes(3)))?.bytes).toHaveLength(3);
});
