/** Another player of our playlists: hls.js in a bare page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';

const HLS_JS = readFileSync(createRequire(import.meta.url).resolve('hls.js'), 'utf8');

/** Plays the playlist at `source`, an address of `site`; the caller closes the page. */
export async function playWithHlsJs(browser: Browser, site: string, source: string): Promise<Page> {
  // The policy of a text file forbids media.
  const page = await browser.newPage({ bypassCSP: true });
  await page.goto(`${site}/robots.txt`);
  await page.evaluate(HLS_JS);
  await page.evaluate((playlist) => {
    const { Hls } = globalThis as unknown as {
      Hls: new (
        options: object,
      ) => { loadSource(source: string): void; attachMedia(video: HTMLVideoElement): void };
    };
    const video = document.body.appendChild(document.createElement('video'));
    video.muted = true;
    const hls = new Hls({ enableWorker: false });
    hls.loadSource(new URL(playlist, location.href).href);
    hls.attachMedia(video);
    video.play().catch(() => undefined);
  }, source);
  return page;
}
