/**
 * Chooses the encoding ladder of a source: the renditions to package. Each rendition has a maximum
 * rate, because viewers pay by the megabyte.
 */

/** A frame rate as a fraction, as FFmpeg writes it. */
export interface FrameRate {
  readonly num: number;
  readonly den: number;
}

/**
 * How much work to spend on an asset. `thorough` takes longer once and saves every viewer
 * megabytes; `quick` is for demo clips that a person waits for.
 */
export type Effort = 'quick' | 'thorough';

/**
 * The codecs of pictures: every asset has H.264, which all devices decode; AV1 lies beside it where
 * the operator wants it.
 */
export type PictureCodec = 'h264' | 'av1';

/** The properties of a source that decide its ladder, after rotation and with square pixels. */
export interface SourceShape {
  readonly width: number;
  readonly height: number;
  readonly frameRate: FrameRate;
  readonly hasAudio: boolean;
}

/** How to encode one rendition. Rates are in bit/s. */
export interface RenditionPlan {
  /** Lines of the shorter side; viewers see it as '360p'. */
  readonly height: number;
  readonly pixelWidth: number;
  readonly pixelHeight: number;
  /** How many frames of the packaged rate become one: 1, or 2 for half the rate. */
  readonly frameStep: number;
  /** Constant rate factor: lower is better. `maxVideoRate` limits the rate all the same. */
  readonly quality: number;
  readonly maxVideoRate: number;
  readonly audioRate: number;
}

interface RenditionRule {
  readonly height: number;
  /** The highest frame rate; above it every second frame is left out. */
  readonly mostFrames: number;
  readonly quality: number;
  readonly maxVideoRate: number;
  readonly audioRate: number;
}

const RULES: readonly RenditionRule[] = [
  { height: 144, mostFrames: 15, quality: 27, maxVideoRate: 56_000, audioRate: 32_000 },
  { height: 240, mostFrames: 30, quality: 25, maxVideoRate: 180_000, audioRate: 48_000 },
  { height: 360, mostFrames: 30, quality: 25, maxVideoRate: 400_000, audioRate: 64_000 },
  { height: 480, mostFrames: 30, quality: 24.5, maxVideoRate: 800_000, audioRate: 64_000 },
  { height: 720, mostFrames: 30, quality: 24, maxVideoRate: 1_500_000, audioRate: 64_000 },
  { height: 1080, mostFrames: 30, quality: 23.5, maxVideoRate: 3_000_000, audioRate: 96_000 },
];

/** The constant rate factor of AV1 that looks like that of x264 in {@link RULES}, by height. */
const AV1_QUALITIES: ReadonlyMap<number, number> = new Map([
  [144, 38],
  [240, 37],
  [360, 36],
  [480, 35],
  [720, 33],
  [1080, 33],
]);
const USUAL_AV1_QUALITY = 36;
/** What AV1 needs at most of the rate of H.264. */
const AV1_RATE_SHARE = 0.75;

/** Approximate length of a segment; a segment is always a whole number of frames. */
export const SEGMENT_SECONDS = 2;

/**
 * The highest packaged frame rate. More frames cost a prepaid viewer megabytes and look the same on
 * a phone.
 */
const MOST_FRAMES = 30.5;
const LEAST_FRAMES = 5;
const USUAL_RATE: FrameRate = { num: 25, den: 1 };

/**
 * The renditions with pictures for a source, lowest first: 144p to 1080p up to the size of the
 * source, never upscaled. A source smaller than 144p gets one rendition of its size. Throws a
 * RangeError for a source without a size.
 */
export function ladderFor(source: SourceShape): RenditionPlan[] {
  const short = Math.min(source.width, source.height);
  if (!(short >= 2) || !Number.isFinite(source.width + source.height))
    throw new RangeError('the source has no picture size');
  const lowest = RULES[0] as RenditionRule;
  const rules = RULES.filter((rule) => rule.height <= short);
  const used = rules.length > 0 ? rules : [{ ...lowest, height: even(short) }];
  return used.map((rule) => {
    const scale = rule.height / short;
    const width = even(source.width * scale);
    const height = even(source.height * scale);
    return {
      height: rule.height,
      pixelWidth: source.width < source.height ? rule.height : width,
      pixelHeight: source.width < source.height ? height : rule.height,
      frameStep: rule.mostFrames < framesOf(source) ? 2 : 1,
      quality: rule.quality,
      maxVideoRate: rule.maxVideoRate,
      audioRate: source.hasAudio ? rule.audioRate : 0,
    };
  });
}

/** Those that somebody waits for: without 360p, which lies between two others. */
export function quickLadder(plans: readonly RenditionPlan[]): RenditionPlan[] {
  return plans.filter((plan, at) => plan.height !== 360 || at === plans.length - 1);
}

/** The AV1 renditions that lie beside these: the same pictures and sound in fewer bytes. */
export function inAv1(plans: readonly RenditionPlan[]): RenditionPlan[] {
  return plans.map((plan) => ({
    ...plan,
    quality: AV1_QUALITIES.get(plan.height) ?? USUAL_AV1_QUALITY,
    maxVideoRate: Math.round(plan.maxVideoRate * AV1_RATE_SHARE),
  }));
}

/**
 * The packaged frame rate: the rate of the source up to 30 frames a second, otherwise an integer
 * fraction of it (60 becomes 30, 50 becomes 25).
 */
export function packagedRate(source: FrameRate): FrameRate {
  const rate = source.num / source.den;
  if (!Number.isFinite(rate) || rate < LEAST_FRAMES || rate > 1000) return USUAL_RATE;
  const divisor = Math.ceil(rate / MOST_FRAMES);
  return { num: source.num, den: source.den * divisor };
}

/** The number of frames in a segment. */
export function segmentFrames(rate: FrameRate): number {
  return Math.max(1, Math.round((SEGMENT_SECONDS * rate.num) / rate.den));
}

/** Frames a second. The packaged rate is at most 30.5, so rates above 30 count as 30. */
function framesOf({ frameRate: { num, den } }: SourceShape): number {
  return Math.min(30, num / den);
}

function even(length: number): number {
  return Math.max(2, Math.round(length / 2) * 2);
}
