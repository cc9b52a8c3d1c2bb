import type { ReplyOf } from '@bonisa/contract/calls';
import { INIT_FILE, type Rendition, renditionFolder, type Segment, segmentFile } from './asset.ts';
import { type PartAsset, renditionOf } from './composition.ts';
import { offeredRenditions } from './delivery.service.ts';
import { STORYBOARD_PATH } from './storyboard.ts';

/** The description of a title's media in the play call's answer. */
export type PlayMedia = Extract<ReplyOf<'play'>, { entitled: true }>['media'];

/** What a description depends on, beside the asset. */
export interface MediaTerms {
  /** The signed address of a part's folder, with a slash at its end. */
  readonly baseOf: (partId: string) => string;
  /** The viewer's cap in lines; 0: sound alone; `undefined`: none. */
  readonly cap: number | undefined;
  /** The throughput that the player expects, in bit/s. */
  readonly throughput: number | undefined;
  /** Where playback starts, in seconds. */
  readonly position: number;
  /** Reads a file of a part by its path; undefined for a missing file. */
  readonly readFile: (partId: string, path: string) => Promise<Buffer | undefined>;
}

/**
 * The first bytes in the answer: enough for the first pictures, and a fraction of a second on a
 * slow network. The player fetches the rest of the segment.
 */
const START_BYTES = 10_000;
/** The rate up to which a first rendition starts soon on a network that nobody has measured. */
const UNMEASURED_RATE = 300_000;
/** The share of the expected throughput that the first rendition may need. */
const FIRST_SHARE = 0.6;

/** Describes the media of an asset to a player of ours, with the first bytes to play. */
export async function describeMedia(
  asset: { readonly renditions: readonly Rendition[]; readonly parts: readonly PartAsset[] },
  terms: MediaTerms,
): Promise<PlayMedia> {
  const offered = offeredRenditions(asset.renditions, terms.cap);
  const start = await readStart(offered, asset.parts, terms);
  return {
    parts: asset.parts.map((part) => describePart(part, terms)),
    renditions: offered.map(({ height, averageBandwidth, codecs }) => ({
      folder: renditionFolder(height),
      height,
      bandwidth: averageBandwidth,
      codecs,
    })),
    ...(start ? { start } : {}),
  };
}

function describePart(
  { id, renditions, storyboard }: PartAsset,
  { baseOf }: Pick<MediaTerms, 'baseOf'>,
): PlayMedia['parts'][number] {
  const base = baseOf(id);
  return {
    base,
    runs: runsOf(renditions[0]?.segments ?? []),
    ...(storyboard ? { storyboard: { url: `${base}${STORYBOARD_PATH}`, ...storyboard } } : {}),
  };
}

/** The durations of the segments, equal neighbours counted together, to a microsecond. */
export function runsOf(segments: readonly Pick<Segment, 'duration'>[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const { duration } of segments) {
    const seconds = Math.round(duration * 1e6) / 1e6;
    const last = runs.at(-1);
    if (last?.[1] === seconds) last[0] += 1;
    else runs.push([1, seconds]);
  }
  return runs;
}

/** The rendition to start with: the highest that starts soon, or the lowest. */
export function firstRendition<Rate extends Pick<Rendition, 'averageBandwidth'>>(
  offered: readonly Rate[],
  throughput: number | undefined,
): Rate | undefined {
  const limit = throughput === undefined ? UNMEASURED_RATE : throughput * FIRST_SHARE;
  return offered.findLast(({ averageBandwidth }) => averageBandwidth <= limit) ?? offered[0];
}

/** The segment that holds `position`: its part, its index there, its number in the title. */
function placeAt(parts: readonly PartAsset[], height: number, position: number) {
  let place = { partId: '', index: 0, number: 0 };
  let start = 0;
  let number = 0;
  for (const part of parts) {
    for (const [index, { duration }] of renditionOf(part, height).segments.entries()) {
      if (number === 0 || start <= position) place = { partId: part.id, index, number };
      start += duration;
      number += 1;
    }
  }
  return place;
}

async function readStart(
  offered: readonly Rendition[],
  parts: readonly PartAsset[],
  { throughput, position, readFile }: MediaTerms,
): Promise<PlayMedia['start']> {
  const rendition = firstRendition(offered, throughput);
  if (!rendition) return undefined;
  const folder = renditionFolder(rendition.height);
  const { partId, index, number } = placeAt(parts, rendition.height, position);
  const [init, segment] = await Promise.all(
    [INIT_FILE, segmentFile(index)].map((file) => readFile(partId, `${folder}/${file}`)),
  );
  if (!init || !segment) return undefined;
  return {
    folder,
    segment: number,
    init: init.toString('base64'),
    bytes: segment.subarray(0, START_BYTES).toString('base64'),
    is_whole: segment.length <= START_BYTES,
  };
}
