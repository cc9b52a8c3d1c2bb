import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Packaged } from '../asset.ts';
import { childBoxes, readFragment, readTracks } from './boxes.ts';
import { ChildJobError, TaskRefusal } from './child-job.ts';
import { libraryTool } from './library-tool.ts';
import { packageTask } from './package-av1.ts';
import { packageSource, planRenditions } from './package-source.ts';
import { createPackager } from './packager.ts';
import { readProbe } from './program-probe.ts';
import { createProgramTool } from './program-tool.ts';

/** Debian's FFmpeg; `.ci/run` installs it. Without it these tests are counted as skipped. */
const programs = { ffmpeg: '/usr/bin/ffmpeg', ffprobe: '/usr/bin/ffprobe' };
const tools = [
  ['the programs', createProgramTool(programs)],
  ['the library', libraryTool],
] as const;
let folder: string;
let source: string;

const make = (file: string, ...args: string[]): string => {
  const to = join(folder, file);
  execFileSync(programs.ffmpeg, ['-v', 'error', '-y', ...args, to]);
  return to;
};
/** The `moof` boxes of a segment, each with its header. */
const chunksOf = (segment: Buffer): Buffer[] =>
  childBoxes(segment)
    .filter(({ type }) => type === 'moof')
    .map(({ start, end }) => segment.subarray(start - 8, end));
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) =>
      error instanceof TaskRefusal || error instanceof ChildJobError ? error.code : String(error),
  );
async function pack(name: string, used: typeof programs | undefined): Promise<Packaged> {
  const to = join(folder, name);
  await mkdir(to);
  const packager = createPackager({ loudness: -23, programs: used });
  const control = { onProgress: () => undefined, signal: new AbortController().signal };
  return await packager({ file: source, folder: to, effort: 'quick' }, control);
}

describe.runIf(existsSync(programs.ffmpeg))('the FFmpeg programs of the system', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bonisa-program-'));
    source = make(
      'source.ts',
      ...['-f', 'lavfi', '-i', 'testsrc=size=256x144:rate=25:duration=3'],
      ...['-f', 'lavfi', '-i', 'sine=duration=3', '-c:v', 'libx264', '-preset', 'ultrafast'],
      ...['-c:a', 'aac', '-output_ts_offset', '36000'],
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('make the same renditions, pictures and loudness as the library', async () => {
    const [ours, theirs] = await Promise.all([pack('ours', undefined), pack('theirs', programs)]);
    const shapeOf = ({ renditions, storyboard, posters }: Packaged) => ({
      renditions: renditions.map(({ height, codecs, frameRate, segments }) => ({
        height,
        codecs,
        frameRate,
        starts: segments.map(({ start }) => start),
      })),
      storyboard,
      posters: posters?.map(({ file, seconds }) => [file, seconds]),
    });
    expect(shapeOf(theirs)).toEqual(shapeOf(ours));
    expect(theirs.loudness?.lufs).toBeCloseTo(ours.loudness?.lufs ?? 0, 0);
    const [bytes, others] = [ours, theirs].map((one) => one.renditions.at(-1)?.bytes ?? 0);
    expect(Math.abs((others ?? 0) / (bytes ?? 1) - 1)).toBeLessThan(0.1);
    expect(await readdir(join(folder, 'theirs'))).toEqual(await readdir(join(folder, 'ours')));
    const sound = await readFile(join(folder, 'theirs', 'audio', '0.m4s'));
    expect(sound.length).toBeGreaterThan(1000);
  });

  it.each(tools)('leave out what a flat source has no detail for: %s', async (_name, tool) => {
    const shape = 'size=854x480:rate=25:duration=1';
    const [flat, busy] = ['gradients=speed=0.01:nb_colors=2', 'testsrc2'].map((source, i) => {
      const input = ['-f', 'lavfi', '-i', `${source}${i === 0 ? ':' : '='}${shape}`];
      return make(`detail-${i}.mp4`, ...input, '-c:v', 'libx264', '-preset', 'ultrafast');
    });
    const heightsOf = async (file: string) => {
      const found = await tool.probe(file);
      const plans = await planRenditions(tool, found, found.frameRate, 'thorough');
      return plans.map(({ height }) => height);
    };
    const heights = [await heightsOf(flat ?? ''), await heightsOf(busy ?? '')];
    expect(heights).toEqual([
      [144, 240, 360],
      [144, 240, 360, 480],
    ]);
  });

  it.each(tools)(
    'end all renditions at one moment, at any number of pictures: %s',
    async (_, tool) => {
      for (const pictures of [26, 27]) {
        const input = ['-f', 'lavfi', '-i', 'testsrc=size=426x240:rate=25'];
        const file = make(`${pictures}.mp4`, ...input, '-frames:v', `${pictures}`);
        const to = await mkdtemp(join(folder, 'end-'));
        const task = { file, folder: to, effort: 'quick', loudness: -23 } as const;
        const { renditions, durationMs } = await packageSource(tool, task, () => undefined);
        expect(durationMs).toBe(pictures * 40);
        for (const { height, segments } of renditions) {
          const [init, segment] = await Promise.all(
            ['init.mp4', '0.m4s'].map((name) => readFile(join(to, `${height}p`, name))),
          );
          const track = readTracks(init as Buffer)[0];
          const units = chunksOf(segment as Buffer).flatMap((moof) => readFragment(moof));
          const written = units.reduce((sum, { duration }) => sum + duration, 0);
          expect(written / (track?.timescale ?? 1)).toBeCloseTo(pictures / 25, 4);
          expect(segments[0]?.duration).toBeCloseTo(pictures / 25, 4);
        }
      }
    },
  );

  it.each(tools)('make AV1 beside H.264: %s', async (name, tool) => {
    const task = { file: source, effort: 'quick', loudness: -23 } as const;
    const make = async (beside?: Packaged['renditions']) => {
      const to = await mkdtemp(join(folder, 'av1-'));
      const work = beside ? { ...task, folder: to, beside } : { ...task, folder: to };
      return await packageTask(tool, work, () => undefined);
    };
    const pictures = (await make()).renditions.filter(({ height }) => height > 0);
    const { renditions } = await make(pictures);
    expect(
      renditions.map(({ codecs }) => codecs),
      name,
    ).toEqual(['av01.0.00M.08,mp4a.40.2']);
    expect(renditions[0]?.bytes).toBeLessThan(pictures[0]?.bytes ?? 0);
  });

  it('refuse AV1 where the program has no encoder for it', async () => {
    const ffmpeg = join(folder, 'plain-ffmpeg');
    await writeFile(ffmpeg, '#!/bin/sh\necho " V..... libx264  H.264"\n', { mode: 0o755 });
    const tool = createProgramTool({ ...programs, ffmpeg });
    const options = { codec: 'av1' } as Parameters<typeof tool.encode>[1];
    expect(await codeOf(tool.encode({} as never, options))).toBe('encoder_missing');
  });

  it('are tried again as crashed when somebody kills them', async () => {
    // A process that is looked for and then killed may have ended in between.
    const ffmpeg = join(folder, 'killed-ffmpeg');
    const encodes = 'case " $* " in *" -filter_complex "*) kill -KILL $$ ;; esac';
    await writeFile(ffmpeg, `#!/bin/sh\n${encodes}\nexec ${programs.ffmpeg} "$@"\n`, {
      mode: 0o755,
    });
    expect(await codeOf(pack('killed', { ...programs, ffmpeg }))).toBe('crashed');
  });

  it.each(tools)('open no other file and no address that a file names: %s', async (_name, tool) => {
    const files = {
      'list.m3u8': `#EXTM3U\n#EXTINF:3,\nfile://${source}\n#EXT-X-ENDLIST\n`,
      'list.ffconcat': `ffconcat version 1.0\nfile '${source}'\n`,
      'list.sdp': 'v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\nm=video 9 RTP/AVP 96\r\n',
    };
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(folder, name), text);
      expect(await codeOf(tool.probe(join(folder, name))), name).toBe('unreadable');
    }
  });

  it.each(tools)('refuse sound alone, odd codecs and bombs of pixels: %s', async (_name, tool) => {
    const sound = make('sound.mp4', '-f', 'lavfi', '-i', 'sine=duration=1', '-c:a', 'aac');
    const picture = ['-f', 'lavfi', '-i', 'color=size=64x64:duration=1'];
    const odd = make('odd.avi', ...picture, '-c:v', 'cinepak');
    const large = ['-f', 'lavfi', '-i', 'color=size=8192x4320:rate=2:duration=1'];
    const bomb = make('bomb.mp4', ...large, '-c:v', 'mjpeg');
    expect(await codeOf(tool.probe(sound))).toBe('no_video');
    expect(await codeOf(tool.probe(odd))).toBe('unsupported_codec');
    expect(await codeOf(tool.probe(bomb))).toBe('too_large');
  });
});

it('the answer of ffprobe becomes tracks, upright and without cover pictures', () => {
  const streams = [
    { index: 0, codec_type: 'video', codec_name: 'png', disposition: { attached_pic: 1 } },
    {
      index: 1,
      codec_type: 'video',
      codec_name: 'h264',
      width: 640,
      height: 360,
      sample_aspect_ratio: '4:3',
      avg_frame_rate: '30000/1001',
      side_data_list: [{ rotation: -90 }],
    },
  ];
  const tracks = readProbe(JSON.stringify({ streams, format: { duration: '12.5' } }));
  expect(tracks).toEqual({
    seconds: 12.5,
    start: 0,
    video: {
      index: 1,
      codec: 'h264',
      width: 640,
      height: 360,
      pixelAspect: { num: 4, den: 3 },
      frameRate: { num: 30_000, den: 1001 },
      quarterTurns: 1,
    },
    audio: [],
  });
});
