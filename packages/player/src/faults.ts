/** What went wrong on the way, as an engine reports it. */
export type Fault =
  /** The address is not valid any more (401, 403, 410). */
  | 'expired'
  /** There is nothing at the address (404). */
  | 'missing'
  /** No answer, or a server in trouble. */
  | 'network'
  /** The decoder or its buffer stumbled. */
  | 'media'
  /** This browser cannot play this at all. */
  | 'unsupported';

/** How playback ended for good; each has its own words on screen. */
export type Failure = 'refused' | 'missing' | 'network' | 'media' | 'unsupported';

/** What an HTTP status of a playlist or segment means; `undefined` or 0: no answer came. */
export function faultOfStatus(status: number | undefined): Fault {
  if (status === 401 || status === 403 || status === 410) return 'expired';
  return status === 404 ? 'missing' : 'network';
}

/**
 * What a video element's own error means; its codes are 1 aborted, 2 network, 3 decode, 4 source
 * not supported.
 */
export function faultOfMediaError(code: number | undefined, hasPlayed: boolean): Fault {
  if (code === 3) return 'media';
  // An expired address also ends as 2, or as 4 in the middle of a play: a fresh address heals all
  // of them.
  if (code === 2 || hasPlayed) return 'expired';
  return code === 4 ? 'unsupported' : 'network';
}
