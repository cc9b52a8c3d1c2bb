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
}

/** A download is not judged before this time. */
const JUDGED_AFTER_MS = 800;
/** How long a viewer with an empty buffer may wait for the rest of a segment. */
const BEARABLE_SECONDS = 1.5;

/**
 * Whether a segment arrives too late for the buffer, so that a lower rendition should be fetched
 * instead. Whoever gives a download up has paid for its bytes, so it must be hopeless.
 */
export function isHopeless({ receivedBytes, totalBytes, elapsedMs, ahead }: Download): boolean {
  if (elapsedMs < JUDGED_AFTER_MS || totalBytes <= 0) return false;
  const remaining = totalBytes - receivedBytes;
  if (remaining < totalBytes / 3) return false;
  const seconds = (remaining * elapsedMs) / Math.max(1, receivedBytes) / 1000;
  return seconds > ahead + BEARABLE_SECONDS;
}
