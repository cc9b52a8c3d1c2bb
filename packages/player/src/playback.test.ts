import { describe, expect, it, vi } from 'vitest';
import { type PlaybackOptions, type PlaySource, startPlayback } from './playback.ts';

/** A browser that only knows its own HLS: what is loaded has its length at once. */
class NativeVideo extends EventTarget {
  currentTime = 0;
  muted = false;
  src = '';
  canPlayType = () => 'maybe';
  removeAttribute = () => undefined;
  play = async () => undefined;
  load() {
    queueMicrotask(() => this.dispatchEvent(new Event('loadedmetadata')));
  }
}

const source: PlaySource = { playlist: '/media/p/x/master.m3u8', captions: [] };

/** Starts, and waits until it plays. */
async function started(options: PlaybackOptions) {
  const video = new NativeVideo();
  const playback = startPlayback(video as unknown as HTMLVideoElement, options);
  await vi.waitFor(() => expect(playback.state.kind).toBe('on'));
  return { video, playback };
}

// F10
describe('playback starts', () => {
  it('where the source says that it was left', async () => {
    const { video } = await started({ ask: async () => ({ ...source, position: 61 }) });
    expect(video.currentTime).toBe(61);
  });

  it('where somebody has said otherwise, the very beginning too', async () => {
    const ask = async () => ({ ...source, position: 61 });
    expect((await started({ ask, position: 20 })).video.currentTime).toBe(20);
    expect((await started({ ask, position: 0 })).video.currentTime).toBe(0);
  });

  it('at the beginning where nobody has said anything', async () => {
    expect((await started({ ask: async () => source })).video.currentTime).toBe(0);
  });

  it('again where it was, and not where it was begun', async () => {
    const { video, playback } = await started({ ask: async () => ({ ...source, position: 61 }) });
    video.currentTime = 100;
    playback.retry();
    await vi.waitFor(() => expect(playback.state.kind).toBe('on'));
    expect(video.currentTime).toBe(100);
  });
});
