/**
 * Which renditions ('renditions') a source is packaged into. Kind to people who pay by the megabyte:
 * each rendition has a ceiling.
 */

/** A frame rate as FFmpeg writes it: frames over seconds. */
export interface FrameRate {
  readonly num: number;
  readonly den: number;
}

/**
 * How much work goes into an asset: `thorough` costs time once and saves every viewer megabytes,
 * `quick` is for a demo that people wait for.
 */
export type Effort = 'quick' | 'thorough';

/** What the ladder needs to know of a source, after turning and with square pixels. */
export interface SourceShape {
  readonly width: number;
  readonly height: number;
  readonly frameRate: FrameRate;
  readonly hasAudio: boolean;
}

/** How one rendition is encoded. Rates in bit/s. */
export interface RenditionPlan {
  /** The rendition's name for people: the lines of the shorter side, as in '360p'. */
  readonly height: number;
  readonly pixelWidth: number;
  readonly pixelHeight: number;
  /** Constant quality of x264: lower is better. The ceiling holds in spite of it. */
  readonly quality: number;
  readonly maxVideoRate: number;
  readonly audioRate: number;
}

interface RenditionRule {
  readonly height: number;
  readonly quality: number;
  readonly maxVideoRate: number;
  readonly audioRate: number;
}

const RULES: readonly RenditionRule[] = [
  { height: 240, quality: 25, maxVideoRate: 180_000, audioRate: 48_000 },
  { height: 360, quality: 25, maxVideoRate: 400_000, audioRate: 64_000 },
  { height: 480, quality: 24.5, maxVideoRate: 800_000, audioRate: 64_000 },
  { height: 720, quality: 24, maxVideoRate: 1_500_000, audioRate: 64_000 },
];

/** A segment lasts about this long; it always is a whole number of frames. */
export const SEGMENT_SECONDS = 2;

/**
 * No more frames a second than this are packaged: a phone on a prepaid bundle does not profit from
 * them.
 */
const MOST_FRAMES = 30.5;
const LEAST_FRAMES = 5;
const USUAL_RATE: FrameRate = { num: 25, den: 1 };

/**
 * The renditions for a source: 240p, 360p, 480p and 720p as far as the source reaches (nothing is blown
 * up), lowest first. A source smaller than 240p gets one rendition of its own size. Throws a RangeError
 * for a source without a size.
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
      quality: rule.quality,
      maxVideoRate: rule.maxVideoRate,
      audioRate: source.hasAudio ? rule.audioRate : 0,
    };
  });
}

/**
 * The rate to package at: the source's own up to 30 frames a second, else a whole part of it (60
 * becomes 30, 50 becomes 25).
 */
export function packagedRate(source: FrameRate): FrameRate {
  const rate = source.num / source.den;
  if (!Number.isFinite(rate) || rate < LEAST_FRAMES || rate > 1000) return USUAL_RATE;
  const divisor = Math.ceil(rate / MOST_FRAMES);
  return { num: source.num, den: source.den * divisor };
}

/** How many frames a segment has. */
export function segmentFrames(rate: FrameRate): number {
  return Math.max(1, Math.round((SEGMENT_SECONDS * rate.num) / rate.den));
}

function even(length: number): number {
  return Math.max(2, Math.round(length / 2) * 2);
}
