import { readBoxHeader, readFragment, readTracks, type Track } from '../ingest/boxes.ts';
import { createDecodeTimes } from '../ingest/decode-times.ts';

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
  /** Takes the next bytes and returns the segments that they complete. */
  add(bytes: Buffer): CutSegment[];
  /** The last segment, at the end of the file. */
  end(): CutSegment[];
}

/** Less than any picture lasts. */
const TOLERANCE = 0.005;
/** A segment of two seconds has a megabyte. */
const LARGEST_BOX = 16_000_000;

/**
 * Creates a cutter: a segment is a run of chunks (`moof` and `mdat`) that begins with a keyframe,
 * and is complete at the next one or when it has `seconds`. `add` throws a RangeError for what is
 * no fragmented MP4 with pictures.
 */
export function createFragmentCutter(seconds: number): FragmentCutter {
  const head: Buffer[] = [];
  let init: Buffer | undefined;
  let video: Track | undefined;
  let decoded: ReturnType<typeof createDecodeTimes> | undefined;
  let held: Buffer = Buffer.alloc(0);
  let moof: Buffer | undefined;
  let chunks: Buffer[] = [];
  let start = 0;
  let duration = 0;

  function close(): CutSegment[] {
    if (chunks.length === 0) return [];
    const segment = { start, duration, bytes: Buffer.concat(chunks) };
    chunks = [];
    return [segment];
  }

  function onMoof(box: Buffer): CutSegment[] {
    init ??= Buffer.concat(head);
    video ??= readTracks(init).find(({ kind }) => kind === 'video');
    if (!video) throw new RangeError('a rendition has no pictures');
    decoded ??= createDecodeTimes(video);
    const { id, timescale } = video;
    const span = readFragment(box).find(({ trackId, samples }) => trackId === id && samples > 0);
    const done = span?.startsWithKeyframe ? close() : [];
    if (span?.startsWithKeyframe) {
      start = span.start / timescale;
      duration = 0;
    }
    if (span) duration += span.duration / timescale;
    moof = decoded(box);
    return done;
  }

  function onBox(type: string, box: Buffer): CutSegment[] {
    if (type === 'moof') return onMoof(box);
    if (type === 'mdat' && moof) {
      chunks.push(moof, box);
      moof = undefined;
      if (duration >= seconds - TOLERANCE) return close();
    } else if (type === 'ftyp' || type === 'moov') head.push(box);
    return [];
  }

  return {
    init: () => init,
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
    end: close,
  };
}
