// Films of other people that failed once, with what is right (source-cases).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Demuxer, Log } from 'node-av';
import { AV_LOG_ERROR, AVCOL_PRI_BT709, AVCOL_SPC_BT709, AVCOL_TRC_BT709 } from 'node-av/constants';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Packaged } from '../asset.ts';
import { packageSource } from './package-source.ts';
import { mediaOf, peaksOf, picturesOf, pitchOf } from './packaged-media.test-kit.ts';

let folder: string;
beforeAll(async () => {
  Log.setLevel(AV_LOG_ERROR);
  folder = await mkdtemp(join(tmpdir(), 'bonisa-cases-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function packed(name: string): Promise<{ to: string; packaged: Packaged; notes: string }> {
  const file = new URL(`./source-cases/${name}`, import.meta.url).pathname;
  const to = await mkdtemp(join(folder, 'out-'));
  const task = { file, folder: to, effort: 'quick', loudness: -23 } as const;
  const packaged = await packageSource(task, () => undefined);
  return { to, packaged, notes: (packaged.notes ?? []).join('\n') };
}

describe('a damaged film', () => {
  it.each(['damaged-4-bytes.mp4', 'dropout-1.m2t'])(
    'plays to its end with a flaw, and the job says so: %s',
    async (name) => {
      const { packaged, notes } = await packed(name);
      expect(packaged.durationMs).toBe(4000);
      expect(notes).toMatch(/^1 of 100 pictures are damaged/);
      expect(notes).not.toContain('is not that of its source');
    },
  );
});

describe('a film whose length is not what its file says', () => {
  it.each([
    ['noduration.webm', 4000],
    ['wrap.m2t', 5000],
    ['sound-longer.mp4', 9000],
    ['one-picture-long-sound.mp4', 12_000],
  ])('has all of it: %s', async (name, milliseconds) => {
    const { to, packaged, notes } = await packed(name);
    expect(packaged.durationMs).toBe(milliseconds);
    expect(notes).not.toMatch(/is not that of its source|packaged film lasts/);
    const media = await mediaOf(to, packaged);
    const { left } = await peaksOf(media);
    expect(Math.abs(left.length / 48_000 - milliseconds / 1000)).toBeLessThan(0.1);
    const { frameRate } = packaged.renditions.at(-1) ?? { frameRate: 0 };
    const pictures = await picturesOf(media, '16:9');
    expect(pictures.length).toBe(Math.ceil((milliseconds / 1000) * frameRate));
    if (name.endsWith('.mp4')) {
      expect(notes).toContain('the last picture stands');
      const [before, last] = pictures.slice(-2);
      expect(last?.equals(before as Buffer)).toBe(true);
    }
  });
});

it('brings HDR to BT.709 with natural colours, tags it so, and has such posters', async () => {
  const { to, packaged, notes } = await packed('hdr10.mp4');
  expect(notes).toContain('HDR');
  const demuxer = await Demuxer.open(await mediaOf(to, packaged));
  const { colorPrimaries, colorTrc, colorSpace } = demuxer.video()?.codecpar ?? {};
  await demuxer.close();
  expect([colorPrimaries, colorTrc, colorSpace]).toEqual([
    ...[AVCOL_PRI_BT709, AVCOL_TRC_BT709, AVCOL_SPC_BT709],
  ]);
  const poster = sharp(join(to, 'posters', packaged.posters?.[0]?.file ?? ''));
  const { data, info } = await poster.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colourAt = (across: number) => {
    const at = (Math.floor(info.height / 3) * info.width + Math.floor(across * info.width)) * 3;
    return [...data.subarray(at, at + 3)];
  };
  // The bars from the left: grey, white, yellow, cyan, green, magenta, red, blue.
  const green = colourAt(0.49) as [number, number, number];
  const red = colourAt(0.71) as [number, number, number];
  const blue = colourAt(0.82) as [number, number, number];
  expect(green[1]).toBeGreaterThan(150);
  expect(Math.max(green[0], green[2])).toBeLessThan(60);
  expect(red[0]).toBeGreaterThan(120);
  expect(Math.max(red[1], red[2])).toBeLessThan(60);
  expect(blue[2]).toBeGreaterThan(120);
  expect(Math.max(blue[0], blue[1])).toBeLessThan(60);
});

it('makes one stereo sound of two mono tracks', async () => {
  const { to, packaged, notes } = await packed('two-mono.mxf');
  expect(packaged.audio?.tracks).toHaveLength(1);
  expect(packaged.audio?.leftOut).toEqual([]);
  expect(notes).toContain('became left and right');
  const { left, right } = await peaksOf(await mediaOf(to, packaged));
  expect(pitchOf(left)).not.toBe(pitchOf(right));
});

it('fits pictures of another size into the first', async () => {
  const { to, packaged, notes } = await packed('size-change-small.m2t');
  expect(packaged.durationMs).toBe(2000);
  expect(notes).toContain('changes once');
  expect(packaged.renditions.map(({ pixelWidth, height }) => [pixelWidth, height])).toEqual([
    [160, 90],
  ]);
  const last = (await picturesOf(await mediaOf(to, packaged), '16:9')).at(-1);
  // The other size is upright: black beside it.
  for (const at of [0, 15]) expect(last?.readUInt8((4 * 16 + at) * 3)).toBeLessThan(20);
});

it('shows a mirrored picture as FFmpeg does', async () => {
  const { to, packaged } = await packed('hflip.mp4');
  const [first] = await picturesOf(await mediaOf(to, packaged), '16:9');
  const red = (x: number, y: number) => first?.readUInt8((y * 16 + x) * 3) ?? 0;
  expect(red(15, 0)).toBeGreaterThan(200);
  for (const [x, y] of [
    [0, 0],
    [0, 8],
    [15, 8],
  ] as const)
    expect(red(x, y)).toBeLessThan(80);
});

it('names each stream that is left out, with why', async () => {
  const { packaged, notes } = await packed('multi.mkv');
  expect(packaged.audio?.tracks.map(({ language }) => language)).toEqual(['en', 'zu']);
  expect(notes).toContain("Left out: sound (af, Director's commentary): it is a commentary.");
  expect(notes).toContain('Stream 4 became captions in zu.');
  expect(packaged.captions).toEqual([
    { language: 'zu', label: 'isiZulu', vtt: expect.stringContaining('Embedded words') },
  ]);
});
