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
export function isUnfinished(seconds: number, durationSeconds: number): boolean {
  return (
    durationSeconds > 0 &&
    seconds >= durationSeconds * BEGUN &&
    seconds <= durationSeconds * FINISHED
  );
}

/** A position reported by a browser or another device: of a video, or of an episode of a show. */
export interface ReportedPosition {
  /** The title that has one position: a video, or a show with all its episodes. */
  readonly title: number;
  /** Null for a video. */
  readonly episode: number | null;
  readonly seconds: number;
  readonly durationSeconds: number;
  readonly at: Date;
}

/**
 * The stored position of a title; `seconds` null: the viewer finished the title, or removed it, at
 * `at`.
 */
export interface StoredPosition {
  readonly title: number;
  readonly episode: number | null;
  readonly seconds: number | null;
  readonly durationSeconds: number;
  readonly at: Date;
}

/**
 * The positions to store: one for each title, the latest one (of two at the same instant, the later
 * in the list). A position in the future counts as now. A title that is not begun or finished keeps
 * a mark without a position, so that an older position that arrives later does not restore it.
 */
export function latestByTitle(positions: readonly ReportedPosition[], now: Date): StoredPosition[] {
  const byTitle = new Map<number, StoredPosition>();
  for (const { title, episode, seconds, durationSeconds, at: reported } of positions) {
    const at = reported > now ? now : reported;
    const before = byTitle.get(title);
    if (before && before.at > at) continue;
    byTitle.set(title, {
      title,
      episode,
      seconds: isUnfinished(seconds, durationSeconds) ? seconds : null,
      durationSeconds,
      at,
    });
  }
  return [...byTitle.values()];
}
