/** What the choice of the next segment's rendition depends on. */
export interface Situation {
  /** The rates of the allowed renditions in bit/s, lowest first; never empty. */
  readonly bandwidths: readonly number[];
  /** The rendition of the segment before. */
  readonly current: number;
  /** The throughput in bit/s; `undefined`: not known yet. */
  readonly throughput: number | undefined;
  /** Seconds in the buffer ahead of the picture. */
  readonly ahead: number;
}

/** The share of the throughput that a rendition may need, by the seconds in the buffer. */
const SHARE_EMPTY = 0.6;
const SHARE_FULL = 0.9;
/** A buffer of this many seconds outlives a bad stretch of the network. */
const FULL_SECONDS = 12;
/** What going up costs over staying, so that the picture does not change with every segment. */
const UPWARD_MARGIN = 1.15;

/**
 * Chooses the rendition of the next segment: the highest that the network carries, with more
 * caution while little is buffered. Without a measurement the current rendition stays.
 */
export function nextRendition({ bandwidths, current, throughput, ahead }: Situation): number {
  const highest = bandwidths.length - 1;
  if (throughput === undefined) return Math.min(current, highest);
  const fullness = Math.min(1, Math.max(0, ahead) / FULL_SECONDS);
  const usable = throughput * (SHARE_EMPTY + (SHARE_FULL - SHARE_EMPTY) * fullness);
  let choice = 0;
  for (const [index, bandwidth] of bandwidths.entries()) {
    const needed = index > current ? bandwidth * UPWARD_MARGIN : bandwidth;
    if (needed <= usable) choice = index;
  }
  return choice;
}

/** How a download that is under way goes on. */
export interface Download {
  readonly receivedBytes: number;
  readonly totalBytes: number;
  readonly elapsedMs: number;
  readonly ahead: number;
  /** What the segment has in the lowest rendition, as a share of its bytes in this one. */
  readonly lowestShare: number;
  /** Of the segment. */
  readonly durationSeconds: number;
}

/** A download is not judged before this time. */
const JUDGED_AFTER_MS = 800;
/** How long a viewer with an empty buffer may wait for the rest of a segment. */
const BEARABLE_SECONDS = 1.5;

/** What it must save to fetch a segment anew that would still come in time. */
const WORTH_SECONDS = 1;

/**
 * Whether a segment arrives too late for the buffer, so that the lowest rendition should be fetched
 * instead; also while it drains the buffer and the lowest rendition would be there clearly sooner:
 * a tunnel may come next. Whoever gives a download up has paid for its bytes.
 */
export function isHopeless(download: Download): boolean {
  const { receivedBytes, totalBytes, elapsedMs, ahead, lowestShare, durationSeconds } = download;
  if (elapsedMs < JUDGED_AFTER_MS || totalBytes <= 0) return false;
  const remaining = totalBytes - receivedBytes;
  if (remaining < totalBytes / 3) return false;
  const secondsOf = (bytes: number) => (bytes * elapsedMs) / Math.max(1, receivedBytes) / 1000;
  const seconds = secondsOf(remaining);
  if (seconds > ahead + BEARABLE_SECONDS) return true;
  const isDraining = secondsOf(totalBytes) > durationSeconds;
  return isDraining && seconds > secondsOf(totalBytes * lowestShare) + WORTH_SECONDS;
}
