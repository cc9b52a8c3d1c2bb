import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TaskRefusal } from '@bonisa/kit/processes/child-job';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Packaged } from '../asset.ts';
import { childBoxes, readTrackFragments, readTracks } from './boxes.ts';
import { openSource, withSource } from './library-source.ts';
import { packageTask } from './package-av1.ts';
import { packageSource, planRenditions } from './package-source.ts';

/** Debian's FFmpeg; `.ci/run` installs it. Without it these tests are counted as skipped. */
const FFMPEG = '/usr/bin/ffmpeg';
let folder: string;
let source: string;

const make = (file: string, ...args: string[]): string => {
  const to = join(folder, file);
  execFileSync(FFMPEG, ['-v', 'error', '-y', ...args, to]);
  return to;
};
/** The `moof` boxes of a segment, each with its header. */
const chunksOf = (segment: Buffer): Buffer[] =>
  childBoxes(segment)
    .filter(({ type }) => type === 'moof')
    .map(({ start, end }) => segment.subarray(start - 8, end));
/** When each sample of a fragment is no longer shown. */
const shownUntil = (moof: Buffer): number[] =>
  readTrackFragments(moof).flatMap(({ start, samples }) => {
    let decodedAt = start;
    return samples.map(({ duration, compositionOffset }) => {
      const end = decodedAt + compositionOffset + duration;
      decodedAt += duration;
      return end;
    });
  });
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof TaskRefusal ? error.code : String(error)),
  );
describe.runIf(existsSync(FFMPEG))('a source of any kind', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bonisa-source-'));
    source = make(
      'source.ts',
      ...['-f', 'lavfi', '-i', 'testsrc=size=256x144:rate=25:duration=3'],
      ...['-f', 'lavfi', '-i', 'sine=duration=3', '-c:v', 'libx264', '-preset', 'ultrafast'],
      ...['-c:a', 'aac', '-output_ts_offset', '36000'],
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('gets no rendition that it has no detail for', async () => {
    const shape = 'size=854x480:rate=25:duration=1';
    const [flat, busy] = ['gradients=speed=0.01:nb_colors=2', 'testsrc2'].map((source, i) => {
      const input = ['-f', 'lavfi', '-i', `${source}${i === 0 ? ':' : '='}${shape}`];
      return make(`detail-${i}.mp4`, ...input, '-c:v', 'libx264', '-preset', 'ultrafast');
    });
    const heightsOf = async (file: string) => {
      const { facts } = await withSource(file, async (open) => open);
      const plans = await planRenditions(facts, facts.frameRate, 'thorough');
      return plans.map(({ height }) => height);
    };
    const heights = [await heightsOf(flat ?? ''), await heightsOf(busy ?? '')];
    expect(heights).toEqual([
      [144, 240, 360],
      [144, 240, 360, 480],
    ]);
  });

  it('has renditions that end at one moment, at any number of pictures', async () => {
    for (const pictures of [26, 27]) {
      const input = ['-f', 'lavfi', '-i', 'testsrc=size=426x240:rate=25'];
      const file = make(`${pictures}.mp4`, ...input, '-frames:v', `${pictures}`);
      const to = await mkdtemp(join(folder, 'end-'));
      const task = { file, folder: to, effort: 'quick', loudness: -23 } as const;
      const { renditions, durationMs } = await packageSource(task, () => undefined);
      expect(durationMs).toBe(pictures * 40);
      for (const { height, segments } of renditions) {
        const [init, segment] = await Promise.all(
          ['init.mp4', '0.m4s'].map((name) => readFile(join(to, `${height}p`, name))),
        );
        const track = readTracks(init as Buffer)[0];
        const end = Math.max(...chunksOf(segment as Buffer).flatMap(shownUntil));
        expect(end / (track?.timescale ?? 1)).toBeCloseTo(pictures / 25, 4);
        expect(segments[0]?.duration).toBeCloseTo(pictures / 25, 4);
      }
    }
  });

  it('is packaged as AV1 beside H.264', async () => {
    const task = { file: source, effort: 'quick', loudness: -23 } as const;
    const make = async (beside?: Packaged['renditions']) => {
      const to = await mkdtemp(join(folder, 'av1-'));
      const work = beside ? { ...task, folder: to, beside } : { ...task, folder: to };
      return await packageTask(work, () => undefined);
    };
    const pictures = (await make()).renditions.filter(({ height }) => height > 0);
    const { renditions } = await make(pictures);
    expect(renditions.map(({ codecs }) => codecs)).toEqual(['av01.0.00M.08,mp4a.40.2']);
    expect(renditions[0]?.bytes).toBeLessThan(pictures[0]?.bytes ?? 0);
  });

  it('opens no other file and no address that it names', async () => {
    const files = {
      'list.m3u8': `#EXTM3U\n#EXTINF:3,\nfile://${source}\n#EXT-X-ENDLIST\n`,
      'list.ffconcat': `ffconcat version 1.0\nfile '${source}'\n`,
      'list.sdp': 'v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\nm=video 9 RTP/AVP 96\r\n',
    };
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(folder, name), text);
      expect(await codeOf(openSource(join(folder, name))), name).toBe('unreadable');
    }
  });

  it('is refused as sound alone, for an odd codec, and as a bomb of pixels', async () => {
    const sound = make('sound.mp4', '-f', 'lavfi', '-i', 'sine=duration=1', '-c:a', 'aac');
    const picture = ['-f', 'lavfi', '-i', 'color=size=64x64:duration=1'];
    const odd = make('odd.avi', ...picture, '-c:v', 'cinepak');
    const large = ['-f', 'lavfi', '-i', 'color=size=8192x4320:rate=2:duration=1'];
    const bomb = make('bomb.mp4', ...large, '-c:v', 'mjpeg');
    expect(await codeOf(openSource(sound))).toBe('no_video');
    expect(await codeOf(openSource(odd))).toBe('unsupported_codec');
    expect(await codeOf(openSource(bomb))).toBe('too_large');
  });
});
