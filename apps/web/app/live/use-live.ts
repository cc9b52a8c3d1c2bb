import type { PlaybackState } from '@bonisa/player/playback';
import { type RefObject, useEffect, useReducer, useState } from 'react';
import { type LivePlayback, startLive } from './live-playback.ts';
import { myLive } from './my-live.ts';

export interface LiveWatching {
  readonly state: PlaybackState;
  readonly playback: LivePlayback | undefined;
}

/** Plays a live channel in `video` while the component is shown. */
export function useLive(video: RefObject<HTMLVideoElement | null>, channel: string): LiveWatching {
  const [playback, setPlayback] = useState<LivePlayback>();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const life = new AbortController();
    const started = startLive(element, channel);
    started.listen(redraw, life.signal);
    for (const event of ['timeupdate', 'play', 'pause', 'volumechange', 'seeking'] as const)
      element.addEventListener(event, redraw, { signal: life.signal });
    myLive.playback.current = started;
    setPlayback(started);
    return () => {
      myLive.playback.current = undefined;
      life.abort();
      started.destroy();
    };
  }, [video, channel]);
  return { state: playback?.state ?? { kind: 'starting' }, playback };
}
