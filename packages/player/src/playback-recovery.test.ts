import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TextVideo, textMediaGlobals } from './media.test-kit.ts';
import type { PlayMedia } from './play-media.ts';
import { PlayRefusedError, type PlaySource } from './play-source.ts';
import { startPlayback } from './playback.ts';

let globals: Record<string, unknown>;
beforeEach(() => {
  vi.useFakeTimers();
  globals = textMediaGlobals();
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MEDIA: PlayMedia = {
  parts: [{ base: '/a/', durations: Array<number>(1_800).fill(2) }],
  renditions: [{ folder: '240p', height: 240, bandwidth: 200_000, codecs: 'avc1,mp4a' }],
};

/** A viewer watches on a line that the test controls. */
async function watching() {
  const video = new TextVideo();
  /** `cut`: seconds that are missing at the beginning of the next segment. */
  const line = { status: 200, isUp: true, isGarbage: false, cut: 0 };
  let asked = 0;
  let answer = async (): Promise<PlaySource> => ({
    playlist: '/p.m3u8',
    captions: [],
    segments: [],
    media: MEDIA,
    expires_at: new Date(Date.now() + 20 * MINUTE).toISOString(),
  });
  vi.stubGlobal('fetch', async (url: string) => {
    if (!line.isUp) throw new TypeError('no network');
    const index = Number(/(\d+)\.m4s$/.exec(url)?.[1] ?? -1);
    if (line.isGarbage && index >= 0) return new Response('garbage');
    if (index < 0) return new Response('init', line);
    const start = index * 2 + line.cut;
    line.cut = 0;
    return new Response(`${start} ${index * 2 + 2}`, line);
  });
  const playback = startPlayback(video as unknown as HTMLVideoElement, {
    ask: async () => {
      asked += 1;
      // Fresh addresses are valid.
      if (line.status === 403) line.status = 200;
      return answer();
    },
  });
  /** A second of the world for each second of the film, as far as media are there. */
  const watch = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      if (!video.paused) video.playTo(video.currentTime + 1);
      await vi.advanceTimersByTimeAsync(1_000);
    }
  };
  await watch(1);
  return {
    video,
    playback,
    line,
    watch,
    asked: () => asked,
    /** The next play calls are answered after this time, with media at this address. */
    answerAfter: (ms: number, base: string) => {
      const before = answer;
      answer = async () => {
        const source = await before();
        if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
        return { ...source, media: { ...MEDIA, parts: [{ base, durations: [2, 2, 2, 2] }] } };
      };
    },
    refuse: (reason: string) => {
      answer = async () => {
        throw new PlayRefusedError({ reason });
      };
    },
    tellPage: (event: string) => (globals.document as EventTarget).dispatchEvent(new Event(event)),
  };
}

describe('recovery', () => {
  it('goes on behind a small gap whose end came after the picture stood there', async () => {
    const { playback, line, video, watch } = await watching();
    line.isUp = false;
    await watch(20);
    line.cut = 0.3;
    line.isUp = true;
    await watch(40);
    expect(video.currentTime).toBeGreaterThan(40);
    expect(video.sources).toBe(1);
    expect(playback.state.kind).toBe('on');
  });

  it('plays on from the buffer in a tunnel, and fetches on behind it without a word', async () => {
    const { playback, line, video, watch } = await watching();
    line.isUp = false;
    await watch(12);
    expect(video.currentTime).toBeGreaterThan(11);
    line.isUp = true;
    await watch(60);
    expect(playback.state.kind).toBe('on');
    expect(video.currentTime).toBeGreaterThan(65);
    expect(playback.measurements().stalls).toBe(0);
  });

  it('says nothing while the buffer lasts, and that it waits as long as the picture stands', async () => {
    const { playback, line, video, watch } = await watching();
    const told: string[] = [];
    playback.listen(() => told.push(playback.state.kind), new AbortController().signal);
    line.isUp = false;
    await watch(18);
    expect(told).toEqual([]);
    await watch(4);
    for (let seconds = 0; seconds < 60; seconds++) {
      await watch(1);
      expect(['recovering', 'failed']).toContain(playback.state.kind);
    }
    expect(told.slice(0, 2)).toEqual(['recovering', 'failed']);
    line.isUp = true;
    await watch(45);
    expect(playback.state.kind).toBe('on');
    expect(video.currentTime).toBeGreaterThan(21);
  });

  it('says that the signal is lost when it stays away, and goes on by itself when it is back', async () => {
    const { playback, line, video, watch } = await watching();
    line.isUp = false;
    await watch(120);
    expect(playback.state).toEqual({ kind: 'failed', failure: 'network' });
    line.isUp = true;
    await watch(45);
    expect(playback.state.kind).toBe('on');
    expect(video.currentTime).toBeGreaterThan(21);
  });

  it('tries at once when the browser says that the network is back', async () => {
    const { playback, line, video, watch } = await watching();
    line.isUp = false;
    await watch(120);
    const { currentTime } = video;
    line.isUp = true;
    (globals.window as EventTarget).dispatchEvent(new Event('online'));
    await watch(3);
    expect(playback.state.kind).toBe('on');
    expect(video.currentTime).toBeGreaterThan(currentTime);
  });

  it('makes one play call where another network also changes the data choice', async () => {
    const { playback, asked, watch } = await watching();
    playback.renew();
    playback.renew();
    await watch(1);
    expect(asked()).toBe(2);
  });

  it('goes on with the answer of the newest play call, however late an older one comes', async () => {
    const { playback, answerAfter, watch } = await watching();
    answerAfter(3_000, '/old/');
    playback.renew();
    await watch(1);
    answerAfter(0, '/new/');
    playback.renew();
    await watch(30);
    expect(playback.source?.media?.parts[0]?.base).toBe('/new/');
  });

  it('repeats the play call before its addresses end, without a stall', async () => {
    const { playback, asked, watch } = await watching();
    await watch(16 * 60);
    expect(asked()).toBe(1);
    await watch(4 * 60);
    expect(asked()).toBe(2);
    expect(playback.measurements()).toMatchObject({ stalls: 0, recoveries: 0 });
  });

  it('repeats the play call when an address was refused before its time', async () => {
    const { playback, line, asked, watch } = await watching();
    line.status = 403;
    await watch(40);
    expect(asked()).toBe(2);
    expect(playback.state.kind).toBe('on');
    expect(playback.measurements().stalls).toBe(0);
  });

  it('asks anew after a long sleep, and says why where the viewer may not go on', async () => {
    const { playback, asked, watch, tellPage, refuse } = await watching();
    vi.setSystemTime(Date.now() + HOUR);
    tellPage('resume');
    await watch(1);
    expect(asked()).toBe(2);
    expect(playback.state.kind).toBe('on');
    refuse('expired');
    vi.setSystemTime(Date.now() + HOUR);
    tellPage('resume');
    await watch(1);
    expect(playback.state).toMatchObject({ kind: 'failed', failure: 'refused' });
  });

  it('asks anew after a sleep only when the picture moves again', async () => {
    const { video, asked, watch, tellPage } = await watching();
    video.pause();
    vi.setSystemTime(Date.now() + HOUR);
    tellPage('resume');
    await watch(5);
    expect(asked()).toBe(1);
    await video.play();
    await watch(1);
    expect(asked()).toBe(2);
  });

  it('starts a decoder again that failed, at its place', async () => {
    const { video, playback, watch } = await watching();
    await watch(30);
    video.error = { code: 3 };
    video.dispatchEvent(new Event('error'));
    video.error = null;
    await watch(20);
    expect(video.sources).toBe(2);
    expect(playback.state.kind).toBe('on');
    expect(playback.measurements().recoveries).toBe(1);
  });

  it('keeps the place of media that the browser cannot take, and goes on from there', async () => {
    const { video, playback, line, watch } = await watching();
    await watch(30);
    line.isGarbage = true;
    await watch(90);
    expect(playback.state).toEqual({ kind: 'failed', failure: 'media' });
    const { currentTime } = video;
    expect(currentTime).toBeGreaterThan(31);
    expect(currentTime).toBeLessThan(52);
    for (let presses = 0; presses < 5; presses++) {
      playback.retry();
      await watch(10);
      expect(playback.state).toEqual({ kind: 'failed', failure: 'media' });
    }
    expect(video.currentTime).toBe(currentTime);
    await video.play();
    expect(video.paused).toBe(true);
    line.isGarbage = false;
    playback.retry();
    await watch(20);
    expect(playback.state.kind).toBe('on');
    expect(video.currentTime).toBeGreaterThan(currentTime + 10);
  });

  it('moves a picture that hangs, and starts the decoder again if that does not help', async () => {
    const { video, playback } = await watching();
    await vi.advanceTimersByTimeAsync(7_000);
    expect(video.currentTime).toBeCloseTo(0.1);
    expect(playback.state.kind).toBe('on');
    await vi.advanceTimersByTimeAsync(6_000);
    expect(video.sources).toBe(2);
  });
});
