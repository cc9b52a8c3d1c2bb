import { isUnfinished } from '@bonisa/domain/resume';
import type { Left } from '../mine/positions.ts';

/**
 * Where playback starts (row F10), in seconds: where this viewer left it. The server knows it from
 * every device; what only this browser knows is newer. 0 for what is not begun, or finished.
 */
export function startPlace(
  here: Left | undefined,
  answer: { readonly resume_at?: number | null; readonly duration_seconds: number },
): number {
  const serverKnows = answer.resume_at !== undefined;
  const place = here && !(here.sent && serverKnows) ? here.time : (answer.resume_at ?? 0);
  return isUnfinished(place, answer.duration_seconds) ? place : 0;
}
