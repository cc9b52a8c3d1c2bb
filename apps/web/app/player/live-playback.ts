import type { ReplyOf } from '@bonisa/contract/calls';
import { CallError } from '@bonisa/contract/client';
import { faultOfStatus } from '@bonisa/player/faults';
import { createLivePlayer, type LivePlayer, type LiveView } from '@bonisa/player/live-player';
import { PlayMissingError, PlayRefusedError, type PlaySource } from '@bonisa/player/play-source';
import { type Playback, startPlayback } from '@bonisa/player/playback';
import { call } from '../browser/api.ts';
import { playTerms } from '../data/data-choice.ts';
import { awaitRecordings } from './await-recordings.ts';
import { createHeartbeat, type HeartbeatTerms } from './heartbeat.ts';

/** What a playback of a live channel has besides. */
export interface OnChannel {
  /** Once the play call has answered, in a browser with our own engine. */
  readonly view: LiveView | undefined;
  /** Whether the viewer waits for a channel that cannot be played yet. */
  readonly isAwaited: boolean;
}

/** A playback of a title, or of a live channel. */
export interface ItemPlayback extends Playback {
  readonly live?: OnChannel;
}

/** Plays a live channel in `video`, and keeps this device's place by heartbeats. */
export function startLive(
  video: HTMLVideoElement,
  channel: string,
): ItemPlayback & { readonly live: OnChannel } {
  let player: LivePlayer | undefined;
  /** The browser's own HLS has times of its own, of which the view knows nothing. */
  let isOurs = false;
  let terms: HeartbeatTerms | undefined;

  async function ask(takeOver?: boolean): Promise<PlaySource> {
    const answer = await answerOf(channel, takeOver);
    if (!answer.entitled) throw new PlayRefusedError(answer);
    terms = { playId: answer.play_id, everyMs: answer.heartbeat_seconds * 1000 };
    if (player) player.use(answer);
    else player = createLivePlayer(video, answer);
    return { playlist: answer.playlist, captions: [], segments: [] };
  }

  const playback = startPlayback(video, {
    ask,
    makeEngine: (options) => {
      if (!player) throw new Error('an engine is made after the play call');
      isOurs = true;
      return player.makeEngine(options);
    },
  });
  const life = new AbortController();
  createHeartbeat(
    {
      video,
      page: window,
      terms: () => terms,
      // A bad signal must not stop the picture.
      send: (body) => call('playHeartbeat', body).catch(() => undefined),
      stop: playback.stop,
      now: Date.now,
    },
    life.signal,
  );
  const isAwaited = awaitRecordings(
    playback,
    { isHidden: () => document.hidden, chance: Math.random },
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
    live: {
      get view() {
        return isOurs ? player?.view : undefined;
      },
      get isAwaited() {
        return isAwaited();
      },
    },
    destroy() {
      life.abort();
      playback.destroy();
    },
  };
}

async function answerOf(channel: string, takeOver?: boolean): Promise<ReplyOf<'playLive'>> {
  try {
    return await call('playLive', { channel, ...playTerms(), take_over: takeOver });
  } catch (error) {
    if (error instanceof CallError && faultOfStatus(error.status) !== 'network')
      throw new PlayMissingError();
    throw error;
  }
}
