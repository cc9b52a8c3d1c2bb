import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { parseWebVtt } from '../../media/webvtt.ts';
import { DEMO_CLIPS, makeDemoClip } from './demo-clips.ts';
import { Picture } from './raster.ts';
import { pieceNamed } from './repertoire.ts';
import { FRAME } from './scenes/scene.ts';
import { play, songSeconds } from './songs.ts';
import { SAMPLE_RATE } from './synth.ts';

// Real encoders in child processes: on a busy machine they take their time.
vi.setConfig({ testTimeout: 90_000 });

// Issue section 7: 'at least three real clips of 20 to 40 s', 'captions for one'
describe.each(DEMO_CLIPS)('the clip $name', ({ name, seconds, captions }) => {
  const piece = pieceNamed(name);
  if (!piece) throw new Error(`nothing is played under ${name}`);

  it('lasts as long as it says, and its captions end before it does', () => {
    expect(songSeconds(piece.song)).toBeCloseTo(seconds, 6);
    expect(seconds).toBeGreaterThanOrEqual(20);
    expect(seconds).toBeLessThanOrEqual(40);
    for (const track of captions) {
      const cues = parseWebVtt(track.vtt);
      expect(cues.length).toBeGreaterThan(3);
      expect(
        cues.every((cue, i) => cue.end <= seconds && cue.start >= (cues[i - 1]?.end ?? 0)),
      ).toBe(true);
    }
  });

  it('can be heard from beginning to end, without a sample out of range', () => {
    const { left, right } = play(piece.song);
    expect(left.length).toBe(Math.round(seconds * SAMPLE_RATE));
    for (const side of [left, right]) {
      for (let second = 0; second < seconds; second++) {
        const part = side.subarray(second * SAMPLE_RATE, (second + 1) * SAMPLE_RATE);
        const peak = part.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
        expect(peak).toBeGreaterThan(0.01);
        expect(peak).toBeLessThanOrEqual(0.85);
      }
    }
  });

  it('moves, and looks the same at the same moment whoever paints it', () => {
    const [paint, again] = [piece.painter(piece.song.bpm), piece.painter(piece.song.bpm)];
    const first = new Picture(FRAME.width, FRAME.height);
    const second = new Picture(FRAME.width, FRAME.height);
    paint(first, 3);
    paint(first, 12.4);
    again(second, 12.4);
    expect(second.bytes.equals(first.bytes)).toBe(true);
    again(second, 12.8);
    expect(second.bytes.equals(first.bytes)).toBe(false);
  });
});

describe('making a clip', () => {
  it('refuses a name that is not in the repertoire, and leaves nothing behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bonisa-clip-'));
    await expect(makeDemoClip('no-such-clip', join(folder, 'clip.mp4'))).rejects.toMatchObject({
      code: 'unknown_clip',
    });
    await expect(makeDemoClip('constructor', join(folder, 'clip.mp4'))).rejects.toMatchObject({
      code: 'unknown_clip',
    });
    const stop = new AbortController();
    const stopped = makeDemoClip('sunrise-taxi', join(folder, 'clip.mp4'), {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    await expect(stopped).rejects.toMatchObject({ code: 'stopped' });
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
