import type { PlaybackState } from '@bonisa/player/playback';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitRecordings } from './await-recordings.ts';

const MISSING: PlaybackState = { kind: 'failed', failure: 'missing' };
const STARTING: PlaybackState = { kind: 'starting' };
const ON: PlaybackState = { kind: 'on', muted: false };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A channel whose start the test answers. */
function open() {
  const life = new AbortController();
  let hidden = false;
  let told: (() => void) | undefined;
  let state = STARTING;
  const tell = (next: PlaybackState) => {
    state = next;
    told?.();
  };
  const playback = {
    get state() {
      return state;
    },
    listen: (listener: () => void) => {
      told = listener;
    },
    retry: vi.fn(() => tell(STARTING)),
  };
  const page = { isHidden: () => hidden, chance: () => 0.5 };
  const isWaiting = awaitRecordings(playback, page, life.signal);
  return {
    tell,
    isWaiting,
    retry: playback.retry,
    leave: () => life.abort(),
    hide: (is: boolean) => {
      hidden = is;
    },
  };
}

describe('a live channel whose recordings are not ready', () => {
  it('starts by itself once they are, and says until then that it waits', () => {
    const { tell, isWaiting, retry } = open();
    expect(isWaiting()).toBe(false);
    tell(MISSING);
    expect(isWaiting()).toBe(true);
    vi.advanceTimersByTime(5_000);
    expect(retry).toHaveBeenCalledTimes(1);
    expect(isWaiting()).toBe(true);
    tell(ON);
    expect(isWaiting()).toBe(false);
    vi.advanceTimersByTime(600_000);
    expect(retry).toHaveBeenCalledTimes(1);
  });

  it('is asked for less and less often, and always again', () => {
    const { tell, retry } = open();
    for (const pause of [5_000, 10_000, 20_000, 30_000, 30_000]) {
      const before = retry.mock.calls.length;
      tell(MISSING);
      vi.advanceTimersByTime(pause - 1);
      expect(retry).toHaveBeenCalledTimes(before);
      vi.advanceTimersByTime(1);
      expect(retry).toHaveBeenCalledTimes(before + 1);
    }
  });

  it('is not asked for while nobody sees the page, and is after', () => {
    const { tell, retry, hide } = open();
    tell(MISSING);
    hide(true);
    vi.advanceTimersByTime(60_000);
    expect(retry).not.toHaveBeenCalled();
    hide(false);
    vi.advanceTimersByTime(5_000);
    expect(retry).toHaveBeenCalledTimes(1);
  });

  it('is not asked for after another failure, nor after the viewer has left', () => {
    const other = open();
    other.tell(MISSING);
    other.tell({ kind: 'failed', failure: 'refused' });
    expect(other.isWaiting()).toBe(false);
    const left = open();
    left.tell(MISSING);
    left.leave();
    vi.advanceTimersByTime(60_000);
    for (const { retry } of [other, left]) expect(retry).not.toHaveBeenCalled();
  });
});
