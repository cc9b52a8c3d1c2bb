import type { Playback, PlaybackState } from '@bonisa/player/playback';
import type { Playable } from '../watch/watchable.ts';
import type { ItemPlayback } from './live-playback.ts';

export type WatchState = { readonly kind: 'idle' } | PlaybackState;

/** What the player has: an item from its start until another takes its place, or it is closed. */
export interface PlayerSession {
  readonly item: Playable;
  /** The viewer pressed Watch on this page; not: its address said so. */
  readonly pressed: boolean;
  /** It goes on in the mini-player when its page is left, even while paused. */
  readonly shrunk: boolean;
  /** When it began, on the page's clock: a play from before hydration with the page. */
  readonly since: number;
  readonly state: WatchState;
  readonly playback: ItemPlayback | undefined;
}

interface Start {
  readonly pressed: boolean;
  /** In the mini-player, away from its page. */
  readonly shrunk?: boolean;
  /** The position in seconds; without it the viewer's own. */
  readonly from?: number | undefined;
  /** Stops another device that plays. */
  readonly takeOver?: boolean | undefined;
}

export interface ItemPlayerParts {
  /** Makes the play call and plays `item` in `video`. */
  play(
    video: HTMLVideoElement,
    item: Playable,
    how: Pick<Start, 'from' | 'takeOver'>,
  ): Promise<ItemPlayback>;
  /** Ends with the first frame of `video` on the screen, or when it is late. */
  firstPicture(video: HTMLVideoElement | null): Promise<void>;
  /**
   * Stores positions and writes the log of a playback until `signal` ends it. `pressedAt`: on the
   * page's clock; undefined: before React had loaded.
   */
  follow(
    item: Playable,
    playback: Playback,
    signal: AbortSignal,
    pressedAt: number | undefined,
  ): Promise<void>;
  /** Logs a failure that is not shown. */
  log(what: string, error: unknown): void;
}

/**
 * Plays one item at a time, a title or a live channel, in one video element, whatever page the
 * viewer is on.
 */
export interface ItemPlayer {
  /** The element, which the stage renders. */
  readonly video: { current: HTMLVideoElement | null };
  session(): PlayerSession | undefined;
  /**
   * Calls `listener` after each change of the session. A start from rest is told with its first
   * frame, because what listeners render would hold that up; a failure, at once.
   */
  listen(listener: () => void): () => void;
  /**
   * Plays `item` instead of what plays; tries again if it is this item that failed, unless a
   * position is given: then it starts anew there.
   */
  begin(item: Playable, start: Start): void;
  /** Goes on with what plays since before hydration. */
  adopt(item: Playable, coming: Promise<Playback>): void;
  /** The viewer wants the mini-player. */
  shrink(): void;
  /** The page of `item` is on the screen: the mini-player is over. */
  arrive(item: Playable): void;
  /** The page of `item` was left: what is under way goes on, all else ends. */
  leave(item: Playable): void;
  close(): void;
}

/** Whether two are the same: a channel may have the name of a title. */
export function isSame(one: Playable | undefined, other: Playable | undefined): boolean {
  return one?.address === other?.address;
}

export function createItemPlayer(parts: ItemPlayerParts): ItemPlayer {
  const { play, firstPicture, follow, log } = parts;
  const video: ItemPlayer['video'] = { current: null };
  const listeners = new Set<() => void>();
  let session: PlayerSession | undefined;
  let life = new AbortController();
  /** The listeners wait for the first frame. */
  let isHeld = false;

  const tell = (next: PlayerSession | undefined) => {
    session = next;
    const { state, playback } = session ?? {};
    // A live channel may have something to say before it has a picture.
    isHeld &&= !playback?.live && (state?.kind === 'starting' || state?.kind === 'on');
    if (isHeld) return;
    for (const listener of listeners) listener();
  };
  const end = () => {
    const { current: element } = video;
    life.abort();
    if (!session) return;
    session.playback?.destroy();
    session = undefined;
    element?.pause();
    element?.removeAttribute('src');
    element?.load();
  };

  function expect(
    item: Playable,
    coming: Promise<ItemPlayback>,
    { pressed, shrunk = false }: Start,
    pressedAt?: number,
  ): void {
    // A play that replaces another changes what the page shows of that one.
    isHeld = pressedAt !== undefined && !session;
    end();
    life = new AbortController();
    const { signal } = life;
    if (isHeld)
      void firstPicture(video.current).then(() => {
        if (signal.aborted) return;
        isHeld = false;
        tell(session);
      });
    const change = (to: Partial<PlayerSession>) => {
      if (session && !signal.aborted) tell({ ...session, ...to });
    };
    const since = pressedAt ?? 0;
    tell({ item, pressed, shrunk, since, state: { kind: 'starting' }, playback: undefined });
    coming.then(
      (playback) => {
        if (signal.aborted) return playback.destroy();
        playback.listen(() => change({ state: playback.state }), signal);
        follow(item, playback, signal, pressedAt).catch((error: unknown) =>
          log('playback could not be followed', error),
        );
        change({ playback, state: playback.state });
      },
      () => change({ state: { kind: 'failed', failure: 'network' } }),
    );
  }

  return {
    video,
    session: () => session,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin(item, how) {
      const { pressed, from, takeOver } = how;
      const isAgain = from === undefined && isSame(session?.item, item);
      // The page has not heard of the first press yet.
      if (isAgain && isHeld) return;
      if (isAgain && session?.playback) {
        tell({ ...session, pressed });
        return session.playback.retry(takeOver);
      }
      const { current: element } = video;
      if (!element) return;
      expect(item, play(element, item, how), how, performance.now());
    },
    adopt: (item, coming) => expect(item, coming, { pressed: false }),
    shrink() {
      if (session) tell({ ...session, shrunk: true });
    },
    arrive(item) {
      if (session?.shrunk && isSame(session.item, item)) tell({ ...session, shrunk: false });
    },
    leave(item) {
      if (!session || !isSame(session.item, item) || session.shrunk) return;
      const { kind } = session.state;
      const isUnderWay = kind === 'on' && !video.current?.paused;
      const isAwaited = session.playback?.live?.isAwaited === true;
      const mayComeSoon = (kind === 'starting' || kind === 'recovering') && !isAwaited;
      if (!isUnderWay && !mayComeSoon) this.close();
    },
    close() {
      end();
      tell(undefined);
    },
  };
}
