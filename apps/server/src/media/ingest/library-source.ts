import { avGetCodecName, Decoder, Demuxer, type Stream } from 'node-av';
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_DISPOSITION_COMMENT,
  AV_DISPOSITION_DEFAULT,
  AV_DISPOSITION_DESCRIPTIONS,
  AV_DISPOSITION_VISUAL_IMPAIRED,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVMEDIA_TYPE_AUDIO,
} from 'node-av/constants';
import { TaskRefusal } from './child-job.ts';
import {
  CONTAINERS,
  judgeSource,
  MOST_PIXELS,
  reasonOf,
  type Source,
  type SourceAudio,
  turnsOf,
  unreadable,
} from './source.ts';

/** Opens files with the library `node-av`. Only the packaging process runs this module. */

/** An open source with its streams. */
export interface OpenSource {
  readonly facts: Source;
  readonly demuxer: Demuxer;
  readonly video: Stream;
  /** The streams of `facts.audio`, in their order. */
  readonly audio: readonly Stream[];
}

/** Opens a source file. Throws a TaskRefusal: `unreadable`, or those of {@link judgeSource}. */
export async function openSource(file: string): Promise<OpenSource> {
  const demuxer = await Demuxer.open(file, {
    options: { protocol_whitelist: 'file', format_whitelist: CONTAINERS, max_streams: 64 },
  }).catch((error: unknown) => {
    throw unreadable(error);
  });
  try {
    const video = demuxer.streams.find(
      ({ codecpar, disposition }) =>
        codecpar.codecType === demuxer.video()?.codecpar.codecType &&
        !(disposition & AV_DISPOSITION_ATTACHED_PIC),
    );
    const sounds = demuxer.streams.filter(
      ({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO,
    );
    const facts = judgeSource(file, {
      seconds: demuxer.duration,
      start: demuxer.startTime,
      video: video && {
        index: video.index,
        codec: codecOf(video),
        width: video.codecpar.width,
        height: video.codecpar.height,
        pixelAspect: video.codecpar.sampleAspectRatio,
        frameRate: { num: video.avgFrameRate.num, den: video.avgFrameRate.den },
        quarterTurns: quarterTurns(video.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)),
      },
      audio: sounds.map(describeAudio),
    });
    if (!video) throw new TaskRefusal('no_video', 'the file has no picture track');
    const audio = facts.audio.flatMap(
      ({ index }) => sounds.find((one) => one.index === index) ?? [],
    );
    return { facts, demuxer, video, audio };
  } catch (error) {
    await demuxer.close();
    throw error;
  }
}

function describeAudio(stream: Stream): SourceAudio {
  const { index, disposition, metadata } = stream;
  return {
    index,
    codec: codecOf(stream),
    language: metadata?.get('language') ?? undefined,
    title: metadata?.get('title') ?? metadata?.get('handler_name') ?? '',
    isDefault: (disposition & AV_DISPOSITION_DEFAULT) !== 0,
    isCommentary: (disposition & AV_DISPOSITION_COMMENT) !== 0,
    isDescription:
      (disposition & (AV_DISPOSITION_VISUAL_IMPAIRED | AV_DISPOSITION_DESCRIPTIONS)) !== 0,
  };
}

function codecOf({ codecpar }: Stream): string {
  return avGetCodecName(codecpar.codecId) ?? 'an unknown codec';
}

/**
 * The number of clockwise quarter turns that make a picture upright, from its display matrix
 * (ISO/IEC 14496-12, 8.3.2.3).
 */
export function quarterTurns(matrix: Buffer | null): number {
  if (!matrix || matrix.length < 36) return 0;
  return turnsOf(Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0)));
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
