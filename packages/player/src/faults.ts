/** A fault as an engine reports it. */
export type Fault =
  /** The address is no longer valid (401, 403, 410). */
  | 'expired'
  /** Nothing to be had at the address, whoever asks again (404 and the like). */
  | 'missing'
  /** No answer, or a failing server. */
  | 'network'
  /** The decoder or its buffer failed. */
  | 'media'
  /** The picture stands still, although media are there. */
  | 'stuck'
  /** This browser cannot play the media at all. */
  | 'unsupported';

/** Why playback ended for good; each has its own text on screen. */
export type Failure = 'refused' | 'missing' | 'network' | 'media' | 'unsupported';

/** The fault for an HTTP status of a playlist or segment; `undefined` or 0: no answer. */
export function faultOfStatus(status: number | undefined): Fault {
  if (status === 401 || status === 403 || status === 410) return 'expired';
  const passes = status === undefined || status < 400 || status >= 500;
  return passes || status === 408 || status === 429 ? 'network' : 'missing';
}

/**
 * The fault for a video element's error; its codes are 1 aborted, 2 network, 3 decode, 4 source not
 * supported.
 */
export function faultOfMediaError(code: number | undefined, hasPlayed: boolean): Fault {
  if (code === 3) return 'media';
  // An expired address also gives 2, or 4 in the middle of playback: a fresh address helps in all
  // these cases.
  if (code === 2 || hasPlayed) return 'expired';
  return code === 4 ? 'unsupported' : 'network';
}
