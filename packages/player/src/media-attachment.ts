import { type AppendQueue, createAppendQueue, type TimeSpan } from './append-queue.ts';

/** A media source that serves a video element. */
export interface AttachedMedia {
  /** Resolves once the browser takes media of this type. */
  readonly queue: Promise<AppendQueue>;
  /** Tells the browser that no more media follow. */
  end(): void;
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

/** Gives `video` a fresh media source with one source buffer. */
export function attachMedia(video: HTMLVideoElement, options: AttachmentOptions): AttachedMedia {
  const source = new MediaSource();
  const life = new AbortController();
  const { signal } = life;
  const address = URL.createObjectURL(source);
  const queue = opened(source, signal).then(() => {
    URL.revokeObjectURL(address);
    source.duration = options.seconds;
    const buffer = source.addSourceBuffer(options.mimeType);
    return createAppendQueue(buffer, options.mimeType, signal, () => playedRange(video));
  });
  queue.catch(() => undefined);
  video.src = address;
  if (options.position > 0)
    video.addEventListener('loadedmetadata', () => (video.currentTime = options.position), {
      once: true,
      signal,
    });
  return {
    queue,
    end() {
      if (source.readyState === 'open') source.endOfStream();
    },
    detach() {
      life.abort(new DOMException('the media source was replaced', 'AbortError'));
      URL.revokeObjectURL(address);
    },
  };
}

function opened(source: MediaSource, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    source.addEventListener('sourceopen', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** What may leave a full buffer: the media well behind the picture. */
function playedRange(
  video: Pick<HTMLVideoElement, 'buffered' | 'currentTime'>,
): TimeSpan | undefined {
  const { buffered, currentTime } = video;
  const start = buffered.length > 0 ? buffered.start(0) : 0;
  const end = currentTime - KEPT_BEHIND_SECONDS;
  return end > start ? { start, end } : undefined;
}
