import type { AppendQueue } from './append-queue.ts';
import type { withCmcd } from './cmcd.ts';
import type { MediaStart, PlayMedia } from './play-media.ts';
import { isHopeless, nextRendition } from './rendition-choice.ts';
import { type Arrival, FetchFault, fetchPieces, wholeOf } from './segment-fetch.ts';
import type { Throughput } from './throughput.ts';
import {
  bufferedAhead,
  type MediaPart,
  type MediaRendition,
  type TimelineSegment,
} from './timeline.ts';

/** Loads segments, each in the rendition that the network and the buffer allow. */
export interface SegmentLoader {
  /**
   * Fetches a segment and appends it while it arrives. Throws a `FetchFault`, what the queue
   * throws, or the reason of `signal`.
   */
  load(segment: TimelineSegment, into: Promise<AppendQueue>, signal: AbortSignal): Promise<void>;
  /** The buffer is new or was reset: the next segment needs its init segment. */
  startOver(): void;
  /** Goes on with other addresses or other renditions of the same title. */
  use(media: PlayMedia): void;
  /** The rendition of the last segment, or of the first before one was loaded. */
  rendition(): MediaRendition;
}

export interface SegmentLoaderOptions {
  readonly video: Pick<HTMLVideoElement, 'buffered' | 'currentTime'>;
  readonly throughput: Throughput;
  /** The buffer has the bytes that came with the answer already. */
  readonly hasStart?: boolean;
}

/** Where one segment comes from and goes to. */
interface Transfer {
  readonly segment: TimelineSegment;
  readonly rendition: MediaRendition;
  readonly part: MediaPart;
  /** Names the segment's folder among those of all parts. */
  readonly folder: string;
  readonly given: MediaStart | undefined;
  readonly into: Promise<AppendQueue>;
  readonly signal: AbortSignal;
}

/** Creates a loader for a title's media. */
export function createSegmentLoader(
  title: PlayMedia,
  { video, throughput, hasStart = false }: SegmentLoaderOptions,
): SegmentLoader {
  let media = title;
  let { start } = title;
  let current = Math.max(0, indexOf(start?.folder) ?? choose(0));
  /** The folder whose init segment the buffer has. */
  let initialised = '';
  /** Init segments by folder: small, and needed again after each change of the rendition. */
  let inits = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  /** Whether files come from the second place, because the first has failed. */
  let isAway = false;
  /** Writes what requests say of the playback. Nothing waits for this script. */
  let label: typeof withCmcd | undefined;
  /** The number of the last segment that was loaded whole. */
  let last: number | undefined;

  function indexOf(folder: string | undefined): number | undefined {
    const index = media.renditions.findIndex((rendition) => rendition.folder === folder);
    return index >= 0 ? index : undefined;
  }

  function choose(from: number): number {
    return nextRendition({
      bandwidths: media.renditions.map(({ bandwidth }) => bandwidth),
      current: from,
      throughput: throughput.read(),
      ahead: bufferedAhead(video.buffered, video.currentTime),
    });
  }

  async function load(
    segment: TimelineSegment,
    into: Promise<AppendQueue>,
    signal: AbortSignal,
  ): Promise<void> {
    let given = takeStart(segment);
    current = indexOf(given?.folder) ?? choose(current);
    for (;;) {
      const rendition = media.renditions[current] as MediaRendition;
      const part = media.parts[segment.part] as MediaPart;
      const folder = `${part.base}${rendition.folder}`;
      if (await transfer({ segment, rendition, part, folder, given, into, signal })) {
        if (last === undefined && media.cmcd)
          // It is of no use to the viewer, so its absence is no fault.
          import('./cmcd.ts').then((found) => {
            label = found.withCmcd;
          }, Boolean);
        last = segment.number;
        return;
      }
      await (await into).reset();
      initialised = '';
      current = 0;
      given = undefined;
    }
  }

  /** The bytes that came with the answer, once, if they are of this segment. */
  function takeStart({ number }: TimelineSegment): MediaStart | undefined {
    const given = start;
    start = undefined;
    return given?.segment === number && indexOf(given.folder) !== undefined ? given : undefined;
  }

  /** Whether the whole segment came; false: given up, because it came too slowly. */
  async function transfer(task: Transfer): Promise<boolean> {
    const { folder, given } = task;
    const appends: Promise<void>[] = [];
    const ready = initialised === folder ? task.into : initialise(task);
    // A download that fails before its first byte leaves nobody who awaits this one.
    ready.catch(() => undefined);
    const append = (bytes: Uint8Array<ArrayBuffer>) => {
      const appended = ready.then((queue) => {
        // The buffer may have begun another segment meanwhile.
        task.signal.throwIfAborted();
        return queue.append(bytes);
      });
      // Awaited below; a failure before that is of no interest after another one.
      appended.catch(() => undefined);
      appends.push(appended);
    };
    let from = 0;
    if (given) {
      try {
        for await (const piece of given.bytes) {
          // In one change of the buffer: each costs a slow phone a turn of its event loop.
          if (!hasStart) append(from > 0 ? piece : joined(given.init, piece));
          from += piece.byteLength;
        }
      } catch {
        throw new FetchFault('network');
      }
      // The first picture is in these bytes: the request for the rest must not hold it up.
      await Promise.all([ready, ...appends]);
    }
    const isWhole = given?.isWhole || (await download(task, from, append));
    await Promise.all(appends);
    return isWhole;
  }

  /** Passes on a segment's bytes as they arrive. False: given up, because it comes too slowly. */
  async function download(
    { segment, rendition, part, signal }: Transfer,
    from: number,
    append: (bytes: Uint8Array<ArrayBuffer>) => void,
  ): Promise<boolean> {
    let askedAt = performance.now();
    // The silence of a place that failed says nothing of the other one.
    const onOtherPlace = () => {
      askedAt = performance.now();
    };
    const { duration: durationSeconds } = segment;
    const lowest = media.renditions[0]?.bandwidth ?? 0;
    const lowestShare = lowest / rendition.bandwidth;
    const path = labelled(`${rendition.folder}/${segment.index}.m4s`, rendition, segment);
    const pieces = fetchFrom(part, path, { from, signal, onOtherPlace });
    let received = 0;
    let isWhole = true;
    for await (const piece of pieces) {
      append(piece.bytes);
      received = piece.receivedBytes;
      const elapsedMs = performance.now() - askedAt;
      const ahead = bufferedAhead(video.buffered, video.currentTime);
      const download = { ...piece, elapsedMs, ahead, lowestShare, durationSeconds };
      if (current > 0 && isHopeless(download)) {
        isWhole = false;
        break;
      }
    }
    throughput.record(received, performance.now() - askedAt);
    return isWhole;
  }

  /**
   * Downloads a file of a part. Where the part has a second place, the download goes on there from
   * the byte at which the first failed, and later files come from there too, unless it fails as
   * well: then it is the line.
   */
  async function* fetchFrom(
    { base, backup }: MediaPart,
    path: string,
    {
      from = 0,
      signal,
      onOtherPlace,
    }: { from?: number; signal: AbortSignal; onOtherPlace?: () => void },
  ): AsyncGenerator<Arrival> {
    let at = from;
    const began = isAway;
    for (let tries = backup === undefined ? 1 : 2; ; tries--) {
      const wasAway = isAway;
      try {
        const place = (wasAway && backup) || base;
        for await (const piece of fetchPieces(place + path, at, signal)) {
          at += piece.bytes.byteLength;
          yield piece;
        }
        return;
      } catch (error) {
        // Another signature is not to be had elsewhere.
        const isOfPlace = error instanceof FetchFault && error.fault !== 'expired';
        if (!isOfPlace || tries === 1) {
          isAway = began;
          throw error;
        }
        // Another download may have left the place already.
        if (isAway === wasAway) isAway = !isAway;
        onOtherPlace?.();
      }
    }
  }

  /** Prepares the buffer for the segment's rendition and part, and appends what was given of it. */
  async function initialise(task: Transfer): Promise<AppendQueue> {
    const { rendition, folder, given, segment, signal } = task;
    initialised = folder;
    if (given) inits.set(folder, Promise.resolve(given.init));
    const [queue, init] = await Promise.all([task.into, initOf(task)]);
    signal.throwIfAborted();
    if (given && hasStart) return queue;
    const prepared = queue.prepare(mimeTypeOf(rendition), segment.offset);
    // What was given begins with it.
    await (given ? prepared : Promise.all([prepared, queue.append(init)]));
    return queue;
  }

  function initOf({
    part,
    rendition,
    segment,
    folder,
    signal,
  }: Transfer): Promise<Uint8Array<ArrayBuffer>> {
    const known = inits.get(folder);
    if (known) return known;
    const path = labelled(`${rendition.folder}/init.mp4`, rendition, segment);
    const loading = wholeOf(fetchFrom(part, path, { signal }));
    inits.set(folder, loading);
    // Who comes next must not get a download that was given up.
    const forget = () => inits.get(folder) === loading && inits.delete(folder);
    signal.addEventListener('abort', forget);
    loading.then(() => signal.removeEventListener('abort', forget), forget);
    return loading;
  }

  /** The address of a file, with what its request says of the playback where that is asked for. */
  function labelled(
    path: string,
    { height, bandwidth }: MediaRendition,
    { number, duration }: TimelineSegment,
  ): string {
    if (!media.cmcd || !label) return path;
    const ahead = bufferedAhead(video.buffered, video.currentTime);
    return label(path, media.cmcd, {
      ...{ height, bandwidth, duration, ahead },
      kind: path.endsWith('.mp4') ? 'init' : 'segment',
      highest: media.renditions.at(-1)?.bandwidth ?? bandwidth,
      throughput: throughput.read(),
      // After a jump the buffer is empty, too.
      isStarved: ahead === 0 && last === number - 1,
    });
  }

  return {
    load,
    startOver() {
      initialised = '';
    },
    use(next) {
      const { height } = media.renditions[current] as MediaRendition;
      media = next;
      const same = media.renditions.findIndex((rendition) => rendition.height === height);
      current = same >= 0 ? same : media.renditions.length - 1;
      start = undefined;
      inits = new Map();
      initialised = '';
    },
    rendition: () => media.renditions[current] as MediaRendition,
  };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** The type of a rendition's media, as Media Source Extensions take it. */
export function mimeTypeOf({ height, codecs }: MediaRendition): string {
  return `${height > 0 ? 'video' : 'audio'}/mp4; codecs="${codecs}"`;
}
