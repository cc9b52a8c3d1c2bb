import {
  type AudioStream,
  chooseAudio,
  type LeftOutAudio,
  type TakenAudio,
} from '@bonisa/domain/playback/audio-languages';
import { TaskRefusal } from '@bonisa/kit/processes/child-job';
import type { FrameRate } from './encoding-ladder.ts';
import type { Upright } from './upright.ts';

/** The properties of a source that packaging needs, and the reasons to refuse one. */

/** A source as it is packaged. Sizes are after rotation, with square pixels. */
export interface Source {
  readonly file: string;
  readonly videoIndex: number;
  /** The streams that are packaged, the first one first; empty without sound. */
  readonly audio: readonly TakenAudio[];
  readonly leftOutAudio: readonly LeftOutAudio[];
  /** How long pictures or sound last; 0: not known (yet), as of a live source. */
  readonly seconds: number;
  /** The time of its first picture or sound, in seconds. */
  readonly start: number;
  readonly width: number;
  readonly height: number;
  readonly frameRate: FrameRate;
  /** Filters that show the picture upright; empty for an upright picture. */
  readonly upright: string;
  /** The light of its pictures where that is more than screens of phones show. */
  readonly hdr?: HighRange | undefined;
}

/** High dynamic range as FFmpeg names it: the transfer curve (PQ or HLG) and what it goes with. */
export interface HighRange {
  readonly transfer: 'smpte2084' | 'arib-std-b67';
}

/** The tracks of a file as its container describes them. */
export interface SourceTracks {
  /** As the container states it; 0: it does not. */
  readonly seconds: number;
  readonly start: number;
  readonly video: {
    readonly index: number;
    /** As FFmpeg names it. */
    readonly codec: string;
    readonly width: number;
    readonly height: number;
    readonly pixelAspect: { readonly num: number; readonly den: number };
    readonly frameRate: FrameRate;
    readonly upright: Upright;
    readonly hdr?: HighRange | undefined;
  };
  readonly audio: readonly SourceAudio[];
}

/** An audio stream as its container describes it. */
export interface SourceAudio extends Omit<AudioStream, 'isSupported'> {
  /** As FFmpeg names it. */
  readonly codec: string;
}

/**
 * Containers that include their media. Playlists and file lists are excluded: they would read other
 * files that the server can reach.
 */
export const CONTAINERS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mpegts,mpeg,avi,flv,ogg,mxf,asf';
const VIDEO_CODECS = new Set(
  'h264 hevc vp8 vp9 av1 mpeg1video mpeg2video mpeg4 h263 msmpeg4v3 wmv1 wmv2 wmv3 vc1 theora prores dnxhd dvvideo mjpeg ffv1 flv1 huffyuv qtrle'.split(
    ' ',
  ),
);
const AUDIO_CODECS =
  /^(?:aac|aac_latm|mp1|mp2|mp3|ac3|eac3|opus|vorbis|flac|alac|dts|wmav[12]|wmapro|amr_[nw]b|speex|adpcm_ms|adpcm_ima_\w+|pcm_\w+)$/;
/** 4096 x 2304: what cameras and editors call 4K. */
export const MOST_PIXELS = 4096 * 2304;
const LONGEST_SIDE = 4096;
const LEAST_SIDE = 16;
export const MOST_SECONDS = 6 * 3600;
const LEAST_SECONDS = 0.5;

/**
 * Judges the tracks of a file, but for the length that it states, which a clock that jumps makes
 * wrong by hours. Throws a TaskRefusal: `unsupported_codec`, `unreadable`, `too_small` or
 * `too_large`.
 */
export function judgeSource(file: string, { seconds, start, video, audio }: SourceTracks): Source {
  if (!VIDEO_CODECS.has(video.codec))
    throw new TaskRefusal('unsupported_codec', `pictures in ${video.codec} are not supported`);
  const sound = chooseAudio(
    audio.map((stream) => ({ ...stream, isSupported: AUDIO_CODECS.test(stream.codec) })),
  );
  const [first] = audio;
  if (first && sound.taken.length === 0)
    throw new TaskRefusal('unsupported_codec', `sound in ${first.codec} is not supported`);
  const { width, height } = video;
  if (!(width > 1 && height > 1))
    throw new TaskRefusal('unreadable', 'the picture track has no size');
  if (Math.max(width, height) > LONGEST_SIDE || width * height > MOST_PIXELS)
    throw new TaskRefusal('too_large', `the picture is larger than ${LONGEST_SIDE} x 2304 pixels`);
  if (Math.min(width, height) < LEAST_SIDE)
    throw new TaskRefusal(
      'too_small',
      `the picture is smaller than ${LEAST_SIDE} x ${LEAST_SIDE} pixels`,
    );
  const { num, den } = video.pixelAspect;
  const stretched = num > 0 && den > 0 ? (width * num) / den : width;
  if (stretched > LONGEST_SIDE * 4 || stretched < LEAST_SIDE)
    throw new TaskRefusal('too_large', 'the pixels of the picture are stretched too far');
  const { isSideways, filters } = video.upright;
  return {
    file,
    videoIndex: video.index,
    audio: sound.taken,
    leftOutAudio: sound.leftOut,
    seconds,
    start,
    width: isSideways ? height : stretched,
    height: isSideways ? stretched : height,
    frameRate: video.frameRate,
    upright: filters,
    ...(video.hdr ? { hdr: video.hdr } : {}),
  };
}

/** Judges how long a source was found to last. Throws a TaskRefusal: `too_short` or `too_long`. */
export function judgeLength(seconds: number): void {
  if (!(seconds >= LEAST_SECONDS))
    throw new TaskRefusal('too_short', 'the video is shorter than half a second');
  if (seconds > MOST_SECONDS) throw tooLong();
}

function tooLong(): TaskRefusal {
  return new TaskRefusal('too_long', 'the video is longer than six hours');
}

/** The message of an error without paths of the machine. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/(?:\/[^\s/:']+)+/g, 'the file').slice(0, 160);
}

/** The refusal of a file that no demuxer can open. */
export function unreadable(): TaskRefusal {
  return new TaskRefusal(
    'unreadable',
    'the file is no video that can be read: MP4, MOV, MKV, WebM, MPEG-TS, MPEG, AVI, FLV, MXF, WMV or Ogg, whole and undamaged',
  );
}

/** The refusal of a file whose media cannot be decoded to their end. */
export function damaged(message: string): TaskRefusal {
  return new TaskRefusal('damaged', message);
}
