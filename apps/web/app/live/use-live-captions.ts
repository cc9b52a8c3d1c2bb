import type { LiveView } from '@bonisa/player/live-engine';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useCaptionMemory } from '../player/controls/use-captions.ts';
import { say } from '../words/words.ts';
import { readCues } from './live-cues.ts';

export interface LiveCaptionChoice {
  /** Whether the recording on air has captions. */
  readonly available: boolean;
  readonly shown: boolean;
  toggle(): void;
}

const LOOK_MS = 1000;

/**
 * The captions of the recordings on air, fetched while they are shown: each recording's times begin
 * where it began on the channel. Whether they show is remembered for each channel, and their style
 * is that of the viewer's titles.
 */
export function useLiveCaptions(
  stage: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
  view: LiveView | undefined,
  channel: string,
): LiveCaptionChoice {
  const [choice, change] = useCaptionMemory(stage, `live ${channel}`);
  const shown = choice.language !== null;
  const [available, setAvailable] = useState(false);
  const track = useRef<TextTrack>(undefined);
  useEffect(() => {
    if (!view) return;
    const loaded = new Set<string>();
    const look = () => {
      const listed = view.captions();
      setAvailable(listed.length > 0);
      if (!shown || !video.current) return;
      track.current ??= video.current.addTextTrack('captions', say('title.captions'), 'en');
      for (const { src, starts_at: startsAt } of listed) {
        const key = `${startsAt} ${src}`;
        if (loaded.has(key)) continue;
        loaded.add(key);
        addCues(track.current, src, view.secondsOf(startsAt)).catch(() => loaded.delete(key));
      }
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [view, shown, video]);
  useEffect(() => {
    if (track.current) track.current.mode = shown ? 'showing' : 'disabled';
  });
  return { available, shown, toggle: () => change({ language: shown ? null : 'en' }) };
}

async function addCues(track: TextTrack, src: string, from: number): Promise<void> {
  const response = await fetch(src);
  if (!response.ok) throw new Error(`captions answered ${response.status}`);
  for (const { start, end, text } of readCues(await response.text()))
    track.addCue(new VTTCue(from + start, from + end, text));
}
