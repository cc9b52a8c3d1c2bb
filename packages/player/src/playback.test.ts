import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PlaybackOptions, type PlaySource, startPlayback } from './playback.ts';

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
});
afterEach(() => vi.unstubAllGlobals());

/** A browser with only its own HLS: loaded media has its duration at once. */
class NativeVideo extends EventTarget {
  currentTime = 0;
  muted = false;
  src = '';
  canPlayType = () => 'maybe';
  removeAttribute = () => undefined;
  paused = true;
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

const source: PlaySource = { playlist: '/media/p/x/master.m3u8', captions: [], segments: [] };

/** Starts playback and waits until it plays. */
async function started(options: PlaybackOptions) {
  const video = new NativeVideo();
  const playback = startPlayback(video as unknown as HTMLVideoElement, options);
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

  it('restarts at the current position, not at the start position', async () => {
    const { video, playback } = await started({ ask: async () => ({ ...source, position: 61 }) });
    video.currentTime = 100;
    playback.retry();
    await vi.waitFor(() => expect(playback.state.kind).toBe('on'));
    expect(video.currentTime).toBe(100);
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
