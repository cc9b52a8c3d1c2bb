import { createHash } from 'node:crypto';
import type { CaptionTrack } from '../asset.ts';
import type { WaitingCaptions } from '../media.tables.ts';
import { type LeftOut, readCaptions } from './read-captions.ts';
import { writeWebVtt } from './webvtt.ts';

/** Captions as the product stores them, and what of their file is not in them. */
export interface CleanCaptions {
  readonly vtt: string;
  readonly leftOut: LeftOut;
}

/** Rewrites captions, WebVTT or SRT, as WebVTT. Throws a `CaptionsError` for malformed ones. */
export function cleanCaptions(text: string): CleanCaptions {
  const { cues, leftOut } = readCaptions(text);
  return { vtt: writeWebVtt(cues), leftOut };
}

/** The same for several tracks. */
export function cleanTracks(
  tracks: readonly (CaptionTrack & { readonly vtt: string })[],
): WaitingCaptions[] {
  return tracks.map(({ language, label, vtt }) => {
    return { language, label, vtt: cleanCaptions(vtt).vtt };
  });
}

/** Names the words of captions as the product stores them: the same words have the same name. */
export function captionsDigest(vtt: string | Buffer): string {
  return createHash('sha256').update(vtt).digest('hex').slice(0, 40);
}
