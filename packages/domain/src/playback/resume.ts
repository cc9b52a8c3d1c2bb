/**
 * Where a viewer stopped playback, and whether the position is worth storing (row F10). Times are
 * whole seconds from the beginning.
 */

/**
 * Below the first share of the duration a title counts as not begun; above the second as finished.
 */
const BEGUN = 0.05;
const FINISHED = 0.95;

/**
 * Whether a viewer who stopped at `seconds` in media of this duration would want to resume there.
 * Media without a duration has no resume position.
 */
export function isUnfinished(
  seconds: number,
  durationSeconds: number,
  creditsAt?: number | undefined,
): boolean {
  return (
    durationSeconds > 0 &&
    seconds >= durationSeconds * BEGUN &&
    !isFinished(seconds, durationSeconds, creditsAt)
  );
}

/**
 * Whether a viewer who stopped at `seconds` has seen the title: up to its credits, which begin at
 * `creditsAt`, or nearly to its end.
 */
export function isFinished(
  seconds: number,
  durationSeconds: number,
  creditsAt: number = Number.POSITIVE_INFINITY,
): boolean {
  return durationSeconds > 0 && (seconds > durationSeconds * FINISHED || seconds >= creditsAt);
}

/** A position reported by a browser or another device: of a video, or of an episode of a show. */
export interface ReportedPosition {
  /** The title that has one position: a video, or a show with all its episodes. */
  readonly title: number;
  /** Null for a video. */
  readonly episode: number | null;
  readonly seconds: number;
  readonly durationSeconds: number;
  /** Where the credits begin, if the title has any. */
  readonly creditsAt?: number | undefined;
  /** The episode after this one; it takes its place once this one is finished. */
  readonly next?: { readonly episode: number; readonly durationSeconds: number } | undefined;
  readonly at: Date;
}

/**
 * The stored position of a title; `seconds` null: the viewer finished the title, or removed it, at
 * `at`. A show is finished with its last episode.
 */
export interface StoredPosition {
  readonly title: number;
  readonly episode: number | null;
  readonly seconds: number | null;
  readonly durationSeconds: number;
  readonly finished: boolean;
  readonly at: Date;
}

/**
 * The positions to store: one for each title, the latest one (of two at the same instant, the later
 * in the list). A position in the future counts as now. A finished episode makes room for the
 * beginning of the next one. A title that is not begun or finished keeps a mark without a position,
 * so that an older position that arrives later does not restore it.
 */
export function latestByTitle(positions: readonly ReportedPosition[], now: Date): StoredPosition[] {
  const byTitle = new Map<number, StoredPosition>();
  for (const position of positions) {
    const at = position.at > now ? now : position.at;
    const before = byTitle.get(position.title);
    if (before && before.at > at) continue;
    byTitle.set(position.title, { title: position.title, at, ...placeToStore(position) });
  }
  return [...byTitle.values()];
}

function placeToStore({
  episode,
  seconds,
  durationSeconds,
  creditsAt,
  next,
}: ReportedPosition): Omit<StoredPosition, 'title' | 'at'> {
  if (isUnfinished(seconds, durationSeconds, creditsAt))
    return { episode, seconds, durationSeconds, finished: false };
  const finished = isFinished(seconds, durationSeconds, creditsAt);
  return finished && next
    ? { episode: next.episode, seconds: 0, durationSeconds: next.durationSeconds, finished: false }
    : { episode, seconds: null, durationSeconds, finished };
}
