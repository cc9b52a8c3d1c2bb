import { playerUrl } from 'virtual:player-assets';
import { ADDRESSES } from '@bonisa/contract/addresses';
import type { BodyOf } from '@bonisa/contract/calls';
import type { Playback } from '@bonisa/player/playback';
import { postCall } from '../browser/early-call.ts';
import { loadAgain } from '../browser/load-again.ts';
import { logQuietly } from '../browser/log-quietly.ts';
import { mustAsk } from '../data/asking-time.ts';
import { askedFor, playTerms } from '../data/data-choice.ts';
import type { LiveChannel, Watchable } from '../watch/watchable.ts';
import { takeAhead } from './ahead.ts';
import { onEndPlay } from './end-play.ts';
import { firstPicture } from './first-picture.ts';
import { createItemPlayer, type ItemPlayer } from './item-player.ts';
import type { ItemPlayback } from './live-playback.ts';
import type { PlayAnswer, PlayerModule } from './player-handoff.ts';
import { showStart } from './show-start.ts';

/** When what the newest play began with was asked for, where that was ahead of the press. */
let fetchedFrom: number | undefined;

const player = createItemPlayer({
  play(video, item, { from, takeOver }) {
    const playback =
      item.kind === 'live' ? playLive(video, item) : playTitle(video, item, from, takeOver);
    showStart(video);
    return playback;
  },
  firstPicture,
  log: logQuietly,
  async follow(item, playback, signal, pressedAt) {
    const asked = askedFor();
    const times = { pressedAt, fetchedFrom };
    await firstPicture(playback.video);
    const { followItem } = await loadAgain(() => import('./follow-item.ts'));
    // A play that was left meanwhile is reported by it, too.
    followItem(item, playback, signal, times, asked);
  },
});

/**
 * The player of this document: it plays on while the viewer goes from page to page. Where a data
 * budget is used up, it begins only after the viewer's answer.
 */
export const myPlayer: ItemPlayer = {
  ...player,
  begin(item, start) {
    if (!mustAsk()) return player.begin(item, start);
    void loadAgain(() => import('../data/budget-question.ts'))
      .then(({ budgetQuestion }) => budgetQuestion.ask())
      .then((goesOn) => goesOn && player.begin(item, start));
  },
};
onEndPlay(() => player.close());

async function playLive(video: HTMLVideoElement, { slug }: LiveChannel): Promise<ItemPlayback> {
  const { startLive } = await loadAgain(() => import('./live-playback.ts'));
  return startLive(video, slug);
}

async function playTitle(
  video: HTMLVideoElement,
  item: Watchable,
  from: number | undefined,
  takeOver: boolean | undefined,
): Promise<Playback> {
  const ahead = from === undefined && !takeOver ? takeAhead(item.slug) : undefined;
  fetchedFrom = ahead?.askedAt;
  // The picture is there already. On a slow phone the engine, which it needs only later, would take
  // as long to start.
  const shown = ahead?.opening && firstPicture(video);
  if (shown) void video.play().catch(() => undefined);
  // The call goes out first: it takes longer than all that follows.
  const ask = () => askToPlay(item.slug, takeOver, from);
  const answer = ahead
    ? ahead.answer.then((found): PlayAnswer | Promise<Response> => found ?? ask())
    : ask();
  // The playback reports its failure.
  answer.catch(() => undefined);
  const { start }: PlayerModule = await import(/* @vite-ignore */ playerUrl);
  await shown;
  return start(video, {
    ask: (retaking) => askToPlay(item.slug, retaking, from),
    answer,
    opening: ahead?.opening,
    item,
    ...(from === undefined ? {} : { from }),
  });
}

function askToPlay(slug: string, takeOver?: boolean, position?: number): Promise<Response> {
  const body: BodyOf<'play'> = { video: slug, ...playTerms(), take_over: takeOver, position };
  return postCall(ADDRESSES.play.path, body);
}
