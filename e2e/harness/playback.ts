/** Detects real playback: the time and the pictures advance, whatever the page claims. */
import type { Locator, Page } from 'playwright-core';

/** The progress of a video. */
export interface PlaybackProgress {
  readonly time: number;
  readonly frames: number;
  /** Bytes of decoded audio. */
  readonly sound: number;
  readonly paused: boolean;
}

/** The first Watch button of a title's page. */
export function watchButton(page: Page): Locator {
  return page
    .getByRole('main')
    .getByRole('button', { name: /^Watch/ })
    .first();
}

export function playbackProgress(page: Page): Promise<PlaybackProgress> {
  return page.locator('video').evaluate((element: HTMLVideoElement) => ({
    time: element.currentTime,
    frames: element.getVideoPlaybackQuality().totalVideoFrames,
    sound: (element as HTMLVideoElement & { webkitAudioDecodedByteCount: number })
      .webkitAudioDecodedByteCount,
    paused: element.paused,
  }));
}

/**
 * Waits until another second has been played, pictures and sound included; returns the progress.
 */
export async function waitForPlayback(page: Page): Promise<PlaybackProgress> {
  const from = await playbackProgress(page);
  await page.waitForFunction((before) => {
    const video = document.querySelector('video');
    if (!video || video.paused) return false;
    const { totalVideoFrames } = video.getVideoPlaybackQuality();
    const sound = (video as HTMLVideoElement & { webkitAudioDecodedByteCount: number })
      .webkitAudioDecodedByteCount;
    return video.currentTime > before.time + 1 && totalVideoFrames > before.frames && sound > 0;
  }, from);
  return playbackProgress(page);
}
