import {
  childBoxes,
  readTrackFragments,
  readTracks,
  type TrackFragment,
  uint32,
  uint64,
  writeBox,
} from './boxes.ts';
import { initWithTracks } from './track-selection.ts';

/**
 * Makes the rendition of sound alone from the sound of a rendition with pictures: nothing is
 * encoded again, and its segments begin and end with those of the pictures.
 */

/**
 * Reduces an initialisation segment to its audio track. Returns undefined for media without sound.
 * Throws a RangeError for a malformed one.
 */
export function audioInitOf(init: Buffer): Buffer | undefined {
  const audio = readTracks(init).find(({ kind }) => kind === 'audio');
  if (!audio) return undefined;
  return initWithTracks(init, new Set([audio.id]));
}

/** The sound of one chunk, in units of its track's timescale, with its samples' bytes. */
export interface Sound {
  readonly start: number;
  readonly durations: readonly number[];
  readonly samples: readonly Buffer[];
}

const DEFAULT_BASE_IS_MOOF = 0x02_0000;
const DEFAULT_DURATION = 0x8;
const HAS_OFFSET = 0x1;
const HAS_DURATIONS = 0x100;
const HAS_SIZES = 0x200;
/** A box version of 1: its time has 64 bits. */
const VERSION_1 = 0x0100_0000;

/**
 * Reduces a segment to the sound of the track `trackId`, as one chunk. `sequence` is the number of
 * the chunk in the rendition, from 1. Throws a RangeError for a malformed segment, and for one
 * without sound.
 */
export function audioSegmentOf(segment: Buffer, trackId: number, sequence: number): Buffer {
  const sounds = readSound(segment, trackId);
  const start = sounds[0]?.start;
  if (start === undefined) throw new RangeError('a segment has no sound');
  return soundChunk(trackId, sequence, {
    start,
    durations: sounds.flatMap((sound) => sound.durations),
    samples: sounds.flatMap((sound) => sound.samples),
  });
}

/** Writes a chunk (`moof` and `mdat`) with the sound of one track alone. */
export function soundChunk(
  trackId: number,
  sequence: number,
  { start, durations, samples }: Sound,
): Buffer {
  const moof = (dataOffset: number): Buffer =>
    writeBox(
      'moof',
      writeBox('mfhd', uint32(0), uint32(sequence)),
      writeBox(
        'traf',
        writeHeader(trackId, durations),
        writeBox('tfdt', uint32(VERSION_1), uint64(start)),
        writeRun(durations, samples, dataOffset),
      ),
    );
  return Buffer.concat([moof(moof(0).length + 8), writeBox('mdat', ...samples)]);
}

/** Whether all samples have one duration, which the header then states once. */
function areEven(durations: readonly number[]): boolean {
  return durations.every((duration) => duration === durations[0]);
}

function writeHeader(trackId: number, durations: readonly number[]): Buffer {
  return areEven(durations)
    ? writeBox(
        'tfhd',
        uint32(DEFAULT_BASE_IS_MOOF | DEFAULT_DURATION),
        uint32(trackId),
        uint32(durations[0] ?? 0),
      )
    : writeBox('tfhd', uint32(DEFAULT_BASE_IS_MOOF), uint32(trackId));
}

function writeRun(
  durations: readonly number[],
  samples: readonly Buffer[],
  dataOffset: number,
): Buffer {
  const even = areEven(durations);
  return writeBox(
    'trun',
    uint32(HAS_OFFSET | HAS_SIZES | (even ? 0 : HAS_DURATIONS)),
    uint32(samples.length),
    uint32(dataOffset),
    ...samples.flatMap((sample, i) => [
      ...(even ? [] : [uint32(durations[i] ?? 0)]),
      uint32(sample.length),
    ]),
  );
}

function readSound(segment: Buffer, trackId: number): Sound[] {
  const boxes = childBoxes(segment).filter(({ type }) => type === 'moof');
  return boxes.flatMap((box) => {
    const moof = box.start - BOX_HEADER;
    return readTrackFragments(segment.subarray(moof, box.end))
      .filter((fragment) => fragment.trackId === trackId && fragment.samples.length > 0)
      .map((fragment) => soundOf(segment, moof, fragment));
  });
}

function soundOf(segment: Buffer, moof: number, { start, samples }: TrackFragment): Sound {
  return {
    start,
    durations: samples.map(({ duration }) => duration),
    samples: samples.map(({ offset, size }) =>
      segment.subarray(moof + offset, moof + offset + size),
    ),
  };
}

/** A `moof` is never large enough for the long header. */
const BOX_HEADER = 8;
