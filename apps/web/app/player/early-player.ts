import { readMedia } from '@bonisa/player/play-media';
import {
  type Playback,
  PlayMissingError,
  PlayRefusedError,
  type PlaySource,
  startPlayback,
} from '@bonisa/player/playback';
import { createBrowserStorage } from '../storage/browser-storage.ts';
import { createPositions, type StoredPosition } from '../viewer/positions.ts';
import type { EarlyPlay, PlayAnswer } from './player-handoff.ts';
import { startPlace } from './start-place.ts';

/**
 * Playback without React, built apart from the pages (see `build-tools/player-assets.ts`). The
 * watch page's inline lines import it before React has loaded, or the page does when Watch is
 * pressed.
 */
export function start(video: HTMLVideoElement, play: EarlyPlay): Playback {
  const here = leftHere(play.item);
  const read = (answer: PlayAnswer) => sourceOf(answer, here);
  return startPlayback(video, {
    ask: async () => read(await play.ask()),
    ...(play.answer ? { asked: play.answer.then(read) } : {}),
    ...(play.from === undefined ? {} : { position: play.from }),
  });
}

function leftHere({ kind, id }: EarlyPlay['item']): StoredPosition | undefined {
  const positions = createPositions(
    createBrowserStorage(() => window.localStorage, Date.now),
    Date.now,
  );
  return positions.find({ kind: kind === 'episode' ? 'episode' : 'video', id });
}

function sourceOf(answer: PlayAnswer, here: StoredPosition | undefined): PlaySource {
  if (answer.status === 404) throw new PlayMissingError();
  if (answer.status !== 200 || !answer.body)
    throw new Error(`the play call answered ${answer.status}`);
  if (!answer.body.entitled) throw new PlayRefusedError(answer.body.reason);
  const { body } = answer;
  return { ...body, media: readMedia(body.media), position: startPlace(here, body) };
}
