import { AV1_KEY, capHere } from './data-choice.ts';

/** The main profile in eight bits, at the level of 1080p. */
const CONTENT_TYPE = 'video/mp4; codecs="av01.0.08M.08"';
/** The most that a rendition of ours has, in bit/s and frames a second. */
const BITRATE = 2_100_000;
const FRAME_RATE = 30;

/**
 * Asks the browser whether it decodes AV1 smoothly and with little power in the largest picture
 * that this screen gets, and stores the answer, which counts from the next page on. A phone that
 * decodes AV1 in software would lose pictures and battery: it keeps H.264.
 */
export async function findAv1(): Promise<void> {
  const lines = capHere('best');
  const { smooth, powerEfficient } = await navigator.mediaCapabilities.decodingInfo({
    type: 'media-source',
    video: {
      contentType: CONTENT_TYPE,
      width: Math.round((lines * 16) / 9),
      height: lines,
      bitrate: BITRATE,
      framerate: FRAME_RATE,
    },
  });
  localStorage.setItem(AV1_KEY, smooth && powerEfficient ? '1' : '0');
}
