// A film as the studio lists it: its languages, what each takes up, and what was left out.
import { describe, expect, it } from 'vitest';
import type { Rendition } from '../asset.ts';
import type { Asset } from '../media.repository.ts';
import { storedAsset } from '../stored-asset.test-kit.ts';
import { viewOfMediaAsset } from './library.view.ts';

const now = new Date('2026-11-26T08:00:00Z');
const rendition = (height: number, bytes: number): Rendition => ({
  height,
  pixelWidth: Math.round((height * 16) / 9),
  pixelHeight: height,
  frameRate: 25,
  codecs: 'avc1.64001e,mp4a.40.2',
  bandwidth: 1,
  averageBandwidth: 1,
  bytes,
  segments: [],
});

const film = storedAsset(now, { renditions: [rendition(144, 100), rendition(360, 400)] });
const audioOf = (audio: Asset['audio']) => viewOfMediaAsset({ ...film, audio }, new Map()).audio;

describe('the sound of a film in the library', () => {
  it('has each language with what it takes up, and the streams that were left out', () => {
    const tracks = [{ language: 'zu' }, { language: 'en', renditions: [rendition(144, 30)] }];
    const leftOut = [{ language: 'en', title: 'Director', reason: 'commentary' as const }];
    expect(audioOf({ tracks, leftOut })).toEqual({
      tracks: [
        { language: 'zu', bytes: 500 },
        { language: 'en', bytes: 30 },
      ],
      left_out: [{ language: 'en', title: 'Director', reason: 'commentary' }],
    });
  });

  it('has none where the film has no sound, or came before languages were packaged', () => {
    expect(audioOf(null)).toBeNull();
  });
});
