import type { Fault } from './faults.ts';
import type { PlayMedia } from './play-media.ts';

/**
 * One way to play a playlist in a video element. It reports faults; `recovery.ts` decides what to
 * do about them.
 */
export interface Engine {
  /** Loads again from the same address after a network fault. */
  reload(): void;
  /** Starts the decoder again, at `position` in seconds. A live engine knows its place itself. */
  repair(position: number): void;
  /**
   * Goes on with fresh addresses or other renditions of the same title; missing where the engine
   * must start again.
   */
  renew?(media: PlayMedia): void;
  /** Releases the element and aborts everything that is under way. */
  destroy(): void;
}

export interface EngineOptions {
  readonly video: HTMLVideoElement;
  readonly playlist: string;
  /** The start position in seconds. */
  readonly position: number;
  /** Aborted at the end of the playback that this engine serves. */
  readonly signal: AbortSignal;
  readonly onFault: (fault: Fault) => void;
}
