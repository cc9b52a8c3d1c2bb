import { playerUrl } from 'virtual:player-assets';
import { CallError } from '@bonisa/contract/client';
import { call } from '../browser/api.ts';
import { loadAgain } from '../browser/load-again.ts';
import { logQuietly } from '../browser/log-quietly.ts';
import { mustAsk } from '../data/asking-time.ts';
import { askedFor, playTerms } from '../data/data-choice.ts';
import { firstPicture } from './first-picture.ts';
import { playAlone } from './only-player.ts';
import type { PlayAnswer } from './player-handoff.ts';
import { createTitlePlayer, type TitlePlayer } from './title-player.ts';

const player = createTitlePlayer({
  load: () => import(/* @vite-ignore */ playerUrl),
  ask: askToPlay,
  log: logQuietly,
  async follow(item, playback, signal, pressedAt) {
    const asked = askedFor();
    await firstPicture(playback.video);
    const { followItem } = await loadAgain(() => import('./follow-item.ts'));
    // A play that was left meanwhile is reported by it, too.
    followItem(item, playback, signal, pressedAt, asked);
  },
});

/**
 * The player of this document: it plays on while the viewer goes from page to page. Where a data
 * budget is used up, it begins only after the viewer's answer.
 */
export const myPlayer: TitlePlayer = {
  ...player,
  begin(item, start) {
    if (!mustAsk()) return beginAlone(item, start);
    void loadAgain(() => import('../data/budget-question.ts'))
      .then(({ budgetQuestion }) => budgetQuestion.ask())
      .then((goesOn) => goesOn && beginAlone(item, start));
  },
  adopt(item, coming) {
    playAlone(player);
    player.adopt(item, coming);
  },
};

const beginAlone: TitlePlayer['begin'] = (item, start) => {
  playAlone(player);
  player.begin(item, start);
};

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
