/** What the lock screen, the notification and the keys of headphones show and do. */
export interface MediaSessionTerms {
  readonly title: string;
  /** The show, or the brand. */
  readonly artist: string;
  readonly artwork: readonly MediaImage[];
  /** Plays the next episode; absent without one. */
  next?: (() => void) | undefined;
  /** Plays the episode before; absent without one. */
  previous?: (() => void) | undefined;
  /** Skips seconds of a live channel, which has no place in a whole to show or to go to. */
  skip?: ((seconds: number) => void) | undefined;
}

type Session = Pick<MediaSession, 'setActionHandler' | 'setPositionState'> & {
  metadata: MediaMetadata | null;
};

type Played = Pick<
  HTMLVideoElement,
  'addEventListener' | 'currentTime' | 'duration' | 'pause' | 'play' | 'playbackRate'
>;

const SKIP_SECONDS = 10;

/** Offers `video` to the phone's own controls until `signal` aborts. */
export function offerMediaSession(
  session: Session,
  video: Played,
  { title, artist, artwork, next, previous, skip: skipLive }: MediaSessionTerms,
  signal: AbortSignal,
): void {
  const skip =
    skipLive ??
    ((seconds: number) => {
      video.currentTime = Math.max(0, video.currentTime + seconds);
    });
  session.metadata = new MediaMetadata({ title, artist, artwork: [...artwork] });
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => void video.play().catch(() => undefined),
    pause: () => video.pause(),
    seekbackward: ({ seekOffset }) => skip(-(seekOffset ?? SKIP_SECONDS)),
    seekforward: ({ seekOffset }) => skip(seekOffset ?? SKIP_SECONDS),
    ...(skipLive ? {} : { seekto: ({ seekTime }) => goTo(video, seekTime) }),
    ...(next ? { nexttrack: () => next() } : {}),
    ...(previous ? { previoustrack: () => previous() } : {}),
  };
  const actions = Object.entries(handlers) as [MediaSessionAction, MediaSessionActionHandler][];
  for (const [action, act] of actions) handle(session, action, act);

  const tellPosition = () => {
    const { duration, currentTime, playbackRate } = video;
    if (skipLive) return;
    if (!Number.isFinite(duration) || duration <= 0 || playbackRate <= 0) return;
    const position = Math.min(duration, Math.max(0, currentTime));
    session.setPositionState({ duration, position, playbackRate });
  };
  for (const event of ['durationchange', 'seeked', 'ratechange', 'play', 'pause'])
    video.addEventListener(event, tellPosition, { signal });
  tellPosition();
  signal.addEventListener(
    'abort',
    () => {
      session.metadata = null;
      for (const [action] of actions) handle(session, action, null);
      session.setPositionState();
    },
    { once: true },
  );
}

function goTo(video: Played, time: number | undefined): void {
  if (time !== undefined) video.currentTime = time;
}

/** A browser throws for an action that it does not know. */
function handle(
  session: Session,
  action: MediaSessionAction,
  act: MediaSessionActionHandler | null,
): void {
  try {
    session.setActionHandler(action, act);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}
