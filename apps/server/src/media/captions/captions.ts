import { createHash } from 'node:crypto';
import type { CaptionTrack } from '../asset.ts';
import type { WaitingCaptions } from '../media.tables.ts';
import { isSrt, parseSrt } from './srt.ts';
import { parseWebVtt, writeWebVtt } from './webvtt.ts';

/**
 * Rewrites caption tracks, which may be WebVTT or SRT, as WebVTT. Throws a `CaptionsError` for
 * malformed ones.
 */
export function cleanCaptions(
  captions: readonly (CaptionTrack & { readonly vtt: string })[],
): WaitingCaptions[] {
  return captions.map(({ language, label, vtt }) => ({
    language,
    label,
    vtt: writeWebVtt(isSrt(vtt) ? parseSrt(vtt) : parseWebVtt(vtt)),
  }));
}

/** Names the words of captions as the product stores them: the same words have the same name. */
export function captionsDigest(vtt: string | Buffer): string {
  return createHash('sha256').update(vtt).digest('hex').slice(0, 40);
}
