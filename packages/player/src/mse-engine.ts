import type { Engine, EngineOptions } from './engine.ts';
import { type AttachedMedia, attachMedia } from './media-attachment.ts';
import type { PlayMedia } from './play-media.ts';
import { FetchFault } from './segment-fetch.ts';
import { createSegmentLoader, mimeTypeOf } from './segment-loader.ts';
import { createThroughput } from './throughput.ts';
import {
  bufferedAhead,
  durationOf,
  GAP_SECONDS,
  segmentAt,
  type TimelineSegment,
  timelineOf,
} from './timeline.ts';

export interface MseEngineOptions extends Omit<EngineOptions, 'playlist'> {
  readonly media: PlayMedia;
  /** Seconds to buffer ahead of the picture: what is not watched was paid for in vain. */
  readonly aheadSeconds: number;
}

/** A decoder that failed is started again this far before the place, at most twice. */
const REPAIR_STEP_SECONDS = 0.1;

/**
 * Plays our own CMAF over Media Source Extensions. It appends each segment while it arrives and
 * buffers no more than `aheadSeconds`; `segment-loader.ts` chooses the renditions. Faults go to
 * `onFault`; `recovery.ts` decides what to do about them.
 */
export function createMseEngine(options: MseEngineOptions): Engine {
  const { video, onFault } = options;
  const life = new AbortController();
  const loader = createSegmentLoader(options.media, { video, throughput: createThroughput() });
  let segments = timelineOf(options.media.parts);
  let attached: AttachedMedia | undefined;
  let filling = new AbortController();

  function attach(position: number) {
    attached?.detach();
    loader.startOver();
    attached = attachMedia(video, {
      mimeType: mimeTypeOf(loader.rendition()),
      seconds: durationOf(segments),
      position,
    });
    fillFrom(segmentAt(segments, position));
  }

  /** Goes on in a fresh media source. The browser pauses an element that gets another one. */
  function attachAgain(position: number) {
    const { paused, playbackRate } = video;
    attach(position);
    video.playbackRate = playbackRate;
    // Refused only where the viewer paused meanwhile; then the picture waits for the viewer.
    if (!paused) video.play().catch(() => undefined);
  }

  /** Starts to fill the buffer from segment `first` on, instead of what is being filled. */
  function fillFrom(first: number) {
    filling.abort();
    filling = new AbortController();
    const { signal } = filling;
    fill(first, attached as AttachedMedia, signal).catch((error: unknown) => {
      if (!signal.aborted) onFault(error instanceof FetchFault ? error.fault : 'media');
    });
  }

  async function fill(first: number, { queue, end }: AttachedMedia, signal: AbortSignal) {
    for (const segment of segments.slice(first)) {
      if (segment.number > first) await room(segment, signal);
      await loader.load(segment, queue, signal);
    }
    end();
  }

  /** Resolves when the buffer may take the segment without passing its limit. */
  function room({ start, duration }: TimelineSegment, signal: AbortSignal): Promise<void> {
    const fits = () => start + duration - video.currentTime <= options.aheadSeconds;
    return new Promise((resolve, reject) => {
      if (fits()) return resolve();
      const listening = new AbortController();
      const finish = (act: () => void) => {
        listening.abort();
        act();
      };
      const look = () => fits() && finish(resolve);
      video.addEventListener('timeupdate', look, { signal: listening.signal });
      video.addEventListener('seeked', look, { signal: listening.signal });
      const stop = () => finish(() => reject(signal.reason));
      signal.addEventListener('abort', stop, { signal: listening.signal });
    });
  }

  /** Fills from the first segment on that is missing after the picture. */
  function refill() {
    const { buffered, currentTime } = video;
    attached?.queue.then((queue) => queue.reset()).catch(() => undefined);
    loader.startOver();
    const ahead = bufferedAhead(buffered, currentTime);
    fillFrom(segmentAt(segments, currentTime + (ahead > 0 ? ahead + GAP_SECONDS : 0)));
  }

  const on = (event: keyof HTMLVideoElementEventMap, act: () => void) =>
    video.addEventListener(event, act, { signal: life.signal });
  on('seeking', () => {
    if (bufferedAhead(video.buffered, video.currentTime) === 0) refill();
  });
  on('waiting', () => jumpGap(video));
  on('error', () => video.error && onFault('media'));
  options.signal.addEventListener('abort', destroy, { once: true, signal: life.signal });
  attach(options.position);

  function destroy() {
    life.abort();
    filling.abort();
    attached?.detach();
  }

  return {
    reload: refill,
    repair: () => attachAgain(Math.max(0, video.currentTime - REPAIR_STEP_SECONDS)),
    renew(media: PlayMedia) {
      const hadPicture = loader.rendition().height > 0;
      segments = timelineOf(media.parts);
      loader.use(media);
      // A source buffer for pictures takes no sound alone, and the other way round.
      if (loader.rendition().height > 0 === hadPicture) refill();
      else attachAgain(video.ended ? 0 : video.currentTime);
    },
    destroy,
  };
}

/** Moves the picture over a gap in the buffer that is too small to wait for. */
function jumpGap(video: HTMLVideoElement): void {
  const { buffered, currentTime } = video;
  for (let range = 0; range < buffered.length; range++) {
    const start = buffered.start(range);
    if (start > currentTime && start - currentTime < 2 * GAP_SECONDS)
      video.currentTime = start + 0.01;
  }
}
