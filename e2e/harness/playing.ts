/**
 * What a playing video is known by: not that somebody says so, but that its time and its pictures
 * move on.
 */
import type { Page } from 'playwright-core';

/** How far a video has come. */
export interface Played {
  readonly time: number;
  readonly frames: number;
  /** Bytes of sound that were decoded. */
  readonly sound: number;
  readonly paused: boolean;
}

export function played(page: Page): Promise<Played> {
  return page.locator('video').evaluate((element: HTMLVideoElement) => ({
    time: element.currentTime,
    frames: element.getVideoPlaybackQuality().totalVideoFrames,
    sound: (element as HTMLVideoElement & { webkitAudioDecodedByteCount: number })
      .webkitAudioDecodedByteCount,
    paused: element.paused,
  }));
}

/**
 * Waits until a second has been played from where it is now, pictures and sound and all; answers
 * how far it has come.
 */
export async function itPlays(page: Page): Promise<Played> {
  const from = await played(page);
  await page.waitForFunction((before) => {
    const video = document.querySelector('video');
    if (!video || video.paused) return false;
    const { totalVideoFrames } = video.getVideoPlaybackQuality();
    const sound = (video as HTMLVideoElement & { webkitAudioDecodedByteCount: number })
      .webkitAudioDecodedByteCount;
    return video.currentTime > before.time + 1 && totalVideoFrames > before.frames && sound > 0;
  }, from);
  return played(page);
}
