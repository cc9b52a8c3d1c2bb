import { siteConfig } from '../page-context.ts';
import type { Route } from './+types/robots.route.ts';

/**
 * Addresses that search engines need not read: calls, the opt-in flow, media, personal pages, and
 * filtered lists.
 */
const NOT_READ = [
  '/api/',
  '/enter-number',
  '/subscribe/',
  '/media/',
  '/my-list',
  '/profile',
  '/*?*genre=',
];

export function loader({ context }: Route.LoaderArgs) {
  const lines = [
    'User-agent: *',
    ...NOT_READ.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteConfig(context).publicUrl}/sitemap.xml`,
    '',
  ];
  return new Response(lines.join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}
