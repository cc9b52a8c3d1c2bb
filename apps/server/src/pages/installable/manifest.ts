import type { BrandLook, BrandTexts } from '@bonisa/contract/site-config';
import { type Language, languageTag } from '@bonisa/domain/languages';
import { PLAIN_WORDS } from '../plain-words.ts';

/** The brand's facts in the manifest. */
export interface AppName {
  readonly name: string;
  readonly look?: Pick<BrandLook, 'ground'> | undefined;
  readonly texts?: Readonly<Partial<Record<Language, BrandTexts>>> | undefined;
}

/** The night sky of the design tokens: the splash colour until the first page is painted. */
const INK = '#120c1c';

/**
 * The web app manifest: what a phone needs to put the site on its home screen (name, start, icons
 * of 192 and 512 px, a maskable one).
 */
export function webAppManifest({ name, look, texts }: AppName, language: Language): object {
  const words = PLAIN_WORDS[language];
  const ground = look?.ground ?? INK;
  return {
    id: '/',
    name,
    short_name: name,
    description: `${name}: ${texts?.[language]?.description ?? words.offers}`,
    lang: languageTag(language),
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
      { name: words.browse, url: '/channels' },
      { name: words.myList, url: '/my-list' },
      { name: words.helpAndSupport, url: '/profile/help' },
    ],
  };
}
