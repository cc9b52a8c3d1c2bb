import {
  type Decoder,
  Encoder,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
  FilterAPI,
  FilterComplexAPI,
  type Frame,
  Muxer,
  type Packet,
  Rational,
} from 'node-av';
import { AV_PIX_FMT_YUV420P, EOF } from 'node-av/constants';
import { TaskRefusal } from './child-job.ts';
import {
  type Effort,
  type FrameRate,
  type RenditionPlan,
  segmentFrames,
} from './encoding-ladder.ts';
import { type OpenSource, openDecoder } from './source.ts';

/**
 * Decodes a source once and encodes all renditions from it. Only the packaging process runs this
 * module.
 */

export interface EncodeOptions {
  readonly renditions: readonly RenditionPlan[];
  readonly rate: FrameRate;
  readonly effort: Effort;
  /** The path of the file to write for a rendition. */
  readonly fileFor: (rendition: RenditionPlan) => string;
  readonly onProgress: (share: number) => void;
}

/**
 * With look-ahead the quick preset compresses nearly as well as the next slower preset, for two
 * thirds of the work.
 */
const EFFORTS: Readonly<Record<Effort, { preset: string; extra: string }>> = {
  quick: { preset: 'superfast', extra: ':mbtree=1:rc-lookahead=10' },
  thorough: { preset: 'fast', extra: '' },
};

interface RenditionOutput {
  readonly plan: RenditionPlan;
  readonly label: string;
  readonly video: Encoder;
  readonly muxer: Muxer;
  readonly videoIndex: number;
  readonly audio: SharedAudio | undefined;
  readonly audioIndex: number;
}

/** One audio encoder shared by all renditions of the same audio rate. */
interface SharedAudio {
  readonly encoder: Encoder;
  readonly renditions: RenditionOutput[];
}

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
  use_editlist: false,
};

/** Everything that is open while a source is encoded. */
interface Encoding {
  readonly source: OpenSource;
  readonly onProgress: (share: number) => void;
  readonly videoDecoder: Decoder;
  readonly audioDecoder: Decoder | undefined;
  readonly graph: FilterComplexAPI;
  readonly audioFilter: FilterAPI | undefined;
  readonly outputs: readonly RenditionOutput[];
  readonly audios: readonly SharedAudio[];
}

/**
 * Encodes a source into one fragmented MP4 file for each rendition. Throws a TaskRefusal `damaged`
 * when the media break off.
 */
export async function encodeRenditions(source: OpenSource, options: EncodeOptions): Promise<void> {
  const audios = new Map<number, SharedAudio>();
  const encoding: Encoding = {
    source,
    onProgress: options.onProgress,
    videoDecoder: await openDecoder(source.video, 2),
    audioDecoder: source.audio ? await openDecoder(source.audio, 1) : undefined,
    graph: createVideoGraph(source, options),
    audioFilter: source.audio ? createAudioFilter(source.seconds) : undefined,
    outputs: await openOutputs(options, audios),
    audios: [...audios.values()],
  };
  try {
    await run(encoding);
    await finish(encoding);
  } finally {
    encoding.videoDecoder.close();
    encoding.audioDecoder?.close();
    encoding.graph.close();
    encoding.audioFilter?.close();
    for (const output of encoding.outputs) output.video.close();
    for (const audio of encoding.audios) audio.encoder.close();
    for (const output of encoding.outputs) await output.muxer.close();
  }
}

/**
 * The video filters: deinterlace interlaced frames, rotate, set the frame rate, then scale from
 * each rendition down to the next.
 */
function createVideoGraph(source: OpenSource, options: EncodeOptions): FilterComplexAPI {
  const { num, den } = options.rate;
  const highestFirst = [...options.renditions].reverse();
  const chains: string[] = [
    `[in]yadif=deint=interlaced,${source.upright}fps=${num}/${den}:start_time=0[s0]`,
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
  return FilterComplexAPI.create(chains.join(';'), {
    inputs: [{ label: 'in' }],
    outputs: options.renditions.map((rendition) => ({ label: labelOf(rendition) })),
  });
}

function labelOf(rendition: RenditionPlan): string {
  return `r${rendition.height}`;
}

/**
 * The audio filters: audio lasts from zero to the end of the video and gaps become silence, so that
 * every segment has audio.
 */
function createAudioFilter(seconds: number): FilterAPI {
  return FilterAPI.create(
    `aresample=48000:async=1000:first_pts=0,aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo,apad=whole_dur=${seconds.toFixed(3)},asetnsamples=n=1024:p=0`,
  );
}

async function openOutputs(
  options: EncodeOptions,
  audios: Map<number, SharedAudio>,
): Promise<RenditionOutput[]> {
  const outputs: RenditionOutput[] = [];
  for (const plan of options.renditions) {
    const muxer = await Muxer.open(options.fileFor(plan), { format: 'mp4', options: FRAGMENTS });
    const video = await createVideoEncoder(plan, options.rate, options.effort);
    const videoIndex = muxer.addStream(video);
    let audio: SharedAudio | undefined;
    let audioIndex = -1;
    if (plan.audioRate > 0) {
      audio = audios.get(plan.audioRate) ?? {
        encoder: await Encoder.create(FF_ENCODER_AAC, {
          context: { bitRate: BigInt(plan.audioRate) },
        }),
        renditions: [],
      };
      audios.set(plan.audioRate, audio);
      audioIndex = muxer.addStream(audio.encoder);
    }
    const output: RenditionOutput = {
      plan,
      label: labelOf(plan),
      video,
      muxer,
      videoIndex,
      audio,
      audioIndex,
    };
    audio?.renditions.push(output);
    outputs.push(output);
  }
  return outputs;
}

async function createVideoEncoder(
  plan: RenditionPlan,
  rate: FrameRate,
  effort: Effort,
): Promise<Encoder> {
  const frames = segmentFrames(rate) / plan.frameStep;
  return await Encoder.create(FF_ENCODER_LIBX264, {
    context: {
      framerate: new Rational(rate.num, rate.den * plan.frameStep),
      gopSize: frames,
      pixelFormat: AV_PIX_FMT_YUV420P,
      rcMaxRate: BigInt(plan.maxVideoRate),
      rcBufferSize: plan.maxVideoRate,
      threadCount: 2,
    },
    options: {
      preset: EFFORTS[effort].preset,
      profile: 'high',
      crf: plan.quality,
      // Every rendition starts a segment at the same frame, and no segment refers to earlier
      // frames.
      'x264-params': `keyint=${frames}:min-keyint=${frames}:scenecut=0:open-gop=0${EFFORTS[effort].extra}`,
    },
  });
}

/** Reads the source to its end and passes every frame to the renditions. */
async function run(encoding: Encoding): Promise<void> {
  const { source, videoDecoder, audioDecoder } = encoding;
  let pictures = 0;
  const take = async (decoder: Decoder, packet: Packet | null): Promise<void> => {
    const frames = await decoder.decodeAll(packet).catch((error: unknown) => {
      throw damaged(
        `the media of the file break off after ${pictures} pictures (${error instanceof Error ? error.message : String(error)})`,
      );
    });
    for (const frame of frames) {
      if (decoder === videoDecoder) pictures += await takePicture(encoding, frame);
      else await takeSound(encoding, frame);
      frame.free();
    }
  };
  for await (const packet of source.demuxer.packets()) {
    if (packet === null) break;
    if (packet.streamIndex === source.video.index) await take(videoDecoder, packet);
    else if (packet.streamIndex === source.audio?.index && audioDecoder)
      await take(audioDecoder, packet);
    packet.free();
  }
  await take(videoDecoder, null);
  if (audioDecoder) await take(audioDecoder, null);
  if (pictures === 0) throw damaged('the picture track of the file holds no picture');
}

function damaged(message: string): TaskRefusal {
  return new TaskRefusal('damaged', message);
}

async function takePicture(
  { source, graph, outputs, onProgress }: Encoding,
  frame: Frame,
): Promise<number> {
  await graph.process('in', frame);
  onProgress((Number(frame.pts) * frame.timeBase.num) / frame.timeBase.den / source.seconds);
  return await encodePictures(graph, outputs);
}

async function takeSound({ audioFilter, audios }: Encoding, frame: Frame): Promise<void> {
  if (!audioFilter) return;
  for (const filtered of await audioFilter.processAll(frame)) await encodeSound(filtered, audios);
}

/** Flushes the filters and the encoders. */
async function finish({ graph, outputs, audioFilter, audios }: Encoding): Promise<void> {
  await graph.flush();
  await encodePictures(graph, outputs);
  for (const output of outputs) await writeAll(output, await output.video.encodeAll(null));
  if (!audioFilter) return;
  await audioFilter.flush();
  for (
    let frame = await audioFilter.receive();
    frame !== null && frame !== EOF;
    frame = await audioFilter.receive()
  ) {
    await encodeSound(frame as Frame, audios);
  }
  for (const audio of audios) await writeSound(audio, await audio.encoder.encodeAll(null));
}

/**
 * Encodes the frames that the graph has ready, the renditions in parallel. Returns the number of
 * frames of the first rendition.
 */
async function encodePictures(
  graph: FilterComplexAPI,
  outputs: readonly RenditionOutput[],
): Promise<number> {
  // The graph hands out one frame at a time, because all outputs share one buffer. The encoders
  // then run in parallel.
  const ready: Frame[][] = [];
  for (const output of outputs) ready.push(await takeReady(graph, output.label));
  await Promise.all(
    outputs.map(async (output, i) => {
      for (const frame of ready[i] ?? []) {
        await writeAll(output, await output.video.encodeAll(frame));
        frame.free();
      }
    }),
  );
  return ready[0]?.length ?? 0;
}

async function takeReady(graph: FilterComplexAPI, label: string): Promise<Frame[]> {
  const frames: Frame[] = [];
  for (;;) {
    const frame = await graph.receive(label);
    if (frame === null || frame === EOF) return frames;
    frames.push(frame as Frame);
  }
}

async function writeAll(output: RenditionOutput, packets: readonly Packet[]): Promise<void> {
  for (const packet of packets) {
    await output.muxer.writePacket(packet, output.videoIndex);
    packet.free();
  }
}

async function encodeSound(frame: Frame, audios: readonly SharedAudio[]): Promise<void> {
  for (const audio of audios) {
    const copy = frame.clone();
    if (!copy) throw new Error('out of memory for sound');
    await writeSound(audio, await audio.encoder.encodeAll(copy));
    copy.free();
  }
  frame.free();
}

/**
 * Drops the encoder's priming samples (before zero), so that no player needs an edit list to start
 * at the first frame.
 */
async function writeSound(audio: SharedAudio, packets: readonly Packet[]): Promise<void> {
  for (const packet of packets) {
    if (packet.pts >= 0n) {
      for (const rendition of audio.renditions) {
        const copy = packet.clone();
        if (!copy) throw new Error('out of memory for sound');
        await rendition.muxer.writePacket(copy, rendition.audioIndex);
        copy.free();
      }
    }
    packet.free();
  }
}
