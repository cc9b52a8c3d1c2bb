import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TextVideo, textMediaGlobals } from './media.test-kit.ts';
import { type OpeningMedia, openMedia } from './media-attachment.ts';
import type { PlaySource } from './play-source.ts';
import { type Playback, type PlaybackOptions, startPlayback } from './playback.ts';

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
});
/** What a test has started ends with it. */
const running: Playback[] = [];
afterEach(() => {
  for (const playback of running.splice(0)) playback.destroy();
  vi.unstubAllGlobals();
});

/** A browser with only its own HLS: loaded media has its duration at once. */
class NativeVideo extends EventTarget {
  querySelectorAll = () => [];
  currentTime = 0;
  muted = false;
  src = '';
  canPlayType = () => 'maybe';
  removeAttribute = () => undefined;
  paused = true;
  seeking = false;
  ended = false;
  readyState = 4;
  play = async () => {
    this.paused = false;
    this.dispatchEvent(new Event('play'));
  };
  pause() {
    this.paused = true;
  }
  load() {
    queueMicrotask(() => this.dispatchEvent(new Event('loadedmetadata')));
  }
}

/** A browser that allows no sound before a press. */
class QuietVideo extends NativeVideo {
  override play = async () => {
    if (!this.muted) throw new DOMException('', 'NotAllowedError');
    this.paused = false;
    this.dispatchEvent(new Event('play'));
  };
  setMuted(muted: boolean) {
    this.muted = muted;
    this.dispatchEvent(new Event('volumechange'));
  }
}

const source: PlaySource = { playlist: '/media/p/x/master.m3u8', captions: [], segments: [] };

const MEDIA = {
  parts: [{ base: '/a/', durations: [2] }],
  renditions: [{ folder: '240p', height: 240, bandwidth: 200_000, codecs: 'avc1,mp4a' }],
};

/** Starts playback and waits until it plays. */
async function started<Video extends NativeVideo = NativeVideo>(
  options: PlaybackOptions,
  video = new NativeVideo() as Video,
) {
  const playback = startPlayback(video as unknown as HTMLVideoElement, options);
  running.push(playback);
  await vi.waitFor(() => expect(playback.state.kind).toBe('on'));
  return { video, playback };
}

// F10
describe('startPlayback', () => {
  it("starts at the source's resume position", async () => {
    const { video } = await started({ ask: async () => ({ ...source, position: 61 }) });
    expect(video.currentTime).toBe(61);
  });

  it('starts at a given position instead, also at the very beginning', async () => {
    const ask = async () => ({ ...source, position: 61 });
    expect((await started({ ask, position: 20 })).video.currentTime).toBe(20);
    expect((await started({ ask, position: 0 })).video.currentTime).toBe(0);
  });

  it('starts at the beginning when no position is given', async () => {
    expect((await started({ ask: async () => source })).video.currentTime).toBe(0);
  });

  it('plays in the media source that the element opens already', async () => {
    for (const [name, value] of Object.entries(textMediaGlobals())) vi.stubGlobal(name, value);
    vi.stubGlobal('fetch', async () => new Response('0 2'));
    const video = new TextVideo();
    const element = video as unknown as HTMLVideoElement;
    const opening = openMedia(element);
    const playback = startPlayback(element, {
      ask: async () => ({ ...source, media: MEDIA }),
      opening,
    });
    await vi.waitFor(() => expect(video.spans).toEqual([[0, 2]]));
    expect(video.sources).toBe(1);
    playback.destroy();
    expect(opening.signal.aborted).toBe(true);
  });

  it('closes the opened media source where the browser plays HLS itself', async () => {
    const close = vi.fn();
    const opening = { close } as Partial<OpeningMedia> as OpeningMedia;
    await started({ ask: async () => source, opening });
    expect(close).toHaveBeenCalledOnce();
  });

  it('is on from the start where a press plays what waited in the element', () => {
    const video = new NativeVideo();
    const opening = { close() {}, prepared: new Promise(() => undefined) } as Partial<OpeningMedia>;
    const begin = (moved: Pick<NativeVideo, 'paused' | 'currentTime'>) => {
      Object.assign(video, moved);
      const playback = startPlayback(video as unknown as HTMLVideoElement, {
        ask: () => new Promise(() => undefined),
        opening: opening as OpeningMedia,
      });
      running.push(playback);
      return playback.state;
    };
    expect(begin({ paused: true, currentTime: 0 })).toEqual({ kind: 'starting' });
    // Also where it has come to the end of these first bytes.
    video.readyState = 2;
    expect(begin({ paused: false, currentTime: 0.5 })).toEqual({ kind: 'on', muted: false });
  });

  it('restarts at the current position, not at the start position', async () => {
    const { video, playback } = await started({ ask: async () => ({ ...source, position: 61 }) });
    video.currentTime = 100;
    playback.retry();
    await vi.waitFor(() => expect(playback.state.kind).toBe('on'));
    expect(video.currentTime).toBe(100);
  });

  it('gives the element its sound back at the end, unless the viewer wants none', async () => {
    const { video, playback } = await started({ ask: async () => source }, new QuietVideo());
    expect([playback.state, video.muted]).toEqual([{ kind: 'on', muted: true }, true]);
    playback.destroy();
    expect(video.muted).toBe(false);
    const next = await started({ ask: async () => source }, video);
    expect(next.playback.state).toEqual({ kind: 'on', muted: true });

    video.setMuted(false);
    video.setMuted(true);
    next.playback.destroy();
    expect(video.muted).toBe(true);
  });

  it('stops with the reason, stays stopped, and starts again where it was, if asked by taking over', async () => {
    const asked: (boolean | undefined)[] = [];
    const ask = async (takeOver?: boolean) => {
      asked.push(takeOver);
      return source;
    };
    const { video, playback } = await started({ ask });
    video.currentTime = 40;
    const refusal = { reason: 'other_device', device: { kind: 'tablet', since: '' } };
    playback.stop(refusal);
    expect(playback.state).toEqual({ kind: 'failed', failure: 'refused', refusal });
    expect(video.paused).toBe(true);
    await video.play();
    expect(video.paused).toBe(true);
    playback.retry(true);
    await vi.waitFor(() => expect(playback.state.kind).toBe('on'));
    expect([asked, video.paused, video.currentTime]).toEqual([[undefined, true], false, 40]);
  });
});
