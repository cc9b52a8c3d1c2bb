import type { SiteAddress } from '@bonisa/contract/page-data';

/** The most addresses in one sitemap (sitemaps.org). */
const MOST = 50_000;

/** The sitemap of the site at `publicUrl`. */
export function sitemapText(publicUrl: string, addresses: readonly SiteAddress[]): string {
  const entries = addresses
    .slice(0, MOST)
    .map(
      ({ path, changedOn }) =>
        `<url><loc>${escaped(publicUrl + path)}</loc><lastmod>${escaped(changedOn)}</lastmod></url>`,
    );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}
