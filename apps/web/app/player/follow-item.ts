import { isFinished } from '@bonisa/domain/resume';
import { creditsStart } from '@bonisa/domain/title-segments';
import type { Playback } from '@bonisa/player/playback';
import { myResume } from '../viewer/my-resume.ts';
import type { Watchable } from '../watch/watchable.ts';
import { followPlayback } from './follow-playback.ts';
import { createPlaybackLog } from './playback-log.ts';

/** Stores the positions of a playback and writes its log until `signal` ends it (F10, F11). */
export function followItem(
  { kind, id, slug, durationSeconds, show, next }: Watchable,
  playback: Playback,
  signal: AbortSignal,
): void {
  const log = createPlaybackLog(slug);
  const item = { kind, id, durationSeconds, show: show ?? null };
  const place = (seconds: number, moment: 'pass' | 'leave') => {
    const creditsAt = creditsStart(playback.source?.segments ?? []);
    const isOver = isFinished(seconds, durationSeconds, creditsAt);
    myResume.record({ ...item, creditsAt, isOver, next: isOver ? next : null }, seconds, moment);
  };
  followPlayback(playback.video, window, { place, log }, signal);
}
