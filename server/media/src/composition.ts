import type { AssetAudio, AudioTrack, Av1Media, Rendition } from './asset.ts';
import type { Storyboard } from './ingest/storyboard.ts';

/**
 * A composition is an asset without files of its own: other assets, its parts, played one after the
 * other. Each part was packaged apart, so that many titles can share it.
 */

/** A packaged asset as a part of a title. */
export interface PartAsset {
  readonly id: string;
  readonly renditions: readonly Rendition[];
  readonly storyboard?: Storyboard | null;
  /** The folder of its pictures to look at; absent: `id`. */
  readonly stillsId?: string;
  readonly av1?: Av1Media | null;
  readonly audio?: AssetAudio | null;
}

/** A title's media in one codec. */
interface MediaOf<Part extends PartAsset = PartAsset> {
  readonly renditions: readonly Rendition[];
  readonly parts: readonly Part[];
  readonly av1: Av1Media | null;
}

/**
 * A title as its AV1 renditions: the folders and renditions of its parts are those in AV1. Returns
 * undefined for a title without them. Sound alone is not among them.
 */
export function titleInAv1<Title extends MediaOf>(title: Title): Title | undefined {
  if (!title.av1) return undefined;
  const parts = title.parts.flatMap(({ id, av1, ...part }) =>
    av1?.filesId
      ? [{ ...part, id: av1.filesId, stillsId: id, renditions: av1.renditions, av1: null }]
      : [],
  );
  if (parts.length < title.parts.length) return undefined;
  return { ...title, renditions: title.av1.renditions, parts };
}

/**
 * The AV1 renditions of a title made of `parts`; null unless all parts have them. Throws a {@link
 * CompositionError} as {@link composeRenditions} does.
 */
export function composeAv1(parts: readonly PartAsset[]): Av1Media | null {
  const inAv1 = parts.flatMap(({ id, av1 }) =>
    av1 ? [{ id, renditions: av1.renditions, tracks: av1.tracks ?? [] }] : [],
  );
  if (inAv1.length === 0 || inAv1.length < parts.length) return null;
  const tracks = composeTracks(inAv1);
  return {
    filesId: null,
    renditions: composeRenditions(inAv1),
    ...(tracks.length > 1 ? { tracks } : {}),
  };
}

/** The sound of a title made of `parts`; null without sound. Throws as {@link composeAv1} does. */
export function composeAudio(parts: readonly PartAsset[]): AssetAudio | null {
  const tracks = composeTracks(parts.map(({ id, audio }) => ({ id, tracks: audio?.tracks ?? [] })));
  return tracks.length > 0 ? { tracks, leftOut: [] } : null;
}

/**
 * The tracks that all parts have, if all have the same first one; else the first of each part,
 * whatever its language.
 */
function composeTracks(
  parts: readonly { readonly id: string; readonly tracks: readonly AudioTrack[] }[],
): AudioTrack[] {
  const [first, ...others] = parts[0]?.tracks ?? [];
  if (!first) return [];
  if (parts.some(({ tracks }) => tracks[0]?.language !== first.language))
    return [{ language: null }];
  const shared = others.flatMap(({ language }) => {
    const inTrack = parts.flatMap(({ id, tracks }) => {
      const renditions = tracks.find((track) => track.language === language)?.renditions;
      return renditions ? [{ id, renditions }] : [];
    });
    if (inTrack.length < parts.length) return [];
    return [{ language, renditions: composeRenditions(inTrack) }];
  });
  return [{ language: first.language }, ...shared];
}

/** The reasons to refuse a composition. */
export type CompositionRefusal =
  | 'no_parts'
  | 'part_unknown'
  | 'part_not_ready'
  | 'part_is_composition'
  | 'part_repeated'
  | 'renditions_differ'
  | 'segments_invalid';

/** A refused composition; the message names the part. */
export class CompositionError extends Error {
  readonly code: CompositionRefusal;

  constructor(code: CompositionRefusal, message: string) {
    super(message);
    this.name = 'CompositionError';
    this.code = code;
  }
}

/**
 * The renditions of a title made of `parts`: bytes are those of all parts, each with its init
 * segment; the segments stay with the parts. Throws a {@link CompositionError}: `no_parts`,
 * `part_repeated` (a browser fetches it once, and the cost of the title would be wrong) or
 * `renditions_differ`.
 */
export function composeRenditions(parts: readonly PartAsset[]): Rendition[] {
  const first = parts[0];
  if (!first) throw new CompositionError('no_parts', 'a composition needs a part');
  const ids = parts.map(({ id }) => id);
  const repeated = ids.find((id, at) => ids.indexOf(id) !== at);
  if (repeated)
    throw new CompositionError('part_repeated', `part ${repeated} is in the composition twice`);
  const other = parts.find((part) => shapeOf(part) !== shapeOf(first));
  if (other)
    throw new CompositionError(
      'renditions_differ',
      `part ${other.id} has other renditions than part ${first.id}: ${shapeOf(other)} instead of ${shapeOf(first)}`,
    );
  return first.renditions.map((rendition) => compose(rendition, parts));
}

/** The length of a title made of `parts`, in milliseconds. */
export function composedDuration(parts: readonly PartAsset[]): number {
  const seconds = parts.map(({ renditions }) => secondsOf(renditions[0]));
  return Math.round(seconds.reduce((sum, one) => sum + one, 0) * 1000);
}

function compose(rendition: Rendition, parts: readonly PartAsset[]): Rendition {
  const same = parts.map((part) => renditionOf(part, rendition.height));
  const media = same.flatMap(({ segments }) => segments).reduce((sum, { bytes }) => sum + bytes, 0);
  const seconds = same.reduce((sum, one) => sum + secondsOf(one), 0);
  const { init: _, ...shape } = rendition;
  return {
    ...shape,
    bandwidth: Math.max(...same.map(({ bandwidth }) => bandwidth)),
    averageBandwidth: Math.ceil((media * 8) / seconds),
    bytes: same.reduce((sum, { bytes }) => sum + bytes, 0),
    segments: [],
  };
}

/** The rendition of a part by its height. Throws a RangeError for a part that lacks it. */
export function renditionOf(part: PartAsset, height: number): Rendition {
  const found = part.renditions.find((rendition) => rendition.height === height);
  if (!found) throw new RangeError(`part ${part.id} has no rendition of ${height} lines`);
  return found;
}

/** Everything in which the renditions of two parts must agree, as one text. */
function shapeOf({ renditions }: PartAsset): string {
  return renditions
    .map(({ height, pixelWidth, pixelHeight, frameRate, codecs }) =>
      height > 0
        ? `${height}p ${pixelWidth}x${pixelHeight} ${frameRate}/s ${codecs}`
        : `audio ${codecs}`,
    )
    .join(', ');
}

function secondsOf(rendition: Pick<Rendition, 'segments'> | undefined): number {
  return rendition?.segments.reduce((sum, { duration }) => sum + duration, 0) ?? 0;
}
