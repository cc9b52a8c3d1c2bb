/** Further behind, playback runs a little faster whatever the buffer has. */
const LATE_SECONDS = 4;
const CATCH_UP_RATE = 1.06;
/** Less behind, such as by what the start took, it does so while the line is fast enough. */
const BEHIND_SECONDS = 0.6;
const THERE_SECONDS = 0.2;
/** A line that is fast enough has so much in the buffer, and never less than the second. */
const AMPLE_SECONDS = 5;
const SCARCE_SECONDS = 3.5;

/**
 * The rate at which a player goes on that follows a channel: it catches up with the newest position
 * and slows down again. `late`: behind that position; `ahead`: in the buffer; both in seconds.
 * Another rate than its own two is the viewer's, and stays.
 */
export function livePace(rate: number, late: number, ahead: number): number {
  if (rate === 1) {
    const isDue = late > LATE_SECONDS || (late > BEHIND_SECONDS && ahead > AMPLE_SECONDS);
    return isDue ? CATCH_UP_RATE : 1;
  }
  const isDone = late < THERE_SECONDS || (late < LATE_SECONDS && ahead < SCARCE_SECONDS);
  return rate === CATCH_UP_RATE && isDone ? 1 : rate;
}
