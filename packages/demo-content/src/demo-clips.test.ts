import { describe, expect, it } from 'vitest';
import { Picture } from './clips/raster.ts';
import { pieceNamed } from './clips/repertoire.ts';
import { FRAME } from './clips/scenes/scene.ts';
import { play, songSeconds } from './clips/songs.ts';
import { SAMPLE_RATE } from './clips/synth.ts';
import { readDemoClips } from './demo-clips.ts';

/** The seconds of `01:02.500`. */
function secondsOf(time: string): number {
  const [minutes = Number.NaN, seconds = Number.NaN] = time.split(':').map(Number);
  return minutes * 60 + seconds;
}

describe.each(readDemoClips())('the clip $name', ({ name, seconds, captions }) => {
  const piece = pieceNamed(name);
  if (!piece) throw new Error(`No piece is named ${name}.`);

  it('lasts 20 to 40 seconds, as its data says', () => {
    expect(songSeconds(piece.song)).toBeCloseTo(seconds, 6);
    expect(seconds).toBeGreaterThanOrEqual(20);
    expect(seconds).toBeLessThanOrEqual(40);
  });

  it('has captions that follow each other and end before the clip ends', () => {
    for (const { vtt } of captions) {
      const cues = [...vtt.matchAll(/^(\S+) --> (\S+)$/gm)].map(([, from = '', to = '']) => ({
        from: secondsOf(from),
        to: secondsOf(to),
      }));
      expect(cues.length).toBeGreaterThan(3);
      for (const [index, { from, to }] of cues.entries()) {
        expect(from).toBeGreaterThanOrEqual(cues[index - 1]?.to ?? 0);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(seconds);
      }
    }
  });

  it('has sound in every second, and no sample out of range', () => {
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

  it('moves, and shows the same picture at the same moment for two painters', () => {
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

it('at least three clips exist, and one of them has captions', () => {
  const clips = readDemoClips();
  expect(clips.length).toBeGreaterThanOrEqual(3);
  expect(clips.some(({ captions }) => captions.length > 0)).toBe(true);
});
