import type { LiveView } from '@bonisa/player/live-player';
import { type RefObject, useEffect, useState } from 'react';
import { readCues } from './live-cues.ts';
import type { CaptionTracks } from './use-captions.ts';

const LOOK_MS = 1000;
const NONE: CaptionTracks = { tracks: [], sound: null };

/** A language of the captions, with the files whose cues its track has. */
interface Added {
  readonly label: string;
  readonly element: HTMLTrackElement;
  readonly loaded: Set<string>;
}

/**
 * The captions of the recordings that a live channel shows, a track for each language: each
 * recording's times begin where it began on the channel. They are fetched while the track shows.
 */
export function useLiveCaptions(
  video: RefObject<HTMLVideoElement | null>,
  view: LiveView | undefined,
): CaptionTracks {
  const [known, setKnown] = useState(NONE);
  useEffect(() => {
    const { current: element } = video;
    if (!view || !element) return;
    // An element's own text tracks stay for good; one that is added can be removed.
    const added = new Map<string, Added>();
    const remove = (language: string) => {
      added.get(language)?.element.remove();
      added.delete(language);
    };
    const look = () => {
      const listed = view.captions();
      for (const language of added.keys())
        if (!listed.some((one) => one.language === language)) remove(language);
      for (const { language, label } of listed)
        if (!added.has(language)) added.set(language, addTrack(element, label));
      const now = view.instantOf(element.currentTime);
      const begun = listed.filter(({ starts_at: startsAt }) => startsAt <= now);
      const onAir = begun[begun.length - 1] ?? listed[0];
      setKnown((before) => {
        const tracks = [...added].map(([language, { label }]) => ({ language, label, src: '' }));
        const next = { tracks, sound: onAir?.audio_language ?? null };
        return JSON.stringify(next) === JSON.stringify(before) ? before : next;
      });
      for (const { language, src, starts_at: startsAt } of listed) {
        const track = added.get(language);
        const key = `${startsAt} ${src}`;
        if (track?.element.track.mode !== 'showing' || track.loaded.has(key)) continue;
        track.loaded.add(key);
        addCues(track.element.track, src, view.secondsOf(startsAt)).catch(() =>
          track.loaded.delete(key),
        );
      }
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => {
      clearInterval(timer);
      for (const language of added.keys()) remove(language);
      setKnown(NONE);
    };
  }, [view, video]);
  return known;
}

function addTrack(video: HTMLVideoElement, label: string): Added {
  const element = document.createElement('track');
  element.kind = 'captions';
  video.append(element);
  return { label, element, loaded: new Set() };
}

async function addCues(track: TextTrack, src: string, from: number): Promise<void> {
  const response = await fetch(src);
  if (response.status >= 500) throw new Error(`captions answered ${response.status}`);
  // A file that is refused stays refused: to ask each second would cost the viewer data.
  if (!response.ok) return;
  for (const { start, end, text } of readCues(await response.text()))
    track.addCue(new VTTCue(from + start, from + end, text));
}
