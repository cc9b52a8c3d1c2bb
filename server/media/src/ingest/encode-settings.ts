import {
  type Effort,
  type FrameRate,
  type PictureCodec,
  type RenditionPlan,
  segmentFrames,
} from './encoding-ladder.ts';
import type { HighRange, Source } from './source.ts';

/** The settings of encoders, filters and files. */

const PRESETS: Readonly<Record<Effort, string>> = { quick: 'superfast', thorough: 'fast' };
/** How many frames of the packaged rate the quick preset looks ahead. */
const LOOK_AHEAD = 10;

/**
 * With look-ahead the quick preset compresses nearly as well as the next slower preset, for two
 * thirds of the work. Live viewers wait for it: it has the same time in all renditions, and no
 * thread of its own, which would have further frames.
 */
function lookAhead({ frameStep }: RenditionPlan, effort: Effort): string {
  if (effort !== 'quick') return '';
  return `:mbtree=1:rc-lookahead=${LOOK_AHEAD / frameStep}:sync-lookahead=0`;
}

/**
 * Options of a rendition's file: fragmented, cut at each keyframe and in between, decode times from
 * zero in both tracks, no edit list (`decode-times.ts` lets the pictures begin at zero). FFmpeg's
 * HLS muxer is not used, because it shifts captions and loses a variant; `playlist.ts` writes the
 * playlists.
 */
const FRAGMENTS = {
  movflags: 'frag_keyframe+empty_moov+default_base_moof',
  // A fragment is a CMAF chunk, which a player appends while the rest of the segment is still on
  // its way. Microseconds; each chunk costs some 250 bytes of headers.
  frag_duration: 480_000,
  avoid_negative_ts: 'disabled',
  use_editlist: false,
  // Packets wait for those of the other streams that belong before them, however late they come.
  max_interleave_delta: 0,
} as const;

/** How many frames before it is shown x264 has a picture decoded. AV1 has each in its turn. */
const DECODED_EARLY = 2;

/**
 * The options of a rendition's file (see `FRAGMENTS`). The muxer lays the sound beside the pictures
 * by decode time, and pictures are decoded early. Without more sound before each keyframe a segment
 * would begin with sound of the time before its first picture, and Chromium, when it is given such
 * a segment a second time, takes the pictures of that time out of its buffer.
 */
export function fragmentOptions(codec: PictureCodec, { num, den }: FrameRate) {
  const early = codec === 'h264' ? (DECODED_EARLY * den) / num : 0;
  return { ...FRAGMENTS, audio_preload: Math.round(early * 1_000_000) } as const;
}

/** The frames of a rendition between two keyframes. */
export function keyframeDistance(plan: RenditionPlan, rate: FrameRate): number {
  return segmentFrames(rate) / plan.frameStep;
}

/** The options of x264 for a rendition. */
export function x264Options(plan: RenditionPlan, rate: FrameRate, effort: Effort) {
  const frames = keyframeDistance(plan, rate);
  // Pictures are decoded two frames early, or one without a pyramid: with half the frames that is
  // the same time, and so all renditions cut the sound at the same samples.
  const order = plan.frameStep > 1 ? ':b-pyramid=none' : '';
  return {
    preset: PRESETS[effort],
    profile: 'high',
    crf: plan.quality,
    // Every rendition starts a segment at the same frame, and no segment refers to earlier frames.
    'x264-params': `keyint=${frames}:min-keyint=${frames}:scenecut=0:open-gop=0${order}${lookAhead(plan, effort)}`,
  } as const;
}

/**
 * The options of the AAC encoder. The fast coder takes a quarter of the time; at 32 to 64 kbit/s
 * its sound differs no more from the source's (log-spectral distance of music and speech).
 */
export function aacOptions(effort: Effort) {
  return { aac_coder: effort === 'quick' ? 'fast' : 'twoloop' } as const;
}

/** Presets of SVT-AV1, 0 to 13: lower is slower. These take no longer than those of x264. */
const AV1_PRESETS: Readonly<Record<Effort, number>> = { quick: 9, thorough: 7 };

/** The options of SVT-AV1 for a rendition. It begins a segment with each keyframe by itself. */
export function av1Options({ quality }: RenditionPlan, effort: Effort) {
  // Two threads; no keyframes but those of segments.
  return { preset: AV1_PRESETS[effort], crf: quality, 'svtav1-params': 'lp=2:scd=0' } as const;
}

/**
 * The video filters, from the label `in` to one label for each rendition: deinterlace interlaced
 * frames, rotate, set the frame rate, let the last picture stand until the end, then scale from
 * each rendition down to the next.
 */
export function videoGraph(
  source: Pick<Source, 'upright' | 'start' | 'seconds' | 'hdr'>,
  { renditions, rate }: { readonly renditions: readonly RenditionPlan[]; readonly rate: FrameRate },
): string {
  const { upright, start, hdr } = source;
  const highestFirst = [...renditions].reverse();
  const [highest] = highestFirst;
  // Bringing HDR to the usual range costs most for each pixel, so it comes after scaling.
  const ranged =
    hdr && highest
      ? `,scale=${highest.pixelWidth}:${highest.pixelHeight}:flags=bilinear,${toUsualRange(hdr)}`
      : '';
  const chains = [
    `[in]setpts=PTS-(${start.toFixed(6)})/TB,yadif=deint=interlaced,${upright}fps=${rate.num}/${rate.den}:start_time=0${untilEnd(source, rate)}${ranged}[s0]`,
  ];
  highestFirst.forEach((rendition, i) => {
    const fewer = rendition.frameStep > 1 ? `framestep=${rendition.frameStep},` : '';
    const scaled = `[s${i}]${fewer}scale=${rendition.pixelWidth}:${rendition.pixelHeight}:flags=bilinear:out_range=tv,format=yuv420p,setsar=1`;
    const last = i === highestFirst.length - 1;
    chains.push(
      last
        ? `${scaled}[${labelOf(rendition)}]`
        : `${scaled},split=2[${labelOf(rendition)}][s${i + 1}]`,
    );
  });
  return chains.join(';');
}

/** The frames of a source at a rate. */
export function framesOf({ seconds }: Pick<Source, 'seconds'>, { num, den }: FrameRate): number {
  return Math.max(1, Math.round((seconds * num) / den));
}

/** A live source has no end to stand until. */
function untilEnd(source: Pick<Source, 'seconds'>, rate: FrameRate): string {
  return source.seconds === 0
    ? ''
    : `,tpad=stop=-1:stop_mode=clone,trim=end_frame=${framesOf(source, rate)}`;
}

/** White of the usual range in a picture of HDR, in candela per square metre (ITU-R BT.2408). */
const WHITE_NITS = 203;

/** The filters from HDR (ITU-R BT.2100) to the range and the colours of BT.709. */
function toUsualRange({ transfer }: HighRange): string {
  return [
    `setparams=color_primaries=bt2020:color_trc=${transfer}:colorspace=bt2020nc`,
    `zscale=transfer=linear:npl=${WHITE_NITS},format=gbrpf32le,zscale=primaries=bt709`,
    'tonemap=tonemap=mobius:desat=0',
    'zscale=transfer=bt709:matrix=bt709:range=limited,format=yuv420p',
  ].join(',');
}

/** The size, pixel format and pixel aspect of a decoded picture. */
export interface PictureShape {
  readonly width: number;
  readonly height: number;
  /** As FFmpeg names it. */
  readonly format: string;
  /** The width of a pixel divided by its height. */
  readonly pixelAspect: number;
}

/** The filters that fit a picture of another shape into that of the first, with black around it. */
export function fitFilters(from: PictureShape, to: PictureShape): string {
  const wide = (from.width * from.pixelAspect) / to.pixelAspect;
  const scale = Math.min(to.width / wide, to.height / from.height);
  const even = (length: number, most: number): number =>
    Math.min(most, Math.max(2, Math.round((length * scale) / 2) * 2));
  const size = `${even(wide, to.width)}:${even(from.height, to.height)}`;
  const middle = `pad=${to.width}:${to.height}:-1:-1:black`;
  return `scale=${size}:flags=bilinear,${middle},setsar=${to.pixelAspect.toFixed(6)},format=${to.format}`;
}

/** The label of a rendition in the graph. */
export function labelOf(rendition: Pick<RenditionPlan, 'height'>): string {
  return `r${rendition.height}`;
}

/** The rate of packaged sound, in hertz. */
export const SOUND_RATE = 48_000;

/**
 * The filters that give decoded sound one format, whatever changes in the middle of a stream: one
 * side of `sides` 2, or stereo.
 */
export function soundFormat(sides: number): string {
  const layout = sides > 1 ? 'mono' : 'stereo';
  return `aresample=48000,aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=${layout}`;
}

/**
 * The audio filters, from the labels `in0` (and `in1` for the right side) to `out`: audio begins at
 * zero, and small gaps become silence.
 */
export function soundGraph(
  { start }: Pick<Source, 'start'>,
  loudness: string,
  sides: number,
): string {
  const filled = `asetpts=PTS-(${start.toFixed(6)})/TB,aresample=48000:async=1000:first_pts=0`;
  const end = `${loudness}aformat=sample_fmts=fltp:sample_rates=48000,asetnsamples=n=1024:p=0[out]`;
  return joinedSides(sides, filled, end);
}

/** The filters that measure the loudness of a track, with the labels of {@link soundGraph}. */
export function soundMeter(sides: number): string {
  return joinedSides(sides, 'anull', 'ebur128=metadata=1:peak=true[out]');
}

function joinedSides(sides: number, each: string, end: string): string {
  if (sides === 1) return `[in0]${each},${end}`;
  const join = 'join=inputs=2:channel_layout=stereo:map=0.0-FL|1.0-FR';
  return `[in0]${each}[left];[in1]${each}[right];[left][right]${join},${end}`;
}

/** When to look at a source, in seconds from its start: in the middles of equal parts. */
export function sampleTimes({ seconds }: Pick<Source, 'seconds'>, count: number): number[] {
  return Array.from({ length: count }, (_, i) => (seconds * (i + 0.5)) / count);
}

/** The filters that make a grey picture of a frame, in a size in pixels. */
export function sampleFilters(
  { upright, hdr }: Pick<Source, 'upright' | 'hdr'>,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const ranged = hdr ? `${toUsualRange(hdr)},` : '';
  return `${upright}scale=${width}:${height}:flags=bilinear,${ranged}format=gray`;
}

/** The filters that make a storyboard of the first pictures of segments. */
export function storyboardFilters(plan: {
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  readonly count: number;
}): string {
  const { width, height, columns, rows, count } = plan;
  // WebP has the matrix of BT.601.
  return `scale=${width}:${height}:flags=area:out_color_matrix=bt601,setsar=1,tile=${columns}x${rows}:nb_frames=${count},format=yuv420p`;
}

/** The quality of a storyboard in WebP, 0 to 100. */
export const STORYBOARD_QUALITY = 60;
/** The quantiser of a poster in JPEG, 2 to 31: lower is better. */
export const POSTER_QUANTISER = 3;
