import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PlayInProgress } from './player-handoff.ts';

/** A player whose play is in the state that the test says. */
const PLAYER = `data:text/javascript,export const start = () => ({
  state: { kind: 'starting' },
  listen(listener) { globalThis.say = (state) => { this.state = state; listener(); }; },
})`;

declare global {
  var say: ((state: object) => void) | undefined;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  globalThis.say = undefined;
});

/** The watch page of a member whose address says that it plays. */
async function openPlaying(): Promise<PlayInProgress> {
  vi.resetModules();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('devicePixelRatio', 2);
  vi.stubGlobal('screen', { width: 360, height: 740 });
  vi.stubGlobal('location', { pathname: '/video/isibane', search: '?play=1' });
  class Video extends EventTarget {
    play = async () => undefined;
    closest = () => null;
  }
  Object.assign(Video.prototype, { getVideoPlaybackQuality: () => undefined });
  vi.stubGlobal('HTMLVideoElement', Video);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('the network is lost')));
  vi.stubGlobal('document', {
    cookie: 'bonisa_hint=1',
    currentScript: { dataset: { player: PLAYER } },
    documentElement: { setAttribute: () => undefined, removeAttribute: () => undefined },
    addEventListener: () => undefined,
    getElementById: () => new Video(),
  });
  await import('./early-play.entry.ts');
  window.bonisaStage?.({ kind: 'video', id: '1' });
  if (!window.bonisaPlay) throw new Error('nothing plays');
  return window.bonisaPlay;
}

it.each(['recovering', 'failed', 'needs-press'])(
  'lets the page load its scripts once a play is %s',
  async (kind) => {
    const { underWay, playback } = await openPlaying();
    await playback;
    let isUnderWay = false;
    void underWay.then(() => (isUnderWay = true));
    globalThis.say?.({ kind: 'starting' });
    await vi.advanceTimersByTimeAsync(0);
    expect(isUnderWay).toBe(false);
    globalThis.say?.(kind === 'failed' ? { kind, failure: 'network' } : { kind });
    await vi.advanceTimersByTimeAsync(0);
    expect(isUnderWay).toBe(true);
  },
);
