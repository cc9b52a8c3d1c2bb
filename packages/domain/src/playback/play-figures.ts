/**
 * The figures that a player reports of one play, and how much of them is believed. A player runs at
 * the viewer's: each figure is bounded by what is possible, so that one report cannot distort a
 * day.
 */

/** What a device is connected by. `wifi` includes cables; many browsers say nothing. */
export const PLAY_NETWORKS = ['mobile', 'wifi', 'unknown'] as const;
export type PlayNetwork = (typeof PLAY_NETWORKS)[number];

/** Classes of the lines of a picture: 0 is sound alone, the others are upper limits. */
export const HEIGHT_CLASSES = [0, 240, 360, 480, 720, 1080, 2160] as const;
export type HeightClass = (typeof HEIGHT_CLASSES)[number];

/** The figures of one play from its start until now. */
export interface PlayFigures {
  /** Milliseconds from the press to the first picture; null: there was none. */
  readonly start_ms: number | null;
  readonly stalls: number;
  readonly stalled_seconds: number;
  /** Seconds in which the picture moved. */
  readonly watched_seconds: number;
  /** The viewer came to the credits or the end. */
  readonly finished: boolean;
  /** The network at the start. */
  readonly network: PlayNetwork;
  /** The browser's setting to use less data. */
  readonly save_data: boolean;
  /** Bytes of media by the network over which they came. */
  readonly bytes: Readonly<Record<PlayNetwork, number>>;
  /** Those of `bytes` that came from the second place of media (`MEDIA_BACKUP_URL`), if any did. */
  readonly backup_bytes?: number | undefined;
  /** Watched seconds by the lines of the picture. */
  readonly heights: readonly (readonly [height: number, seconds: number])[];
  /** No play: `bytes` were fetched ahead of a press that never came. */
  readonly unwatched?: boolean | undefined;
}

/** The longest play that is believed: a night. */
export const MOST_WATCHED_SECONDS = 12 * 60 * 60;
/** A longer wait for the first picture counts as this long. */
export const MOST_START_MS = 120_000;
/** Bytes for each watched second: above the highest rendition. */
const MOST_BYTES_PER_SECOND = 2_500_000;
/** What may be in the buffer when a play ends. */
const BUFFERED_SECONDS = 60;
/** A play stalls at most so often in a watched second, besides some at its start. */
const STALLS_PER_SECOND = 0.2;
const STALLS_AT_START = 5;

/** What is fetched ahead of a press: 40 kB with its headers, or little more. */
const MOST_AHEAD_BYTES = 50_000;

/** The class of a picture's lines. */
export function heightClass(height: number): HeightClass {
  if (height <= 0) return 0;
  return HEIGHT_CLASSES.find((most) => most > 0 && height <= most) ?? 2160;
}

/**
 * What is believed of reported figures: nothing negative, whole numbers, and no more than can be in
 * the watched time. Heights become classes, each once.
 */
export function believed(figures: PlayFigures): PlayFigures {
  if (figures.unwatched) return unwatched(figures);
  const watched = whole(figures.watched_seconds, MOST_WATCHED_SECONDS);
  const stalls = whole(figures.stalls, STALLS_AT_START + watched * STALLS_PER_SECOND);
  const bytes = boundedBytes(figures.bytes, (watched + BUFFERED_SECONDS) * MOST_BYTES_PER_SECOND);
  const backup = whole(figures.backup_bytes ?? 0, bytes.mobile + bytes.wifi + bytes.unknown);
  return {
    start_ms: figures.start_ms === null ? null : whole(figures.start_ms, MOST_START_MS),
    stalls,
    stalled_seconds: stalls === 0 ? 0 : whole(figures.stalled_seconds, watched + 600),
    watched_seconds: watched,
    finished: figures.finished && figures.start_ms !== null,
    network: figures.network,
    save_data: figures.save_data,
    bytes,
    ...(backup > 0 ? { backup_bytes: backup } : {}),
    heights: boundedHeights(figures.heights, watched),
  };
}

function unwatched({ network, save_data, bytes }: PlayFigures): PlayFigures {
  return {
    ...{ start_ms: null, stalls: 0, stalled_seconds: 0, watched_seconds: 0, finished: false },
    ...{ network, save_data, heights: [], unwatched: true },
    bytes: boundedBytes(bytes, MOST_AHEAD_BYTES),
  };
}

function boundedBytes(
  byNetwork: PlayFigures['bytes'],
  most: number,
): Readonly<Record<PlayNetwork, number>> {
  let left = most;
  const take = (bytes: number): number => {
    const taken = whole(bytes, left);
    left -= taken;
    return taken;
  };
  return {
    mobile: take(byNetwork.mobile),
    wifi: take(byNetwork.wifi),
    unknown: take(byNetwork.unknown),
  };
}

function boundedHeights(byHeight: PlayFigures['heights'], most: number): PlayFigures['heights'] {
  const classes = new Map<HeightClass, number>();
  let left = most;
  for (const [height, seconds] of byHeight) {
    const taken = whole(seconds, left);
    left -= taken;
    const of = heightClass(height);
    if (taken > 0) classes.set(of, (classes.get(of) ?? 0) + taken);
  }
  return [...classes];
}

function whole(value: number, most: number): number {
  return Math.round(Math.min(Math.max(Number.isFinite(value) ? value : 0, 0), most));
}
