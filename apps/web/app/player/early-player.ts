import type { ADDRESSES } from '@bonisa/contract/addresses';
import type { BodyOf } from '@bonisa/contract/calls';
import { readMedia } from '@bonisa/player/play-media';
import { PlayRefusedError, type PlaySource } from '@bonisa/player/play-source';
import { type Playback, startPlayback } from '@bonisa/player/playback';
import { networkNow } from '../data/network.ts';
import { findPosition, type StoredPosition } from '../viewer/find-position.ts';
import type { HeartbeatTerms } from './heartbeat.ts';
import type { EarlyPlay, PlayAnswer } from './player-handoff.ts';
import { readAnswer } from './read-answer.ts';
import { startPlace } from './start-place.ts';

/** As `keep-place.ts` has it. */
const HEARTBEAT: (typeof ADDRESSES)['playHeartbeat']['path'] = '/api/play/heartbeat';

/**
 * Playback without React, built apart from the pages (see `build-tools/player-assets.ts`). The
 * watch page's inline lines import it before React has loaded, or the page does when Watch is
 * pressed.
 */
export function start(video: HTMLVideoElement, play: EarlyPlay): Playback {
  const here = leftHere(play.item);
  let terms: HeartbeatTerms | undefined;
  const read = async (answer: PlayAnswer): Promise<PlaySource> => {
    const wantsPlace = !(answer instanceof Response);
    const reply = wantsPlace ? answer : await readAnswer(answer);
    if (!reply.entitled) throw new PlayRefusedError(reply);
    terms = { playId: reply.play_id, everyMs: reply.heartbeat_seconds * 1000, wantsPlace };
    return { ...reply, media: readMedia(reply.media), position: startPlace(here, reply) };
  };
  const playback = startPlayback(video, {
    ask: (takeOver) => play.ask(takeOver).then(read),
    ...(play.answer ? { asked: play.answer.then(read) } : {}),
    opening: play.opening,
    isMetered: () => networkNow() === 'metered',
    ...(play.from === undefined ? {} : { position: play.from }),
  });
  const life = new AbortController();
  const { signal } = life;
  let isKept = false;
  // The first picture comes without it.
  const keep = () =>
    import('./keep-place.ts').then(({ keepPlace }) => {
      isKept = true;
      keepPlace(video, () => terms, playback.stop, signal);
    }, whenPlaying);
  const whenPlaying = () => video.addEventListener('playing', keep, { once: true, signal });
  // What waited in the element for the press plays already.
  if (play.opening?.prepared && !video.paused) void keep();
  else whenPlaying();
  // Until it has come, a play that is left frees its place by itself.
  const free = () => {
    if (isKept || !terms || terms.wantsPlace) return;
    navigator.sendBeacon(HEARTBEAT, asJson({ play_id: terms.playId, ended: true }));
    // Where the page comes back, it takes the place again.
    terms = { ...terms, wantsPlace: true };
  };
  addEventListener('pagehide', free, { signal });
  signal.addEventListener('abort', free, { once: true });
  const { destroy } = playback;
  return Object.assign(playback, {
    destroy() {
      life.abort();
      destroy();
    },
  });
}

function asJson(body: BodyOf<'playHeartbeat'>): Blob {
  return new Blob([JSON.stringify(body)], { type: 'application/json' });
}

function leftHere({ kind, id }: EarlyPlay['item']): StoredPosition | undefined {
  try {
    const item = { kind: kind === 'episode' ? kind : 'video', id } as const;
    return findPosition(localStorage, item, Date.now());
  } catch {
    // Forbidden storage has none.
    return undefined;
  }
}
