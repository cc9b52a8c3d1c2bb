import { playerUrl } from 'virtual:player-assets';
import { CallError } from '@bonisa/contract/client';
import type { DataChoice } from '@bonisa/domain/data-choice';
import type { Playback, PlaybackState, PlaySource, Refusal } from '@bonisa/player/playback';
import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
} from 'react';
import { call } from '../browser/api.ts';
import { hintsSignedIn } from '../browser/viewer.ts';
import { choose, playTerms } from '../data/data-choice.ts';
import { myResume } from '../viewer/my-resume.ts';
import type { Watchable } from '../watch/watchable.ts';
import { followPlayback } from './follow-playback.ts';
import type { PlayRefusal } from './play-refusal.ts';
import { createPlaybackLog } from './playback-log.ts';
import type { PlayAnswer, PlayerModule } from './player-handoff.ts';

export type WatchState = { kind: 'idle' } | PlaybackState;

export interface Player {
  video: RefObject<HTMLVideoElement | null>;
  state: WatchState;
  source: PlaySource | undefined;
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

/**
 * Plays an item in its `video` and follows its position (rows F10, F11). Takes over an early start
 * from before hydration; starts at once if the address has `play=1` (navigation within the site);
 * otherwise on demand.
 */
export function usePlayer(item: Watchable): Player {
  const { kind, id, slug } = item;
  const video = useRef<HTMLVideoElement>(null);
  const [playback, setPlayback] = useState<Playback>();
  const [waiting, setWaiting] = useState<WatchState>({ kind: 'idle' });
  const [, redraw] = useReducer((count: number) => count + 1, 0);

  const follow = useCallback((coming: Promise<Playback>) => {
    setWaiting({ kind: 'starting' });
    coming.then(setPlayback, () => setWaiting({ kind: 'failed', failure: 'network' }));
  }, []);

  const onPlayback = useEffectEvent(({ video: element }: Playback, signal: AbortSignal) => {
    const { durationSeconds, show = null } = item;
    const log = createPlaybackLog(slug);
    const place = (seconds: number, moment: 'pass' | 'leave') =>
      myResume.record({ kind, id, durationSeconds, show }, seconds, moment);
    followPlayback(element, window, { place, log }, signal);
  });
  useEffect(() => {
    if (!playback) return;
    const life = new AbortController();
    playback.listen(redraw, life.signal);
    redraw();
    onPlayback(playback, life.signal);
    return () => {
      life.abort();
      playback.destroy();
    };
  }, [playback]);

  const begin = useCallback(
    (from?: number, takeOver?: boolean) => {
      if (playback) return playback.retry(takeOver);
      const element = video.current;
      if (!element) return;
      const play = {
        ask: (retaking?: boolean) => askToPlay(slug, retaking, from),
        item: { kind, id },
        ...(from === undefined ? {} : { from }),
      };
      follow(loadPlayer().then((module) => module.start(element, play)));
    },
    [playback, kind, id, slug, follow],
  );

  const onArrival = useEffectEvent(() => {
    const inProgress = window.bonisaPlay;
    delete window.bonisaPlay;
    if (inProgress?.slug === slug) return follow(inProgress.playback);
    if (new URLSearchParams(location.search).get('play') === '1' && hintsSignedIn()) begin();
  });
  useEffect(() => onArrival(), []);

  const state = playback?.state ?? waiting;
  const refusal =
    state.kind === 'failed' && state.failure === 'refused' && !video.current?.currentTime
      ? (state.refusal as Player['refusal'])
      : undefined;
  return {
    video,
    state: refusal === undefined ? state : { kind: 'idle' },
    refusal,
    source: playback?.source,
    begin,
    choose(choice) {
      choose(choice);
      playback?.renew();
    },
  };
}

function loadPlayer(): Promise<PlayerModule> {
  return import(/* @vite-ignore */ playerUrl);
}

async function askToPlay(slug: string, takeOver?: boolean, position?: number): Promise<PlayAnswer> {
  try {
    const body = { video: slug, ...playTerms(), take_over: takeOver, position };
    return { status: 200, body: await call('play', body) };
  } catch (error) {
    if (error instanceof CallError && error.status > 0)
      return { status: error.status, body: undefined };
    throw error;
  }
}
