/**
 * Where playback was left, and whether that is worth keeping (row F10). Times are whole seconds
 * from the beginning.
 */

/** Under this share of the media it counts as not begun, over the other one as finished. */
const BEGUN = 0.05;
const FINISHED = 0.95;

/**
 * Whether somebody who left `seconds` into media of this length would want to go on there. Media
 * without a length has no place in it.
 */
export function isUnfinished(seconds: number, durationSeconds: number): boolean {
  return (
    durationSeconds > 0 &&
    seconds >= durationSeconds * BEGUN &&
    seconds <= durationSeconds * FINISHED
  );
}

/** A position as a browser or another device has it: of a video, or of an episode of a show. */
export interface LeftAt {
  /** What is remembered once: a video, or a show with all its episodes. */
  readonly title: number;
  /** Null for a video. */
  readonly episode: number | null;
  readonly seconds: number;
  readonly durationSeconds: number;
  readonly at: Date;
}

/** What is kept of a title: `seconds` null says that it was finished, or taken out, at `at`. */
export interface Kept {
  readonly title: number;
  readonly episode: number | null;
  readonly seconds: number | null;
  readonly durationSeconds: number;
  readonly at: Date;
}

/**
 * What is kept of these positions: one for each title, the one that was left last (of two at the
 * same instant the later in the list). A position of the future is one of now. Not begun and
 * finished are kept as a mark without a place, so that an older position which comes later does not
 * bring back what was ended since.
 */
export function keepLatest(positions: readonly LeftAt[], now: Date): Kept[] {
  const byTitle = new Map<number, Kept>();
  for (const { title, episode, seconds, durationSeconds, at: said } of positions) {
    const at = said > now ? now : said;
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
