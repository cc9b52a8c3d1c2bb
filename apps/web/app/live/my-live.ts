import { useSyncExternalStore } from 'react';
import { type DocumentPlayer, playAlone } from '../player/only-player.ts';
import type { LivePlayback } from './live-playback.ts';
import type { LiveShown } from './live-shown.ts';

/** What the live player has: a channel from its start until it is closed. */
export interface LiveSession {
  readonly channel: LiveShown;
  /** It goes on in the mini-player when its page is left, even while paused. */
  readonly shrunk: boolean;
}

/**
 * The live player of this document: it plays on while the viewer goes from page to page, as that
 * of titles does (`title-player.ts`).
 */
export interface LivePlayer extends DocumentPlayer {
  /** The element and its playback, which the stage makes. */
  readonly video: { current: HTMLVideoElement | null };
  readonly playback: { current: Pick<LivePlayback, 'state' | 'isAwaited'> | undefined };
  session(): LiveSession | undefined;
  listen(listener: () => void): () => void;
  /** Plays `channel` instead of whatever plays. */
  begin(channel: LiveShown): void;
  /** The viewer wants the mini-player. */
  shrink(): void;
  /** The page of a channel is on the screen: its mini-player is over. */
  arrive(slug: string): void;
  /** The page of a channel was left: what is under way goes on, all else ends. */
  leave(slug: string): void;
}

export function createMyLive(alone: (player: DocumentPlayer) => void): LivePlayer {
  const listeners = new Set<() => void>();
  let session: LiveSession | undefined;
  const tell = (next: LiveSession | undefined) => {
    session = next;
    for (const listener of listeners) listener();
  };
  const player: LivePlayer = {
    video: { current: null },
    playback: { current: undefined },
    session: () => session,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin(channel) {
      alone(player);
      tell({ channel, shrunk: false });
    },
    shrink() {
      if (session) tell({ ...session, shrunk: true });
    },
    arrive(slug) {
      if (session?.shrunk && session.channel.slug === slug) tell({ ...session, shrunk: false });
    },
    leave(slug) {
      if (session?.channel.slug !== slug || session.shrunk) return;
      const { state: { kind } = { kind: 'starting' }, isAwaited } = player.playback.current ?? {};
      const isUnderWay = kind === 'on' && player.video.current?.paused === false;
      const mayComeSoon = (kind === 'starting' || kind === 'recovering') && !isAwaited;
      if (!isUnderWay && !mayComeSoon) player.close();
    },
    close() {
      if (session) tell(undefined);
    },
  };
  return player;
}

export const myLive = createMyLive(playAlone);

/** What the document's live player has. */
export function useLiveSession(): LiveSession | undefined {
  return useSyncExternalStore(myLive.listen, myLive.session, () => undefined);
}
