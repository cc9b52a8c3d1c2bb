// F10: a film with its sound in several languages.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Rendition, renditionFolder } from '../asset.ts';
import { childBoxes, readTrackFragments, readTracks } from './boxes.ts';
import { createPackager } from './packager.ts';
import { chunkWithTracks } from './track-selection.ts';

/** Debian's FFmpeg; `.ci/run` installs it. Without it these tests are counted as skipped. */
const FFMPEG = '/usr/bin/ffmpeg';
const SECONDS = 3;
let folder: string;
let source: string;

function make(file: string, ...args: string[]): string {
  const to = join(folder, file);
  execFileSync(FFMPEG, ['-v', 'error', '-y', ...args, to]);
  return to;
}

const tone = (hertz: number) => [
  ...['-f', 'lavfi', '-i', `sine=frequency=${hertz}:sample_rate=48000:duration=${SECONDS}`],
];

const packages = new Map<string, ReturnType<typeof packAnew>>();

/** Packages a file, once. */
function pack(file: string): ReturnType<typeof packAnew> {
  const known = packages.get(file) ?? packAnew(file);
  packages.set(file, known);
  return known;
}

async function packAnew(file: string) {
  const to = await mkdtemp(join(folder, 'out-'));
  const packager = createPackager({ loudness: -23 });
  const control = { onProgress: () => undefined, signal: new AbortController().signal };
  return { to, packaged: await packager({ file, folder: to, effort: 'quick' }, control) };
}

/** A rendition as one file, in which a decoder finds what a viewer gets. */
async function whole(to: string, { segments }: Rendition, name: string): Promise<Buffer> {
  const files = ['init.mp4', ...segments.map((_, i) => `${i}.m4s`)];
  return Buffer.concat(await Promise.all(files.map((file) => readFile(join(to, name, file)))));
}

/** The pitch of the sound of a file, in hertz. */
async function pitchOf(media: Buffer): Promise<number> {
  const file = join(await mkdtemp(join(folder, 'pitch-')), 'whole.mp4');
  await writeFile(file, media);
  const raw = ['-ac', '1', '-ar', '48000', '-f', 's16le', 'pipe:1'];
  const samples = execFileSync(FFMPEG, ['-v', 'error', '-i', file, '-vn', ...raw]);
  let crossings = 0;
  const count = samples.length / 2;
  for (let i = 1; i < count; i++)
    if (samples.readInt16LE(i * 2) >= 0 && samples.readInt16LE(i * 2 - 2) < 0) crossings += 1;
  return Math.round((crossings * 48_000) / count);
}

/** The bytes of all pictures of a segment. */
function picturesOf(init: Buffer, segment: Buffer): Buffer {
  const video = readTracks(init).find(({ kind }) => kind === 'video')?.id;
  return Buffer.concat(
    childBoxes(segment)
      .filter(({ type }) => type === 'moof')
      .flatMap(({ start, end }) =>
        readTrackFragments(segment.subarray(start - 8, end))
          .filter(({ trackId }) => trackId === video)
          .flatMap(({ samples }) => samples)
          .map(({ offset, size }) =>
            segment.subarray(start - 8 + offset, start - 8 + offset + size),
          ),
      ),
  );
}

const heights = ({ renditions }: { readonly renditions?: readonly Rendition[] }) =>
  renditions?.map(({ height }) => height);

describe.runIf(existsSync(FFMPEG))('a film in several languages', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bonisa-languages-'));
    source = make(
      'source.mkv',
      ...['-f', 'lavfi', '-i', `testsrc=size=256x144:rate=25:duration=${SECONDS}`],
      ...[...tone(440), ...tone(880), ...tone(1320)],
      ...['-map', '0:v', '-map', '1:a', '-map', '2:a', '-map', '3:a'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', '-b:a', '96k'],
      ...['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=zul'],
      ...['-metadata:s:a:2', 'language=eng', '-metadata:s:a:2', "title=Director's commentary"],
      ...['-disposition:a:0', '0', '-disposition:a:1', 'default', '-disposition:a:2', '0'],
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is packaged in each of them', async () => {
    const { to, packaged } = await pack(source);
    const { audio, renditions } = packaged;
    expect(audio?.tracks.map(({ language }) => language)).toEqual(['zu', 'en']);
    expect(audio?.leftOut).toEqual([
      { language: 'en', title: "Director's commentary", reason: 'commentary' },
    ]);
    const [first, second] = audio?.tracks ?? [];
    expect(first?.renditions).toBeUndefined();
    expect(heights(packaged)).toEqual([0, 144]);
    expect(heights(second ?? {})).toEqual([0, 144]);
    for (const track of [first, second]) expect(track?.loudness?.lufs).toBeLessThan(-15);
    expect((await readdir(to)).sort()).toEqual([
      ...['144p', '144p-en', 'audio', 'audio-en', 'posters', 'storyboard'],
    ]);

    for (const [track, own, pitch] of [
      [undefined, renditions, 880],
      ['en', second?.renditions ?? [], 440],
    ] as const)
      for (const rendition of own) {
        const name = renditionFolder(rendition.height, track);
        const media = await whole(to, rendition, name);
        expect(media.length, name).toBe(rendition.bytes);
        expect(Math.abs((await pitchOf(media)) - pitch), name).toBeLessThan(5);
        const kinds = readTracks(media).map(({ kind }) => kind);
        expect(kinds, name).toEqual(rendition.height ? ['video', 'audio'] : ['audio']);
      }
  });

  it('shows the same pictures at the same times', async () => {
    const { to, packaged } = await pack(source);
    const times = (rendition: Rendition | undefined) =>
      rendition?.segments.map(({ start, duration }) => [start, duration]);
    const [one, other] = [packaged.renditions[1], packaged.audio?.tracks[1]?.renditions?.[1]];
    expect(times(other)).toEqual(times(one));
    for (const index of one?.segments.keys() ?? []) {
      const [pictures, others] = await Promise.all(
        ['144p', '144p-en'].map(async (name) => {
          const files = ['init.mp4', `${index}.m4s`].map((file) => readFile(join(to, name, file)));
          const [init, segment] = await Promise.all(files);
          return picturesOf(init as Buffer, segment as Buffer);
        }),
      );
      expect(pictures?.length).toBeGreaterThan(1000);
      expect(others?.equals(pictures as Buffer)).toBe(true);
    }
  });

  it('with one stream is packaged as ever', async () => {
    const file = make(
      'one.mp4',
      ...['-f', 'lavfi', '-i', `testsrc=size=256x144:rate=25:duration=${SECONDS}`, ...tone(440)],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'],
    );
    const { to, packaged } = await pack(file);
    expect(packaged.audio).toMatchObject({ tracks: [{ language: null }], leftOut: [] });
    expect(packaged.audio?.tracks[0]?.loudness).toEqual(packaged.loudness);
    expect((await readdir(to)).sort()).toEqual(['144p', 'audio', 'posters', 'storyboard']);
    const init = await readFile(join(to, '144p', 'init.mp4'));
    expect(readTracks(init).length).toBe(2);
  });

  it('is not refused for a stream that nobody can play', async () => {
    const file = make(
      'odd.mkv',
      ...['-i', source, '-map', '0:v', '-map', '0:a:0', '-map', '0:a:1', '-c', 'copy'],
      ...['-c:a:1', 'wavpack', '-disposition:a:1', 'default', '-disposition:a:0', '0'],
    );
    const { audio } = (await pack(file)).packaged;
    expect(audio?.tracks.map(({ language }) => language)).toEqual(['en']);
    expect(audio?.leftOut.map(({ reason }) => reason)).toEqual(['unsupported_codec']);
  });
});

describe('a chunk of several tracks', () => {
  it('is refused where its bytes are not what they say', () => {
    const tracks = new Set([1]);
    expect(() => chunkWithTracks(Buffer.from('0000000866726565', 'hex'), tracks)).toThrow(
      RangeError,
    );
    expect(() => chunkWithTracks(Buffer.alloc(4), tracks)).toThrow(RangeError);
  });
});
