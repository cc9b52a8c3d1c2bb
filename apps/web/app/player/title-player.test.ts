// F10, mini-player: what plays goes on from page to page, one title at a time.
import type { Playback, PlaybackState } from '@bonisa/player/playback';
import { describe, expect, it, vi } from 'vitest';
import type { Watchable } from '../watch/watchable.ts';
import type { EarlyPlay } from './player-handoff.ts';
import { createTitlePlayer } from './title-player.ts';

const itemOf = (slug: string) => ({ kind: 'video', id: 1, slug }) as Watchable;

function newPlayer() {
  const element = {
    paused: false,
    pause: vi.fn(),
    removeAttribute: vi.fn(),
    load: vi.fn(),
  };
  const playbacks: (Playback & { tell(state: PlaybackState): void })[] = [];
  const starts: EarlyPlay[] = [];
  const ask = vi.fn(() => new Promise<never>(() => {}));
  const followed: { slug: string; signal: AbortSignal; pressedAt: number | undefined }[] = [];
  const player = createTitlePlayer({
    load: async () => ({
      start(video, play) {
        starts.push(play);
        let listener = () => {};
        const playback = {
          video,
          state: { kind: 'starting' } as PlaybackState,
          source: undefined,
          listen: (listen: () => void) => {
            listener = listen;
          },
          tell(state: PlaybackState) {
            playback.state = state;
            listener();
          },
          retry: vi.fn(),
          stop: vi.fn(),
          renew: vi.fn(),
          measurements: vi.fn(),
          destroy: vi.fn(),
        };
        playbacks.push(playback);
        return playback;
      },
    }),
    ask,
    follow: async ({ slug }, _playback, signal, pressedAt) => {
      followed.push({ slug, signal, pressedAt });
    },
    log: vi.fn(),
  });
  player.video.current = element as unknown as HTMLVideoElement;
  const plays = async (slug: string) => {
    player.begin(itemOf(slug), { pressed: true });
    await vi.waitFor(() => expect(player.session()?.playback).toBeDefined());
    playbacks.at(-1)?.tell({ kind: 'on', muted: false });
  };
  return { player, element, playbacks, starts, ask, followed, plays };
}

describe('the player of a document', () => {
  it('goes on with what plays when its page is left, and still follows it', async () => {
    const { player, followed, plays } = newPlayer();
    const before = performance.now();
    await plays('isibane');
    // The wait for the first picture begins with the press, before the player is loaded.
    expect(followed[0]?.pressedAt).toBeGreaterThanOrEqual(before);
    player.leave(itemOf('isibane'));
    expect(player.session()).toMatchObject({ item: { slug: 'isibane' }, state: { kind: 'on' } });
    expect(followed.map(({ signal }) => signal.aborted)).toEqual([false]);
  });

  it('ends what is paused when its page is left, unless the viewer shrank it', async () => {
    const { player, element, playbacks, followed, plays } = newPlayer();
    await plays('isibane');
    element.paused = true;
    player.shrink();
    player.leave(itemOf('isibane'));
    expect(player.session()?.shrunk).toBe(true);
    player.arrive(itemOf('isibane'));
    expect(player.session()?.shrunk).toBe(false);

    await plays('umlilo');
    player.leave(itemOf('umlilo'));
    expect(player.session()).toBeUndefined();
    expect(playbacks.at(-1)?.destroy).toHaveBeenCalledOnce();
    expect(followed.at(-1)?.signal.aborted).toBe(true);
    expect(element.removeAttribute).toHaveBeenCalledWith('src');
  });

  it('replaces one title with another, and ends the first', async () => {
    const { player, playbacks, followed, plays } = newPlayer();
    await plays('isibane');
    await plays('umlilo');
    expect(player.session()?.item.slug).toBe('umlilo');
    expect(playbacks.map(({ destroy }) => vi.mocked(destroy).mock.calls.length)).toEqual([1, 0]);
    expect(followed.map(({ slug, signal }) => [slug, signal.aborted])).toEqual([
      ['isibane', true],
      ['umlilo', false],
    ]);
  });

  it('remembers that the next episode began in the mini-player, until its page is opened', () => {
    const { player } = newPlayer();
    player.begin(itemOf('s1e2'), { pressed: false, shrunk: true });
    expect(player.session()?.shrunk).toBe(true);
    player.leave(itemOf('s1e2'));
    player.arrive(itemOf('s1e2'));
    expect(player.session()).toMatchObject({ item: { slug: 's1e2' }, shrunk: false });
  });

  it('starts over after a refusal from the beginning, and ends the refused play', async () => {
    const { player, playbacks, starts, ask, plays } = newPlayer();
    await plays('isibane');
    playbacks[0]?.tell({ kind: 'failed', failure: 'refused', refusal: { reason: 'not_paid' } });
    player.begin(itemOf('isibane'), { pressed: true, from: 0 });
    await vi.waitFor(() => expect(starts).toHaveLength(2));
    expect(starts[1]?.from).toBe(0);
    expect(ask).toHaveBeenLastCalledWith('isibane', undefined, 0);
    expect(playbacks[0]?.destroy).toHaveBeenCalledOnce();
    expect(playbacks[0]?.retry).not.toHaveBeenCalled();
  });

  it('does not start what was closed while its script was loading', async () => {
    const { player, playbacks } = newPlayer();
    player.begin(itemOf('isibane'), { pressed: true });
    player.close();
    await vi.waitFor(() => expect(playbacks.at(-1)?.destroy).toHaveBeenCalledOnce());
    expect(player.session()).toBeUndefined();
  });
});
