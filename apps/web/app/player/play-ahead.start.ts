import { playerUrl } from 'virtual:player-assets';
import { readMedia } from '@bonisa/player/play-media';
import { prepareMedia } from '@bonisa/player/prepare-media';
import { call } from '../browser/api.ts';
import { mustAsk } from '../data/asking-time.ts';
import { askedFor, playTerms } from '../data/data-choice.ts';
import { countMediaBytes } from '../data/media-bytes.ts';
import { networkKind } from '../data/network.ts';
import { receivedFiles } from '../data/received-files.ts';
import { onForget } from '../storage/forget-viewer.ts';
import { findPosition } from '../viewer/find-position.ts';
import type { Watchable } from '../watch/watchable.ts';
import { myPlayer } from './my-player.ts';
import { playAhead } from './play-ahead.ts';
import { createPlaybackLog } from './playback-log.ts';
import { startPlace } from './start-place.ts';

/** Ends what was fetched for a viewer who has signed out. */
let forget = (): void => undefined;
onForget(() => forget());

/**
 * Fetches the first picture of a title, and the player, until `signal` ends it, the viewer signs
 * out, or the page is hidden: in another tab its viewer may sign out.
 */
export function startAhead(item: Watchable, signal: AbortSignal): void {
  // A used-up data budget wants the viewer's answer first.
  if (signal.aborted || document.hidden || mustAsk()) return;
  const life = new AbortController();
  forget = () => life.abort();
  signal.addEventListener('abort', forget);
  document.addEventListener('visibilitychange', forget, { signal: life.signal });
  addEventListener('pagehide', forget, { signal: life.signal });
  const { slug } = item;
  const over = new AbortController();
  over.abort();
  const files = receivedFiles();
  // At the press it is tried again.
  import(/* @vite-ignore */ playerUrl).catch(() => undefined);
  playAhead(
    slug,
    {
      ask: (video, stop) => call('play', { video, ...playTerms(), ahead: true }, { signal: stop }),
      prepare: (granted) => {
        const { current: video } = myPlayer.video;
        if (!video || myPlayer.session()) return undefined;
        const left = findPosition(localStorage, item, Date.now());
        return startPlace(left, granted) > 0
          ? undefined
          : prepareMedia(video, readMedia(granted.media));
      },
      terms: askedFor,
      report: (video, bytes) => {
        if (bytes.mobile + bytes.wifi + bytes.unknown > 0)
          createPlaybackLog(video)({
            ...{ status: 'paused', duration: null, vid_paused_at: null, vid_finished_at: null },
            quality: {
              ...{ start_ms: null, stalls: 0, stalled_seconds: 0, watched_seconds: 0 },
              ...{ finished: false, save_data: false, heights: [], unwatched: true },
              ...{ network: networkKind(), bytes },
            },
          });
      },
      bytesSince: (at) => countMediaBytes(files, at, over.signal).read(),
      now: () => performance.now(),
    },
    life.signal,
  );
}
