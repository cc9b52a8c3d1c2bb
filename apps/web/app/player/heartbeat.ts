import type { BodyOf, ReplyOf } from '@bonisa/contract/calls';
import type { Refusal } from '@bonisa/player/play-source';

/** The play that heartbeats keep, as the newest play call named it. */
export interface HeartbeatTerms {
  readonly playId: string;
  readonly everyMs: number;
  /** Its play has no place yet: the first heartbeat takes it, as soon as the picture moves. */
  readonly wantsPlace?: boolean | undefined;
}

/** The members of a video element that are used here. */
type Beating = Pick<HTMLVideoElement, 'paused' | 'ended' | 'addEventListener'>;

export interface HeartbeatParts {
  readonly video: Beating;
  /** Tells when the page is left. */
  readonly page: EventTarget;
  /** `undefined` before a play was granted. */
  readonly terms: () => HeartbeatTerms | undefined;
  /** `undefined` without an answer. */
  readonly send: (body: BodyOf<'playHeartbeat'>) => Promise<ReplyOf<'playHeartbeat'> | undefined>;
  /** Ends playback: the viewer may not watch here any more. */
  readonly stop: (refusal: Refusal) => void;
  readonly now: () => number;
}

/** How often to look whether a heartbeat is due, in milliseconds. */
const LOOK_MS = 1000;

/**
 * Asks while the video plays, from now on, whether it may go on (our own engine fetches no playlist
 * that would tell), and so keeps this device's place. Frees the place when playback or the page
 * ends. Without an answer playback goes on: a bad signal must not stop it.
 */
export function createHeartbeat(
  { video, page, terms, send, stop, now }: HeartbeatParts,
  signal: AbortSignal,
): void {
  /** The play of the last heartbeat, and when it was sent; a play call counts as the first. */
  let last: { readonly playId: string; readonly at: number } | undefined;
  let refused: string | undefined;

  const beat = () => {
    const current = terms();
    if (!current || video.paused || video.ended || current.playId === refused) return;
    const { playId, everyMs, wantsPlace } = current;
    if (last?.playId !== playId)
      last = { playId, at: wantsPlace ? Number.NEGATIVE_INFINITY : now() };
    if (now() - last.at < everyMs) return;
    last = { playId, at: now() };
    void send({ play_id: playId }).then((answer) => {
      if (!answer || answer.playing || signal.aborted || terms()?.playId !== playId) return;
      refused = playId;
      stop(answer);
    });
  };
  const end = () => {
    const playId = terms()?.playId;
    if (!playId || last?.playId !== playId || playId === refused) return;
    // Playing again begins with a heartbeat.
    last = { playId, at: Number.NEGATIVE_INFINITY };
    void send({ play_id: playId, ended: true });
  };

  beat();
  const timer = setInterval(beat, LOOK_MS);
  video.addEventListener('playing', beat, { signal });
  video.addEventListener('ended', end, { signal });
  page.addEventListener('pagehide', end, { signal });
  signal.addEventListener(
    'abort',
    () => {
      clearInterval(timer);
      end();
    },
    { once: true },
  );
}
