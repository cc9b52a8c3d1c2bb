import type { BrandLook } from '@bonisa/contract/site-config';

/** The brand's facts in the manifest. */
export interface AppName {
  readonly name: string;
  readonly look?: Pick<BrandLook, 'ground'> | undefined;
}

/** The night sky of the design tokens: the splash colour until the first page is painted. */
const INK = '#120c1c';

/**
 * The web app manifest: what a phone needs to put the site on its home screen (name, start, icons
 * of 192 and 512 px, a maskable one).
 */
export function webAppManifest({ name, look }: AppName): object {
  const ground = look?.ground ?? INK;
  return {
    id: '/',
    name,
    short_name: name,
    description: `${name}: South African series, films, comedy and music, paid with airtime.`,
    lang: 'en-ZA',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: ground,
    theme_color: ground,
    categories: ['entertainment'],
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/icons/mark.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
    shortcuts: [
      { name: 'Browse', url: '/channels' },
      { name: 'My List', url: '/my-list' },
      { name: 'Help & Support', url: '/profile/help' },
    ],
  };
}
