/**
 * The engines for our media. `hls`: hls.js over Media Source Extensions. `native`: the browser's
 * own HLS.
 */
export type EngineName = 'hls' | 'native';

/** The abilities of a browser. */
export interface Abilities {
  /** Media Source Extensions (or the managed kind) support our container and codecs. */
  readonly mse: boolean;
  /** The video element plays an HLS playlist itself. */
  readonly nativeHls: boolean;
}

/** Our media: fMP4 with H.264 (main profile) and AAC. */
const CODECS = 'video/mp4; codecs="avc1.4d401f,mp4a.40.2"';

/**
 * Prefers MSE: Chromium supports both, and its own HLS starts low, ignores our cap and reports no
 * errors. `undefined` where neither exists.
 */
export function chooseEngine({ mse, nativeHls }: Abilities): EngineName | undefined {
  if (mse) return 'hls';
  return nativeHls ? 'native' : undefined;
}

interface MediaSourceLike {
  isTypeSupported(type: string): boolean;
}

/** Reads this browser's abilities. Needs no permission from the viewer. */
export function abilitiesOf(video: HTMLVideoElement, host: object = globalThis): Abilities {
  const { ManagedMediaSource, MediaSource } = host as {
    ManagedMediaSource?: MediaSourceLike;
    MediaSource?: MediaSourceLike;
  };
  return {
    mse: (ManagedMediaSource ?? MediaSource)?.isTypeSupported(CODECS) ?? false,
    nativeHls: video.canPlayType('application/vnd.apple.mpegurl') !== '',
  };
}
