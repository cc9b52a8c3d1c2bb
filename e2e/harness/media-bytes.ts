/** What a browser receives, by its own count. */
import type { Page } from 'playwright-core';

export interface MediaBytes {
  bytes: number;
  /** In the order of arriving. */
  readonly paths: string[];
}

/**
 * Counts the bytes of media and play calls as the browser receives them, headers included. The
 * cache of the page is off from here on: what an earlier playback left there would be free.
 */
export async function countMedia(page: Page): Promise<MediaBytes> {
  const counted: MediaBytes = { bytes: 0, paths: [] };
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  const asked = new Map<string, string>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    asked.set(requestId, new URL(request.url).pathname);
  });
  const arrived = new Map<string, number>();
  devtools.on('Network.dataReceived', ({ requestId, dataLength }) => {
    arrived.set(requestId, (arrived.get(requestId) ?? 0) + dataLength);
  });
  const count = (requestId: string, bytes: number): void => {
    const path = asked.get(requestId) ?? '';
    if (!path.startsWith('/media/s/') && path !== '/api/play') return;
    counted.bytes += bytes;
    counted.paths.push(path);
  };
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    count(requestId, encodedDataLength),
  );
  // A page that is left in the middle of a segment has received a part of it.
  devtools.on('Network.loadingFailed', ({ requestId }) => {
    const part = arrived.get(requestId);
    if (part !== undefined) count(requestId, part);
  });
  return counted;
}

/** The first megabytes that a text names. */
export const megabytesIn = (text: string) => Number(/([\d.]+)\sMB/.exec(text)?.[1]);
