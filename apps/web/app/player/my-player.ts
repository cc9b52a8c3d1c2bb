import { playerUrl } from 'virtual:player-assets';
import { CallError } from '@bonisa/contract/client';
import { call } from '../browser/api.ts';
import { logQuietly } from '../browser/log-quietly.ts';
import { choose, playTerms } from '../data/data-choice.ts';
import { firstPicture } from './first-picture.ts';
import type { PlayAnswer } from './player-handoff.ts';
import { createTitlePlayer } from './title-player.ts';

/** The player of this document: it plays on while the viewer goes from page to page. */
export const myPlayer = createTitlePlayer({
  load: () => import(/* @vite-ignore */ playerUrl),
  ask: askToPlay,
  choose,
  log: logQuietly,
  async follow(item, playback, signal) {
    await firstPicture(playback.video);
    const { followItem } = await import('./follow-item.ts');
    if (!signal.aborted) followItem(item, playback, signal);
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
