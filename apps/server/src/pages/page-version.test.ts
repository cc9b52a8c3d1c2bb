// Interfaces 'Start and stop': the data of a page say which scripts can read them.
import { expect, it } from 'vitest';
import { pageEntry } from './page-entry.ts';
import { createPageVersions } from './page-version.ts';

const versionOf = createPageVersions({
  routes: {
    root: { module: '/assets/root-aaaaaaaa.js' },
    video: { module: '/assets/video.route-b_-bbbbb.js' },
  },
});

it('is the hash of each script of the page', () => {
  expect(versionOf(['root', 'video'])).toBe('aaaaaaaa.b_-bbbbb');
  // A route without a script of its own, such as that of a file.
  expect(versionOf(['root', 'sitemap'])).toBe('aaaaaaaa.');
  expect(versionOf([])).toBe('');
});

it('is sent with data, whatever their status, and not with a document', async () => {
  const sent = async (status: number, version?: string) =>
    (
      await pageEntry(new Response('', { status }), {
        sources: { 'script-src': [] },
        shared: true,
        language: 'en',
        version,
      })
    ).headers['x-page-version'];
  expect(await sent(200, 'aaaaaaaa')).toBe('aaaaaaaa');
  expect(await sent(404, 'aaaaaaaa')).toBe('aaaaaaaa');
  expect(await sent(200)).toBeUndefined();
});
