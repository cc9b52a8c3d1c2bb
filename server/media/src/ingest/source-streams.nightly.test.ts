// F10: films of many kinds, made here; each failed once.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TaskRefusal } from '@bonisa/kit/processes/child-job';
import { Demuxer, Log } from 'node-av';
import {
  AV_LOG_QUIET,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_SMPTE170M,
} from 'node-av/constants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageSource } from './package-source.ts';
import { mediaOf, peaksOf, picturesOf } from './packaged-media.test-kit.ts';

/** Debian's FFmpeg; `.ci/run` installs it. Without it these tests are counted as skipped. */
const FFMPEG = '/usr/bin/ffmpeg';
const PACKET = 188;

describe.runIf(existsSync(FFMPEG))('a film', () => {
  let folder: string;
  beforeAll(async () => {
    Log.setLevel(AV_LOG_QUIET);
    folder = await mkdtemp(join(tmpdir(), 'bonisa-kinds-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const make = (name: string, ...args: string[]): string => {
    const to = join(folder, name);
    execFileSync(FFMPEG, ['-v', 'error', '-y', ...args, to]);
    return to;
  };
  const pictures = (seconds: number, size = '160x90') => [
    ...['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=25:duration=${seconds}`],
  ];
  const tone = (seconds: number, hertz = 440) => [
    ...['-f', 'lavfi', '-i', `sine=frequency=${hertz}:sample_rate=48000:duration=${seconds}`],
  ];
  const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25'];
  const packed = async (file: string) => {
    const to = await mkdtemp(join(folder, 'out-'));
    const task = { file, folder: to, effort: 'quick', loudness: -23 } as const;
    const packaged = await packageSource(task, () => undefined);
    const media = await mediaOf(to, packaged);
    return { packaged, media, notes: (packaged.notes ?? []).join('\n') };
  };
  const codeOf = (file: string): Promise<string> =>
    packed(file).then(
      () => 'packaged',
      (error: unknown) => (error instanceof TaskRefusal ? error.code : String(error)),
    );
  const joined = async (name: string, ...parts: (string | Buffer)[]): Promise<string> => {
    const to = join(folder, name);
    const bytes = parts.map((part) => (typeof part === 'string' ? readFile(part) : part));
    await writeFile(to, Buffer.concat(await Promise.all(bytes)));
    return to;
  };

  it('keeps its lips where its sound begins later', async () => {
    const file = make(
      'late.mkv',
      ...[...pictures(3), '-itsoffset', '1.5', ...tone(1.5), ...H264, '-c:a', 'aac'],
    );
    const { left } = await peaksOf((await packed(file)).media);
    const heard = left.findIndex((sample) => Math.abs(sample) > 0.02) / 48_000;
    expect(Math.abs(heard - 1.5)).toBeLessThan(0.03);
  });

  it('is whole up to the place where a killed process broke its live recording off', async () => {
    const streams = [...pictures(3), ...tone(3), ...H264, '-c:a', 'aac'];
    // A publisher's FLV states no length, and its end comes in the middle of a tag.
    const whole = make('live.flv', ...streams, '-flvflags', 'no_duration_filesize');
    const bytes = await readFile(whole);
    for (const end of [1, 3, 5, 14, 400, 2000]) {
      const torn = join(folder, `torn-${end}.flv`);
      await writeFile(torn, bytes.subarray(0, bytes.length - end));
      const { packaged } = await packed(torn);
      expect(Math.abs(packaged.durationMs - 3000)).toBeLessThan(150);
    }
  });

  it('has all of a recording whose clock goes back, or that has lost bytes', async () => {
    const streams = [...pictures(2), ...tone(2), ...H264, '-c:a', 'aac', '-muxdelay', '0'];
    const one = make('one.ts', ...streams, '-output_ts_offset', '5000');
    const other = make('other.ts', '-i', one, '-c', 'copy', '-output_ts_offset', '100');
    const back = await packed(await joined('back.ts', one, other));
    expect(Math.abs(back.packaged.durationMs - 4000)).toBeLessThan(120);
    expect(back.notes).toContain('jumps once');
    const bytes = await readFile(one);
    const at = Math.floor(bytes.length / PACKET / 2) * PACKET;
    const holed = await joined('holed.ts', bytes.subarray(0, at), bytes.subarray(at + 200));
    expect((await packed(holed)).packaged.durationMs).toBe(2000);
  });

  it('says that its pictures begin with a later keyframe, however late', async () => {
    const whole = make('whole.ts', ...pictures(9), ...tone(9), ...H264, '-g', '200', '-c:a', 'aac');
    const bytes = await readFile(whole);
    const at = Math.floor(bytes.length / PACKET / 9) * PACKET;
    const { packaged, notes } = await packed(await joined('middle.ts', bytes.subarray(at)));
    expect(packaged.durationMs).toBeGreaterThan(6000);
    expect(notes).toMatch(/The first picture comes after \d\.?\d* s/);
  });

  it('has the sound of its own programme', async () => {
    const inputs = [...pictures(1), ...tone(1), ...pictures(1, '64x48'), ...tone(1, 1000)];
    const maps = ['0:v', '1:a', '2:v', '3:a'].flatMap((one) => ['-map', one]);
    const programs = ['title=one:st=0:st=1', 'title=two:st=2:st=3'];
    const file = make(
      'two.ts',
      ...[...inputs, ...maps, ...H264, '-c:a', 'aac'],
      ...programs.flatMap((one) => ['-program', one]),
    );
    const { packaged, notes } = await packed(file);
    expect(packaged.audio?.tracks).toHaveLength(1);
    expect(notes).not.toContain('left and right');
    expect(notes.match(/belongs to another programme/g)).toHaveLength(2);
  });

  it('is not its cover, though that comes first and is not marked', async () => {
    const cover = make('cover.jpg', '-f', 'lavfi', '-i', 'color=red:size=64x64', '-frames:v', '1');
    const film = make('film.mp4', ...pictures(1), ...H264);
    const streams = ['-i', cover, '-i', film, '-map', '0:v', '-map', '1:v', '-c', 'copy'];
    const { packaged } = await packed(make('covered.mkv', ...streams));
    expect(packaged.renditions[0]?.pixelWidth).toBe(160);
  });

  it('has the usual range, and names its colours, whatever its source says', async () => {
    const full = ['-vf', 'scale=out_range=full,format=yuvj420p', '-color_range', 'pc'];
    const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast'];
    const white = ['-f', 'lavfi', '-i', 'color=white:size=160x90:rate=25:duration=1'];
    const large = ['-f', 'lavfi', '-i', 'color=red:size=1280x720:rate=5:duration=1'];
    const files = [
      [make('full.mp4', ...white, ...full, ...x264), AVCOL_SPC_SMPTE170M],
      [make('large.mp4', ...large, ...H264), AVCOL_SPC_BT709],
    ] as const;
    for (const [file, space] of files) {
      const { media } = await packed(file);
      const demuxer = await Demuxer.open(media);
      const { colorRange, colorSpace } = demuxer.video()?.codecpar ?? {};
      await demuxer.close();
      expect([colorRange, colorSpace]).toEqual([AVCOL_RANGE_MPEG, space]);
      if (file.endsWith('full.mp4'))
        expect((await picturesOf(media, '2:2'))[0]?.readUInt8(0)).toBeGreaterThan(250);
    }
  });

  it('tells pictures that are missing, and a second film behind it', async () => {
    const picked = ['-vf', "select='not(between(t,1,1.6))'", '-fps_mode', 'vfr'];
    const gap = make('gap.mkv', ...pictures(3), ...picked, ...H264);
    expect((await packed(gap)).notes).toMatch(/About 1\d pictures are missing in one place/);
    const film = join(folder, 'film.mp4');
    const { notes } = await packed(await joined('double.mp4', film, film));
    expect(notes).toContain('holds 2 films one behind another');
  });

  it('has its last picture, though it does not say when that is shown', async () => {
    const mpg = make('last.mpg', ...pictures(2), '-c:v', 'mpeg2video', '-bf', '2');
    expect((await packed(mpg)).packaged.durationMs).toBe(2000);
  });

  it('is refused by name where its picture is too small, or stretched to nothing', async () => {
    const thin = ['-vf', 'setsar=1/200', ...H264];
    expect(await codeOf(make('thin.mp4', ...pictures(1), ...thin))).toBe('too_large');
    const tiny = ['-vf', 'scale=4:4,format=bgr0', '-c:v', 'ffv1'];
    expect(await codeOf(make('tiny.mkv', ...pictures(1), ...tiny))).toBe('too_small');
  });
});
