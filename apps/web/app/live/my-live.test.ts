// F10: the live player of a document, away from its page and beside that of titles.
import { describe, expect, it } from 'vitest';
import type { DocumentPlayer } from '../player/only-player.ts';
import type { LiveShown } from './live-shown.ts';
import { createMyLive, type LivePlayer } from './my-live.ts';

const channelNamed = (slug: string) => ({ slug }) as LiveShown;

/** Plays `slug` on its page; `paused`, and in the given state. */
function playing(kind: 'starting' | 'on' | 'failed', { paused = false, isAwaited = false } = {}) {
  const live = createMyLive(() => undefined);
  live.begin(channelNamed('news'));
  live.video.current = { paused } as HTMLVideoElement;
  live.playback.current = {
    state: kind === 'failed' ? { kind, failure: 'network' } : { kind },
    isAwaited,
  } as NonNullable<LivePlayer['playback']['current']>;
  return live;
}

const goesOnAfterLeaving = (live: LivePlayer) => {
  live.leave('news');
  return live.session() !== undefined;
};

describe('the live player of a document', () => {
  it('goes on while its page is left, and ends where nothing is under way', () => {
    expect(goesOnAfterLeaving(playing('on'))).toBe(true);
    expect(goesOnAfterLeaving(playing('starting'))).toBe(true);
    expect(goesOnAfterLeaving(playing('on', { paused: true }))).toBe(false);
    expect(goesOnAfterLeaving(playing('failed'))).toBe(false);
    expect(goesOnAfterLeaving(playing('starting', { isAwaited: true }))).toBe(false);
  });

  it('goes on paused where the viewer pressed for it, until its page is back', () => {
    const live = playing('on', { paused: true });
    live.shrink();
    live.leave('news');
    expect(live.session()?.shrunk).toBe(true);
    live.arrive('sport');
    expect(live.session()?.shrunk).toBe(true);
    live.arrive('news');
    expect(live.session()?.shrunk).toBe(false);
    live.leave('news');
    expect(live.session()).toBeUndefined();
  });

  it('leaves a channel alone whose page is another one', () => {
    const live = playing('on', { paused: true });
    live.leave('sport');
    expect(live.session()?.channel.slug).toBe('news');
  });

  it('ends what played before it, and tells of each change once', () => {
    const ended: DocumentPlayer[] = [];
    const live = createMyLive((player) => ended.push(player));
    const seen: (string | undefined)[] = [];
    const stop = live.listen(() => seen.push(live.session()?.channel.slug));
    live.begin(channelNamed('news'));
    live.begin(channelNamed('sport'));
    live.close();
    live.close();
    stop();
    live.begin(channelNamed('news'));
    expect(seen).toEqual(['news', 'sport', undefined]);
    expect(ended).toEqual([live, live, live]);
  });
});
