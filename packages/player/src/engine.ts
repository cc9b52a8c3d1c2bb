import type { Fault } from './faults.ts';

/**
 * One way to play a playlist in a video element. It reports faults; what is done about them is
 * decided elsewhere.
 */
export interface Engine {
  /** Loads again from the same address after a network fault. */
  reload(): void;
  /** Puts the decoder right after a media fault. */
  repair(): void;
  /** No rendition above this height; `undefined`: none is too high. */
  setCap(height: number | undefined): void;
  /** Lets go of the element and of everything that is under way. */
  destroy(): void;
}

export interface EngineOptions {
  readonly video: HTMLVideoElement;
  readonly playlist: string;
  /** Where to start, in seconds. */
  readonly position: number;
  readonly capHeight: number | undefined;
  /** The end of the playback that this engine serves. */
  readonly signal: AbortSignal;
  readonly onFault: (fault: Fault) => void;
}
