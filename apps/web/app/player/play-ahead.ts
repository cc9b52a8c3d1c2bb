import type { ReplyOf } from '@bonisa/contract/calls';
import type { PlayFigures } from '@bonisa/domain/playback/play-figures';
import type { PreparedMedia } from '@bonisa/player/prepare-media';
import { type AheadPlay, keepAhead } from './ahead.ts';
import type { PlayGranted } from './player-handoff.ts';

export interface PlayAheadParts {
  /** Makes the play call that takes no place. */
  readonly ask: (slug: string, signal: AbortSignal) => Promise<ReplyOf<'play'>>;
  /** Puts the first picture of an answer into the video element, where it may be shown at once. */
  readonly prepare: (answer: PlayGranted) => PreparedMedia | undefined;
  /** The terms on which a call would ask now, to compare. */
  readonly terms: () => string;
  /** Says that these bytes of a title were fetched for nobody. */
  readonly report: (slug: string, bytes: PlayFigures['bytes']) => void;
  /** The bytes of media that came since a moment of the page's clock. */
  readonly bytesSince: (at: number) => PlayFigures['bytes'];
  /** Milliseconds on the page's clock. */
  readonly now: () => number;
}

/** An answer is good for so long: what it grants may have changed meanwhile. */
const GOOD_MS = 5 * 60_000;

/**
 * Fetches the play call's answer with the first picture of a title before its viewer presses Watch.
 * It takes no place among the devices of the subscription and counts as no play. It is dropped,
 * and its bytes are reported as unwatched, when `signal` ends it (the page is left or hidden, the
 * viewer has signed out), and where the press comes late or asks for something else.
 */
export function playAhead(
  slug: string,
  { ask, prepare, terms, report, bytesSince, now }: PlayAheadParts,
  signal: AbortSignal,
): void {
  const asked = terms();
  const askedAt = now();
  let isOver = false;
  let prepared: PreparedMedia | undefined;
  const fetching = new AbortController();
  const answer = ask(slug, fetching.signal)
    .then((found) => {
      if (!found.entitled) return undefined;
      if (!isOver) prepared = prepare(found);
      return found;
    })
    // The press asks again.
    .catch(() => undefined);
  const drop = () => {
    if (isOver) return;
    isOver = true;
    keepAhead(undefined);
    fetching.abort();
    prepared?.drop();
    report(slug, bytesSince(askedAt));
  };
  const play: AheadPlay = {
    slug,
    take() {
      if (isOver) return undefined;
      if (terms() !== asked || now() - askedAt > GOOD_MS) {
        drop();
        return undefined;
      }
      isOver = true;
      keepAhead(undefined);
      return { answer, opening: prepared?.opening, askedAt };
    },
  };
  if (signal.aborted) return;
  keepAhead(play);
  signal.addEventListener('abort', drop, { once: true });
}
