/** A media element as far as gaps in its buffer matter. */
type Gapped = Pick<HTMLVideoElement, 'buffered' | 'currentTime'>;

/** Into the media behind a gap: the very start may lie in the gap for the browser. */
const INTO_SECONDS = 0.01;

/** Where the media go on that begin less than `seconds` ahead; `undefined`: none begin there. */
export function endOfGap({ buffered, currentTime }: Gapped, seconds: number): number | undefined {
  for (let range = 0; range < buffered.length; range++) {
    const start = buffered.start(range);
    if (start > currentTime && start - currentTime < seconds) return start;
  }
  return undefined;
}

/**
 * Moves the picture over a gap of less than `seconds` ahead, to media that begin before `latest`;
 * tells whether there was one.
 */
export function jumpGap(
  video: Gapped,
  seconds: number,
  latest = Number.POSITIVE_INFINITY,
): boolean {
  const end = endOfGap(video, seconds);
  if (end === undefined || end >= latest) return false;
  video.currentTime = end + INTO_SECONDS;
  return true;
}
