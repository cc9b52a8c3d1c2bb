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

/** What a video element does, in one line: for the message of a wait that ran out. */
export function describePlayback(page: Page): Promise<string> {
  return page.evaluate(() => {
    const video = document.querySelector('video');
    if (!video) return 'no video';
    const { currentTime, duration, readyState, paused, seeking, playbackRate, buffered } = video;
    const spans = Array.from({ length: buffered.length }, (_, at) => [
      buffered.start(at),
      buffered.end(at),
    ]);
    const words = document.body.innerText.slice(0, 200);
    return JSON.stringify({
      ...{ currentTime, duration, readyState, paused, seeking, playbackRate, spans, words },
      error: video.error?.message,
    });
  });
}
