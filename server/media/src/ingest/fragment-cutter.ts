import { readBoxHeader, readFragment, readTracks, type Track } from './boxes.ts';
import { createDecodeTimes } from './decode-times.ts';
import { withLastDuration } from './sample-times.ts';
import { createSoundFollower } from './silence.ts';
import { chunkWithTracks, initWithTracks } from './track-selection.ts';

/** A segment that is complete. Times are seconds of its rendition. */
export interface CutSegment {
  readonly start: number;
  readonly duration: number;
  readonly bytes: Buffer;
}

/** Cuts a fragmented MP4 into segments while it arrives. */
export interface FragmentCutter {
  /** The initialisation segment; undefined until it is whole. */
  init(): Buffer | undefined;
  /** The tracks that the segments have, once there is an initialisation segment. */
  tracks(): readonly Track[];
  /** Takes the next bytes and returns the segments that they complete. */
  add(bytes: Buffer): CutSegment[];
  /** The last segment, at the end of the file. */
  end(): CutSegment[];
}

export interface CutOptions {
  /** A segment of so many seconds is complete without the next keyframe. */
  readonly seconds?: number | undefined;
  /**
   * The last picture lasts until then, in seconds: encoders do not agree how long it lasts where
   * every second picture was left out.
   */
  readonly end?: number | undefined;
  /** The audio track that the segments have, of several; counted from 0. Absent: all tracks. */
  readonly sound?: number | undefined;
}

/** Chunks (`moof` and `mdat`) of one segment, as read so far. */
interface OpenSegment {
  readonly chunks: Buffer[];
  readonly start: number;
  duration: number;
}

/** Less than any picture lasts. */
const TOLERANCE = 0.005;
/** A segment of two seconds has a megabyte. */
const LARGEST_BOX = 16_000_000;

/**
 * Creates a cutter: a segment is a run of chunks (`moof` and `mdat`) that begins with a keyframe,
 * and is complete at the next one. `add` throws a RangeError for what is no fragmented MP4 with
 * pictures.
 */
export function createFragmentCutter(options: CutOptions): FragmentCutter {
  const { seconds = Number.POSITIVE_INFINITY, end: until, sound: chosen } = options;
  const head: Buffer[] = [];
  let init: Buffer | undefined;
  let tracks: readonly Track[] = [];
  let video: Track | undefined;
  let sound = createSoundFollower(undefined);
  let decoded = createDecodeTimes(undefined);
  let held: Buffer = Buffer.alloc(0);
  let moof: Buffer | undefined;
  let open: OpenSegment | undefined;

  function begin(): Buffer {
    const whole = Buffer.concat(head);
    const made = chosen === undefined ? whole : initWithSound(whole, chosen);
    tracks = readTracks(made);
    video = tracks.find(({ kind }) => kind === 'video');
    sound = createSoundFollower(tracks.find(({ kind }) => kind === 'audio'));
    decoded = createDecodeTimes(video);
    return made;
  }

  function close(): CutSegment[] {
    if (!open) return [];
    const { start, duration, chunks } = open;
    open = undefined;
    const silence = sound.fill({ start, end: start + duration });
    return [{ start, duration, bytes: Buffer.concat(silence ? [...chunks, silence] : chunks) }];
  }

  function onChunk(whole: Buffer): CutSegment[] {
    init ??= begin();
    if (!video) throw new RangeError('a rendition has no pictures');
    const chunk = chosen === undefined ? whole : chunkWithTracks(whole, idsOf(tracks));
    if (!chunk) return [];
    const { id, timescale } = video;
    const fragment = moofOf(chunk);
    const span = readFragment(fragment).find((one) => one.trackId === id && one.samples > 0);
    const done = span?.startsWithKeyframe ? close() : [];
    if (span?.startsWithKeyframe) open = { chunks: [], start: span.start / timescale, duration: 0 };
    if (!open) throw new RangeError('a segment does not begin with a keyframe');
    open.chunks.push(Buffer.concat([decoded(fragment), chunk.subarray(fragment.length)]));
    sound.take(fragment);
    open.duration += (span?.duration ?? 0) / timescale;
    return open.duration >= seconds - TOLERANCE ? [...done, ...close()] : done;
  }

  function onBox(type: string, box: Buffer): CutSegment[] {
    if (type === 'ftyp' || type === 'moov') head.push(box);
    if (type === 'moof') moof = box;
    return type === 'mdat' && moof ? onChunk(Buffer.concat([moof, box])) : [];
  }

  return {
    init: () => init,
    tracks: () => tracks,
    add(bytes) {
      held = held.length > 0 ? Buffer.concat([held, bytes]) : bytes;
      const done: CutSegment[] = [];
      while (held.length >= 16) {
        const { type, size } = readBoxHeader(held.subarray(0, 16));
        if (size > LARGEST_BOX) throw new RangeError(`the box ${type} is too large`);
        if (held.length < size) break;
        // A copy: the rest of a large buffer would be held with a small box.
        done.push(...onBox(type, Buffer.from(held.subarray(0, size))));
        held = held.subarray(size);
      }
      return done;
    },
    end() {
      if (open && until !== undefined && video) lastUntil(until, open, video);
      return close();
    },
  };
}

/** The initialisation segment of the pictures and one track of sound. */
function initWithSound(init: Buffer, chosen: number): Buffer {
  const tracks = readTracks(init);
  const sound = tracks.filter(({ kind }) => kind === 'audio')[chosen];
  if (!sound) throw new RangeError('the rendition does not have this sound');
  const kept = tracks.filter((track) => track.kind === 'video' || track === sound);
  return initWithTracks(init, idsOf(kept));
}

function idsOf(tracks: readonly Track[]): ReadonlySet<number> {
  return new Set(tracks.map(({ id }) => id));
}

/** Lets the last picture of a rendition last until `end`. */
function lastUntil(end: number, segment: OpenSegment, { id, timescale }: Track): void {
  const at = segment.chunks.findLastIndex((one) =>
    readFragment(moofOf(one)).some(({ trackId, samples }) => trackId === id && samples > 0),
  );
  const chunk = segment.chunks[at] as Buffer;
  const more = Math.round((end - segment.start - segment.duration) * timescale);
  if (more === 0) return;
  const moof = moofOf(chunk);
  const changed = withLastDuration(moof, id, (duration) => duration + more);
  segment.chunks[at] = Buffer.concat([changed, chunk.subarray(moof.length)]);
  segment.duration += more / timescale;
}

function moofOf(chunk: Buffer): Buffer {
  return chunk.subarray(0, readBoxHeader(chunk.subarray(0, 16)).size);
}
