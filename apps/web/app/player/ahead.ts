import type { OpeningMedia } from '@bonisa/player/media-attachment';
import type { PlayGranted } from './player-handoff.ts';

/** An answer of the play call that was fetched before the viewer pressed Watch. */
export interface AheadPlay {
  readonly slug: string;
  /** Hands the answer over, once; undefined where it does not fit a press of now. */
  take(): TakenAhead | undefined;
}

export interface TakenAhead {
  /** Undefined: there is none that lets the viewer play, so the press asks. */
  readonly answer: Promise<PlayGranted | undefined>;
  /** The video element with the first picture in it, where that is where the viewer starts. */
  readonly opening: OpeningMedia | undefined;
  /** When the call went out, on the page's clock: its bytes belong to the play. */
  readonly askedAt: number;
}

let current: AheadPlay | undefined;

/** Keeps what was fetched ahead for the press, instead of what was kept before. */
export function keepAhead(play: AheadPlay | undefined): void {
  current = play;
}

/** What was fetched ahead for a title, if it still holds. */
export function takeAhead(slug: string): TakenAhead | undefined {
  return current?.slug === slug ? current.take() : undefined;
}
