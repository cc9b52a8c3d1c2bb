import type { ADDRESSES } from '@bonisa/contract/addresses';
import type { BodyOf, ReplyOf } from '@bonisa/contract/calls';
import { platformOf } from '@bonisa/contract/client';
import { readMedia } from '@bonisa/player/play-media';
import {
  type Playback,
  PlayRefusedError,
  type PlaySource,
  startPlayback,
} from '@bonisa/player/playback';
import { networkNow } from '../data/network.ts';
import { findPosition, type StoredPosition } from '../viewer/find-position.ts';
import { createHeartbeat, type HeartbeatTerms } from './heartbeat.ts';
import type { EarlyPlay, PlayAnswer } from './player-handoff.ts';
import { readAnswer } from './read-answer.ts';
import { startPlace } from './start-place.ts';

/** Typed by the table of addresses, which as a value would add half a kilobyte to the player. */
const HEARTBEAT: (typeof ADDRESSES)['playHeartbeat'] = {
  method: 'POST',
  path: '/api/play/heartbeat',
};

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
    ask: async (takeOver) => read(await play.ask(takeOver)),
    ...(play.answer ? { asked: play.answer.then(read) } : {}),
    opening: play.opening,
    isMetered: () => networkNow() === 'metered',
    ...(play.from === undefined ? {} : { position: play.from }),
  });
  const life = new AbortController();
  createHeartbeat(
    { video, page: window, terms: () => terms, send, stop: playback.stop, now: Date.now },
    life.signal,
  );
  return {
    ...playback,
    get state() {
      return playback.state;
    },
    get source() {
      return playback.source;
    },
    destroy() {
      life.abort();
      playback.destroy();
    },
  };
}

/** Sends a heartbeat; without a readable answer playback goes on. */
async function send(body: BodyOf<'playHeartbeat'>): Promise<ReplyOf<'playHeartbeat'> | undefined> {
  const { width, height } = screen;
  try {
    const response = await fetch(HEARTBEAT.path, {
      method: HEARTBEAT.method,
      credentials: 'same-origin',
      // Also when the page is being left.
      keepalive: true,
      headers: {
        'x-platform': platformOf({ touch: navigator.maxTouchPoints > 0, width, height }),
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
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
