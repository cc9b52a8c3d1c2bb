import type { PictureState } from './live-ingest.tables.ts';

/** What a live picture has gone through so far. */
export interface PictureTrials {
  /** When parts began anew because of the publisher or the encoder, in the last minute. */
  readonly restarts: readonly number[];
  /** The highest rendition that the server keeps up with, as far as it is known. */
  readonly mostHeight: number;
}

/** Why another part begins. */
export type PictureFault =
  /** What is sent needs another encoder, or nothing comes out of the present one. */
  | { readonly is: 'broken' }
  | { readonly is: 'encoder_ended' }
  /** The encoder of these renditions does not follow. */
  | { readonly is: 'behind'; readonly made: readonly number[] };

const MINUTE_MS = 60_000;
/** New parts in a minute before a picture is given up. */
const MOST_RESTARTS = 6;
const MOST_ENDED_ENCODERS = 3;

export const UNTRIED: PictureTrials = { restarts: [], mostHeight: 4320 };

/** What is known after a fault, for the next part; or why there is none. Times in milliseconds. */
export function afterFault(
  { restarts, mostHeight }: PictureTrials,
  fault: PictureFault,
  now: number,
): PictureTrials | PictureState {
  if (fault.is === 'behind') {
    const lower = fault.made.at(-2);
    return lower === undefined ? 'too_slow' : { restarts, mostHeight: lower };
  }
  const recent = [...restarts.filter((at) => now - at < MINUTE_MS), now];
  if (fault.is === 'broken' && recent.length > MOST_RESTARTS) return 'malformed';
  if (fault.is === 'encoder_ended' && recent.length > MOST_ENDED_ENCODERS) return 'encoder_failed';
  return { restarts: recent, mostHeight };
}
