import { soundChunk } from './audio-rendition.ts';
import { readTrackFragments, type Track } from './boxes.ts';

/**
 * Fills segments that have pictures and no sound: a source may state a length before its last
 * picture, or its sound may end before its pictures. Every segment needs sound, because sound alone
 * is cut at the same times as the pictures.
 */

/** One silent frame of stereo in AAC-LC (ISO/IEC 14496-3): a pair of channels, all bands zero. */
const SILENT_FRAME = Buffer.from([0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80]);
/** Samples of a frame, and the rate that all sound is packaged at. */
const FRAME_SECONDS = 1024 / 48_000;

/** Follows the sound of one file through its chunks. */
export interface SoundFollower {
  /** Takes the next chunk, by its `moof`. */
  take(moof: Buffer): void;
  /**
   * The chunk of silence that a segment needs which ends at `end`, in seconds, and begins with the
   * first chunk taken since the last call; undefined for one that has sound.
   */
  fill(segment: { readonly start: number; readonly end: number }): Buffer | undefined;
}

/** A follower of a track of sound; of nothing for media without sound. */
export function createSoundFollower(track: Track | undefined): SoundFollower {
  let soundEnd: number | undefined;
  let frame = track ? Math.round(FRAME_SECONDS * track.timescale) : 0;
  let hasSound = false;
  return {
    take(moof) {
      const sound = readTrackFragments(moof).find(({ trackId }) => trackId === track?.id);
      if (!sound || sound.samples.length === 0) return;
      hasSound = true;
      frame = sound.samples[0]?.duration || frame;
      soundEnd = sound.samples.reduce((end, { duration }) => end + duration, sound.start);
    },
    fill({ start, end }) {
      const isFilled = hasSound || !track;
      hasSound = false;
      if (isFilled) return undefined;
      const from = soundEnd ?? Math.round(start * track.timescale);
      const count = Math.max(1, Math.ceil((end * track.timescale - from) / frame));
      soundEnd = from + count * frame;
      return soundChunk(track.id, 0, {
        start: from,
        durations: Array.from({ length: count }, () => frame),
        samples: Array.from({ length: count }, () => SILENT_FRAME),
      });
    },
  };
}
