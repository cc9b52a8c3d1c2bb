import type { PlaySource } from '@bonisa/player/play-source';
import { useMemo } from 'react';
import type { StoryboardPart } from './storyboard.ts';

/** The parts of what plays, for the pictures of the seek bar. */
export function useParts(source: PlaySource | undefined): readonly StoryboardPart[] {
  const parts = source?.media?.parts;
  return useMemo(
    () =>
      (parts ?? []).map(({ durations, storyboard }) => ({
        seconds: durations.reduce((sum, seconds) => sum + seconds, 0),
        storyboard,
      })),
    [parts],
  );
}
