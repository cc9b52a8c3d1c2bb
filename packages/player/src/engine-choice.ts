/**
 * What can play our media here. `hls`: hls.js over Media Source Extensions. `native`: the browser's
 * own HLS.
 */
export type EngineName = 'hls' | 'native';

/** What a browser says it can do. */
export interface Abilities {
  /** Media Source Extensions (or the managed kind) take our container and codecs. */
  readonly mse: boolean;
  /** The video element takes an HLS playlist by itself. */
  readonly nativeHls: boolean;
}

/** Our media: fMP4 with H.264 (main profile) and AAC. */
const CODECS = 'video/mp4; codecs="avc1.4d401f,mp4a.40.2"';

/**
 * MSE first: Chromium says yes to both, and its own HLS starts low, ignores our quality cap and
 * tells us no errors. `undefined` where neither is there.
 */
export function chooseEngine({ mse, nativeHls }: Abilities): EngineName | undefined {
  if (mse) return 'hls';
  return nativeHls ? 'native' : undefined;
}

interface MediaSourceLike {
  isTypeSupported(type: string): boolean;
}

/** Asks this browser. Playing needs no permission, so nothing is shown or asked. */
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
