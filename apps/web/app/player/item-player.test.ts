// F10, mini-player: what plays goes on from page to page, one title at a time.
import type { PlaybackState } from '@bonisa/player/playback';
import { describe, expect, it, vi } from 'vitest';
import type { Playable } from '../watch/watchable.ts';
import { createItemPlayer } from './item-player.ts';
import type { ItemPlayback } from './live-playback.ts';

const itemOf = (slug: string) => ({ kind: 'video', slug, address: `/video/${slug}` }) as Playable;
const channelOf = (slug: string) => ({ kind: 'live', slug, address: `/live/${slug}` }) as Playable;

function newPlayer() {
  const element = {
    paused: false,
    pause: vi.fn(),
    removeAttribute: vi.fn(),
    load: vi.fn(),
  };
  const playbacks: (ItemPlayback & { tell(state: PlaybackState): void })[] = [];
  const followed: { slug: string; signal: AbortSignal; pressedAt: number | undefined }[] = [];
  const starts: { readonly slug: string; readonly from: number | undefined }[] = [];
  let isAwaited = false;
  const pictures: (() => void)[] = [];
  const player = createItemPlayer({
    async play(video, { slug, kind }, { from }) {
      starts.push({ slug, from });
      let listener = () => {};
      const playback = {
        video,
        state: { kind: 'starting' } as PlaybackState,
        source: undefined,
        ...(kind === 'live' ? { live: { view: undefined, isAwaited } } : {}),
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
    firstPicture: () => new Promise((shown) => pictures.push(shown)),
    follow: async ({ slug }, _playback, signal, pressedAt) => {
      followed.push({ slug, signal, pressedAt });
    },
    log: vi.fn(),
  });
  player.video.current = element as unknown as HTMLVideoElement;
  const plays = async (item: Playable, state: PlaybackState = { kind: 'on', muted: false }) => {
    player.begin(item, { pressed: true });
    await vi.waitFor(() => expect(player.session()?.playback).toBeDefined());
    playbacks.at(-1)?.tell(state);
  };
  const awaits = () => {
    isAwaited = true;
  };
  return { player, element, playbacks, pictures, starts, followed, plays, awaits };
}

describe('the player of a document', () => {
  it('goes on with what plays when its page is left, and still follows it', async () => {
    const { player, followed, plays } = newPlayer();
    const before = performance.now();
    await plays(itemOf('isibane'));
    // The wait for the first picture begins with the press, before the player is loaded.
    expect(followed[0]?.pressedAt).toBeGreaterThanOrEqual(before);
    player.leave(itemOf('isibane'));
    expect(player.session()).toMatchObject({ item: { slug: 'isibane' }, state: { kind: 'on' } });
    expect(followed.map(({ signal }) => signal.aborted)).toEqual([false]);
  });

  it('ends what is paused when its page is left, unless the viewer shrank it', async () => {
    const { player, element, playbacks, followed, plays } = newPlayer();
    await plays(itemOf('isibane'));
    element.paused = true;
    player.shrink();
    player.leave(itemOf('isibane'));
    expect(player.session()?.shrunk).toBe(true);
    player.arrive(itemOf('isibane'));
    expect(player.session()?.shrunk).toBe(false);

    await plays(itemOf('umlilo'));
    player.leave(itemOf('umlilo'));
    expect(player.session()).toBeUndefined();
    expect(playbacks.at(-1)?.destroy).toHaveBeenCalledOnce();
    expect(followed.at(-1)?.signal.aborted).toBe(true);
    expect(element.removeAttribute).toHaveBeenCalledWith('src');
  });

  it('replaces one title with another, and ends the first', async () => {
    const { player, playbacks, followed, plays } = newPlayer();
    await plays(itemOf('isibane'));
    await plays(itemOf('umlilo'));
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
    const { player, playbacks, starts, plays } = newPlayer();
    await plays(itemOf('isibane'));
    playbacks[0]?.tell({ kind: 'failed', failure: 'refused', refusal: { reason: 'not_paid' } });
    player.begin(itemOf('isibane'), { pressed: true, from: 0 });
    await vi.waitFor(() => expect(starts).toHaveLength(2));
    expect(starts[1]).toEqual({ slug: 'isibane', from: 0 });
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

  it('takes a live channel for another item than a title of its name', async () => {
    const { player, playbacks, plays } = newPlayer();
    await plays(itemOf('ekhaya'));
    await plays(channelOf('ekhaya'));
    expect(playbacks.map(({ destroy }) => vi.mocked(destroy).mock.calls.length)).toEqual([1, 0]);
    player.leave(itemOf('ekhaya'));
    expect(player.session()?.item.kind).toBe('live');
  });

  it('goes on with a live channel that is about to play, not with one that cannot play yet', async () => {
    const { player, plays, awaits } = newPlayer();
    const news = channelOf('news');
    await plays(news, { kind: 'starting' });
    player.leave(news);
    expect(player.session()?.item).toBe(news);
    player.close();
    awaits();
    await plays(news, { kind: 'starting' });
    player.leave(news);
    expect(player.session()).toBeUndefined();
  });

  it('tells its listeners of a start from rest with the first picture, and ignores a press till then', async () => {
    const { player, pictures, starts, plays } = newPlayer();
    const heard = vi.fn();
    player.listen(heard);
    await plays(itemOf('isibane'));
    player.begin(itemOf('isibane'), { pressed: true });
    expect([starts.length, heard.mock.calls.length]).toEqual([1, 0]);
    pictures[0]?.();
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
    player.begin(itemOf('umlilo'), { pressed: true });
    expect(heard.mock.calls.length).toBeGreaterThan(1);
  });

  it.each<[string, PlaybackState]>([
    ['a refusal', { kind: 'failed', failure: 'refused', refusal: { reason: 'not_paid' } }],
    ['a press that the browser wants', { kind: 'needs-press' }],
    ['a fault that it repairs', { kind: 'recovering' }],
  ])('tells its listeners at once of %s', async (_, state) => {
    const { player, plays } = newPlayer();
    const heard = vi.fn();
    player.listen(heard);
    await plays(itemOf('isibane'), state);
    expect(heard).toHaveBeenCalledOnce();
    expect(player.session()?.state).toEqual(state);
  });

  it('tells its listeners at once of a live channel that cannot play yet, and of the end', async () => {
    const { player, plays, awaits } = newPlayer();
    const heard = vi.fn();
    player.listen(heard);
    player.begin(itemOf('isibane'), { pressed: true });
    player.close();
    expect(heard).toHaveBeenCalledOnce();
    awaits();
    await plays(channelOf('news'), { kind: 'starting' });
    expect(heard.mock.calls.length).toBeGreaterThan(1);
  });
});
