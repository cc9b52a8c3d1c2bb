import { endOfGap } from './gap.ts';
import { bufferedAhead, JUMPED_SECONDS } from './timeline.ts';

/** The parts of a video element that are watched. */
type Watched = Pick<
  HTMLVideoElement,
  'currentTime' | 'paused' | 'seeking' | 'ended' | 'readyState' | 'buffered' | 'addEventListener'
>;

/** What a browser tells of its network, where it does (`NetworkInformation`). */
export interface Connection extends EventTarget {
  readonly type?: string;
  readonly saveData?: boolean;
}

/** What playback can know of its page. */
export interface PageSigns {
  readonly video: Watched;
  readonly window: EventTarget;
  readonly document: EventTarget & { readonly visibilityState: string };
  readonly connection: Connection | undefined;
  readonly now: () => number;
  /** When the answer of the play call should be renewed; `undefined`: not known. */
  readonly renewAt: () => number | undefined;
}

export interface PageListeners {
  /** The line may be back: the browser says so, or the page is seen again. */
  onLine(): void;
  /** Other media or a fresh answer are due: another network, a long sleep, an answer that ends. */
  onStale(): void;
  /** The picture stands still, although media are there. */
  onStuck(): void;
}

const TICK_MS = 1_000;
/** Browsers slow the clocks of hidden pages down to one tick a minute; more was a sleep. */
const SLEEP_MS = 5 * 60_000;
/** A tick so late says that the device is busy, so its decoder may be slow and not stuck. */
const BUSY_MS = 2 * TICK_MS;
/** Ticks without progress after which a picture that could play counts as stuck. */
const STUCK_TICKS = 5;
/** The same where the browser waits for media although it has some. */
const WAITING_TICKS = 2;
/** With this much ahead no browser waits for more. */
const ENOUGH_SECONDS = 1;
/** `HTMLMediaElement.HAVE_FUTURE_DATA`. */
export const HAS_MEDIA = 3;

/**
 * Watches what happens around a playback until `signal` ends it: networks that come and go, a page
 * that sleeps, an answer that ends, a decoder that hangs.
 */
export function watchPage(
  { video, window, document, connection, now, renewAt }: PageSigns,
  { onLine, onStale, onStuck }: PageListeners,
  signal: AbortSignal,
): void {
  let tickedAt = now();
  let renewed = 0;
  let place = video.currentTime;
  let still = 0;
  let network = networkOf(connection);
  const isSeen = () => document.visibilityState === 'visible';

  function tick() {
    const at = now();
    const sinceTick = at - tickedAt;
    tickedAt = at;
    const due = renewAt() ?? Number.POSITIVE_INFINITY;
    if (sinceTick > SLEEP_MS || (at >= due && due !== renewed)) {
      renewed = due;
      onStale();
    }
    const { currentTime, paused, seeking, ended } = video;
    const shouldMove = isSeen() && !paused && !seeking && !ended;
    const patience = shouldMove ? patienceWith(video) : Number.POSITIVE_INFINITY;
    if (patience === Number.POSITIVE_INFINITY || currentTime !== place) still = 0;
    else if (sinceTick <= BUSY_MS) still += 1;
    place = currentTime;
    if (still < patience) return;
    still = 0;
    onStuck();
  }

  const seen = () => {
    if (!isSeen()) return;
    tick();
    onLine();
  };
  window.addEventListener('online', onLine, { signal });
  window.addEventListener('pageshow', seen, { signal });
  document.addEventListener('visibilitychange', seen, { signal });
  document.addEventListener('resume', seen, { signal });
  const onChange = () => {
    const before = network;
    network = networkOf(connection);
    if (network !== before) onStale();
    onLine();
  };
  connection?.addEventListener('change', onChange, { signal });
  const timer = setInterval(tick, TICK_MS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}

/** For how many ticks a picture may stand; for ever where it has no media to go on with. */
function patienceWith(video: Watched): number {
  if (video.readyState >= HAS_MEDIA) return STUCK_TICKS;
  const isWrong =
    bufferedAhead(video.buffered, video.currentTime) >= ENOUGH_SECONDS ||
    endOfGap(video, JUMPED_SECONDS) !== undefined;
  return isWrong ? WAITING_TICKS : Number.POSITIVE_INFINITY;
}

/** What decides about the viewer's data choice; the estimates of the speed change all the time. */
function networkOf(connection: Connection | undefined): string {
  return `${connection?.type} ${connection?.saveData}`;
}
