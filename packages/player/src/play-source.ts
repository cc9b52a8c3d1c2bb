import type { PlayMedia, SpokenSource } from './play-media.ts';

/** The media to play, as the play call returns it. */
export interface PlaySource extends SpokenSource {
  readonly playlist: string;
  /** The media for our own engine; without them a playlist is played. */
  readonly media?: PlayMedia;
  readonly captions: readonly {
    readonly language: string;
    readonly label: string;
    readonly src: string;
  }[];
  /** Opening, recap and credits, in seconds. */
  readonly segments: readonly {
    readonly kind: 'intro' | 'recap' | 'credits';
    readonly start: number;
    readonly end: number;
  }[];
  /** The resume position in seconds, unless the caller gives another. */
  readonly position?: number;
  /** When the addresses end, as an ISO time. */
  readonly expires_at?: string;
}

/** Why the viewer may not play (any more), as the server says it. */
export interface Refusal {
  readonly reason: string;
  /** The device that plays instead. */
  readonly device?: { readonly kind: string; readonly since: string } | undefined;
}

/** `ask` throws this if the viewer is not entitled (any more). */
export class PlayRefusedError extends Error {
  declare readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`not entitled: ${refusal.reason}`);
    this.name = 'PlayRefusedError';
    this.refusal = refusal;
  }
}

/** `ask` throws this if there is no such title, or a refusal that the same call will not change. */
export class PlayMissingError extends Error {}
