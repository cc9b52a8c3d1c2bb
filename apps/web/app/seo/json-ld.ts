import type {
  Credit,
  EpisodePage,
  GenreName,
  ShowPage,
  TitleCard,
  VideoPage,
} from '@bonisa/contract/page-data';
import type { SiteConfig } from '@bonisa/contract/site-config';
import type { Language, Picture, Rating } from '@bonisa/contract/title-facts';
import { absoluteAddress, pictureSrc } from '@bonisa/domain/catalogue/picture-address';
import {
  categoryAddress,
  channelAddress,
  episodeAddress,
  genreAddress,
  personAddress,
  titleAddress,
} from '../titles/addresses.ts';

/** A node of schema.org. */
export type SchemaNode = Readonly<Record<string, unknown>>;

/** A name with its path. */
export interface Crumb {
  readonly name: string;
  readonly path: string;
}

/** The facts that every node needs: absolute addresses on the public address. */
export type Site = Pick<SiteConfig, 'publicUrl' | 'brand'>;

type Named = GenreName;
type Listed = Pick<TitleCard, 'kind' | 'slug' | 'title'>;

/** The breadcrumbs of a page, from Home to itself. */
export function breadcrumbs(site: Site, crumbs: readonly Crumb[]): SchemaNode {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...crumbs].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${site.publicUrl}${path}`,
    })),
  };
}

/** A list of titles in order; `first` is the position of its first title in the whole list. */
export function titleList(
  site: Site,
  name: string,
  titles: readonly Listed[],
  first = 1,
): SchemaNode {
  return {
    '@type': 'ItemList',
    name,
    itemListElement: titles.map((title, index) => ({
      '@type': 'ListItem',
      position: first + index,
      name: title.title,
      url: `${site.publicUrl}${titleAddress(title)}`,
    })),
  };
}

export function webSite(site: Site): SchemaNode {
  return {
    '@type': 'WebSite',
    name: site.brand.name,
    url: `${site.publicUrl}/`,
    inLanguage: 'en-ZA',
    potentialAction: {
      '@type': 'SearchAction',
      target: `${site.publicUrl}/?q={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  };
}

/** The breadcrumbs to a title of a channel and, if it has one, a category. */
export function crumbsTo(
  page: Pick<VideoPage, 'channel' | 'category'>,
  ...own: readonly Crumb[]
): Crumb[] {
  const { channel, category } = page;
  return [
    { name: channel.title, path: channelAddress(channel) },
    ...(category
      ? [{ name: category.title, path: categoryAddress({ channel, slug: category.slug }) }]
      : []),
    ...own,
  ];
}

export function channelNodes(site: Site, channel: Named, titles: readonly Listed[]): SchemaNode[] {
  return [
    breadcrumbs(site, [{ name: channel.title, path: channelAddress(channel) }]),
    titleList(site, channel.title, titles),
  ];
}

export function categoryNodes(
  site: Site,
  category: Named & { readonly channel: Named },
  titles: readonly Listed[],
  first: number,
): SchemaNode[] {
  const { channel } = category;
  const crumbs = [
    { name: channel.title, path: channelAddress(channel) },
    { name: category.title, path: categoryAddress(category) },
  ];
  return [breadcrumbs(site, crumbs), titleList(site, category.title, titles, first)];
}

export function videoNodes(
  site: Site,
  page: Omit<VideoPage, 'poster' | 'accent' | 'hero' | 'similar'>,
): SchemaNode[] {
  const path = titleAddress(page);
  return [
    {
      ...media(site, { ...page, path, picture: page.landscape }),
      name: page.title,
      ...audience(page),
      ...makers(site, page.credits),
    },
    breadcrumbs(site, crumbsTo(page, { name: page.title, path })),
  ];
}

export function showNodes(
  site: Site,
  page: Omit<ShowPage, 'poster' | 'landscape' | 'accent' | 'episodes' | 'similar'>,
): SchemaNode[] {
  const path = titleAddress(page);
  const address = `${site.publicUrl}${path}`;
  return [
    {
      '@type': 'TVSeries',
      '@id': address,
      url: address,
      name: page.title,
      description: page.synopsis,
      image: absoluteAddress(site.publicUrl, page.shareImage),
      startDate: String(page.year),
      ...audience(page),
      ...makers(site, page.credits),
      numberOfSeasons: page.seasonCount,
      numberOfEpisodes: page.episodeCount,
      containsSeason: page.seasons.map((season) => ({
        '@type': 'TVSeason',
        seasonNumber: season.ordinal,
        name: season.title,
        numberOfEpisodes: season.episodeCount,
        url: `${address}?season=${season.ordinal}`,
      })),
    },
    breadcrumbs(site, crumbsTo(page, { name: page.title, path })),
  ];
}

export function episodeNodes(
  site: Site,
  page: Omit<
    EpisodePage,
    'accent' | 'hero' | 'previous' | 'next' | 'episodes' | 'seasons' | 'similar'
  >,
): SchemaNode[] {
  const path = episodeAddress(page);
  const show = titleAddress({ kind: 'show', slug: page.show.slug });
  return [
    {
      '@type': 'TVEpisode',
      url: `${site.publicUrl}${path}`,
      name: page.title,
      description: page.synopsis,
      image: absoluteAddress(site.publicUrl, page.shareImage),
      episodeNumber: page.ordinal,
      ...audience(page),
      ...makers(site, page.credits),
      partOfSeason: {
        '@type': 'TVSeason',
        seasonNumber: page.season.ordinal,
        url: `${site.publicUrl}${show}?season=${page.season.ordinal}`,
      },
      partOfSeries: {
        '@type': 'TVSeries',
        '@id': `${site.publicUrl}${show}`,
        url: `${site.publicUrl}${show}`,
        name: page.show.title,
      },
      video: {
        ...media(site, { ...page, path, picture: page.landscape }),
        name: `${page.show.title}: ${page.title}`,
      },
    },
    breadcrumbs(
      site,
      crumbsTo(page, { name: page.show.title, path: show }, { name: page.title, path }),
    ),
  ];
}

export function personNodes(
  site: Site,
  page: { slug: string; name: string },
  titles: readonly Listed[],
): SchemaNode[] {
  const path = personAddress(page);
  return [
    { '@type': 'Person', name: page.name, url: `${site.publicUrl}${path}` },
    breadcrumbs(site, [{ name: page.name, path }]),
    titleList(site, page.name, titles),
  ];
}

export function genreNodes(
  site: Site,
  page: GenreName,
  titles: readonly Listed[],
  first: number,
): SchemaNode[] {
  return [
    breadcrumbs(site, [{ name: page.title, path: genreAddress(page) }]),
    titleList(site, page.title, titles, first),
  ];
}

interface Media {
  readonly path: string;
  readonly synopsis: string;
  readonly shareImage: string;
  readonly picture: Picture;
  readonly publishedAt: string;
  readonly durationSeconds: number;
}

function media(
  site: Site,
  { path, synopsis, shareImage, picture, publishedAt, durationSeconds }: Media,
): SchemaNode {
  return {
    '@type': 'VideoObject',
    url: `${site.publicUrl}${path}`,
    description: synopsis,
    thumbnailUrl: [
      absoluteAddress(site.publicUrl, shareImage),
      absoluteAddress(site.publicUrl, pictureSrc(picture, picture.width)),
    ],
    uploadDate: publishedAt,
    duration: isoDuration(durationSeconds),
    isAccessibleForFree: false,
    requiresSubscription: true,
    publisher: { '@type': 'Organization', name: site.brand.name, url: `${site.publicUrl}/` },
  };
}

function audience({
  rating,
  genre,
  language,
}: {
  rating: Rating;
  genre: GenreName;
  language: Language;
}): SchemaNode {
  return {
    contentRating: `FPB ${[rating.age, ...rating.advice].join(' ')}`,
    genre: genre.title,
    inLanguage: language.code,
  };
}

function makers(site: Site, credits: readonly Credit[]): SchemaNode {
  const people = (roles: readonly Credit['role'][]) =>
    credits
      .filter(({ role }) => roles.includes(role))
      .map((person) => ({
        '@type': 'Person',
        name: person.name,
        url: `${site.publicUrl}${personAddress(person)}`,
      }));
  const [actor, director, musicBy] = [
    people(['cast', 'presenter']),
    people(['director']),
    people(['music']),
  ];
  return {
    ...(actor.length > 0 ? { actor } : {}),
    ...(director.length > 0 ? { director } : {}),
    ...(musicBy.length > 0 ? { musicBy } : {}),
  };
}

/** `PT12M30S`: whole seconds, at least one. */
export function isoDuration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor(whole / 60) % 60,
    whole % 60,
  ];
  return `PT${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}${rest > 0 ? `${rest}S` : ''}`;
}
