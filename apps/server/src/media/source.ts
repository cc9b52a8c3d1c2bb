import { Decoder, Demuxer, type Stream } from 'node-av';
import { AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants';
import { TaskRefusal } from './child-job.ts';
import type { FrameRate } from './encoding-ladder.ts';

/**
 * Opens the video file of an editor or names the reason why it cannot be packaged. Only the
 * packaging process runs this module.
 */

/** An open source with its streams and their properties. */
export interface OpenSource {
  readonly demuxer: Demuxer;
  readonly video: Stream;
  readonly audio: Stream | undefined;
  readonly seconds: number;
  /** After rotation, with square pixels. */
  readonly width: number;
  readonly height: number;
  readonly frameRate: FrameRate;
  /** Filters that rotate the picture upright; empty for an upright picture. */
  readonly upright: string;
}

/**
 * Containers that include their media. Playlists and file lists are excluded: they would read other
 * files that the server can reach.
 */
const CONTAINERS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mpegts,mpeg,avi,flv,ogg,mxf,asf';
const LONGEST_SIDE = 4096;
const MOST_SECONDS = 6 * 3600;
const LEAST_SECONDS = 0.5;

/**
 * Opens a source file. Throws a TaskRefusal: `unreadable`, `no_video`, `too_large`, `too_short` or
 * `too_long`.
 */
export async function openSource(file: string): Promise<OpenSource> {
  const demuxer = await Demuxer.open(file, {
    options: { protocol_whitelist: 'file', format_whitelist: CONTAINERS },
  }).catch((error: unknown) => {
    throw new TaskRefusal(
      'unreadable',
      `the file is not a video that can be read (${reason(error)})`,
    );
  });
  try {
    return describe(demuxer);
  } catch (error) {
    await demuxer.close();
    throw error;
  }
}

function describe(demuxer: Demuxer): OpenSource {
  const video = demuxer.video();
  if (!video) throw new TaskRefusal('no_video', 'the file has no picture track');
  const { width, height } = video.codecpar;
  if (!(width > 1 && height > 1))
    throw new TaskRefusal('unreadable', 'the picture track has no size');
  if (Math.max(width, height) > LONGEST_SIDE)
    throw new TaskRefusal('too_large', `the picture is larger than ${LONGEST_SIDE} pixels`);
  const seconds = demuxer.duration;
  if (!(seconds >= LEAST_SECONDS))
    throw new TaskRefusal('too_short', 'the video is shorter than half a second');
  if (seconds > MOST_SECONDS)
    throw new TaskRefusal('too_long', 'the video is longer than six hours');
  const aspect = video.codecpar.sampleAspectRatio;
  const stretched = aspect.num > 0 && aspect.den > 0 ? (width * aspect.num) / aspect.den : width;
  const turn = quarterTurns(video.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX));
  const sideways = turn === 1 || turn === 3;
  const { num, den } = video.avgFrameRate;
  return {
    demuxer,
    video,
    audio: demuxer.audio(),
    seconds,
    width: sideways ? height : stretched,
    height: sideways ? stretched : height,
    frameRate: { num, den },
    upright: ['', 'transpose=clock,', 'hflip,vflip,', 'transpose=cclock,'][turn] ?? '',
  };
}

/**
 * The number of clockwise quarter turns that make a picture upright, from its display matrix
 * (ISO/IEC 14496-12, 8.3.2.3).
 */
export function quarterTurns(matrix: Buffer | null): number {
  if (!matrix || matrix.length < 36) return 0;
  const angle = Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0));
  return ((Math.round(angle / (Math.PI / 2)) % 4) + 4) % 4;
}

/** Opens a decoder for one stream. Throws a TaskRefusal `unsupported_codec`. */
export async function openDecoder(stream: Stream, threads: number): Promise<Decoder> {
  return await Decoder.create(stream, { context: { threadCount: threads } }).catch(
    (error: unknown) => {
      throw new TaskRefusal(
        'unsupported_codec',
        `a track of the file cannot be decoded (${reason(error)})`,
      );
    },
  );
}

function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/(?:\/[^\s/:']+)+/g, 'the file').slice(0, 160);
}
