// Plays while the file store is away: those of titles that were played lately go on.
import { FileStoreError } from '@bonisa/kit/files/file-store';
import { registerErrors } from '@bonisa/kit/http/errors';
import { fastify } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFirstChunks, type FirstChunkOf } from './first-chunks.ts';

let isAway: boolean;
let reads: string[];
let firstChunk: FirstChunkOf;
beforeEach(() => {
  isAway = false;
  reads = [];
  firstChunk = createFirstChunks(async (partId, path) => {
    reads.push(`${partId}/${path}`);
    if (isAway) throw new FileStoreError('away', 'it does not answer');
    return Buffer.from(path);
  });
});

describe('the first bytes of a play', () => {
  it('are held, and need no file store the second time', async () => {
    const first = await firstChunk('a', '240p', 0);
    isAway = true;
    expect(await firstChunk('a', '240p', 0)).toEqual(first);
    expect(reads).toHaveLength(2);
  });

  it('are left out elsewhere in a title that was played lately', async () => {
    await firstChunk('a', '240p', 0);
    isAway = true;
    expect(await firstChunk('a', '480p', 7)).toBeUndefined();
  });

  it('of another title are refused clearly, with when to come back', async () => {
    isAway = true;
    const app = fastify();
    registerErrors(app);
    app.get('/', () => firstChunk('b', '240p', 0));
    const answer = await app.inject('/');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.json()).toMatchObject({
      code: 'unavailable',
      description: expect.stringContaining('Videos and pictures are not available'),
    });
    isAway = false;
    expect(await firstChunk('b', '240p', 0)).toBeDefined();
  });
});
