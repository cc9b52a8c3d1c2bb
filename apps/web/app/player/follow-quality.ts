import type { Measurements } from '@bonisa/player/measurements';
import { backupsOf } from '@bonisa/player/timeline';
import { countMediaBytes } from '../data/media-bytes.ts';
import { connection, networkKind } from '../data/network.ts';
import { type ReceivedFiles, receivedFiles } from '../data/received-files.ts';
import type { PlaybackEntry } from './follow-playback.ts';
import type { ItemPlayback } from './live-playback.ts';
import { createPlayQuality } from './play-quality.ts';

/** When a play began, on the page's clock. */
export interface PlayTimes {
  /**
   * When the viewer pressed; undefined: when the newest play call went out, which the page makes at
   * the press.
   */
  readonly pressedAt?: number | undefined;
  /** When what it began with was asked for, where that was before the press. */
  readonly fetchedFrom?: number | undefined;
}

interface QualityOptions extends PlayTimes {
  readonly isOverAt?: (seconds: number) => boolean;
  /** Those of the document by default. */
  readonly files?: ReceivedFiles;
}

/**
 * Measures a playback and reports it once when the page is hidden or left, or at the end of
 * `signal`: one small request, which the browser sends even while it closes the page. What is over
 * or hidden already is reported at once, so that a play that was left within its first second
 * counts. Answers a function that adds the figures to an entry that is written anyway.
 */
export function followQuality(
  video: HTMLVideoElement,
  playback: Pick<ItemPlayback, 'state' | 'measurements' | 'source' | 'live'>,
  write: (entry: PlaybackEntry) => void,
  signal: AbortSignal,
  { pressedAt, fetchedFrom, isOverAt = () => false, files = receivedFiles() }: QualityOptions = {},
): (entry: PlaybackEntry) => PlaybackEntry {
  const since = () => pressedAt ?? sincePlayCall(files, playback.measurements());
  const from = fetchedFrom ?? since() ?? performance.now();
  const bytes = countMediaBytes(files, from, signal, () => [
    ...backupsOf(playback.source?.media?.parts ?? []),
    ...(playback.live?.view?.backups() ?? []),
  ]);
  const quality = createPlayQuality(
    {
      video,
      measurements: playback.measurements,
      since,
      bytes,
      network: networkKind(),
      saveData: connection()?.saveData === true,
      isOverAt,
      now: () => performance.now(),
    },
    signal,
  );
  let reported = '';
  const add = (entry: PlaybackEntry): PlaybackEntry => {
    const figures = quality.read();
    reported = JSON.stringify(figures);
    return { ...entry, quality: figures };
  };
  const leave = () => {
    const figures = quality.read();
    if (JSON.stringify(figures) === reported || !saysSomething(figures.start_ms)) return;
    const { duration, paused } = video;
    // After the end the element may have another playback.
    const isKnown =
      !signal.aborted && Number.isFinite(duration) && duration > 0 && duration < 86_400;
    write(
      add({
        status: paused || signal.aborted ? 'paused' : 'playing',
        duration: isKnown ? duration : null,
        vid_paused_at: null,
        vid_finished_at: null,
      }),
    );
  };
  /** A refusal, or a browser that waits for a press, is no play that failed. */
  const saysSomething = (startMs: number | null): boolean => {
    const { state } = playback;
    if (startMs !== null) return true;
    return state.kind === 'failed'
      ? state.failure === 'network' || state.failure === 'media'
      : state.kind !== 'needs-press';
  };
  window.addEventListener('pagehide', leave, { signal });
  document.addEventListener('visibilitychange', () => document.hidden && leave(), { signal });
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted || document.hidden) leave();
  return add;
}

/** A play call that went out longer before its playback was made belongs to an earlier one. */
const LONGEST_LOADING_MS = 20_000;

/** When the newest play call went out, or when the playback was made where that is not known. */
function sincePlayCall(
  files: ReceivedFiles,
  { startedAt, startMs }: Measurements,
): number | undefined {
  const made = startedAt === undefined || startMs === undefined ? undefined : startedAt - startMs;
  const latest = startedAt ?? performance.now();
  const times = files.playCalls().filter((time) => time <= latest);
  if (times.length === 0) return made;
  const newest = Math.max(...times);
  if (made === undefined) return newest;
  return newest < made - LONGEST_LOADING_MS ? made : Math.min(newest, made);
}
