import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TaskRefusal } from '@bonisa/kit/processes/child-job';
import { INIT_FILE, type Rendition, type Segment, segmentFile } from '../asset.ts';
import { audioInitOf, audioSegmentOf } from './audio-rendition.ts';
import { readTracks } from './boxes.ts';
import { type CutOptions, type CutSegment, createFragmentCutter } from './fragment-cutter.ts';
import { withOpeningChunk } from './opening-chunk.ts';

/** The segments of a rendition's file. */
export interface CutRendition {
  readonly codecs: string;
  /** Names the content of the initialisation segment. */
  readonly init: string;
  readonly initBytes: number;
  readonly segments: readonly Segment[];
}

const READ_BYTES = 1_000_000;

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
  const cutter = createFragmentCutter(options);
  const segments: Segment[] = [];
  const write = async (cut: readonly CutSegment[]): Promise<void> => {
    for (const { start, duration, bytes: whole } of cut) {
      const bytes = segments.length > 0 ? whole : withOpeningChunk(whole, cutter.tracks());
      await writeFile(join(folder, segmentFile(segments.length)), bytes);
      segments.push({ start, duration, bytes: bytes.length });
    }
  };
  for await (const bytes of createReadStream(file, { highWaterMark: READ_BYTES }))
    await write(cutter.add(bytes));
  await write(cutter.end());
  const init = cutter.init();
  if (!init) throw new RangeError('the encoder wrote no fragment');
  await writeFile(join(folder, INIT_FILE), init);
  const codecs = cutter.tracks().map(({ codec }) => codec);
  return { codecs: codecs.join(','), ...described(init), segments };
}

function described(init: Buffer): Pick<CutRendition, 'init' | 'initBytes'> {
  const hash = createHash('sha256').update(init).digest('base64url');
  return { init: hash.slice(0, 16), initBytes: init.length };
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

/**
 * A player changes renditions between two segments, so the segments of all renditions must start
 * and end at the same times.
 */
export function checkAlignment(renditions: readonly Pick<Rendition, 'segments'>[]): void {
  const starts = renditions.map((rendition) =>
    rendition.segments
      .map(({ start, duration }) => `${start.toFixed(4)} ${duration.toFixed(3)}`)
      .join(),
  );
  if (new Set(starts).size !== 1)
    throw new TaskRefusal(
      'qualities_differ',
      'the qualities made of this film do not match each other: upload the film again',
    );
}
