import type { ReplyOf } from '@bonisa/contract/calls';
import { type Rendition, renditionFolder, type Segment } from '../asset.ts';
import { type PartAsset, renditionOf } from '../composition.ts';
import { offeredRenditions } from '../delivery/delivery.service.ts';
import { STORYBOARD_PATH } from '../ingest/storyboard.ts';
import { type FirstChunkOf, START_BYTES } from './first-chunks.ts';

/** The description of a title's media in the play call's answer. */
export type PlayMedia = Extract<ReplyOf<'play'>, { entitled: true }>['media'];

/** What a description depends on, beside the asset. */
export interface MediaTerms {
  /** The signed address of a part's folder, with a slash at its end. */
  readonly baseOf: (partId: string) => string;
  /** The same at a second place, where there is one. */
  readonly backupOf?: ((partId: string) => string) | undefined;
  /** The viewer's cap in lines; 0: sound alone; `undefined`: none. */
  readonly cap: number | undefined;
  /** The throughput that the player expects, in bit/s. */
  readonly throughput: number | undefined;
  /** Where playback starts, in seconds. */
  readonly position: number;
  /** The most bytes of media in the answer, where there is such a limit. */
  readonly mostStart?: number | undefined;
  readonly firstChunk: FirstChunkOf;
}

/** The rate up to which a first rendition starts soon on a network that nobody has measured. */
const UNMEASURED_RATE = 300_000;
/** The share of the expected throughput that the first rendition may need. */
const FIRST_SHARE = 0.6;
/** How long the first chunk may take on the expected network, in seconds. */
const FIRST_CHUNK_SECONDS = 0.15;
/** What a network that nobody has measured is expected to carry, in bit/s. */
const UNMEASURED = 1_000_000;

/** What is described of an asset: a title in one codec and one track of its sound. */
interface DescribedAsset {
  readonly renditions: readonly Rendition[];
  readonly parts: readonly PartAsset[];
  readonly track?: string;
}

/** Describes the media of an asset to a player of ours, with the first bytes to play. */
export async function describeMedia(asset: DescribedAsset, terms: MediaTerms): Promise<PlayMedia> {
  const offered = offeredRenditions(asset.renditions, terms.cap);
  const start = await readStart(offered, asset, terms);
  return {
    parts: asset.parts.map((part) => describePart(part, terms)),
    renditions: offered.map(({ height, averageBandwidth, codecs }) => ({
      folder: renditionFolder(height, asset.track),
      height,
      bandwidth: averageBandwidth,
      codecs,
    })),
    ...(start ? { start } : {}),
  };
}

function describePart(
  { id, renditions, storyboard, stillsId = id }: PartAsset,
  { baseOf, backupOf }: Pick<MediaTerms, 'baseOf' | 'backupOf'>,
): PlayMedia['parts'][number] {
  const base = baseOf(id);
  return {
    base,
    ...(backupOf ? { backup: backupOf(id) } : {}),
    runs: runsOf(renditions[0]?.segments ?? []),
    ...(storyboard
      ? { storyboard: { url: `${baseOf(stillsId)}${STORYBOARD_PATH}`, ...storyboard } }
      : {}),
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

/**
 * The first bytes in the rendition with which playback starts: the first that the network carries,
 * or a lower one whose first chunk arrives soon.
 */
async function readStart(
  offered: readonly Rendition[],
  asset: DescribedAsset,
  terms: MediaTerms,
): Promise<PlayMedia['start']> {
  const first = firstRendition(offered, terms.throughput);
  const soon = Math.min(START_BYTES, ((terms.throughput ?? UNMEASURED) / 8) * FIRST_CHUNK_SECONDS);
  const candidates = first ? offered.slice(0, offered.indexOf(first) + 1).reverse() : [];
  for (const rendition of candidates) {
    const found = await readFirstChunk(rendition, asset, terms);
    if (found && terms.mostStart !== undefined && found.sentBytes > terms.mostStart) continue;
    if (!found || found.chunkBytes <= soon || rendition === candidates.at(-1)) return found?.start;
  }
  return undefined;
}

async function readFirstChunk(
  { height }: Rendition,
  { parts, track }: DescribedAsset,
  { position, firstChunk }: MediaTerms,
) {
  const folder = renditionFolder(height, track);
  const { partId, index, number } = placeAt(parts, height, position);
  const found = await firstChunk(partId, folder, index);
  if (!found) return undefined;
  const { init, bytes, isWhole: is_whole, chunkBytes } = found;
  const sentBytes = Buffer.byteLength(init, 'base64') + chunkBytes;
  return { start: { folder, segment: number, is_whole, init, bytes }, chunkBytes, sentBytes };
}
