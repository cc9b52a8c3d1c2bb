import type { DataChoice } from '@bonisa/domain/playback/data-choice';
import type { PlaySource, Refusal } from '@bonisa/player/playback';
import { type RefObject, useSyncExternalStore } from 'react';
import { choose } from '../data/data-choice.ts';
import type { Watchable } from '../watch/watchable.ts';
import { myPlayer } from './my-player.ts';
import type { PlayRefusal } from './play-refusal.ts';
import type { PlayerSession, WatchState } from './title-player.ts';

export interface Player {
  video: RefObject<HTMLVideoElement | null>;
  state: WatchState;
  source: PlaySource | undefined;
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
export function usePlayer(item: Watchable): Player {
  const all = usePlayerSession();
  const session = all?.item.slug === item.slug ? all : undefined;
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
    since: session?.since ?? 0,
    begin: (from, takeOver) => myPlayer.begin(item, { pressed: true, from, takeOver }),
    choose,
  };
}
