import {
  Codec,
  type Decoder,
  Encoder,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBSVTAV1,
  FF_ENCODER_LIBX264,
  FilterAPI,
  FilterComplexAPI,
  type Frame,
  type IOOutputCallbacks,
  Muxer,
  type Packet,
  Rational,
} from 'node-av';
import { AV_PIX_FMT_YUV420P, EOF } from 'node-av/constants';
import {
  audioChain,
  av1Options,
  fragmentOptions,
  keyframeDistance,
  labelOf,
  videoGraph,
  x264Options,
} from './encode-settings.ts';
import type { RenditionPlan } from './encoding-ladder.ts';
import { type OpenSource, openDecoder } from './library-source.ts';
import type { EncodeOptions } from './media-tool.ts';
import { damaged, encoderMissing } from './source.ts';

/**
 * Encodes with the library `node-av`: decodes a source once and encodes all renditions from it.
 * Only the packaging process runs this module.
 */

export interface LibraryEncodeOptions extends Omit<EncodeOptions, 'fileFor'> {
  /** The path of the file to write for a rendition, or what takes its bytes. */
  readonly fileFor: (rendition: RenditionPlan) => string | IOOutputCallbacks;
}

interface RenditionOutput {
  readonly plan: RenditionPlan;
  readonly label: string;
  readonly video: Encoder;
  readonly muxer: Muxer;
  readonly videoIndex: number;
}

/** One audio encoder shared by all renditions of the same audio rate. */
interface SharedAudio {
  readonly encoder: Encoder;
  /** Where its packets go: the muxer of a rendition, and the stream there. */
  readonly outputs: { readonly muxer: Muxer; readonly index: number }[];
}

/** A stream of the source's sound on its way into the renditions. */
interface SoundTrack {
  readonly index: number;
  readonly decoder: Decoder;
  readonly filter: FilterAPI;
  /** By rate. */
  readonly encoders: Map<number, SharedAudio>;
}

/** Everything that is open while a source is encoded. */
interface Encoding {
  readonly source: OpenSource;
  readonly onProgress: (share: number) => void;
  readonly videoDecoder: Decoder;
  readonly graph: FilterComplexAPI;
  readonly outputs: readonly RenditionOutput[];
  readonly sounds: readonly SoundTrack[];
}

/**
 * Encodes a source into one fragmented MP4 file for each rendition, with all its sound. Throws a TaskRefusal `damaged`
 * when the media break off.
 */
export async function encodeRenditions(
  source: OpenSource,
  options: LibraryEncodeOptions,
): Promise<void> {
  const sounds = await openSounds(source, options);
  const encoding: Encoding = {
    source,
    onProgress: options.onProgress,
    videoDecoder: await openDecoder(source.video, 2),
    graph: FilterComplexAPI.create(videoGraph(source.facts, options, 'in'), {
      inputs: [{ label: 'in' }],
      outputs: options.renditions.map((rendition) => ({ label: labelOf(rendition) })),
    }),
    outputs: await openOutputs(options, sounds),
    sounds,
  };
  try {
    await run(encoding);
    await finish(encoding);
  } finally {
    encoding.videoDecoder.close();
    encoding.graph.close();
    for (const output of encoding.outputs) output.video.close();
    for (const { decoder, filter, encoders } of encoding.sounds) {
      decoder.close();
      filter.close();
      for (const { encoder } of encoders.values()) encoder.close();
    }
    for (const output of encoding.outputs) await output.muxer.close();
  }
}

async function openSounds(
  { audio, facts }: OpenSource,
  { loudness }: LibraryEncodeOptions,
): Promise<SoundTrack[]> {
  const sounds: SoundTrack[] = [];
  for (const [track, stream] of audio.entries())
    sounds.push({
      index: stream.index,
      decoder: await openDecoder(stream, 1),
      filter: FilterAPI.create(audioChain(facts, loudness[track] ?? '')),
      encoders: new Map(),
    });
  return sounds;
}

async function openOutputs(
  options: LibraryEncodeOptions,
  sounds: readonly SoundTrack[],
): Promise<RenditionOutput[]> {
  const outputs: RenditionOutput[] = [];
  for (const plan of options.renditions) {
    const fragments = fragmentOptions(options.codec, options.rate);
    const settings = { format: 'mp4', options: { ...fragments, use_editlist: false } } as const;
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
    for (const { encoders } of sounds) {
      const audio = encoders.get(plan.audioRate) ?? (await openAudioEncoder(plan));
      encoders.set(plan.audioRate, audio);
      audio.outputs.push({ muxer, index: muxer.addStream(audio.encoder) });
    }
    outputs.push({ plan, label: labelOf(plan), video, muxer, videoIndex });
  }
  return outputs;
}

async function openAudioEncoder({ audioRate }: RenditionPlan): Promise<SharedAudio> {
  const context = { bitRate: BigInt(audioRate) };
  return { encoder: await Encoder.create(FF_ENCODER_AAC, { context }), outputs: [] };
}

async function createVideoEncoder(
  plan: RenditionPlan,
  { codec, rate, effort }: LibraryEncodeOptions,
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
  if (!Codec.findEncoderByName(FF_ENCODER_LIBSVTAV1)) throw encoderMissing('AV1');
  return await Encoder.create(FF_ENCODER_LIBSVTAV1, {
    // The library's own rate would stand against the constant rate factor.
    context: { ...context, bitRate: 0n },
    options: av1Options(plan, effort),
  });
}

/** Reads the source to its end and passes every frame to the renditions. */
async function run(encoding: Encoding): Promise<void> {
  const { source, videoDecoder, sounds } = encoding;
  let pictures = 0;
  const take = async (packet: Packet | null, sound?: SoundTrack): Promise<void> => {
    const frames = await (sound?.decoder ?? videoDecoder)
      .decodeAll(packet)
      .catch((error: unknown) => {
        throw damaged(
          `the media of the file break off after ${pictures} pictures (${error instanceof Error ? error.message : String(error)})`,
        );
      });
    for (const frame of frames) {
      if (sound) await takeSound(sound, frame);
      else pictures += await takePicture(encoding, frame);
      frame.free();
    }
  };
  for await (const packet of source.demuxer.packets()) {
    if (packet === null) break;
    const sound = sounds.find(({ index }) => index === packet.streamIndex);
    if (sound || packet.streamIndex === source.video.index) await take(packet, sound);
    packet.free();
  }
  await take(null);
  for (const sound of sounds) await take(null, sound);
  if (pictures === 0) throw damaged('the picture track of the file holds no picture');
}

/** How far the times of pictures may run past the length that a file states, in seconds. */
const LATEST_SECONDS = 30;

async function takePicture(
  { source, graph, outputs, onProgress }: Encoding,
  frame: Frame,
): Promise<number> {
  // The rate filter fills gaps: a jump in the times of a small file would become hours of pictures.
  const { seconds, start } = source.facts;
  if (seconds > 0 && timeOf(frame) - start > seconds + LATEST_SECONDS)
    throw damaged('the times of the pictures run far past the length that the file states');
  await graph.process('in', frame);
  if (seconds > 0) onProgress((timeOf(frame) - start) / seconds);
  return await encodePictures(graph, outputs);
}

function timeOf(frame: Frame): number {
  return (Number(frame.pts) * frame.timeBase.num) / frame.timeBase.den;
}

async function takeSound({ filter, encoders }: SoundTrack, frame: Frame): Promise<void> {
  for (const filtered of await filter.processAll(frame)) await encodeSound(filtered, encoders);
}

/** Flushes the filters and the encoders. */
async function finish({ graph, outputs, sounds }: Encoding): Promise<void> {
  await graph.flush();
  await encodePictures(graph, outputs);
  for (const output of outputs) await writeAll(output, await output.video.encodeAll(null));
  for (const sound of sounds) await finishSound(sound);
}

async function finishSound({ filter, encoders }: SoundTrack): Promise<void> {
  await filter.flush();
  for (
    let frame = await filter.receive();
    frame !== null && frame !== EOF;
    frame = await filter.receive()
  ) {
    await encodeSound(frame as Frame, encoders);
  }
  for (const audio of encoders.values())
    await writeSound(audio, await audio.encoder.encodeAll(null));
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

async function encodeSound(frame: Frame, encoders: SoundTrack['encoders']): Promise<void> {
  for (const audio of encoders.values()) {
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
      for (const { muxer, index } of audio.outputs) {
        const copy = packet.clone();
        if (!copy) throw new Error('out of memory for sound');
        await muxer.writePacket(copy, index);
        copy.free();
      }
    }
    packet.free();
  }
}
