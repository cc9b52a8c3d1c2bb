import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Picture } from '@bonisa/demo-content/clips/raster';
import { record } from '@bonisa/demo-content/clips/recorder';
import { FRAME } from '@bonisa/demo-content/clips/scenes/scene';
import { paintSunrise } from '@bonisa/demo-content/clips/scenes/sunrise.scene';
import { SAMPLE_RATE } from '@bonisa/demo-content/clips/synth';
import { ChildJobError, runChildJob } from '@bonisa/kit/processes/child-job';
import { Log } from 'node-av';
import { AV_LOG_ERROR } from 'node-av/constants';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Packaged, type Rendition, renditionFolder } from '../asset.ts';
import { childBoxes, readFragment, readTrackFragments, readTracks } from './boxes.ts';
import { withSource } from './library-source.ts';
import { surveySource } from './library-survey.ts';
import { TARGET_LUFS } from './loudness.ts';
import { createPackager } from './packager.ts';
import { STORYBOARD_PATH } from './storyboard.ts';

const SECONDS = 3;
/** Pictures a second, of which the lowest rendition has half. */
const RATE = 25;
let folder: string;
let source: string;
let out: string;
let packaged: Packaged;
const progress: number[] = [];
const stages: (string | undefined)[] = [];

async function* pictures(): AsyncGenerator<Uint8Array> {
  const picture = new Picture(FRAME.width, FRAME.height);
  const paint = paintSunrise(100);
  for (let i = 0; i < SECONDS * RATE; i++) {
    paint(picture, i / RATE);
    yield picture.bytes;
  }
}

function tone(): { left: Float32Array; right: Float32Array } {
  const left = Float32Array.from(
    { length: SECONDS * SAMPLE_RATE },
    (_, i) => 0.3 * Math.sin(i / 20),
  );
  return { left, right: left };
}

async function pack(file: string, name: string, beside?: Rendition[]): Promise<Packaged> {
  const to = join(folder, name);
  await mkdir(to);
  return await createPackager({ loudness: TARGET_LUFS })(
    { file, folder: to, effort: 'quick', ...(beside ? { beside } : {}) },
    {
      onProgress: (share, stage) => {
        progress.push(share);
        if (stage !== stages.at(-1)) stages.push(stage);
      },
      signal: new AbortController().signal,
    },
  );
}

beforeAll(async () => {
  Log.setLevel(AV_LOG_ERROR);
  folder = await mkdtemp(join(tmpdir(), 'bonisa-pack-'));
  source = join(folder, 'source.mp4');
  await record(
    source,
    { seconds: SECONDS, rate: RATE, pictures: pictures(), sound: tone() },
    () => undefined,
  );
  out = join(folder, 'out');
  packaged = await pack(source, 'out');
});
afterAll(() => rm(folder, { recursive: true }));

const renditionFiles = async ({ height }: { height: number }) => {
  const rendition = join(out, renditionFolder(height));
  const init = await readFile(join(rendition, 'init.mp4'));
  const names = (await readdir(rendition)).filter((name) => name.endsWith('.m4s')).sort();
  const segments = await Promise.all(names.map((name) => readFile(join(rendition, name))));
  return { tracks: readTracks(init), init, segments };
};

/** The `moof` boxes of a segment, each with its header. */
const chunksOf = (segment: Buffer): Buffer[] =>
  childBoxes(segment)
    .filter((box) => box.type === 'moof')
    .map((box) => segment.subarray(box.start - 8, box.end));

const startsWithKeyframe = (moof: Buffer, track: number) =>
  readFragment(moof).find((span) => span.trackId === track)?.startsWithKeyframe ?? false;

const samplesOf = (chunks: readonly Buffer[], track: number) =>
  chunks
    .flatMap((moof) => readFragment(moof))
    .filter((span) => span.trackId === track)
    .reduce((sum, span) => sum + span.samples, 0);

/** The bytes of each sample of a track. */
const soundSamples = (segment: Buffer, track: number): Buffer[] =>
  childBoxes(segment)
    .filter((box) => box.type === 'moof')
    .flatMap((box) =>
      readTrackFragments(segment.subarray(box.start - 8, box.end))
        .filter(({ trackId }) => trackId === track)
        .flatMap(({ samples }) => samples)
        .map(({ offset, size }) =>
          segment.subarray(box.start - 8 + offset, box.start - 8 + offset + size),
        ),
    );

// Real ingest (node-av in a child process; CMAF, at least three renditions from 240p up, audio)
describe('a packaged source', () => {
  it('has a storyboard with a tile for each segment', async () => {
    const { storyboard } = packaged;
    expect(storyboard).toEqual({ interval: 2, columns: 2, count: 2, width: 160, height: 90 });
    const { width, height, format } = await sharp(join(out, STORYBOARD_PATH)).metadata();
    expect({ width, height, format }).toEqual({ width: 320, height: 90, format: 'webp' });
  });

  it('has the renditions that are made in a hurry, with the recorded file sizes', async () => {
    expect(packaged.renditions.map((rendition) => rendition.height)).toEqual([
      0, 144, 240, 480, 720,
    ]);
    expect(packaged.durationMs).toBe(SECONDS * 1000);
    expect((await readdir(out)).sort()).toEqual([
      '144p',
      '240p',
      '480p',
      '720p',
      'audio',
      'posters',
      'storyboard',
    ]);
    for (const rendition of packaged.renditions) {
      const { init, segments } = await renditionFiles(rendition);
      expect(segments.map((bytes) => bytes.length)).toEqual(
        rendition.segments.map((segment) => segment.bytes),
      );
      expect(rendition.bytes).toBe(
        init.length + segments.reduce((sum, bytes) => sum + bytes.length, 0),
      );
      expect(rendition.bandwidth).toBeGreaterThanOrEqual(rendition.averageBandwidth);
      expect(rendition.codecs).toMatch(
        rendition.height === 0 ? /^mp4a\.40\.2$/ : /^avc1\.6400[0-9a-f]{2},mp4a\.40\.2$/,
      );
    }
  });

  it('is cut at the same times in all renditions', () => {
    for (const rendition of packaged.renditions) {
      expect(rendition.segments.map((segment) => [segment.start, segment.duration])).toEqual([
        [0, 2],
        [2, 1],
      ]);
    }
  });

  it('has the same sound in each segment of all renditions, so that a change leaves no gap', async () => {
    const counts = await Promise.all(
      packaged.renditions.map(async (rendition) => {
        const { tracks, segments } = await renditionFiles(rendition);
        const sound = tracks.find(({ kind }) => kind === 'audio')?.id ?? 0;
        return segments.map((segment) => samplesOf(chunksOf(segment), sound));
      }),
    );
    for (const count of counts) expect(count).toEqual(counts[0]);
  });

  it('shows and decodes the first picture at zero', async () => {
    const { segments } = await renditionFiles(packaged.renditions[1] as Rendition);
    const [first] = readTrackFragments(chunksOf(segments[0] as Buffer)[0] as Buffer);
    expect(first).toMatchObject({ start: 0, samples: { 0: { compositionOffset: 0 } } });
  });

  it('begins the sound of each segment with its first picture', async () => {
    for (const rendition of packaged.renditions.slice(1)) {
      const { tracks, segments } = await renditionFiles(rendition);
      for (const segment of segments) {
        const first = readTrackFragments(chunksOf(segment)[0] as Buffer);
        const [picture, sound] = tracks.map(({ id, timescale }) => {
          const { start, samples } = first.find(({ trackId }) => trackId === id) ?? {};
          return ((start ?? Number.NaN) + (samples?.[0]?.compositionOffset ?? 0)) / timescale;
        });
        const later = (sound ?? 0) - (picture ?? 0);
        expect(later).toBeGreaterThanOrEqual(0);
        expect(later).toBeLessThan(1024 / 48_000);
      }
    }
  });

  it('has chunks of half a second with video and audio in each segment', async () => {
    for (const rendition of packaged.renditions.slice(1)) {
      const { tracks, segments } = await renditionFiles(rendition);
      expect(tracks.map((track) => track.kind)).toEqual(['video', 'audio']);
      const framesPerSecond = rendition.height === 144 ? RATE / 2 : RATE;
      expect(rendition.frameRate).toBe(framesPerSecond);
      segments.forEach((bytes, i) => {
        const chunks = chunksOf(bytes);
        expect(chunks.length).toBeGreaterThanOrEqual(i === 0 ? 4 : 2);
        expect(chunks.map((chunk) => startsWithKeyframe(chunk, 1))).toEqual(
          chunks.map((_, chunk) => chunk === 0),
        );
        expect(samplesOf(chunks, 1)).toBe(
          i === 0 ? 2 * framesPerSecond : Math.ceil(framesPerSecond),
        );
        expect(samplesOf(chunks, 2)).toBeGreaterThan(30);
      });
    }
  });

  it('starts at zero, and its audio has no gap and reaches the end', async () => {
    for (const height of [240, 0]) {
      const { tracks, segments } = await renditionFiles({ height });
      const audio = tracks.find((track) => track.kind === 'audio');
      const spans = segments.flatMap(chunksOf).flatMap((chunk) => readFragment(chunk));
      let next = 0;
      for (const span of spans.filter((one) => one.trackId === audio?.id)) {
        expect(span.start).toBe(next);
        next = span.start + span.duration;
      }
      expect(next / (audio?.timescale ?? 1)).toBeGreaterThan(SECONDS - 0.05);
    }
  });

  it('has a rendition of sound alone with the very samples of the lowest rendition', async () => {
    const [lowest, sound] = await Promise.all([{ height: 144 }, { height: 0 }].map(renditionFiles));
    expect(sound?.tracks.map((track) => track.kind)).toEqual(['audio']);
    const id = sound?.tracks[0]?.id ?? 0;
    const samples = (segments: Buffer[] = []) =>
      Buffer.concat(segments.flatMap((segment) => soundSamples(segment, id)));
    expect(samples(sound?.segments).equals(samples(lowest?.segments))).toBe(true);
    expect(samples(sound?.segments).length).toBeGreaterThan(SECONDS * 2000);
  });

  it('has sound at the usual loudness, within one LU', async () => {
    const whole = join(folder, 'whole.mp4');
    const [lowest] = packaged.renditions.filter(({ height }) => height === 144);
    if (!lowest) throw new Error('there is no lowest rendition');
    const { init, segments } = await renditionFiles(lowest);
    await writeFile(whole, Buffer.concat([init, ...segments]));
    const { sounds } = await withSource(whole, (open) => surveySource(open, () => undefined));
    const measured = sounds[0]?.loudness;
    expect(packaged.loudness?.lufs).toBeGreaterThan(-15);
    expect(Math.abs((measured?.lufs ?? 0) - TARGET_LUFS)).toBeLessThan(1);
    expect(measured?.peak).toBeLessThan(-1);
  });

  it('offers sharp frames as posters, the best first', async () => {
    const posters = packaged.posters ?? [];
    expect(posters.map(({ file }) => file)).toEqual(['0.jpg', '1.jpg']);
    expect(posters[0]?.sharpness).toBeGreaterThanOrEqual(posters[1]?.sharpness ?? 0);
    const { width, height, format } = await sharp(join(out, 'posters', '0.jpg')).metadata();
    expect({ width, height, format }).toEqual({ width: 1280, height: 720, format: 'jpeg' });
  });

  it('reported its progress and stages, which never went back', () => {
    expect(stages).toEqual(['probing', 'measuring', 'encoding', 'pictures']);
    expect(progress.length).toBeGreaterThan(5);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.at(-1)).toBe(1);
  });
});

it('is packaged as AV1 too: same pictures, same segments, fewer bytes', async () => {
  const beside = packaged.renditions.filter(({ height }) => height === 144 || height === 240);
  const inAv1 = await pack(source, 'av1', beside);
  expect(inAv1.durationMs).toBe(packaged.durationMs);
  for (const [i, { height, codecs, segments, bytes, ...size }] of inAv1.renditions.entries()) {
    const h264 = beside[i] as Rendition;
    expect(codecs).toMatch(/^av01\.0\.0\dM\.08,mp4a\.40\.2$/);
    expect({ height, ...size }).toMatchObject({
      height: h264.height,
      pixelWidth: h264.pixelWidth,
      frameRate: h264.frameRate,
    });
    expect(segments.map(({ start, duration }) => [start, duration])).toEqual(
      h264.segments.map(({ start, duration }) => [start, duration]),
    );
    expect(bytes).toBeLessThan(h264.bytes * 0.9);
    const first = await readFile(join(folder, 'av1', `${height}p`, '1.m4s'));
    expect(startsWithKeyframe(chunksOf(first)[0] as Buffer, 1)).toBe(true);
  }
  expect((await readdir(join(folder, 'av1'))).sort()).toEqual(['144p', '240p']);
  const other = beside.map((one) => ({ ...one, segments: one.segments.slice(1) }));
  await expect(pack(source, 'other', other)).rejects.toMatchObject({ code: 'qualities_differ' });
});

describe('a source that cannot be packaged', () => {
  const refused = async (bytes: Buffer | string, name: string) => {
    const file = join(folder, `${name}.mp4`);
    await writeFile(file, bytes);
    return await pack(file, name).then(
      () => 'packaged',
      (error: unknown) =>
        error instanceof ChildJobError ? `${error.code}: ${error.message}` : error,
    );
  };

  it('is refused with its reason and without a path of the machine', async () => {
    const whole = await readFile(source);
    const results = [
      await refused('', 'empty'),
      await refused('this is not a video', 'text'),
      await refused('#EXTM3U\n#EXTINF:2,\nfile:///etc/passwd\n', 'playlist'),
      await refused(`ffconcat version 1.0\nfile '${source}'\n`, 'concat'),
      await refused(whole.subarray(0, whole.length / 2), 'half'),
    ];
    expect(results.map((result) => String(result).split(':')[0])).toEqual([
      'empty',
      'unreadable',
      'playlist',
      'playlist',
      'truncated',
    ]);
    for (const result of results) expect(result).not.toContain(folder);
  });

  it('is refused as damaged when most of its media are', async () => {
    const bytes = await readFile(source);
    const mdat = childBoxes(bytes).find((box) => box.type === 'mdat');
    if (!mdat) throw new Error('the source has no media');
    bytes.fill(0xff, mdat.start + 200, mdat.end - 200);
    expect(await refused(bytes, 'damaged')).toMatch(/^damaged: /);
  });
});

describe('a child process', () => {
  const entry = new URL('./packager.process.ts', import.meta.url);
  const task = () => ({ file: source, folder: out, effort: 'quick', loudness: TARGET_LUFS });
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error as ChildJobError).code,
    );

  it('is killed when it exceeds its time or memory and when it is stopped', async () => {
    const stop = new AbortController();
    const stopped = runChildJob({
      entry,
      task: task(),
      timeoutMs: 60_000,
      memoryMb: 1500,
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    expect(await codeOf(stopped)).toBe('stopped');
    expect(
      await codeOf(
        runChildJob({
          entry,
          task: task(),
          timeoutMs: 60_000,
          memoryMb: 1500,
          signal: stop.signal,
        }),
      ),
    ).toBe('stopped');
    expect(await codeOf(runChildJob({ entry, task: task(), timeoutMs: 50, memoryMb: 1500 }))).toBe(
      'timed_out',
    );
    const file = join(folder, 'fill.mjs');
    const fill = 'globalThis.kept = Buffer.alloc(300e6, 1); setInterval(() => {}, 1000);';
    await writeFile(file, `process.once('message', () => { ${fill} });`);
    const filling = { entry: new URL(`file://${file}`), task: null, memoryMb: 200 };
    if (process.platform === 'linux')
      expect(await codeOf(runChildJob({ ...filling, timeoutMs: 60_000 }))).toBe('out_of_memory');
  });

  it('may crash without harm to the server', async () => {
    const file = join(folder, 'crash.mjs');
    await writeFile(file, "process.once('message', () => process.abort());");
    expect(
      await codeOf(
        runChildJob({
          entry: new URL(`file://${file}`),
          task: null,
          timeoutMs: 60_000,
          memoryMb: 500,
        }),
      ),
    ).toBe('crashed');
  });
});
