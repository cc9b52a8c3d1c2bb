import type { CaptionTrack } from './asset.ts';
import type { WaitingCaptions } from './media.tables.ts';
import { parseWebVtt, writeWebVtt } from './webvtt.ts';

/** Rewrites caption tracks. Throws a `WebVttError` for malformed ones. */
export function cleanCaptions(
  captions: readonly (CaptionTrack & { readonly vtt: string })[],
): WaitingCaptions[] {
  return captions.map(({ language, label, vtt }) => ({
    language,
    label,
    vtt: writeWebVtt(parseWebVtt(vtt)),
  }));
}
