import { isUnfinished } from '@bonisa/domain/playback/resume';
import { creditsStart, type TitleSegment } from '@bonisa/domain/playback/title-segments';
import type { StoredPosition } from '../viewer/find-position.ts';

/**
 * The start position of playback in seconds (row F10): the viewer's resume position. The server
 * knows positions of every device; a position that only this browser has is newer. 0 for an item
 * that is not begun, or finished.
 */
export function startPlace(
  here: StoredPosition | undefined,
  answer: {
    readonly resume_at?: number | null;
    readonly duration_seconds: number;
    readonly segments?: readonly TitleSegment[];
  },
): number {
  const serverKnows = answer.resume_at !== undefined;
  const place = here && !(here.sent && serverKnows) ? here.time : (answer.resume_at ?? 0);
  return isUnfinished(place, answer.duration_seconds, creditsStart(answer.segments ?? []))
    ? place
    : 0;
}
