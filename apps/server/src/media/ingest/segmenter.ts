import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INIT_FILE, type Segment, segmentFile } from '../asset.ts';
import { audioInitOf, audioSegmentOf } from './audio-rendition.ts';
import { type FragmentSpan, readBoxHeader, readFragment, readTracks, type Track } from './boxes.ts';
import { createDecodeTimes } from './decode-times.ts';
import { withLastDuration } from './sample-times.ts';
import { createSoundFollower } from './silence.ts';
import { chunkWithTracks, initWithTracks } from './track-selection.ts';

/** The segments of a rendition's file. */
export interface CutRendition {
  readonly codecs: string;
  /** Names the content of the initialisation segment. */
  readonly init: string;
  readonly initBytes: number;
  readonly segments: readonly Segment[];
}

export interface CutOptions {
  /**
   * The last picture lasts until then, in seconds: encoders do not agree how long it lasts where
   * every second picture was left out.
   */
  readonly end?: number | undefined;
  /** The audio track that the segments have, of several; counted from 0. Absent: all tracks. */
  readonly sound?: number | undefined;
}

/**
 * Cuts a fragmented MP4 into an initialisation segment and one file for each run of chunks that
 * begins with a keyframe, and measures them. Throws a RangeError for a malformed file.
 */
export async function cutIntoSegments(
  file: string,
  folder: string,
  options: CutOptions = {},
): Promise<CutRendition> {
  await mkdir(folder, { recursive: true });
  const handle = await open(file, 'r');
  try {
    return await cut(handle, (await handle.stat()).size, folder, options);
  } finally {
    await handle.close();
  }
}

/** Chunks (`moof` and `mdat`) of one segment, as read so far. */
interface OpenSegment {
  readonly chunks: Buffer[];
  readonly start: number;
  duration: number;
}

async function cut(
  handle: FileHandle,
  size: number,
  folder: string,
  { end, sound: chosen }: CutOptions,
): Promise<CutRendition> {
  const head: Buffer[] = [];
  const segments: Segment[] = [];
  let tracks: Track[] = [];
  let init: Buffer | undefined;
  let sound = createSoundFollower(undefined);
  let decoded = createDecodeTimes(undefined);
  let open: OpenSegment | undefined;
  const close = async (): Promise<void> => {
    if (!open) return;
    const silence = sound.fill({ start: open.start, end: open.start + open.duration });
    if (silence) open.chunks.push(silence);
    const bytes = Buffer.concat(open.chunks);
    await writeFile(join(folder, segmentFile(segments.length)), bytes);
    segments.push({ start: open.start, duration: open.duration, bytes: bytes.length });
  };
  for (let at = 0; at < size; ) {
    const header = readBoxHeader(await readAt(handle, at, Math.min(16, size - at)));
    if (header.type === 'moof') {
      if (!init) {
        init = initFor(Buffer.concat(head), chosen);
        tracks = readTracks(init);
        sound = createSoundFollower(tracks.find(({ kind }) => kind === 'audio'));
        decoded = createDecodeTimes(tracks.find(({ kind }) => kind === 'video'));
        await writeFile(join(folder, INIT_FILE), init);
      }
      const data = readBoxHeader(await readAt(handle, at + header.size, 16));
      if (data.type !== 'mdat') throw new RangeError('a fragment has no media data');
      const whole = await readAt(handle, at, header.size + data.size);
      at += whole.length;
      const chunk = chosen === undefined ? whole : chunkWithTracks(whole, idsOf(tracks));
      if (!chunk) continue;
      const moof = moofOf(chunk);
      const span = videoSpan(moof, tracks);
      if (span?.startsWithKeyframe) {
        await close();
        open = { chunks: [], start: span.start, duration: 0 };
      }
      if (!open) throw new RangeError('a segment does not begin with a keyframe');
      open.chunks.push(Buffer.concat([decoded(moof), chunk.subarray(moof.length)]));
      sound.take(moof);
      open.duration += span?.duration ?? 0;
    } else {
      if (header.type === 'ftyp' || header.type === 'moov')
        head.push(await readAt(handle, at, header.size));
      at += header.size;
    }
  }
  if (open && end !== undefined) lastUntil(end, open, tracks);
  await close();
  if (!init) throw new RangeError('the encoder wrote no fragment');
  return { codecs: tracks.map(({ codec }) => codec).join(','), ...described(init), segments };
}

function described(init: Buffer): Pick<CutRendition, 'init' | 'initBytes'> {
  const hash = createHash('sha256').update(init).digest('base64url');
  return { init: hash.slice(0, 16), initBytes: init.length };
}

/** The initialisation segment of the pictures and the chosen sound, or of all tracks. */
function initFor(init: Buffer, chosen: number | undefined): Buffer {
  if (chosen === undefined) return init;
  const tracks = readTracks(init);
  const sound = tracks.filter(({ kind }) => kind === 'audio')[chosen];
  if (!sound) throw new RangeError('the rendition does not have this sound');
  return initWithTracks(
    init,
    idsOf(tracks.filter((track) => track.kind === 'video' || track === sound)),
  );
}

function idsOf(tracks: readonly Track[]): ReadonlySet<number> {
  return new Set(tracks.map(({ id }) => id));
}

/** Lets the last picture of a rendition last until `end`. */
function lastUntil(end: number, segment: OpenSegment, tracks: readonly Track[]): void {
  const video = tracks.find((track) => track.kind === 'video');
  const at = segment.chunks.findLastIndex((one) => videoSpan(moofOf(one), tracks));
  const chunk = segment.chunks[at];
  if (!video || !chunk) throw new RangeError('a rendition has no pictures');
  const more = Math.round((end - segment.start - segment.duration) * video.timescale);
  if (more === 0) return;
  const moof = moofOf(chunk);
  const changed = withLastDuration(moof, video.id, (duration) => duration + more);
  segment.chunks[at] = Buffer.concat([changed, chunk.subarray(moof.length)]);
  segment.duration += more / video.timescale;
}

function moofOf(chunk: Buffer): Buffer {
  return chunk.subarray(0, readBoxHeader(chunk.subarray(0, 16)).size);
}

/** The pictures of a chunk, in seconds; undefined for a chunk of sound alone. */
function videoSpan(
  moof: Buffer,
  tracks: readonly Track[],
): Pick<FragmentSpan, 'start' | 'duration' | 'startsWithKeyframe'> | undefined {
  const video = tracks.find((track) => track.kind === 'video');
  if (!video) throw new RangeError('a rendition has no pictures');
  const span = readFragment(moof).find((fragment) => fragment.trackId === video.id);
  if (!span || span.samples === 0) return undefined;
  return {
    start: span.start / video.timescale,
    duration: span.duration / video.timescale,
    startsWithKeyframe: span.startsWithKeyframe,
  };
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  const { bytesRead } = await handle.read(bytes, 0, length, position);
  if (bytesRead !== length) throw new RangeError('the file ends in the middle of a box');
  return bytes;
}

/**
 * Writes the rendition of sound alone from a rendition's cut segments, into a folder beside theirs.
 * Returns undefined for media without sound. Throws a RangeError for malformed segments.
 */
export async function cutSound(
  { segments }: Pick<CutRendition, 'segments'>,
  from: string,
  folder: string,
): Promise<CutRendition | undefined> {
  const init = await readFile(join(from, INIT_FILE));
  const track = readTracks(init).find(({ kind }) => kind === 'audio');
  const audioInit = audioInitOf(init);
  if (!track || !audioInit) return undefined;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, INIT_FILE), audioInit);
  const sound: Segment[] = [];
  for (const [index, { start, duration }] of segments.entries()) {
    const segment = await readFile(join(from, segmentFile(index)));
    const bytes = audioSegmentOf(segment, track.id, index + 1);
    await writeFile(join(folder, segmentFile(index)), bytes);
    sound.push({ start, duration, bytes: bytes.length });
  }
  return { codecs: track.codec, ...described(audioInit), segments: sound };
}
