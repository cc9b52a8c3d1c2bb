import { pageData, siteConfig } from '../page-context.ts';
import type { Route } from './+types/sitemap.route.ts';
import { sitemapText } from './sitemap-text.ts';

/** Every page for search engines, with the day of its last change. */
export async function loader({ context }: Route.LoaderArgs) {
  const text = sitemapText(siteConfig(context).publicUrl, await pageData(context).addresses());
  return new Response(text, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}
