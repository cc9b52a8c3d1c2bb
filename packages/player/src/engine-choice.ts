/**
 * The engines for our media. `mse`: ours, over Media Source Extensions, where the play call's
 * answer describes the media. `hls`: hls.js over the same, for a playlist. `native`: the browser's
 * own HLS.
 */
export type EngineName = 'mse' | 'hls' | 'native';

/** The abilities of a browser. */
export interface Abilities {
  /** Media Source Extensions support our container and codecs. */
  readonly mse: boolean;
  /** The video element plays an HLS playlist itself. */
  readonly nativeHls: boolean;
}

/** Our media: fMP4 with H.264 (high profile) and AAC. */
const CODECS = 'video/mp4; codecs="avc1.64001f,mp4a.40.2"';

/**
 * Prefers MSE: Chromium supports both, and its own HLS starts low, ignores our cap and reports no
 * errors. An iPhone has only a managed kind of MSE, which cannot play on a television: there its
 * own HLS plays. `undefined` where neither exists.
 */
export function chooseEngine(
  { mse, nativeHls }: Abilities,
  isDescribed: boolean,
): EngineName | undefined {
  if (mse) return isDescribed ? 'mse' : 'hls';
  return nativeHls ? 'native' : undefined;
}

interface MediaSourceLike {
  isTypeSupported(type: string): boolean;
}

/** Reads this browser's abilities. Needs no permission from the viewer. */
export function abilitiesOf(video: HTMLVideoElement, host: object = globalThis): Abilities {
  const { MediaSource } = host as { MediaSource?: MediaSourceLike };
  return {
    mse: MediaSource?.isTypeSupported(CODECS) ?? false,
    nativeHls: video.canPlayType('application/vnd.apple.mpegurl') !== '',
  };
}
