import type { BodyOf, ReplyOf } from '@bonisa/contract/calls';
import type { Refusal } from '@bonisa/player/play-source';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHeartbeat } from './heartbeat.ts';

class Video extends EventTarget {
  paused = false;
  ended = false;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function playing(answer?: ReplyOf<'playHeartbeat'>, wantsPlace = false, paused = false) {
  const video = Object.assign(new Video(), { paused });
  const page = new EventTarget();
  const life = new AbortController();
  const sent: BodyOf<'playHeartbeat'>[] = [];
  const stops: Refusal[] = [];
  const state = { playId: 'one', answer };
  createHeartbeat(
    {
      video: video as unknown as HTMLVideoElement,
      page,
      terms: () => ({ playId: state.playId, everyMs: 30_000, wantsPlace }),
      send: async (body) => {
        sent.push(body);
        return state.answer;
      },
      stop: (refusal) => void stops.push(refusal),
      now: Date.now,
    },
    life.signal,
  );
  return { video, page, life, sent, stops, state };
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

describe('the heartbeat of a player', () => {
  it('is sent every thirty seconds while the video plays, and not while it is paused', async () => {
    const { video, sent } = playing({ playing: true });
    await pass(61);
    expect(sent).toHaveLength(2);
    video.paused = true;
    await pass(300);
    expect(sent).toHaveLength(2);
    video.paused = false;
    video.dispatchEvent(new Event('playing'));
    expect(sent).toEqual(Array.from({ length: 3 }, () => ({ play_id: 'one' })));
  });

  it('is sent at once where the play has no place yet, and frees none that it never took', async () => {
    const unwatched = playing({ playing: true }, true, true);
    unwatched.page.dispatchEvent(new Event('pagehide'));
    expect(unwatched.sent).toEqual([]);
    const { video, page, sent } = playing({ playing: true }, true);
    video.dispatchEvent(new Event('playing'));
    video.dispatchEvent(new Event('playing'));
    expect(sent).toEqual([{ play_id: 'one' }]);
    await pass(31);
    expect(sent).toHaveLength(2);
    page.dispatchEvent(new Event('pagehide'));
    expect(sent.at(-1)).toEqual({ play_id: 'one', ended: true });
  });

  it('stops playback once when the answer refuses, and goes on with a later play', async () => {
    const refusal = { playing: false, reason: 'expired' } as const;
    const { sent, stops, state } = playing(refusal);
    await pass(95);
    expect([sent.length, stops]).toEqual([1, [refusal]]);
    state.playId = 'two';
    state.answer = { playing: true };
    await pass(32);
    expect(sent.at(-1)).toEqual({ play_id: 'two' });
    expect(stops).toHaveLength(1);
  });

  it('lets playback go on without an answer', async () => {
    const { sent, stops } = playing();
    await pass(121);
    expect([sent.length, stops.length]).toEqual([4, 0]);
  });

  it('frees the place at the end, when the page is left, and when the player is removed', async () => {
    for (const leave of [
      ({ video }) => video.dispatchEvent(new Event('ended')),
      ({ page }) => page.dispatchEvent(new Event('pagehide')),
      ({ life }) => life.abort(),
    ] satisfies ((player: ReturnType<typeof playing>) => unknown)[]) {
      const player = playing({ playing: true });
      await pass(5);
      leave(player);
      leave(player);
      expect(player.sent[0]).toEqual({ play_id: 'one', ended: true });
    }
  });

  it('is sent at once when a video plays again after its end', async () => {
    const { video, sent } = playing({ playing: true });
    await pass(5);
    video.ended = true;
    video.dispatchEvent(new Event('ended'));
    video.ended = false;
    video.dispatchEvent(new Event('playing'));
    expect(sent).toEqual([{ play_id: 'one', ended: true }, { play_id: 'one' }]);
  });
});
