// The sitemap.
import { expect, it } from 'vitest';
import { sitemapText } from './sitemap-text.ts';

it('lists every address once, absolute and escaped', () => {
  const text = sitemapText('https://site.example', [
    { path: '/', changedOn: '2026-11-01' },
    { path: '/live?a=1&b=2', changedOn: '2026-11-02' },
  ]);
  expect(text).toContain(
    '<url><loc>https://site.example/</loc><lastmod>2026-11-01</lastmod></url>',
  );
  expect(text).toContain('<loc>https://site.example/live?a=1&amp;b=2</loc>');
  expect(text.match(/<url>/g)).toHaveLength(2);
});
