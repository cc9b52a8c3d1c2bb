import { playerUrl } from 'virtual:player-assets';
import { call } from '../browser/api.ts';
import { askedFor, playTerms } from '../data/data-choice.ts';
import { countMediaBytes } from '../data/media-bytes.ts';
import { networkKind } from '../data/network.ts';
import { receivedFiles } from '../data/received-files.ts';
import { playAhead } from './play-ahead.ts';
import { createPlaybackLog } from './playback-log.ts';

/** Fetches the first picture of a title, and the player, until `signal` ends it. */
export function startAhead(slug: string, signal: AbortSignal): void {
  const files = receivedFiles();
  // At the press it is tried again.
  import(/* @vite-ignore */ playerUrl).catch(() => undefined);
  playAhead(
    slug,
    {
      ask: async (video, stop) => {
        const body = { video, ...playTerms(), ahead: true };
        return { status: 200, body: await call('play', body, { signal: stop }) };
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
      bytesSince: (at) => countMediaBytes(files, at, AbortSignal.abort()).read(),
      now: () => performance.now(),
    },
    signal,
  );
}
