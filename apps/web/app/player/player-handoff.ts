import type { ReplyOf } from '@bonisa/contract/calls';
import type { OpeningMedia } from '@bonisa/player/media-attachment';
import type { Playback } from '@bonisa/player/playback';

/** An answer of the play call that lets the viewer play. */
export type PlayGranted = Extract<ReplyOf<'play'>, { entitled: true }>;

/**
 * The answer of the play call, to be read; or one that was read ahead of the press and has no place
 * yet: the first heartbeat takes it.
 */
export type PlayAnswer = Response | PlayGranted;

/** How a play starts: the play call, and its first answer where it was already made. */
export interface EarlyPlay {
  /** `takeOver`: stop another device that plays. */
  readonly ask: (takeOver?: boolean) => Promise<Response>;
  readonly answer?: Promise<PlayAnswer>;
  /** A media source that the element opens already. */
  readonly opening?: OpeningMedia | undefined;
  /** The title, whose last position in this browser is looked up. */
  readonly item: { readonly kind: string | undefined; readonly id: number };
  /** The position to start at, in seconds; without it the last position. */
  readonly from?: number;
}

/** The module at `playerUrl`. */
export interface PlayerModule {
  start(video: HTMLVideoElement, play: EarlyPlay): Playback;
}

/** A playback that `early-play.entry.ts` started, for React to take over. */
export interface PlayInProgress {
  readonly slug: string;
  readonly playback: Promise<Playback>;
  /**
   * Ends with the first picture, or when none will come soon. The page's own scripts wait for it
   * (`page-start.ts`).
   */
  readonly underWay: Promise<unknown>;
}

/** The title of a stage, as the attributes of its script name it. */
export interface EarlyStage {
  readonly kind: string;
  readonly id: string;
}

declare global {
  interface Window {
    bonisaPlay?: PlayInProgress;
    /** Tells the early start that the stage's video element exists. */
    bonisaStage?: (stage: EarlyStage) => void;
  }
}
