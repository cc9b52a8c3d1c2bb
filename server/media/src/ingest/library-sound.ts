import {
  type Decoder,
  Encoder,
  FF_ENCODER_AAC,
  FilterAPI,
  FilterComplexAPI,
  Frame,
  type Muxer,
  type Packet,
} from 'node-av';
import { AV_CHANNEL_ORDER_NATIVE, AV_SAMPLE_FMT_FLTP } from 'node-av/constants';
import { aacOptions, SOUND_RATE, soundFormat, soundGraph } from './encode-settings.ts';
import type { Effort, RenditionPlan } from './encoding-ladder.ts';
import { decodeWhole, encodeWhole, type OpenSource, openDecoder } from './library-source.ts';
import type { Span } from './source-survey.ts';

/** What is done to a source's sound before it is encoded. */
export interface SoundTreatment {
  /**
   * The filters that bring each track of the source's sound to its loudness, each followed by a
   * comma.
   */
  readonly loudness: readonly string[];
  /** When the streams of sound have none, by their indexes, in seconds of the source. */
  readonly holes: ReadonlyMap<number, readonly Span[]>;
}

/**
 * Encodes the sound of a source with the library `node-av`, with silence where it has holes. Only
 * the packaging process runs this module.
 */

/** One audio encoder shared by all renditions of the same audio rate. */
interface SharedAudio {
  readonly encoder: Encoder;
  /** Where its packets go: the muxer of a rendition, and the stream there. */
  readonly outputs: { readonly muxer: Muxer; readonly index: number }[];
}

/** One stream of a track's sound: all of it, or its left or right side. */
interface SoundSide {
  readonly decoder: Decoder;
  readonly format: FilterAPI;
  readonly label: string;
  /** Until when it has sound or silence, in seconds of the source. */
  filled: number;
  /** The holes that are still to fill, in their order. */
  readonly holes: Span[];
}

/** A track of the source's sound on its way into the renditions. */
export interface SoundTrack {
  /** By the index of the stream. */
  readonly sides: ReadonlyMap<number, SoundSide>;
  readonly graph: FilterComplexAPI;
  /** By rate. */
  readonly encoders: Map<number, SharedAudio>;
}

/** Opens the decoders and the filters of all tracks. Throws a TaskRefusal `unsupported_codec`. */
export async function openSounds(
  { audio, facts }: OpenSource,
  { loudness, holes }: SoundTreatment,
): Promise<SoundTrack[]> {
  const sounds: SoundTrack[] = [];
  for (const [track, streams] of audio.entries()) {
    const sides = new Map<number, SoundSide>();
    for (const [side, stream] of streams.entries())
      sides.set(stream.index, {
        decoder: await openDecoder(stream, 1),
        format: FilterAPI.create(soundFormat(streams.length)),
        label: `in${side}`,
        filled: facts.start,
        holes: [...(holes.get(stream.index) ?? [])],
      });
    const graph = soundGraph(facts, loudness[track] ?? '', streams.length);
    const inputs = [...sides.values()].map(({ label }) => ({ label }));
    sounds.push({
      sides,
      graph: FilterComplexAPI.create(graph, { inputs, outputs: [{ label: 'out' }] }),
      encoders: new Map(),
    });
  }
  return sounds;
}

/** Lets the file of a rendition have a track. */
export async function addOutput(
  { encoders }: SoundTrack,
  { plan: { audioRate }, effort }: { readonly plan: RenditionPlan; readonly effort: Effort },
  muxer: Muxer,
): Promise<void> {
  const context = { bitRate: BigInt(audioRate) };
  const audio = encoders.get(audioRate) ?? {
    encoder: await Encoder.create(FF_ENCODER_AAC, { context, options: aacOptions(effort) }),
    outputs: [],
  };
  encoders.set(audioRate, audio);
  audio.outputs.push({ muxer, index: muxer.addStream(audio.encoder) });
}

export function closeSound({ sides, graph, encoders }: SoundTrack): void {
  graph.close();
  for (const { decoder, format } of sides.values()) {
    decoder.close();
    format.close();
  }
  for (const { encoder } of encoders.values()) encoder.close();
}

/** Encodes a packet of one of a track's streams. */
export async function takeSound(sound: SoundTrack, packet: Packet): Promise<void> {
  const side = sound.sides.get(packet.streamIndex);
  if (!side) throw new RangeError(`the track has no stream ${packet.streamIndex}`);
  await decode(sound, side, packet);
}

/** Encodes what the decoders of a track still have. */
export async function flushSound(sound: SoundTrack): Promise<void> {
  for (const side of sound.sides.values()) await decode(sound, side, null);
}

async function decode(sound: SoundTrack, side: SoundSide, packet: Packet | null): Promise<void> {
  const { frames } = decodeWhole(side.decoder, packet);
  for (const frame of frames) {
    const start = (Number(frame.pts) * frame.timeBase.num) / frame.timeBase.den;
    await fillSide(sound, side, start);
    side.filled = Math.max(side.filled, start + frame.nbSamples / frame.sampleRate);
    for (const formatted of side.format.processAllSync(frame)) {
      sound.graph.processSync(side.label, formatted);
      formatted.free();
    }
    frame.free();
  }
  await encodeReady(sound);
}

/** A hole is filled only once the sound before it has come; it may end a little early. */
const ALMOST = 0.1;
const SILENCE_AT_ONCE = 1;

/** Puts silence into the holes of a track, up to a time in seconds of the source. */
export async function fillHoles(sound: SoundTrack, until: number): Promise<void> {
  for (const side of sound.sides.values()) await fillSide(sound, side, until);
}

async function fillSide(sound: SoundTrack, side: SoundSide, until: number): Promise<void> {
  for (;;) {
    const [hole] = side.holes;
    if (!hole || hole.start > side.filled + ALMOST) return;
    const from = Math.max(hole.start, side.filled);
    const to = Math.min(hole.end, until, from + SILENCE_AT_ONCE);
    if (from >= hole.end) side.holes.shift();
    else if (to <= from) return;
    else {
      const silence = silentFrame(from, to, sound.sides.size > 1 ? 1 : 2);
      sound.graph.processSync(side.label, silence);
      silence.free();
      side.filled = to;
      await encodeReady(sound);
    }
  }
}

function silentFrame(from: number, to: number, channels: 1 | 2): Frame {
  const nbSamples = Math.max(1, Math.round((to - from) * SOUND_RATE));
  return Frame.fromAudioBuffer(Buffer.alloc(nbSamples * channels * 4), {
    nbSamples,
    format: AV_SAMPLE_FMT_FLTP,
    sampleRate: SOUND_RATE,
    channelLayout: {
      nbChannels: channels,
      order: AV_CHANNEL_ORDER_NATIVE,
      mask: channels === 1 ? 4n : 3n,
    },
    timeBase: { num: 1, den: SOUND_RATE },
    pts: BigInt(Math.round(from * SOUND_RATE)),
  });
}

/** Fills the rest and writes what the filters and the encoders of a track still have. */
export async function finishSound(sound: SoundTrack): Promise<void> {
  await fillHoles(sound, Number.POSITIVE_INFINITY);
  await sound.graph.flush();
  await encodeReady(sound);
  for (const audio of sound.encoders.values())
    await writeSound(audio, await encodeWhole(audio.encoder, null));
}

/** Encodes the sound that a graph has ready: nothing before each side has had a frame. */
async function encodeReady({ graph, encoders }: SoundTrack): Promise<void> {
  if (!graph.isInitialized) return;
  for (;;) {
    const frame = graph.receiveSync('out');
    if (!frame) return;
    for (const audio of encoders.values()) {
      const copy = frame.clone();
      if (!copy) throw new Error('out of memory for sound');
      await writeSound(audio, await encodeWhole(audio.encoder, copy));
      copy.free();
    }
    frame.free();
  }
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
