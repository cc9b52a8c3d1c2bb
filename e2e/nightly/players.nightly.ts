// Players that know nothing of us play a title of several parts to its end, and seek in it. P3
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Decoder, Demuxer, Log } from 'node-av';
import { AV_LOG_ERROR } from 'node-av/constants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { debianProgram } from '../../scripts/debian-program.ts';
import { useBrowser } from '../harness/browser.ts';
import { becomeSubscriber } from '../harness/flow.page.ts';
import { newHandset } from '../harness/handset.ts';
import { waitUntil } from '../harness/wait-until.ts';

const { visit, product } = useBrowser();
const NOBODY = 65_534;
let folder = '';
/** The multivariant playlist of the title. */
let playlist = '';
let seconds = 0;
/** The start of the second part, and a little more. */
let later = 0;

interface Granted {
  readonly playlist: string;
  readonly duration_seconds: number;
  readonly media: {
    readonly parts: readonly { readonly runs: readonly (readonly [number, number])[] }[];
  };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bonisa-players-'));
  const phone = await visit();
  await becomeSubscriber(phone, newHandset(product()), 'Monthly');
  const granted = await waitUntil('the title can be played', async () => {
    const answer = await phone.context.request.post(`${product().site}/api/play`, {
      data: { video: 'isibane' },
    });
    return answer.ok() ? ((await answer.json()) as Granted) : undefined;
  });
  playlist = product().site + granted.playlist;
  seconds = granted.duration_seconds;
  const [first = 0, ...others] = granted.media.parts.map(({ runs }) =>
    runs.reduce((sum, [count, duration]) => sum + count * duration, 0),
  );
  expect(others.length).toBeGreaterThan(0);
  later = first + 1;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a program to its end; its output and what it complained of. */
async function run(
  name: string,
  words: readonly string[],
  options: { readonly uid?: number } = {},
): Promise<{ out: string; complaints: string }> {
  const child = spawn(debianProgram(name, packageOf(name)), words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: folder },
    ...options,
  });
  const ended = once(child, 'close');
  const [out, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await ended;
  expect(status, `${name}: ${complaints}`).toBe(0);
  return { out, complaints };
}

function packageOf(name: string): string {
  if (name === 'cvlc') return 'vlc-bin';
  if (name === 'gst-launch-1.0') return 'gstreamer1.0-tools';
  return name;
}

/** The seconds of pictures that FFmpeg decodes without a complaint. */
async function decodedSeconds(input: string): Promise<number> {
  const { out, complaints } = await run('ffmpeg', [
    ...['-v', 'error', '-i', input, '-map', '0:v:0'],
    ...['-progress', '-', '-nostats', '-f', 'null', '-'],
  ]);
  expect(complaints).toBe('');
  return Number([...out.matchAll(/out_time_us=(\d+)/g)].at(-1)?.[1]) / 1e6;
}

it('ffmpeg decodes it to its end without a complaint', async () => {
  expect(await decodedSeconds(playlist)).toBeCloseTo(seconds, 0);
});

// Debian's FFmpeg 5.1, and mpv with it, cannot seek in any HLS of fragmented MP4, its own included.
it('FFmpeg of today seeks to a later part and decodes from there to the end', async () => {
  Log.setLevel(AV_LOG_ERROR);
  const demuxer = await Demuxer.open(playlist);
  await demuxer.seek(later);
  const video = demuxer.video();
  if (!video) throw new Error('There is no picture.');
  const decoder = await Decoder.create(video);
  const times: number[] = [];
  for await (const packet of demuxer.packets()) {
    if (packet === null) break;
    if (packet.streamIndex === video.index)
      for (const frame of await decoder.decodeAll(packet)) {
        times.push((Number(frame.pts) * frame.timeBase.num) / frame.timeBase.den);
        frame.free();
      }
    packet.free();
  }
  decoder.close();
  await demuxer.close();
  expect(times[0]).toBeGreaterThanOrEqual(later - 2);
  expect(times[0]).toBeLessThanOrEqual(later + 2);
  expect(times.at(-1)).toBeGreaterThan(seconds - 1);
});

it('mpv plays it to its end', async () => {
  const { complaints } = await run('mpv', [
    ...['--no-config', '--vo=null', '--no-audio', '--untimed'],
    ...['--msg-level=all=warn,statusline=status', playlist],
  ]);
  expect(complaints).not.toMatch(/error|invalid/i);
  const [, minutes, rest] = [...complaints.matchAll(/V: \d+:(\d+):(\d+) /g)].at(-1) ?? [];
  expect(Number(minutes) * 60 + Number(rest)).toBeGreaterThan(seconds - 2);
});

it.each([
  ['from its beginning', 0],
  ['from a later part on', 2],
])('VLC takes it %s to its end, over the borders of parts', async (_from, parts) => {
  const from = parts === 0 ? 0 : later;
  const file = join(folder, `vlc-${parts}.ts`);
  // VLC refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  const words = ['--start-time', `${from}`, playlist, '--no-audio'];
  await run(
    'cvlc',
    [...words, '--sout', `#std{access=file,mux=ts,dst=${file}}`, 'vlc://quit'],
    isRoot ? { uid: NOBODY } : {},
  );
  // It begins with the keyframe before.
  expect(Math.abs((await decodedSeconds(file)) - (seconds - from))).toBeLessThan(3);
});

it('GStreamer plays it to its end', async () => {
  // In its own time: faster, half of the runs of gst-launch 1.22 stop in the middle for good.
  const { out } = await run('gst-launch-1.0', [
    ...['-v', 'playbin', `uri=${playlist}`, 'video-sink=fakesink silent=false sync=true'],
    'audio-sink=fakesink sync=true',
  ]);
  const times = [...out.matchAll(/pts: (\d+):(\d+):([\d.]+)/g)].map(
    ([, hours, minutes, rest]) => Number(hours) * 3600 + Number(minutes) * 60 + Number(rest),
  );
  expect(times.at(-1)).toBeGreaterThan(seconds - 1);
  expect(out).toMatch(/EOS/);
});

it('streamlink writes it as one file that plays to its end', async () => {
  const file = join(folder, 'streamlink.mp4');
  await run('streamlink', ['--output', file, `hls://${playlist}`, 'best']);
  expect((await stat(file)).size).toBeGreaterThan(0);
  expect(await decodedSeconds(file)).toBeCloseTo(seconds, 0);
});
