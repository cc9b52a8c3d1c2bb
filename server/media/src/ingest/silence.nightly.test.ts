import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Picture } from '@bonisa/demo-content/clips/raster';
import { record } from '@bonisa/demo-content/clips/recorder';
import { FRAME } from '@bonisa/demo-content/clips/scenes/scene';
import { paintSunrise } from '@bonisa/demo-content/clips/scenes/sunrise.scene';
import { SAMPLE_RATE } from '@bonisa/demo-content/clips/synth';
import { Decoder, Demuxer, Log } from 'node-av';
import { AV_LOG_ERROR } from 'node-av/constants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childBoxes, readFragment, readTracks } from './boxes.ts';
import { ladderFor } from './encoding-ladder.ts';
import { encodeRenditions } from './library-encode.ts';
import { openSource } from './library-source.ts';
import { cutIntoSegments, cutSound } from './segmenter.ts';

const RATE = { num: 25, den: 1 };
const SECONDS = 5;
const SOUND_SECONDS = 1;
let folder: string;
let lowest: string;

async function* pictures(): AsyncGenerator<Uint8Array> {
  const picture = new Picture(FRAME.width, FRAME.height);
  const paint = paintSunrise(100);
  for (let i = 0; i < SECONDS * RATE.num; i++) {
    paint(picture, i / RATE.num);
    yield picture.bytes;
  }
}

/** A rendition whose sound ends in its first segment of three. */
beforeAll(async () => {
  Log.setLevel(AV_LOG_ERROR);
  folder = await mkdtemp(join(tmpdir(), 'bonisa-silence-'));
  const source = join(folder, 'source.mp4');
  const left = Float32Array.from({ length: SECONDS * SAMPLE_RATE }, (_, i) => Math.sin(i / 20));
  const sound = { left, right: left };
  const { num: rate } = RATE;
  await record(source, { seconds: SECONDS, rate, pictures: pictures(), sound }, () => undefined);
  const opened = await openSource(source);
  const { facts } = opened;
  lowest = join(folder, 'lowest.mp4');
  await encodeRenditions(opened, {
    codec: 'h264',
    holes: new Map(),
    renditions: ladderFor({ ...facts, hasAudio: true }).slice(0, 1),
    rate: RATE,
    effort: 'quick',
    loudness: [`aselect=lt(t\\,${SOUND_SECONDS}),`],
    fileFor: () => lowest,
    onProgress: () => undefined,
  });
  await opened.demuxer.close();
});
afterAll(() => rm(folder, { recursive: true }));

/** When the sound of each segment begins and ends, in seconds. */
async function soundOf(rendition: string): Promise<{ start: number; end: number }[]> {
  const init = await readFile(join(rendition, 'init.mp4'));
  const track = readTracks(init).find(({ kind }) => kind === 'audio');
  if (!track) throw new Error('the rendition has no sound');
  const names = (await readdir(rendition)).filter((name) => name.endsWith('.m4s')).sort();
  const segments = await Promise.all(names.map((name) => readFile(join(rendition, name))));
  return segments.map((segment) => {
    const spans = childBoxes(segment)
      .filter((box) => box.type === 'moof')
      .flatMap((box) => readFragment(segment.subarray(box.start - 8, box.end)))
      .filter(({ trackId, samples }) => trackId === track.id && samples > 0);
    const last = spans.at(-1);
    return {
      start: (spans[0]?.start ?? Number.NaN) / track.timescale,
      end: last ? (last.start + last.duration) / track.timescale : Number.NaN,
    };
  });
}

/** The loudest sample of a file's sound from a time on, in seconds. */
async function loudestFrom(file: string, from: number): Promise<{ most: number; until: number }> {
  const demuxer = await Demuxer.open(file);
  const audio = demuxer.audio();
  if (!audio) throw new Error('the file has no sound');
  const decoder = await Decoder.create(audio);
  const heard = { most: 0, until: 0 };
  const take = async (packet: Parameters<typeof decoder.decodeAll>[0]): Promise<void> => {
    for (const frame of await decoder.decodeAll(packet)) {
      const at = (Number(frame.pts) * frame.timeBase.num) / frame.timeBase.den;
      heard.until = at + frame.nbSamples / frame.sampleRate;
      const [bytes] = frame.data ?? [];
      if (!bytes) throw new Error('a frame holds no samples');
      for (let i = 0; at >= from && i < frame.nbSamples; i++)
        heard.most = Math.max(heard.most, Math.abs(bytes.readFloatLE(i * 4)));
      frame.free();
    }
  };
  for await (const packet of demuxer.packets(audio.index)) await take(packet);
  decoder.close();
  await demuxer.close();
  return heard;
}

describe('a source whose sound ends before its pictures', () => {
  it('has silence in each segment that would have no sound, with pictures and alone', async () => {
    const cut = join(folder, 'lowest');
    const { segments } = await cutIntoSegments(lowest, cut);
    expect(segments.map(({ start, duration }) => [start, duration])).toEqual([
      [0, 2],
      [2, 2],
      [4, 1],
    ]);
    const alone = join(folder, 'alone');
    await mkdir(alone);
    await cutSound({ segments }, cut, alone);
    for (const sound of [await soundOf(cut), await soundOf(alone)]) {
      expect(sound).toHaveLength(3);
      const [first, second, third] = sound;
      expect(first?.end).toBeLessThan(1.1);
      // The silence begins where the sound ends, and goes on without a gap.
      expect(second?.start).toBeCloseTo(first?.end ?? 0, 3);
      expect(third?.start).toBeCloseTo(second?.end ?? 0, 3);
      expect((third?.end ?? 0) - 5).toBeGreaterThanOrEqual(0);
      expect((third?.end ?? 0) - 5).toBeLessThan(0.022);
    }
    const names = (await readdir(alone)).filter((name) => name.endsWith('.m4s')).sort();
    const whole = await Promise.all(
      ['init.mp4', ...names].map((name) => readFile(join(alone, name))),
    );
    const file = join(folder, 'alone.mp4');
    await writeFile(file, Buffer.concat(whole));
    const { most, until } = await loudestFrom(file, 1.1);
    expect(most).toBe(0);
    expect(until).toBeGreaterThan(4.9);
    expect((await loudestFrom(file, 0.1)).most).toBeGreaterThan(0.1);
  });
});
