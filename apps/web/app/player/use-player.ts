import type { DataChoice } from '@bonisa/domain/playback/data-choice';
import type { PlaySource, Refusal } from '@bonisa/player/play-source';
import { type RefObject, useSyncExternalStore } from 'react';
import { choose } from '../data/data-choice.ts';
import type { Playable } from '../watch/watchable.ts';
import { isSame, type PlayerSession, type WatchState } from './item-player.ts';
import type { OnChannel } from './live-playback.ts';
import { myPlayer } from './my-player.ts';
import type { PlayRefusal } from './play-refusal.ts';

export interface Player {
  video: RefObject<HTMLVideoElement | null>;
  state: WatchState;
  source: PlaySource | undefined;
  /** Of a live channel: what is on, once its playback exists. */
  live: OnChannel | undefined;
  /** When this playback began, on the page's clock. */
  since: number;
  /** Why playback was refused; the picture still covers the video. */
  refusal: (Refusal & { reason: PlayRefusal }) | undefined;
  /**
   * Starts playing at the resume position or at `from` seconds; also tries again after a failure.
   * `takeOver`: stops another device that plays.
   */
  begin(from?: number, takeOver?: boolean): void;
  /** Changes the data choice, also of what is playing. */
  choose(choice: DataChoice): void;
}

/** What the document's player has. */
export function usePlayerSession(): PlayerSession | undefined {
  return useSyncExternalStore(myPlayer.listen, myPlayer.session, () => undefined);
}

/** The document's player as `item` sees it: idle while it has another. */
export function usePlayer(item: Playable): Player {
  const all = usePlayerSession();
  const session = all && isSame(all.item, item) ? all : undefined;
  const state: WatchState = session?.state ?? { kind: 'idle' };
  // Away from its page the mini-player says it.
  const refusal =
    !session?.shrunk &&
    state.kind === 'failed' &&
    state.failure === 'refused' &&
    !myPlayer.video.current?.currentTime
      ? (state.refusal as Player['refusal'])
      : undefined;
  return {
    video: myPlayer.video,
    state: refusal === undefined ? state : { kind: 'idle' },
    refusal,
    source: session?.playback?.source,
    live: session?.playback?.live,
    since: session?.since ?? 0,
    begin: (from, takeOver) => myPlayer.begin(item, { pressed: true, from, takeOver }),
    choose,
  };
}
