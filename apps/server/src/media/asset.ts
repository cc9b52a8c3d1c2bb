/**
 * What packaged media are made of. These shapes stand in the database and in the child's answers
 * alike.
 */

/** One file of a rendition: when it begins and how long it lasts, in seconds of its pictures. */
export interface Segment {
  readonly start: number;
  readonly duration: number;
  readonly bytes: number;
}

/** One rendition of an asset. */
export interface Rendition {
  /** Lines of the shorter side: its name for people and in addresses. */
  readonly height: number;
  readonly pixelWidth: number;
  readonly pixelHeight: number;
  readonly frameRate: number;
  /** RFC 6381, as in `avc1.64001f,mp4a.40.2`. */
  readonly codecs: string;
  /** The dearest segment's rate and the mean of all, in bit/s (RFC 8216, 4.3.4.2). */
  readonly bandwidth: number;
  readonly averageBandwidth: number;
  /** All of it, the initialisation segment included. */
  readonly bytes: number;
  readonly segments: readonly Segment[];
}

/** A text track of an asset. */
export interface CaptionTrack {
  /** BCP 47, as in `en-ZA`. */
  readonly language: string;
  readonly label: string;
}

/** What packaging answers. */
export interface Packaged {
  readonly durationMs: number;
  readonly renditions: readonly Rendition[];
}

export const INIT_FILE = 'init.mp4';

/** The file of a rendition's segment, counted from 0. */
export function segmentFile(index: number): string {
  return `${index}.m4s`;
}

/** The folder of a rendition below its asset. */
export function renditionFolder(height: number): string {
  return `${height}p`;
}

/** The file of a text track below its asset's folder of captions. */
export function captionFile(language: string): string {
  return `${language.toLowerCase()}.vtt`;
}

export const CAPTIONS_FOLDER = 'captions';
