import { type AppendQueue, createAppendQueue, type TimeSpan } from './append-queue.ts';
import { mediaSourceOf } from './engine-choice.ts';

/** A media source that opens in a video element, before it is known what will play. */
export interface OpeningMedia {
  readonly source: MediaSource;
  /** Resolves when the browser has opened it. */
  readonly opened: Promise<void>;
  /** Ends with the source. */
  readonly signal: AbortSignal;
  /** Its source buffer, which has the first bytes of the title already (`prepare-media.ts`). */
  readonly prepared?: Promise<AppendQueue> | undefined;
  /** Forgets the source. The element keeps it until it gets another, if it has opened it. */
  close(): void;
}

/** A media source that serves a video element. */
export interface AttachedMedia {
  /** Resolves once the browser takes media of this type. */
  readonly queue: Promise<AppendQueue>;
  /** Tells the browser that no more media follow those that were queued. */
  end(): Promise<void>;
  detach(): void;
}

export interface AttachmentOptions {
  /** With codecs, as `MediaSource.isTypeSupported` takes it. */
  readonly mimeType: string;
  /** The duration of the title. */
  readonly seconds: number;
  /** Where the picture starts, in seconds. */
  readonly position: number;
}

/** Seconds behind the picture that stay in the buffer for a short step back. */
const KEPT_BEHIND_SECONDS = 20;

/**
 * Opens a fresh media source in `video`. It takes some time, so it begins while the play call is
 * under way.
 */
export function openMedia(video: HTMLVideoElement): OpeningMedia {
  const { create, isManaged } = mediaSourceOf(globalThis) ?? {};
  if (!create) throw new DOMException('there is no media source', 'NotSupportedError');
  const source = create();
  const life = new AbortController();
  const { signal } = life;
  const address = URL.createObjectURL(source);
  const forget = () => URL.revokeObjectURL(address);
  // An element that still loads the address of a source that ended would report a missing file.
  const leave = () => {
    if (video.src === address) {
      video.removeAttribute('src');
      video.load();
    }
    forget();
  };
  const opened = new Promise<void>((resolve, reject) => {
    source.addEventListener('sourceopen', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  opened.then(forget, leave);
  // A managed source does not open while the element may play on another screen.
  if (isManaged) video.disableRemotePlayback = true;
  video.src = address;
  return {
    source,
    opened,
    signal,
    close: () => life.abort(new DOMException('the media source was replaced', 'AbortError')),
  };
}

/** Gives `video` a media source with one source buffer. */
export function attachMedia(
  video: HTMLVideoElement,
  { mimeType, seconds, position }: AttachmentOptions,
  { source, opened, signal, prepared, close }: OpeningMedia = openMedia(video),
): AttachedMedia {
  const queue =
    prepared ??
    opened.then(() => {
      source.duration = seconds;
      const buffer = source.addSourceBuffer(mimeType);
      return createAppendQueue(buffer, mimeType, signal, () => disposableOf(video));
    });
  queue.catch(() => undefined);
  if (position > 0)
    video.addEventListener('loadedmetadata', () => (video.currentTime = position), {
      once: true,
      signal,
    });
  return {
    queue,
    async end() {
      await (await queue).whenIdle(() => {
        if (source.readyState === 'open') source.endOfStream();
      });
    },
    detach: close,
  };
}

/** Media that may stay behind the picture, in bytes: to see them again costs nothing. */
const KEPT_BEHIND_BYTES = 16_000_000;

/**
 * What leaves the buffer in time: the media far behind the picture, the sooner the more they weigh.
 */
export function longPlayed(video: Position, bandwidth: number): TimeSpan | undefined {
  const seconds = Math.max(KEPT_BEHIND_SECONDS, (KEPT_BEHIND_BYTES * 8) / bandwidth);
  return playedBefore(video, video.currentTime - seconds);
}

type Position = Pick<HTMLVideoElement, 'buffered' | 'currentTime'>;

function playedBefore({ buffered }: Position, end: number): TimeSpan | undefined {
  const start = buffered.length > 0 ? buffered.start(0) : 0;
  return end > start ? { start, end } : undefined;
}

/** Seconds ahead of the picture that a full buffer keeps: beyond a jump back lies what was left. */
const KEPT_AHEAD_SECONDS = 60;

/**
 * What may leave a full buffer: the media well behind the picture, else what lies far ahead of it.
 */
export function disposableOf(video: Position): TimeSpan | undefined {
  const { buffered, currentTime } = video;
  const behind = playedBefore(video, currentTime - KEPT_BEHIND_SECONDS);
  if (behind) return behind;
  const last = buffered.length - 1;
  const start = last >= 0 ? buffered.start(last) : 0;
  return start > currentTime + KEPT_AHEAD_SECONDS ? { start, end: buffered.end(last) } : undefined;
}
