import type { CategoryCard, TitleCard } from '@bonisa/contract/page-data';
import { href } from 'react-router';

/** The addresses of pages. One place, so that links and canonical addresses agree. */

export function titleAddress({ kind, slug }: Pick<TitleCard, 'kind' | 'slug'>): string {
  return kind === 'show' ? href('/show/:slug', { slug }) : href('/video/:slug', { slug });
}

export function episodeAddress({ slug }: { slug: string }): string {
  return href('/episode/:slug', { slug });
}

/** A show with one of its seasons selected. */
export function seasonAddress(show: { slug: string }, season: { ordinal: number }): string {
  return `${titleAddress({ kind: 'show', slug: show.slug })}?season=${season.ordinal}`;
}

export function channelAddress({ slug }: { slug: string }): string {
  return href('/channel/:slug', { slug });
}

export function categoryAddress({
  channel,
  slug,
}: Pick<CategoryCard, 'slug'> & { channel: { slug: string } }): string {
  return href('/channel/:slug/:category', { slug: channel.slug, category: slug });
}

export function genreAddress({ slug }: { slug: string }): string {
  return href('/genre/:slug', { slug });
}

export function personAddress({ slug }: { slug: string }): string {
  return href('/person/:slug', { slug });
}

/** The live section, or one of its categories. */
export function liveAddress(category?: { slug: string }): string {
  return href('/live/:category?', { category: category?.slug });
}

/** A live channel's own page. */
export function liveChannelAddress(channel: { slug: string; category: { slug: string } }): string {
  return `${liveAddress(channel.category)}/${channel.slug}`;
}

/** A page of a list: the first page has the list's own address. `genre` filters by one genre. */
export function pageOfList(address: string, page: number, genre?: { slug: string } | null): string {
  const query = [...(page > 1 ? [`page=${page}`] : []), ...(genre ? [`genre=${genre.slug}`] : [])];
  return query.length > 0 ? `${address}?${query.join('&')}` : address;
}

/** An address that starts playback on arrival if the viewer is entitled. */
export function playAddress(address: string): string {
  return `${address}?play=1`;
}

/**
 * The history state of a press of 'Subscribe again'. It is in no address, because an address could
 * come from elsewhere and would have an OTP sent.
 */
export const SUBSCRIBE_AGAIN = { again: true } as const;

/**
 * The address at which a visitor enters their number; the flow returns to `returnTo` (a path of
 * this site).
 */
export function signInAddress(returnTo: string): string {
  return `/enter-number?return=${encodeURIComponent(returnTo)}`;
}
