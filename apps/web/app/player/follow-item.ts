import { CAPS } from '@bonisa/domain/playback/data-choice';
import { isFinished } from '@bonisa/domain/playback/resume';
import { creditsStart } from '@bonisa/domain/playback/title-segments';
import { findAv1 } from '../data/find-av1.ts';
import { followChoice } from '../data/follow-choice.ts';
import { myResume } from '../viewer/my-resume.ts';
import type { Playable, Watchable } from '../watch/watchable.ts';
import { followPlayback } from './follow-playback.ts';
import { followQuality, type PlayTimes } from './follow-quality.ts';
import type { ItemPlayback } from './live-playback.ts';
import { pauseOtherTabs } from './pause-other-tabs.ts';
import { createPlaybackLog } from './playback-log.ts';

/**
 * Follows a playback until `signal` ends it: stores the positions of a title, writes its log with
 * the quality, keeps it to the data choice, and pauses other tabs (F10, F11). `times` as
 * {@link followQuality} takes them, `asked` as {@link followChoice} does. A play that was left
 * before this module came is only reported: its element may show another one.
 */
export function followItem(
  item: Playable,
  playback: ItemPlayback,
  signal: AbortSignal,
  times: PlayTimes,
  asked: string,
): void {
  if (item.kind === 'live') {
    const write = createPlaybackLog(item.slug, { live: true });
    followQuality(playback.video, playback, write, signal, times);
  } else followTitle(item, playback, signal, times);
  if (signal.aborted) return;
  followChoice(playback, signal, asked);
  // Safari has it from 15.4 on.
  if ('BroadcastChannel' in globalThis)
    pauseOtherTabs(playback.video, new BroadcastChannel('play'), signal);
}

function followTitle(
  { kind, id, slug, durationSeconds, costs, show, next }: Watchable,
  playback: ItemPlayback,
  signal: AbortSignal,
  times: PlayTimes,
): void {
  const write = createPlaybackLog(slug);
  const item = { kind, id, durationSeconds, show: show ?? null };
  const creditsFrom = () => creditsStart(playback.source?.segments ?? []);
  const isOverAt = (seconds: number) => isFinished(seconds, durationSeconds, creditsFrom());
  const withQuality = followQuality(playback.video, playback, write, signal, {
    ...times,
    isOverAt,
  });
  if (signal.aborted) return;
  const log: typeof write = (entry) =>
    write(entry.status === 'paused' || entry.status === 'finished' ? withQuality(entry) : entry);
  const place = (seconds: number, moment: 'pass' | 'leave') => {
    const creditsAt = creditsFrom();
    const isOver = isOverAt(seconds);
    myResume.record({ ...item, creditsAt, isOver, next: isOver ? next : null }, seconds, moment);
  };
  followPlayback(playback.video, window, { place, log }, signal);
  // Where a title has AV1, and long before this device could get it. Refused: H.264 goes on.
  if (costs.length > CAPS.length) findAv1().catch(() => undefined);
}
