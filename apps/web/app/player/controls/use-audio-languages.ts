import { type RefObject, useEffect, useReducer } from 'react';
import { say } from '../../words/words.ts';

/** `HTMLMediaElement.audioTracks`, which Safari has for its own HLS. */
interface AudioTrackList extends EventTarget {
  readonly length: number;
  readonly [index: number]: { enabled: boolean; readonly label: string; readonly language: string };
}

/** The languages of the sound; empty where there is nothing to choose. */
export interface AudioLanguages {
  readonly names: readonly string[];
  readonly chosen: number;
  choose(index: number): void;
}

/** The languages of the sound of what plays. */
export function useAudioLanguages(video: RefObject<HTMLVideoElement | null>): AudioLanguages {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const list = (video.current as { audioTracks?: AudioTrackList } | null)?.audioTracks;
  useEffect(() => {
    if (!list) return;
    const life = new AbortController();
    for (const event of ['addtrack', 'removetrack', 'change'])
      list.addEventListener(event, redraw, { signal: life.signal });
    return () => life.abort();
  }, [list]);
  const tracks = list && list.length > 1 ? Array.from(list) : [];
  return {
    names: tracks.map(
      ({ label, language }, index) =>
        label || language || say('player.audio_track', { number: index + 1 }),
    ),
    chosen: tracks.findIndex(({ enabled }) => enabled),
    choose(index) {
      for (const [place, track] of tracks.entries()) track.enabled = place === index;
    },
  };
}
