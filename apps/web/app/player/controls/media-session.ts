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
  { title, artist, artwork, next, previous }: MediaSessionTerms,
  signal: AbortSignal,
): void {
  const skip = (seconds: number) => {
    video.currentTime = Math.max(0, video.currentTime + seconds);
  };
  session.metadata = new MediaMetadata({ title, artist, artwork: [...artwork] });
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => void video.play().catch(() => undefined),
    pause: () => video.pause(),
    seekbackward: ({ seekOffset }) => skip(-(seekOffset ?? SKIP_SECONDS)),
    seekforward: ({ seekOffset }) => skip(seekOffset ?? SKIP_SECONDS),
    seekto: ({ seekTime }) => {
      if (seekTime !== undefined) video.currentTime = seekTime;
    },
    ...(next ? { nexttrack: () => next() } : {}),
    ...(previous ? { previoustrack: () => previous() } : {}),
  };
  const actions = Object.entries(handlers) as [MediaSessionAction, MediaSessionActionHandler][];
  for (const [action, act] of actions) handle(session, action, act);

  const tellPosition = () => {
    const { duration, currentTime, playbackRate } = video;
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
