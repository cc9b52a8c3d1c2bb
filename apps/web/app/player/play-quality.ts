import type { PlayFigures } from '@bonisa/domain/playback/play-figures';
import type { Measurements } from '@bonisa/player/measurements';
import type { MediaBytes } from '../data/media-bytes.ts';

/** The members of a video element that are used here. */
type Shown = Pick<HTMLVideoElement, 'currentTime' | 'paused' | 'videoHeight' | 'addEventListener'>;

export interface QualityParts {
  readonly video: Shown;
  readonly measurements: () => Measurements;
  /** Since when the viewer waits for the first picture, on the page's clock. */
  readonly since: () => number | undefined;
  readonly bytes: MediaBytes;
  readonly network: PlayFigures['network'];
  readonly saveData: boolean;
  /** Whether a viewer who is at this position has seen the title. */
  readonly isOverAt: (seconds: number) => boolean;
  readonly now: () => number;
}

export interface PlayQuality {
  /** The figures until now, as the playback log takes them. */
  read(): PlayFigures;
}

/** Without a sign of movement for longer the picture stood, or the page slept. */
const LONGEST_STEP_MS = 2000;

/** Measures how one playback goes, until `signal` ends it: times of the page's clock, not media. */
export function createPlayQuality(
  { video, measurements, since, bytes, network, saveData, isOverAt, now }: QualityParts,
  signal: AbortSignal,
): PlayQuality {
  const heights = new Map<number, number>();
  let watchedMs = 0;
  let finished = false;
  let last: { readonly at: number; readonly time: number } | undefined;

  const on = (event: keyof HTMLVideoElementEventMap, act: () => void) =>
    video.addEventListener(event, act, { signal });
  const step = () => {
    const { currentTime: time, paused, videoHeight } = video;
    const at = now();
    const passed = last && time !== last.time && !paused ? at - last.at : 0;
    if (passed > 0 && passed <= LONGEST_STEP_MS) {
      watchedMs += passed;
      heights.set(videoHeight, (heights.get(videoHeight) ?? 0) + passed);
    }
    last = { at, time };
    if (watchedMs > 0 && isOverAt(time)) finished = true;
  };
  on('timeupdate', step);
  on('playing', () => {
    last = { at: now(), time: video.currentTime };
  });
  on('ended', () => {
    finished = watchedMs > 0;
  });

  return {
    read() {
      const { startMs, startedAt, stalls, stalledMs } = measurements();
      const from = since();
      const waited = startedAt !== undefined && from !== undefined ? startedAt - from : startMs;
      return {
        start_ms: waited === undefined ? null : Math.round(Math.max(0, waited)),
        stalls,
        stalled_seconds: seconds(stalledMs),
        watched_seconds: seconds(watchedMs),
        finished,
        network,
        save_data: saveData,
        bytes: bytes.read(),
        ...(bytes.backup() > 0 ? { backup_bytes: bytes.backup() } : {}),
        heights: [...heights].slice(0, 12).map(([height, ms]) => [height, seconds(ms)]),
      };
    },
  };
}

/** Whole seconds, within the contract's day. */
function seconds(ms: number): number {
  return Math.min(86_400, Math.round(ms / 1000));
}
