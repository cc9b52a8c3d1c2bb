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
 * errors. An iPhone has the managed kind of MSE since iOS 17.1; before that its own HLS plays.
 * `undefined` where neither exists.
 */
export function chooseEngine(
  { mse, nativeHls }: Abilities,
  isDescribed: boolean,
): EngineName | undefined {
  if (mse) return isDescribed ? 'mse' : 'hls';
  return nativeHls ? 'native' : undefined;
}

interface MediaSourceKind {
  new (): MediaSource;
  isTypeSupported(type: string): boolean;
}

/** The kinds of media source that a browser may have. */
interface Host {
  readonly MediaSource?: MediaSourceKind;
  readonly ManagedMediaSource?: MediaSourceKind;
}

/** How a browser makes a media source. */
export interface MediaSourceMaker {
  create(): MediaSource;
  isTypeSupported(type: string): boolean;
  /** The browser itself says when it wants media, and drops some when memory is short. */
  readonly isManaged: boolean;
}

/** The browser's media source: the usual kind, else the managed one of an iPhone. */
export function mediaSourceOf(host: object): MediaSourceMaker | undefined {
  const { MediaSource: Usual, ManagedMediaSource: Managed } = host as Host;
  const Kind = Usual ?? Managed;
  return (
    Kind && {
      create: () => new Kind(),
      isTypeSupported: (type) => Kind.isTypeSupported(type),
      isManaged: !Usual,
    }
  );
}

/** Reads this browser's abilities. Needs no permission from the viewer. */
export function abilitiesOf(video: HTMLVideoElement, host: object = globalThis): Abilities {
  return {
    mse: mediaSourceOf(host)?.isTypeSupported(CODECS) ?? false,
    nativeHls: video.canPlayType('application/vnd.apple.mpegurl') !== '',
  };
}
