import type { SiteConfig } from '@bonisa/contract/site-config';
import { absoluteAddress } from '@bonisa/domain/catalogue/picture-address';
import { type Language, languageTag } from '@bonisa/domain/languages';
import type { MetaDescriptor } from 'react-router';
import { language, proseLanguage } from '../words/find-text.ts';
import { say } from '../words/words.ts';

/** The brand's picture, for shared links to a page without its own. 1200 x 630. */
const BRAND_PICTURE = '/icons/share.jpg';

export interface PageMeta {
  /** Without the brand's name. */
  readonly title: string;
  readonly description: string;
  /** The canonical path, with `?page=` from the second page on and without any filter. */
  readonly path: string;
  /** The path of a JPEG, 1200 x 630. */
  readonly image?: string;
  readonly type?: 'website' | 'video.other' | 'video.episode' | 'video.tv_show' | 'profile';
  /** A filtered view of a page that search engines already know. */
  readonly noindex?: boolean;
}

/** The part of `matches` in a `meta` function that is used here: the root comes first. */
type Matches = readonly ({ readonly loaderData?: unknown } | undefined)[];

/** The head of a page for search engines and shared links (WhatsApp shows the picture). */
export function pageMeta(
  matches: Matches,
  { title, description, path, image, type = 'website', noindex = false }: PageMeta,
): MetaDescriptor[] {
  const config = (matches[0]?.loaderData as { config: SiteConfig } | undefined)?.config;
  const brand = config?.brand.name ?? '';
  const address = `${config?.publicUrl ?? ''}${path}`;
  const picture = absoluteAddress(config?.publicUrl ?? '', image ?? BRAND_PICTURE);
  return [
    { title: brand === '' || title.includes(brand) ? title : `${title} · ${brand}` },
    { name: 'description', content: description },
    ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:site_name', content: brand },
    { property: 'og:locale', content: localeOf(type) },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: picture },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image', content: picture },
  ];
}

/** Title and description of a video are the catalogue's words. A locale needs a region: ours. */
function localeOf(type: string): string {
  const tag = (type.startsWith('video') && proseLanguage()) || language();
  return (tag.includes('-') ? tag : languageTag(tag as Language)).replace('-', '_');
}

/** The head of a page that does not exist. */
export function missingMeta(): MetaDescriptor[] {
  return [{ title: say('seo.not_found') }, { name: 'robots', content: 'noindex' }];
}

/** The suffix of a list page's title, from the second page on. */
export function pageName(page: number): string {
  return page > 1 ? ` · ${say('listing.page', { page })}` : '';
}
