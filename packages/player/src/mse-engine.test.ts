import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Fault } from './faults.ts';
import { TextVideo, textMediaGlobals } from './media.test-kit.ts';
import { createMseEngine } from './mse-engine.ts';
import type { PlayMedia } from './play-media.ts';

beforeEach(() => {
  vi.useFakeTimers();
  for (const [name, value] of Object.entries(textMediaGlobals())) vi.stubGlobal(name, value);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const RENDITION = { folder: '240p', height: 240, bandwidth: 200_000, codecs: 'avc1,mp4a' };
/** Two parts of a minute each, in segments of two seconds. */
const TITLE: PlayMedia = {
  parts: ['/a/', '/b/'].map((base) => ({ base, durations: Array<number>(30).fill(2) })),
  renditions: [RENDITION],
};

/** Rejects as `fetch` does when its signal aborts. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** An engine that plays the title; its files are texts of their own times. */
async function playing(media: PlayMedia = TITLE, isMetered = true) {
  const fetched: string[] = [];
  const faults: Fault[] = [];
  let status = 200;
  const garbage = new Set<number>();
  let init: Promise<unknown> = Promise.resolve();
  vi.stubGlobal('fetch', async (url: string, { signal }: { signal: AbortSignal }) => {
    fetched.push(url);
    const index = Number(/(\d+)\.m4s$/.exec(url)?.[1] ?? -1);
    if (index < 0) await Promise.race([init, abortOf(signal)]);
    if (garbage.has(index)) return new Response('garbage', { status });
    return new Response(index < 0 ? 'init' : `${index * 2} ${index * 2 + 2}`, { status });
  });
  const video = new TextVideo();
  const life = new AbortController();
  const letPass = () => vi.advanceTimersByTimeAsync(10);
  const engine = createMseEngine({
    video: video as unknown as HTMLVideoElement,
    position: 0,
    signal: life.signal,
    onFault: (fault) => faults.push(fault),
    media,
    aheadSeconds: 20,
    isMetered: () => isMetered,
  });
  await video.play();
  await letPass();
  /** The segments that were fetched since the last question. */
  const segments = (folder = '240p') => {
    const file = new RegExp(`/(\\w)/${folder}/(\\d+)\\.m4s$`);
    return fetched.splice(0).flatMap((url) => file.exec(url)?.slice(1).join('') ?? []);
  };
  const playTo = async (time: number) => {
    for (let at = video.currentTime; at < time; ) {
      at = Math.min(time, at + 0.5);
      video.playTo(at);
      await letPass();
    }
  };
  return {
    engine,
    video,
    faults,
    segments,
    letPass,
    playTo,
    spoil: (index: number) => garbage.add(index),
    /** Init segments do not come until what it returns is called. */
    holdInit: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      init = promise;
      return resolve;
    },
    fail: (next: number) => {
      status = next;
    },
  };
}

describe('our engine', () => {
  it('buffers no more than its limit ahead, and goes on as the picture moves', async () => {
    const { video, segments, playTo } = await playing();
    expect(segments()).toHaveLength(10);
    expect(video.spans).toEqual([[0, 20]]);
    await playTo(4);
    expect(segments()).toEqual(['a10', 'a11']);
  });

  it('buffers up to ten seconds more where bytes are free, as the viewer stays', async () => {
    const { video, playTo } = await playing(TITLE, false);
    expect(video.spans).toEqual([[0, 20]]);
    await playTo(42);
    expect(video.spans.at(-1)?.[1]).toBe(64);
  });

  it('fetches anew in another language all but the segment that plays', async () => {
    const { engine, video, faults, segments, letPass, playTo } = await playing();
    await playTo(5);
    segments();
    const inZulu = { ...TITLE, renditions: [{ ...RENDITION, folder: '240p-zu' }] };
    engine.renew?.(inZulu);
    await letPass();
    const others = ['a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9', 'a10', 'a11'];
    expect(segments('240p-zu')).toEqual(others);
    expect(video.spans).toEqual([[4, 24]]);
    // The picture is where it was, in the same source.
    expect([video.currentTime, video.paused, video.sources]).toEqual([5, false, 1]);
    // A step back is heard in the other language, too.
    video.currentTime = 1;
    await letPass();
    expect(segments('240p-zu').slice(0, 2)).toEqual(['a0', 'a1']);
    expect(faults).toEqual([]);
  });

  it('fetches nothing anew for another language in the last segment, and ends', async () => {
    const { engine, video, segments, letPass, playTo, faults } = await playing();
    await playTo(119.5);
    segments();
    engine.renew?.({ ...TITLE, renditions: [{ ...RENDITION, folder: '240p-zu' }] });
    await letPass();
    expect([segments('240p-zu'), video.spans]).toEqual([[], [[118, 120]]]);
    expect(video.isComplete).toBe(true);
    expect(faults).toEqual([]);
  });

  it('fetches the place of a jump at once', async () => {
    const { video, segments, letPass } = await playing();
    segments();
    video.currentTime = 71;
    await letPass();
    expect(segments()[0]).toBe('b5');
    expect(video.spans.at(-1)?.[0]).toBe(70);
  });

  it('fetches the place of a jump just behind the segment that waits for room', async () => {
    const { video, segments, letPass } = await playing();
    segments();
    video.currentTime = 23;
    await letPass();
    expect(segments().slice(0, 2)).toEqual(['a10', 'a11']);
    expect(video.readyState).toBe(4);
  });

  it('fills the hole after a jump back, and fetches nothing a second time', async () => {
    const { video, segments, letPass, playTo } = await playing();
    segments();
    video.currentTime = 30;
    await letPass();
    expect(segments()[0]).toBe('a15');
    video.currentTime = 5;
    await vi.advanceTimersByTimeAsync(500);
    const rest = segments();
    await playTo(60);
    rest.push(...segments());
    expect(rest.slice(0, 5)).toEqual(['a10', 'a11', 'a12', 'a13', 'a14']);
    expect(new Set(rest).size).toBe(rest.length);
    expect(video.currentTime).toBe(60);
  });

  it('fetches only the first and the last place of a finger that moves along the bar', async () => {
    const { video, segments } = await playing();
    segments();
    for (const time of [40, 75, 95, 110]) {
      video.currentTime = time;
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(500);
    const asked = segments();
    expect(asked).toEqual(expect.arrayContaining(['a20', 'b25']));
    expect(asked.filter((one) => ['b7', 'b17'].includes(one))).toEqual([]);
  });

  it('plays across the parts of a title to its end', async () => {
    const { video, playTo, faults } = await playing();
    await playTo(120);
    expect(video.currentTime).toBe(120);
    expect(faults).toEqual([]);
  });

  it('tells the end again after a finger passed a hole and came to rest where nothing is missing', async () => {
    const { video, playTo } = await playing();
    await playTo(2);
    video.currentTime = 119;
    await vi.advanceTimersByTimeAsync(500);
    expect(video.isComplete).toBe(true);
    video.currentTime = 60;
    await vi.advanceTimersByTimeAsync(100);
    expect(video.isComplete).toBe(false);
    video.currentTime = 119;
    await vi.advanceTimersByTimeAsync(500);
    expect(video.isComplete).toBe(true);
  });

  it('removes what was played long ago, the sooner the larger the rendition', async () => {
    const heavy = { ...TITLE, renditions: [{ ...RENDITION, bandwidth: 4_000_000 }] };
    const { video, playTo } = await playing(heavy);
    await playTo(80);
    // 16 MB are 32 seconds.
    expect(video.spans[0]?.[0]).toBeGreaterThan(40);
    expect(video.spans[0]?.[0]).toBeLessThan(60);
  });

  it('goes on with fresh addresses of the same media without stopping what is under way', async () => {
    const { engine, segments, letPass, playTo, faults } = await playing();
    segments();
    const fresh = { ...TITLE, parts: TITLE.parts.map((part) => ({ ...part, base: '/c/' })) };
    engine.renew?.(fresh);
    await letPass();
    expect(segments()).toEqual([]);
    await playTo(4);
    expect(segments()).toEqual(['c10', 'c11']);
    expect(faults).toEqual([]);
  });

  it('buffers no more than its limit either where it begins to fill again', async () => {
    const { engine, video, segments, letPass, playTo } = await playing();
    segments();
    const louder = { ...RENDITION, bandwidth: 300_000 };
    for (const again of [
      () => engine.reload(),
      () => engine.renew?.({ ...TITLE, renditions: [louder] }),
    ]) {
      again();
      await letPass();
      expect([segments(), video.spans]).toEqual([[], [[0, 20]]]);
    }
    await playTo(2);
    expect(segments()).toEqual(['a10']);
  });

  it('reports an address that ended, and fetches on after the play call was repeated', async () => {
    const { engine, segments, letPass, playTo, fail, faults } = await playing();
    segments();
    fail(403);
    await playTo(4);
    expect(faults).toEqual(['expired']);
    fail(200);
    segments();
    engine.renew?.(TITLE);
    await letPass();
    expect(segments()).toEqual(['a10', 'a11']);
  });

  it('reports media that the browser takes without buffering, when the picture arrives there', async () => {
    const { segments, playTo, spoil, faults } = await playing();
    segments();
    spoil(12);
    await playTo(20);
    expect(segments()).toEqual(['a10', 'a11', 'a12', 'a12']);
    expect(faults).toEqual([]);
    await playTo(23.5);
    expect(faults).toEqual(['media']);
  });

  it('reports such media also where the picture comes to stand long before them', async () => {
    const { video, segments, playTo, spoil, faults } = await playing();
    segments();
    spoil(12);
    await playTo(20);
    video.drop(22, 24);
    await playTo(22);
    expect(faults).toEqual(['media']);
  });

  it('fetches the init segment again where a jump ended its download', async () => {
    const { video, segments, faults, letPass, holdInit } = await playing();
    segments();
    const goOn = holdInit();
    video.currentTime = 71;
    await letPass();
    await vi.advanceTimersByTimeAsync(500);
    video.currentTime = 91;
    goOn();
    await letPass();
    expect(faults).toEqual([]);
    expect(segments()).toContain('b15');
    expect(video.spans.at(-1)?.[0]).toBe(90);
  });

  it('fetches nothing of the beginning while a fresh media source does not know its place', async () => {
    const { engine, video, segments, letPass } = await playing();
    segments();
    engine.repair(50);
    video.dispatchEvent(new Event('waiting'));
    await letPass();
    expect(segments()[0]).toBe('a25');
  });

  it('starts the decoder again in a fresh media source, near the place, and plays on', async () => {
    const { engine, video, segments, letPass, playTo } = await playing();
    await playTo(9);
    segments();
    engine.repair(10);
    await letPass();
    expect(video.sources).toBe(2);
    expect(segments()[0]).toBe('a5');
    expect(video.paused).toBe(false);
  });
});
