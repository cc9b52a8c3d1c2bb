import { playerUrl } from 'virtual:player-assets';
import { CallError } from '@bonisa/contract/client';
import { creditsStart } from '@bonisa/domain/title-segments';
import { call } from '../browser/api.ts';
import { choose, playTerms } from '../data/data-choice.ts';
import { myResume } from '../viewer/my-resume.ts';
import { followPlayback } from './follow-playback.ts';
import { createPlaybackLog } from './playback-log.ts';
import type { PlayAnswer } from './player-handoff.ts';
import { createTitlePlayer } from './title-player.ts';

/** The player of this document: it plays on while the viewer goes from page to page. */
export const myPlayer = createTitlePlayer({
  load: () => import(/* @vite-ignore */ playerUrl),
  ask: askToPlay,
  choose,
  follow({ kind, id, slug, durationSeconds, show = null, next }, playback, signal) {
    const log = createPlaybackLog(slug);
    const item = { kind, id, durationSeconds, show, next };
    const place = (seconds: number, moment: 'pass' | 'leave') => {
      const creditsAt = creditsStart(playback.source?.segments ?? []);
      myResume.record({ ...item, creditsAt }, seconds, moment);
    };
    followPlayback(playback.video, window, { place, log }, signal);
  },
});

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
