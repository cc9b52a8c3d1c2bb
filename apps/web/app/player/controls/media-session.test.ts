import { afterEach, describe, expect, it, vi } from 'vitest';
import { offerMediaSession } from './media-session.ts';

class Video extends EventTarget {
  currentTime = 30;
  duration = 240;
  playbackRate = 1;
  paused = false;
  play = vi.fn(async () => undefined);
  pause = vi.fn();
}

function offered(next?: () => void, previous?: () => void, skip?: (seconds: number) => void) {
  vi.stubGlobal('MediaMetadata', Object);
  const handlers = new Map<string, MediaSessionActionHandler | null>();
  const session = {
    metadata: null as MediaMetadata | null,
    setActionHandler: (action: MediaSessionAction, act: MediaSessionActionHandler | null) => {
      if (action === 'seekto' && !skip)
        throw new TypeError('not an action that this browser knows');
      handlers.set(action, act);
    },
    setPositionState: vi.fn(),
  };
  const video = new Video();
  const life = new AbortController();
  const terms = { title: 'Isibane', artist: 'Bonisa', artwork: [], next, previous, skip };
  offerMediaSession(session, video, terms, life.signal);
  const press = (action: MediaSessionAction, seekOffset?: number) =>
    handlers.get(action)?.({ action, ...(seekOffset === undefined ? {} : { seekOffset }) });
  return { session, video, life, press, handlers };
}

afterEach(() => vi.unstubAllGlobals());

describe('the lock screen', () => {
  it('shows the title and where it is, and pauses, plays and skips', () => {
    const { session, video, press } = offered();
    expect(session.metadata).toMatchObject({ title: 'Isibane', artist: 'Bonisa' });
    expect(session.setPositionState).toHaveBeenLastCalledWith({
      duration: 240,
      position: 30,
      playbackRate: 1,
    });
    press('pause');
    press('play');
    press('seekforward');
    press('seekbackward', 30);
    expect([video.pause.mock.calls.length, video.play.mock.calls.length]).toEqual([1, 1]);
    expect(video.currentTime).toBe(10);
  });

  it('offers the next and the previous episode only where there is one', () => {
    expect([...offered().handlers.keys()]).not.toContain('nexttrack');
    expect([...offered().handlers.keys()]).not.toContain('previoustrack');
    const [next, previous] = [vi.fn(), vi.fn()];
    const { press } = offered(next, previous);
    press('nexttrack');
    expect(next).toHaveBeenCalledOnce();
    expect(previous).not.toHaveBeenCalled();
    press('previoustrack');
    expect(previous).toHaveBeenCalledOnce();
  });

  it('skips on a live channel by its own way, which has no place in a whole', () => {
    const skip = vi.fn();
    const { session, press, handlers } = offered(undefined, undefined, skip);
    press('seekbackward');
    press('seekforward', 30);
    expect(skip.mock.calls).toEqual([[-10], [30]]);
    expect([...handlers.keys()]).not.toContain('seekto');
    expect(session.setPositionState).not.toHaveBeenCalled();
  });

  it('is given back when the player ends', () => {
    const { session, life, handlers } = offered();
    life.abort();
    expect(session.metadata).toBeNull();
    expect(new Set(handlers.values())).toEqual(new Set([null]));
  });
});
