import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TextVideo, textMediaGlobals } from './media.test-kit.ts';
import type { PlayMedia } from './play-media.ts';
import { startPlayback } from './playback.ts';
import { RIDE_LATENCY_MS, type Stretch, TRAIN_RIDE } from './train-ride.test-kit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const SEGMENT_SECONDS = 2;
const CHUNKS = 2;
const rendition = (height: number, bandwidth: number) => ({
  folder: `${height}p`,
  height,
  bandwidth,
  codecs: 'avc1.64001e,mp4a.40.2',
});
/** What the demo's titles have up to the cap of Saver. */
const RENDITIONS = [rendition(144, 95_000), rendition(240, 180_000)];
const mediaOf = (seconds: number): PlayMedia => ({
  parts: [{ base: '/a/', durations: Array<number>(seconds / SEGMENT_SECONDS).fill(2) }],
  renditions: RENDITIONS,
});

/** Plays `seconds` of the world over a line that follows `ride`, in virtual time. */
async function travel(ride: readonly Stretch[], seconds: number) {
  for (const [name, value] of Object.entries(textMediaGlobals())) vi.stubGlobal(name, value);
  const rates = ride.flatMap((stretch) => Array<number>(stretch.seconds).fill(stretch.kbit));
  const began = Date.now();
  const rateNow = () => (rates[Math.floor((Date.now() - began) / 1000)] ?? 1000) * 125;
  const seen = { bytes: 0, paths: new Set<string>() };
  /** Waits until the line has carried this many bytes. */
  async function carry(bytes: number, signal: AbortSignal | undefined) {
    for (let left = bytes; left > 0; left -= rateNow() / 10) {
      signal?.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    signal?.throwIfAborted();
    seen.bytes += bytes;
  }
  vi.stubGlobal('fetch', async (url: string, options?: RequestInit) => {
    const signal = options?.signal ?? undefined;
    await new Promise((resolve) => setTimeout(resolve, RIDE_LATENCY_MS));
    const [, folder = '', index] = /\/(\d+p)\/(\d+)\.m4s$/.exec(url) ?? [];
    if (index === undefined) return new Response('init');
    seen.paths.add(folder);
    const rate = RENDITIONS.find((one) => one.folder === folder)?.bandwidth ?? 0;
    const bytes = Math.round((rate * SEGMENT_SECONDS) / 8 / CHUNKS);
    let chunk = 0;
    const body = new ReadableStream({
      async pull(controller) {
        if (chunk === CHUNKS) return controller.close();
        await carry(bytes, signal);
        const start = Number(index) * SEGMENT_SECONDS + chunk;
        chunk += 1;
        controller.enqueue(new TextEncoder().encode(`${start} ${start + 1}`.padEnd(bytes)));
      },
    });
    return new Response(body, { headers: { 'content-length': String(bytes * CHUNKS) } });
  });
  const video = new TextVideo();
  const playback = startPlayback(video as unknown as HTMLVideoElement, {
    ask: async () => ({ playlist: '/p', captions: [], segments: [], media: mediaOf(seconds + 60) }),
  });
  let still = 0;
  for (let second = 0; second < seconds; second++) {
    await vi.advanceTimersByTimeAsync(1_000);
    const before = video.currentTime;
    if (!video.paused) video.playTo(before + 1);
    if (video.currentTime > before) video.dispatchEvent(new Event('playing'));
    else still += 1;
  }
  const { stalls } = playback.measurements();
  playback.destroy();
  return { played: video.currentTime, bytes: seen.bytes, paths: seen.paths, stalls, still };
}

const HIGHEST = Math.max(...RENDITIONS.map(({ bandwidth }) => bandwidth)) / 8;

describe('a third of an hour on the line of a train', () => {
  it('plays without a long wait, and costs what was seen and 20 s ahead', async () => {
    const seconds = 1_200;
    const trip = await travel(TRAIN_RIDE, seconds);
    expect(trip.played).toBeGreaterThan(seconds - 20);
    expect(trip.stalls).toBeLessThan(3);
    expect(trip.bytes).toBeLessThanOrEqual((1.05 * trip.played + 20) * HIGHEST);
    expect([...trip.paths].sort()).toEqual(['144p', '240p']);
  });
});
