import { type Playback, PlayMissingError, PlayRefusedError, type PlaySource, startPlayback } from '@bonisa/player/playback';
import type { EarlyPlay, PlayAnswer } from './player-handoff.ts';

/**
 * Playback without React, built apart from the pages (see `build-tools/player-assets.ts`). The watch page's inline lines
 * import it before React has loaded, or the page does when Watch is pressed.
 */
export function start(video: HTMLVideoElement, play: EarlyPlay): Playback {
  return startPlayback(video, {
    ask: async () => sourceOf(await play.ask()),
    ...(play.answer ? { asked: play.answer.then(sourceOf) } : {}),
  });
}

function sourceOf(answer: PlayAnswer): PlaySource {
  if (answer.status === 404) throw new PlayMissingError();
  if (answer.status !== 200 || !answer.body) throw new Error(`the play call answered ${answer.status}`);
  if (!answer.body.entitled) throw new PlayRefusedError(answer.body.reason);
  return answer.body;
}
