import { isDeepStrictEqual } from 'node:util';
import {
  avGetPixFmtName,
  type Decoder,
  Encoder,
  FF_ENCODER_LIBSVTAV1,
  FF_ENCODER_LIBX264,
  FFmpegError,
  FilterAPI,
  FilterComplexAPI,
  type Frame,
  type IOOutputCallbacks,
  Muxer,
  type Packet,
  Rational,
} from 'node-av';
import {
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_PRI_SMPTE170M,
  AVCOL_PRI_UNSPECIFIED,
  AVCOL_SPC_BT709,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_BT709,
  AVCOL_TRC_SMPTE170M,
  AVCOL_TRC_UNSPECIFIED,
  type AVColorPrimaries,
  type AVColorSpace,
  type AVColorTransferCharacteristic,
  AVERROR_EOF,
  type AVPixelFormat,
} from 'node-av/constants';
import {
  av1Options,
  fitFilters,
  fragmentOptions,
  keyframeDistance,
  labelOf,
  type PictureShape,
  videoGraph,
  x264Options,
} from './encode-settings.ts';
import type { Effort, FrameRate, PictureCodec, RenditionPlan } from './encoding-ladder.ts';
import {
  addOutput,
  closeSound,
  fillHoles,
  finishSound,
  flushSound,
  openSounds,
  type SoundTrack,
  type SoundTreatment,
  takeSound,
} from './library-sound.ts';
import {
  decodeWhole,
  encodeWhole,
  type OpenSource,
  openDecoder,
  readPackets,
} from './library-source.ts';
import { type GreyEdges, greyEdges } from './library-stills.ts';
import { damaged } from './source.ts';
import { MOST_DAMAGE } from './source-survey.ts';

/**
 * Encodes with the library `node-av`: decodes a source once and encodes all renditions from it.
 * Only the packaging process runs this module.
 */

export interface EncodeOptions extends SoundTreatment {
  readonly codec: PictureCodec;
  /** Lowest first. */
  readonly renditions: readonly RenditionPlan[];
  readonly rate: FrameRate;
  readonly effort: Effort;
  /** The path of the file to write for a rendition, or what takes its bytes. */
  readonly fileFor: (rendition: RenditionPlan) => string | IOOutputCallbacks;
  readonly onProgress: (share: number) => void;
}

/** What was decoded of the pictures. */
export interface Encoded {
  readonly packets: number;
  /** How many pictures could not be decoded. */
  readonly lost: number;
  /** How often their size or format has changed. */
  readonly changes: number;
  /** When the first picture that can be decoded is shown, in seconds of the source. */
  readonly firstAt: number;
  /** Of the source's first and last pictures, reduced to grey; absent for a live source. */
  readonly edges?: GreyEdges;
}

interface RenditionOutput {
  readonly plan: RenditionPlan;
  readonly label: string;
  readonly video: Encoder;
  readonly muxer: Muxer;
  readonly videoIndex: number;
}

/** Everything that is open while a source is encoded. */
interface Encoding {
  readonly source: OpenSource;
  readonly onProgress: (share: number) => void;
  readonly videoDecoder: Decoder;
  readonly graph: FilterComplexAPI;
  readonly outputs: readonly RenditionOutput[];
  readonly colours: Colours;
  readonly sounds: readonly SoundTrack[];
  /** The shape of the first picture, and filters for others by their fitting. */
  shape: PictureShape | undefined;
  readonly fits: Map<string, FilterAPI>;
  /** The last fitting that was used. */
  fit: string;
  packets: number;
  lost: number;
  pictures: number;
  changes: number;
  firstAt: number;
  /** Some of the first and of the last pictures; none of a live source. */
  readonly first: Frame[];
  readonly last: Frame[];
}

/**
 * Encodes a source into one fragmented MP4 file for each rendition, with all its sound. What cannot
 * be decoded is left out. Throws a TaskRefusal `damaged` where that is too much.
 */
export async function encodeRenditions(
  source: OpenSource,
  options: EncodeOptions,
): Promise<Encoded> {
  const sounds = await openSounds(source, options);
  const encoding: Encoding = {
    source,
    onProgress: options.onProgress,
    videoDecoder: await openDecoder(source.video, 2),
    graph: FilterComplexAPI.create(videoGraph(source.facts, options), {
      inputs: [{ label: 'in' }],
      outputs: options.renditions.map((rendition) => ({ label: labelOf(rendition) })),
    }),
    outputs: await openOutputs(options, sounds),
    colours: usualColours(source),
    sounds,
    shape: undefined,
    fits: new Map(),
    fit: '',
    packets: 0,
    lost: 0,
    pictures: 0,
    changes: 0,
    firstAt: source.facts.start,
    first: [],
    last: [],
  };
  try {
    await run(encoding);
    await finish(encoding);
    const { packets, lost, changes, first, last, firstAt } = encoding;
    const edges = first.length > 0 ? await greyEdges(source.facts, { first, last }) : undefined;
    return { packets, lost, changes, firstAt, ...(edges ? { edges } : {}) };
  } finally {
    encoding.videoDecoder.close();
    encoding.graph.close();
    for (const filter of encoding.fits.values()) filter.close();
    for (const frame of [...encoding.first, ...encoding.last]) frame.free();
    for (const output of encoding.outputs) output.video.close();
    for (const sound of encoding.sounds) closeSound(sound);
    for (const output of encoding.outputs) await output.muxer.close();
  }
}

async function openOutputs(
  options: EncodeOptions,
  sounds: readonly SoundTrack[],
): Promise<RenditionOutput[]> {
  const outputs: RenditionOutput[] = [];
  for (const plan of options.renditions) {
    const settings = {
      format: 'mp4',
      options: fragmentOptions(options.codec, options.rate),
    } as const;
    const target = options.fileFor(plan);
    const muxer =
      typeof target === 'string'
        ? await Muxer.open(target, settings)
        : await Muxer.open(target, {
            ...settings,
            options: { ...settings.options, flush_packets: 1 },
          });
    const video = await createVideoEncoder(plan, options);
    const videoIndex = muxer.addStream(video);
    for (const sound of sounds) await addOutput(sound, { plan, effort: options.effort }, muxer);
    outputs.push({ plan, label: labelOf(plan), video, muxer, videoIndex });
  }
  return outputs;
}

async function createVideoEncoder(
  plan: RenditionPlan,
  { codec, rate, effort }: EncodeOptions,
): Promise<Encoder> {
  const context = {
    framerate: new Rational(rate.num, rate.den * plan.frameStep),
    gopSize: keyframeDistance(plan, rate),
    pixelFormat: AV_PIX_FMT_YUV420P,
    rcMaxRate: BigInt(plan.maxVideoRate),
    rcBufferSize: plan.maxVideoRate,
    threadCount: 2,
  };
  if (codec === 'h264')
    return await Encoder.create(FF_ENCODER_LIBX264, {
      context,
      options: x264Options(plan, rate, effort),
    });
  return await Encoder.create(FF_ENCODER_LIBSVTAV1, {
    // The library's own rate would stand against the constant rate factor.
    context: { ...context, bitRate: 0n },
    options: av1Options(plan, effort),
  });
}

/** Reads the source to its end and passes every frame to the renditions. */
async function run(encoding: Encoding): Promise<void> {
  const { source, sounds } = encoding;
  for await (const packet of readPackets(source, source.facts.seconds === 0)) {
    const sound = sounds.find(({ sides }) => sides.has(packet.streamIndex));
    if (sound) await takeSound(sound, packet);
    else {
      encoding.packets += 1;
      await takePictures(encoding, packet);
    }
  }
  await takePictures(encoding, null);
  for (const sound of sounds) await flushSound(sound);
  const { packets, lost, pictures } = encoding;
  if (pictures === 0) throw damaged('the picture track of the file holds no picture');
  if (lost > packets * MOST_DAMAGE)
    throw damaged(`${lost} of the ${packets} pictures of the file cannot be decoded`);
}

/** How many of the first and the last pictures are kept, to compare them with what was made. */
const EDGE_PICTURES = 4;

async function takePictures(encoding: Encoding, packet: Packet | null): Promise<void> {
  const { source, graph, sounds, onProgress, first, last } = encoding;
  const { seconds, start } = source.facts;
  const { frames, errors } = decodeWhole(encoding.videoDecoder, packet);
  encoding.lost += errors;
  for (const frame of frames) {
    if (encoding.pictures === 0) encoding.firstAt = timeOf(frame);
    encoding.pictures += 1;
    if (seconds > 0) onProgress((timeOf(frame) - start) / seconds);
    // Where its sound has a hole, a rendition must not wait for sound.
    for (const sound of sounds) await fillHoles(sound, timeOf(frame));
    for (const picture of await fitted(encoding, frame)) {
      take(graph, picture);
      await encodePictures(encoding);
      if (seconds === 0) picture.free();
      else if (first.length < EDGE_PICTURES) first.push(picture);
      else if (last.push(picture) > EDGE_PICTURES) last.shift()?.free();
    }
  }
}

/** The graph takes nothing after the last picture of the length that was surveyed. */
function take(graph: FilterComplexAPI, picture: Frame): void {
  try {
    graph.processSync('in', picture);
  } catch (error) {
    if (!(error instanceof FFmpegError && error.code === AVERROR_EOF)) throw error;
  }
}

/** A picture in the shape of the first one. */
async function fitted(encoding: Encoding, frame: Frame): Promise<readonly Frame[]> {
  const shape = shapeOf(frame);
  encoding.shape ??= shape;
  const filters = isDeepStrictEqual(shape, encoding.shape) ? '' : fitFilters(shape, encoding.shape);
  if (filters !== encoding.fit) encoding.changes += 1;
  encoding.fit = filters;
  if (filters === '') return [frame];
  const filter = encoding.fits.get(filters) ?? FilterAPI.create(filters);
  encoding.fits.set(filters, filter);
  const pictures = filter.processAllSync(frame);
  frame.free();
  return pictures;
}

function shapeOf({ width, height, format, sampleAspectRatio }: Frame): PictureShape {
  const { num, den } = sampleAspectRatio;
  const name = avGetPixFmtName(format as AVPixelFormat);
  if (!name) throw new Error('a picture has no pixel format');
  return { width, height, format: name, pixelAspect: num > 0 && den > 0 ? num / den : 1 };
}

function timeOf(frame: Frame): number {
  return (Number(frame.pts) * frame.timeBase.num) / frame.timeBase.den;
}

/** Flushes the filters and the encoders. */
async function finish(encoding: Encoding): Promise<void> {
  const { graph, outputs, sounds } = encoding;
  await graph.flush();
  await encodePictures(encoding);
  for (const output of outputs) await writeAll(output, await encodeWhole(output.video, null));
  for (const sound of sounds) await finishSound(sound);
}

/** The colours of pictures as a video names them. */
interface Colours {
  readonly space: AVColorSpace;
  readonly primaries: AVColorPrimaries;
  readonly transfer: AVColorTransferCharacteristic;
}

const HD: Colours = {
  space: AVCOL_SPC_BT709,
  primaries: AVCOL_PRI_BT709,
  transfer: AVCOL_TRC_BT709,
};
const SD: Colours = {
  space: AVCOL_SPC_SMPTE170M,
  primaries: AVCOL_PRI_SMPTE170M,
  transfer: AVCOL_TRC_SMPTE170M,
};

/**
 * What the colours of a source are that does not name them: those of its size. A player would
 * guess by the size of a rendition, and show other colours after each change of renditions.
 */
function usualColours({ facts: { width, height }, video }: OpenSource): Colours {
  // The scaler makes these of RGB.
  if (isRgb(video.codecpar.format as AVPixelFormat)) return SD;
  return Math.max(width, height) >= 1280 || Math.min(width, height) >= 720 ? HD : SD;
}

function isRgb(format: AVPixelFormat): boolean {
  return /rgb|bgr|gbr|pal8/.test(avGetPixFmtName(format) ?? '');
}

function nameColours(frame: Frame, { space, primaries, transfer }: Colours): void {
  if (frame.colorSpace !== AVCOL_SPC_UNSPECIFIED) return;
  frame.colorSpace = space;
  if (frame.colorPrimaries === AVCOL_PRI_UNSPECIFIED) frame.colorPrimaries = primaries;
  if (frame.colorTrc === AVCOL_TRC_UNSPECIFIED) frame.colorTrc = transfer;
}

/** How many frames of a rendition are taken at once: a picture that stands has any number. */
const FRAMES_AT_ONCE = 8;

/** Encodes the frames that the graph has ready, the renditions in parallel. */
async function encodePictures({ graph, outputs, colours }: Encoding): Promise<void> {
  // The graph hands out one frame at a time, because all outputs share one buffer. The encoders
  // then run in parallel.
  for (let taken = 1; taken > 0; ) {
    const ready: Frame[][] = [];
    for (const output of outputs) ready.push(await takeReady(graph, output.label));
    await Promise.all(
      outputs.map(async (output, i) => {
        for (const frame of ready[i] ?? []) {
          nameColours(frame, colours);
          await writeAll(output, await encodeWhole(output.video, frame));
          frame.free();
        }
      }),
    );
    taken = Math.max(...ready.map(({ length }) => length));
  }
}

async function takeReady(graph: FilterComplexAPI, label: string): Promise<Frame[]> {
  const frames: Frame[] = [];
  while (frames.length < FRAMES_AT_ONCE) {
    const frame = graph.receiveSync(label);
    if (!frame) break;
    frames.push(frame);
  }
  return frames;
}

async function writeAll(output: RenditionOutput, packets: readonly Packet[]): Promise<void> {
  for (const packet of packets) {
    await output.muxer.writePacket(packet, output.videoIndex);
    packet.free();
  }
}
