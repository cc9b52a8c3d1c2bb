import {
  type Effort,
  type FrameRate,
  type PictureCodec,
  type RenditionPlan,
  segmentFrames,
} from './encoding-ladder.ts';
import type { EncodeOptions, SampleSize } from './media-tool.ts';
import type { Source } from './source.ts';

/** The settings of encoders, filters and files that are the same for every media tool. */

/**
 * With look-ahead the quick preset compresses nearly as well as the next slower preset, for two
 * thirds of the work.
 */
const EFFORTS: Readonly<Record<Effort, { preset: string; extra: string }>> = {
  quick: { preset: 'superfast', extra: ':mbtree=1:rc-lookahead=10' },
  thorough: { preset: 'fast', extra: '' },
};

/**
 * Options of a rendition's file: fragmented, cut at each keyframe and in between, decode times from
 * zero in both tracks, no edit list. FFmpeg's HLS muxer is not used, because it shifts captions and
 * loses a variant; `playlist.ts` writes the playlists.
 */
const FRAGMENTS = {
  movflags: 'frag_keyframe+empty_moov+default_base_moof+negative_cts_offsets',
  // A fragment is a CMAF chunk, which a player appends while the rest of the segment is still on
  // its way. Microseconds; each chunk costs some 250 bytes of headers.
  frag_duration: 480_000,
  avoid_negative_ts: 'disabled',
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
    preset: EFFORTS[effort].preset,
    profile: 'high',
    crf: plan.quality,
    // Every rendition starts a segment at the same frame, and no segment refers to earlier frames.
    'x264-params': `keyint=${frames}:min-keyint=${frames}:scenecut=0:open-gop=0${order}${EFFORTS[effort].extra}`,
  } as const;
}

/** Presets of SVT-AV1, 0 to 13: lower is slower. These take no longer than those of x264. */
const AV1_PRESETS: Readonly<Record<Effort, number>> = { quick: 9, thorough: 7 };

/** The options of SVT-AV1 for a rendition. It begins a segment with each keyframe by itself. */
export function av1Options({ quality }: RenditionPlan, effort: Effort) {
  // Two threads; no keyframes but those of segments.
  return { preset: AV1_PRESETS[effort], crf: quality, 'svtav1-params': 'lp=2:scd=0' } as const;
}

/**
 * The video filters, from the label `input` to one label for each rendition: deinterlace interlaced
 * frames, rotate, set the frame rate, then scale from each rendition down to the next.
 */
export function videoGraph(
  { upright, start }: Pick<Source, 'upright' | 'start'>,
  { renditions, rate }: Pick<EncodeOptions, 'renditions' | 'rate'>,
  input: string,
): string {
  const highestFirst = [...renditions].reverse();
  const chains = [
    `[${input}]setpts=PTS-${start.toFixed(6)}/TB,yadif=deint=interlaced,${upright}fps=${rate.num}/${rate.den}:start_time=0[s0]`,
  ];
  highestFirst.forEach((rendition, i) => {
    const fewer = rendition.frameStep > 1 ? `framestep=${rendition.frameStep},` : '';
    const scaled = `[s${i}]${fewer}scale=${rendition.pixelWidth}:${rendition.pixelHeight}:flags=bilinear,format=yuv420p,setsar=1`;
    const last = i === highestFirst.length - 1;
    chains.push(
      last
        ? `${scaled}[${labelOf(rendition)}]`
        : `${scaled},split=2[${labelOf(rendition)}][s${i + 1}]`,
    );
  });
  return chains.join(';');
}

/** The label of a rendition in the graph. */
export function labelOf(rendition: Pick<RenditionPlan, 'height'>): string {
  return `r${rendition.height}`;
}

/**
 * The audio filters: audio lasts from zero to the end of the video and gaps become silence, so that
 * every segment has audio.
 */
export function audioChain(
  { seconds, start }: Pick<Source, 'seconds' | 'start'>,
  loudness: string,
): string {
  // A live source has no length to fill.
  const pad = seconds > 0 ? `apad=whole_dur=${seconds.toFixed(3)},` : '';
  return `asetpts=PTS-${start.toFixed(6)}/TB,aresample=48000:async=1000:first_pts=0,aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo,${loudness}aformat=sample_fmts=fltp:sample_rates=48000,${pad}asetnsamples=n=1024:p=0`;
}

/** When to look at a source, in seconds from its start: in the middles of equal parts. */
export function sampleTimes({ seconds }: Pick<Source, 'seconds'>, count: number): number[] {
  return Array.from({ length: count }, (_, i) => (seconds * (i + 0.5)) / count);
}

/** The filters that make a grey picture of a frame. */
export function sampleFilters({ upright }: Pick<Source, 'upright'>, size: SampleSize): string {
  return `${upright}scale=${size.width}:${size.height}:flags=bilinear,format=gray`;
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
  return `scale=${width}:${height}:flags=area,setsar=1,tile=${columns}x${rows}:nb_frames=${count},format=yuv420p`;
}

/** The quality of a storyboard in WebP, 0 to 100. */
export const STORYBOARD_QUALITY = 60;
/** The quantiser of a poster in JPEG, 2 to 31: lower is better. */
export const POSTER_QUANTISER = 3;
