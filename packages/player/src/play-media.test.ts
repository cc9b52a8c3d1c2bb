import { describe, expect, it } from 'vitest';
import { readMedia } from './play-media.ts';

describe('the media of an answer', () => {
  it('are read with their durations and their first bytes', async () => {
    const renditions = [{ folder: '144p', height: 144, bandwidth: 95_000, codecs: 'avc1' }];
    const media = readMedia({
      parts: [
        {
          base: '/media/s/key/asset/',
          runs: [
            [2, 2],
            [1, 0.5],
          ],
        },
      ],
      renditions,
      start: { folder: '144p', segment: 1, is_whole: false, init: 'AAEC', bytes: '/w==' },
    });
    const pieces = [];
    for await (const piece of media.start?.bytes ?? []) pieces.push(piece);
    expect(pieces).toEqual([Uint8Array.of(255)]);
    expect(media).toEqual({
      parts: [{ base: '/media/s/key/asset/', durations: [2, 2, 0.5] }],
      renditions,
      start: {
        folder: '144p',
        segment: 1,
        init: Uint8Array.of(0, 1, 2),
        bytes: expect.anything(),
        isWhole: false,
      },
    });
  });

  it('need no first bytes', () => {
    expect(readMedia({ parts: [], renditions: [] })).toEqual({ parts: [], renditions: [] });
  });
});
