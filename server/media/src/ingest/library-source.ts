import { TaskRefusal } from '@bonisa/kit/processes/child-job';
import {
  avGetCodecName,
  Decoder,
  Demuxer,
  type Encoder,
  type Frame,
  type Packet,
  type Stream,
} from 'node-av';
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_DISPOSITION_COMMENT,
  AV_DISPOSITION_DEFAULT,
  AV_DISPOSITION_DESCRIPTIONS,
  AV_DISPOSITION_FORCED,
  AV_DISPOSITION_HEARING_IMPAIRED,
  AV_DISPOSITION_VISUAL_IMPAIRED,
  AV_NOPTS_VALUE,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_SUBTITLE,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { type CaptionStream, type ChosenCaptions, chooseCaptions } from './film-captions.ts';
import {
  CONTAINERS,
  type HighRange,
  judgeSource,
  MOST_PIXELS,
  reasonOf,
  type Source,
  type SourceAudio,
  unreadable,
} from './source.ts';
import { createSourceClock } from './source-clock.ts';
import { readPrograms } from './transport-programs.ts';
import { uprightOf } from './upright.ts';

/** Opens files with the library `node-av`. Only the packaging process runs this module. */

/** An open source with its streams. */
export interface OpenSource {
  readonly facts: Source;
  readonly demuxer: Demuxer;
  readonly video: Stream;
  /** The streams of `facts.audio`, in their order; left and right where there are two. */
  readonly audio: readonly (readonly Stream[])[];
  /** The streams of other programmes, in a recording of several. */
  readonly foreign: readonly Stream[];
  /** The streams of captions that are read, and why others are not. */
  readonly captions: ChosenCaptions;
}

/** A recorder's file has one for each microphone, camera and language. */
const MOST_STREAMS = 256;
/**
 * How far to read for what a stream's pictures are: a recording that was cut begins anywhere, and
 * says so only with its next keyframe.
 */
const PROBE_BYTES = 50_000_000;
const PROBE_SECONDS = 60;

/**
 * Opens a source file. Throws a TaskRefusal: `unreadable`, `no_video`, or those of
 * {@link judgeSource}.
 */
export async function openSource(file: string): Promise<OpenSource> {
  const demuxer = await Demuxer.open(file, {
    // The times of packets are those of the file: `readPackets` puts them on one timeline.
    copyTs: true,
    options: {
      protocol_whitelist: 'file',
      format_whitelist: CONTAINERS,
      max_streams: MOST_STREAMS,
      probesize: PROBE_BYTES,
      analyzeduration: PROBE_SECONDS * 1_000_000,
    },
  }).catch(() => {
    throw unreadable();
  });
  try {
    const video = pictureTrack(demuxer.streams);
    if (!video) throw new TaskRefusal('no_video', 'the file has no picture track');
    const foreign = await foreignStreams(file, demuxer.streams, video);
    const sounds = demuxer.streams.filter(
      (stream) => stream.codecpar.codecType === AVMEDIA_TYPE_AUDIO && !foreign.includes(stream),
    );
    const facts = judgeSource(file, {
      seconds: demuxer.duration,
      start: demuxer.startTime,
      video: {
        index: video.index,
        codec: codecOf(video),
        width: video.codecpar.width,
        height: video.codecpar.height,
        pixelAspect: video.codecpar.sampleAspectRatio,
        frameRate: { num: video.avgFrameRate.num, den: video.avgFrameRate.den },
        upright: uprightOf(video.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)),
        hdr: highRangeOf(video),
      },
      audio: sounds.map(describeAudio),
    });
    const audio = facts.audio.map(({ index, right }) =>
      sounds.filter((one) => one.index === index || one.index === right),
    );
    const texts = demuxer.streams.filter(
      (stream) => stream.codecpar.codecType === AVMEDIA_TYPE_SUBTITLE && !foreign.includes(stream),
    );
    const captions = chooseCaptions(texts.map(describeCaptions));
    return { facts, demuxer, video, audio, foreign, captions };
  } catch (error) {
    await demuxer.close();
    throw error;
  }
}

/** Opens a source for some work, and closes it. Throws as {@link openSource} and the work do. */
export async function withSource<Result>(
  file: string,
  work: (source: OpenSource) => Promise<Result>,
): Promise<Result> {
  const source = await openSource(file);
  try {
    return await work(source);
  } finally {
    await source.demuxer.close();
  }
}

/** The codecs of covers that a container does not mark as such. */
const STILL_CODECS = new Set(['mjpeg', 'png', 'gif', 'bmp', 'webp', 'tiff', 'jpeg2000']);

/**
 * The first track of pictures that is no cover, and has more than one picture where others do. A
 * codec of stills counts as a cover where there is another track.
 */
function pictureTrack(streams: readonly Stream[]): Stream | undefined {
  const pictures = streams.filter(
    ({ codecpar, disposition }) =>
      codecpar.codecType === AVMEDIA_TYPE_VIDEO && !(disposition & AV_DISPOSITION_ATTACHED_PIC),
  );
  const moving = pictures.filter(({ nbFrames }) => nbFrames !== 1n);
  return moving.find((stream) => !STILL_CODECS.has(codecOf(stream))) ?? moving[0] ?? pictures[0];
}

/** The streams that belong to other programmes of a recording than its pictures. */
async function foreignStreams(
  file: string,
  streams: readonly Stream[],
  video: Stream,
): Promise<Stream[]> {
  const programs = [...(await readPrograms(file)).values()];
  const own = programs.find((pids) => pids.has(video.id));
  if (!own || programs.length < 2) return [];
  return streams.filter(({ id }) => !own.has(id) && programs.some((pids) => pids.has(id)));
}

/** A sentence for each stream that is not packaged and no sound, with why it is left out. */
export function leftOutStreams({ demuxer, video, foreign, captions }: OpenSource): string[] {
  return demuxer.streams.flatMap((stream) => {
    const { index, codecpar, metadata } = stream;
    const isForeign = foreign.includes(stream);
    if (index === video.index || (codecpar.codecType === AVMEDIA_TYPE_AUDIO && !isForeign))
      return [];
    if (captions.taken.some((one) => one.index === index)) return [];
    const language = metadata?.get('language');
    const title = plain(metadata?.get('title') ?? '');
    const codec = codecOf(stream);
    const named = [codec === 'none' ? '' : codec, language === 'und' ? '' : language, title];
    const details = named.filter(Boolean).join(', ').slice(0, 120);
    const why = isForeign
      ? 'it belongs to another programme'
      : (captions.leftOut.get(index) ?? whyLeftOut(stream));
    return [`Left out: stream ${index}${details ? ` (${details})` : ''}: ${why}.`];
  });
}

/** A title as one line without control characters. */
function plain(title: string): string {
  return title.replaceAll(/\p{Cc}+/gu, ' ').trim();
}

function whyLeftOut({ codecpar, disposition }: Stream): string {
  if (codecpar.codecType !== AVMEDIA_TYPE_VIDEO) return 'it is neither pictures nor sound';
  return disposition & AV_DISPOSITION_ATTACHED_PIC
    ? 'it is a cover picture'
    : 'a film has one track of pictures, and this is another';
}

function describeAudio(stream: Stream): SourceAudio {
  const { index, disposition, metadata, codecpar } = stream;
  return {
    index,
    codec: codecOf(stream),
    language: metadata?.get('language') ?? undefined,
    title: plain(metadata?.get('title') ?? metadata?.get('handler_name') ?? ''),
    isDefault: (disposition & AV_DISPOSITION_DEFAULT) !== 0,
    isCommentary: (disposition & AV_DISPOSITION_COMMENT) !== 0,
    isDescription:
      (disposition & (AV_DISPOSITION_VISUAL_IMPAIRED | AV_DISPOSITION_DESCRIPTIONS)) !== 0,
    isMono: codecpar.channelLayout.nbChannels === 1,
  };
}

function describeCaptions(stream: Stream): CaptionStream {
  const { index, disposition, metadata } = stream;
  return {
    index,
    codec: codecOf(stream),
    language: metadata?.get('language') ?? undefined,
    isForced: (disposition & AV_DISPOSITION_FORCED) !== 0,
    isForHearing: (disposition & AV_DISPOSITION_HEARING_IMPAIRED) !== 0,
  };
}

function highRangeOf({ codecpar }: Stream): HighRange | undefined {
  if (codecpar.colorTrc === AVCOL_TRC_SMPTE2084) return { transfer: 'smpte2084' };
  if (codecpar.colorTrc === AVCOL_TRC_ARIB_STD_B67) return { transfer: 'arib-std-b67' };
  return undefined;
}

function codecOf({ codecpar }: Stream): string {
  return avGetCodecName(codecpar.codecId) ?? 'an unknown codec';
}

/**
 * The packets of a source's picture and sound in the order of the file, with their times on one
 * timeline. A live source's times stay as they are, as do those of its captions, which `onText`
 * hears. `onJump` hears how often the clock has jumped.
 */
export async function* readPackets(
  { facts, demuxer, video, audio, captions }: OpenSource,
  isLive: boolean,
  onJump: (times: number) => void = () => undefined,
  onText: (packet: Packet, codec: string) => void = () => undefined,
): AsyncGenerator<Packet> {
  const texts = new Map(
    captions.taken.map(({ index }) => [index, codecOf(demuxer.streams[index] as Stream)]),
  );
  const taken = new Map([video, ...audio.flat()].map((stream) => [stream.index, stream]));
  const clock = createSourceClock({ closesHoles: facts.audio.length > 0 });
  for await (const packet of demuxer.packets()) {
    if (packet === null) break;
    if (taken.has(packet.streamIndex)) {
      if (!isLive) onto(clock, packet);
      yield packet;
    }
    const text = texts.get(packet.streamIndex);
    if (text !== undefined) onText(packet, text);
    packet.free();
  }
  onJump(clock.jumps());
}

function onto(clock: ReturnType<typeof createSourceClock>, packet: Packet): void {
  const { num, den } = packet.timeBase;
  const seconds = (units: bigint): number => (Number(units) * num) / den;
  const time = packet.dts === AV_NOPTS_VALUE ? undefined : seconds(packet.dts);
  const offset = clock.offsetOf(packet.streamIndex, time, seconds(packet.duration));
  if (offset === 0) return;
  const units = BigInt(Math.round((offset * den) / num));
  if (packet.dts !== AV_NOPTS_VALUE) packet.dts += units;
  if (packet.pts !== AV_NOPTS_VALUE) packet.pts += units;
}

/** Opens a decoder for one stream. Throws a TaskRefusal `unsupported_codec`. */
export async function openDecoder(stream: Stream, threads: number): Promise<Decoder> {
  return await Decoder.create(stream, {
    // The size of pictures may change in the middle of a stream.
    context: { threadCount: threads },
    options: { max_pixels: MOST_PIXELS },
  }).catch((error: unknown) => {
    throw new TaskRefusal(
      'unsupported_codec',
      `a track of the file cannot be decoded (${reasonOf(error)})`,
    );
  });
}

/** A decoder reports no more errors than this for one packet before it is asked for the next. */
const MOST_ERRORS = 64;

/**
 * Decodes a packet, or the rest for null: its frames, and how often it could not be decoded. What
 * is damaged is left out.
 */
export function decodeWhole(
  decoder: Decoder,
  packet: Packet | null,
): { readonly frames: readonly Frame[]; readonly errors: number } {
  const frames: Frame[] = [];
  let errors = 0;
  // An empty packet says that the picture stays; a decoder would take it for the end.
  if (packet?.size === 0) return { frames, errors };
  try {
    decoder.decodeSync(packet);
  } catch {
    errors += 1;
  }
  while (errors < MOST_ERRORS) {
    try {
      const frame = decoder.receiveSync();
      if (!frame) break;
      frames.push(frame);
    } catch {
      errors += 1;
    }
  }
  return { frames, errors };
}

/**
 * Encodes a frame, or the rest for null. Waiting for each call of the library costs more than
 * encoding a small picture, so only the first is waited for: an encoder that a synchronous call
 * opened ends the process with a crash.
 */
export async function encodeWhole(encoder: Encoder, frame: Frame | null): Promise<Packet[]> {
  return encoder.isEncoderInitialized
    ? encoder.encodeAllSync(frame)
    : await encoder.encodeAll(frame);
}
