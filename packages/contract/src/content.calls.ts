import { z } from 'zod';
import { text } from './call.ts';
import { contentCall } from './content-call.ts';
import {
  categoryCard,
  channelCard,
  costs,
  credit,
  episodeCard,
  genreCount,
  hero,
  language,
  named,
  rating,
  seasonCard,
  titleCard,
} from './entities.ts';
import { entityId, pageNumber, pageSize, wholeNumber } from './listing.ts';

/** The content API (rows C1 to C6). */

export const slug = text(80).min(1);
const slugField = z.strictObject({ slug });
const one = ['invalid_request', 'not_found'] as const;

export const slugs = z.object({ data: z.array(z.string()) });

/** A complete list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item) });
}

/** One page of a list; empty past the last page. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), page: z.int(), lastPage: z.int(), total: z.int() });
}

export const contentSlide = titleCard
  .extend({
    eyebrow: z.string(),
    synopsis: z.string(),
    hero,
    playSlug: z.string(),
  })
  .meta({ id: 'Slide' });

export const contentCarousel = z
  .object({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    format: z.enum(['poster', 'landscape']),
    items: z.array(titleCard),
  })
  .meta({ id: 'Carousel' });

/** A placeholder that any client can draw. */
const thumbhash = z
  .string()
  .meta({ description: 'a thumbhash of the landscape picture, in base64' });

const watchFields = {
  thumbhash,
  synopsis: z.string(),
  description: z.string(),
  languages: z.array(language),
  captions: z.array(language),
  channel: named,
  category: named.nullable(),
  credits: z.array(credit),
  hero,
  shareImage: z.string(),
  publishedAt: z.iso.datetime(),
};

export const contentChannel = channelCard
  .extend({
    thumbhash,
    description: z.string(),
    hero,
    shareImage: z.string(),
  })
  .meta({ id: 'Channel' });

const renditions = z.array(z.object({ height: z.int(), megabytes: z.number() }));

const audioCosts = z.record(z.string(), costs).meta({
  description: 'by audio language, the costs where they are not `costs`',
});

export const contentVideo = titleCard
  .extend({
    kind: z.literal('video'),
    ...watchFields,
    renditions,
    audioCosts,
  })
  .meta({ id: 'Video' });

/** E8 */
export const contentShow = titleCard
  .extend({
    kind: z.literal('show'),
    ...watchFields,
    seasons: z.array(seasonCard),
  })
  .meta({ id: 'Show' });

/** E8 */
export const contentEpisode = episodeCard
  .extend({
    ...watchFields,
    renditions,
    audioCosts,
    genre: named,
    year: z.int(),
    rating,
    language,
    accent: z.string(),
  })
  .meta({ id: 'Episode' });

export const contentLegalPage = z
  .object({
    title: z.string(),
    version: z.iso.date(),
    notice: z.string(),
    sections: z.array(
      z.object({ anchor: z.string(), heading: z.string(), paragraphs: z.array(z.string()) }),
    ),
  })
  .meta({ id: 'LegalPage' });

/** C1 */
export const homeSlides = contentCall({
  noun: 'HomeSlides',
  path: '/content/v1/home/slides',
  summary: "The slides of the home page's hero, in order",
  post: false,
  reply: listOf(contentSlide),
  errors: [],
});
export const homeCarousels = contentCall({
  noun: 'HomeCarousels',
  path: '/content/v1/home/carousels',
  summary: 'The rows of titles on the home page, in order',
  post: false,
  reply: listOf(contentCarousel),
  errors: [],
});
export const homeCategories = contentCall({
  noun: 'HomeCategories',
  path: '/content/v1/home/categories',
  summary: 'The categories that the home page shows',
  post: false,
  reply: listOf(categoryCard),
  errors: [],
});

/** C2 */
export const channelsCall = contentCall({
  noun: 'Channels',
  path: '/content/v1/channels',
  summary: 'The channels in which something can be watched, in order',
  post: true,
  reply: listOf(channelCard),
  errors: [],
});
export const channelSlugs = contentCall({
  noun: 'ChannelSlugs',
  path: '/content/v1/channels/slugs',
  summary: 'The slugs of the channels',
  post: true,
  reply: slugs,
  errors: [],
});
export const channelCall = contentCall({
  noun: 'Channel',
  path: '/content/v1/channel',
  summary: 'A channel by its slug',
  post: true,
  fields: slugField,
  reply: contentChannel,
  errors: one,
  example: { slug: 'ekhaya' },
});
/** C2, B3: six titles by default. */
export const channelTitles = contentCall({
  noun: 'ChannelTitles',
  path: '/content/v1/channel/titles',
  summary: 'The first titles of a channel, in its own order',
  post: true,
  fields: z.strictObject({ slug, limit: pageSize }),
  reply: listOf(titleCard),
  errors: one,
  example: { slug: 'ekhaya', limit: 6 },
});
export const channelCarousels = contentCall({
  noun: 'ChannelCarousels',
  path: '/content/v1/channel/carousels',
  summary: 'The rows of titles of a channel, in order',
  post: true,
  fields: slugField,
  reply: listOf(contentCarousel),
  errors: one,
  example: { slug: 'ekhaya' },
});

/** C3, B3: the specification asks for six. */
export const channelCategories = contentCall({
  noun: 'ChannelCategories',
  path: '/content/v1/list/categories/:channel/:limit',
  summary: 'The first categories of a channel',
  post: false,
  params: z.strictObject({ channel: slug, limit: wholeNumber(1, 100) }),
  reply: listOf(categoryCard),
  errors: one,
  example: { channel: 'ekhaya', limit: 6 },
});

/** C4 */
export const showSlugs = contentCall({
  noun: 'ShowSlugs',
  path: '/content/v1/shows/slugs',
  summary: 'The slugs of the shows',
  post: true,
  reply: slugs,
  errors: [],
});
export const showCall = contentCall({
  noun: 'Show',
  path: '/content/v1/show',
  summary: 'A show by its slug, with its seasons by ordinal',
  post: true,
  fields: slugField,
  reply: contentShow,
  errors: one,
  example: { slug: 'night-sister' },
});
export const episodeSlugs = contentCall({
  noun: 'EpisodeSlugs',
  path: '/content/v1/episodes/slugs',
  summary: 'The slugs of the episodes',
  post: true,
  reply: slugs,
  errors: [],
});
export const episodeCall = contentCall({
  noun: 'Episode',
  path: '/content/v1/episode',
  summary: 'An episode by its slug',
  post: true,
  fields: slugField,
  reply: contentEpisode,
  errors: one,
  example: { slug: 'night-sister-s1e1' },
});
export const seasonEpisodesCall = contentCall({
  noun: 'SeasonEpisodes',
  path: '/content/v1/episodes/season',
  summary: 'The episodes of a season by ordinal; up to 100 where no limit is given',
  post: true,
  fields: z.strictObject({ season_id: entityId, page: pageNumber, limit: pageSize }),
  reply: pageOf(episodeCard),
  errors: one,
  example: { season_id: 1, page: 1, limit: 24 },
});

/** C5 */
export const videoSlugs = contentCall({
  noun: 'VideoSlugs',
  path: '/content/v1/video/slugs',
  summary: 'The slugs of the videos',
  post: true,
  reply: slugs,
  errors: [],
});
export const videoCall = contentCall({
  noun: 'Video',
  path: '/content/v1/video',
  summary: 'A video by its slug',
  post: true,
  fields: slugField,
  reply: contentVideo,
  errors: one,
  example: { slug: 'isibane' },
});
export const latestVideos = contentCall({
  noun: 'LatestVideos',
  path: '/content/v1/videos/latest',
  summary: 'The newest videos, the newest first; 12 where no limit is given',
  post: true,
  fields: z.strictObject({ limit: pageSize }),
  reply: listOf(titleCard),
  errors: ['invalid_request'],
});
export const videoSlider = contentCall({
  noun: 'VideoSlider',
  path: '/content/v1/videos/slider',
  summary: 'Videos like a video, best first, at most 12; never itself',
  post: true,
  fields: slugField,
  reply: listOf(titleCard),
  errors: one,
  example: { slug: 'isibane' },
});
export const randomCategoryVideos = contentCall({
  noun: 'RandomCategoryVideos',
  path: '/content/v1/videos/randomCategoryVideos',
  summary: "Videos of a video's category, others every minute, at most 12; never itself",
  post: true,
  fields: slugField,
  reply: listOf(titleCard),
  errors: one,
  example: { slug: 'isibane' },
});

/** C6 */
export const terms = contentCall({
  noun: 'Terms',
  path: '/content/v1/terms',
  summary: 'The terms of the service',
  post: true,
  reply: contentLegalPage,
  errors: [],
});
export const privacyPolicy = contentCall({
  noun: 'PrivacyPolicy',
  path: '/content/v1/privacypolicy',
  summary: 'The privacy policy',
  post: true,
  reply: contentLegalPage,
  errors: [],
});

/** E9 */
export const categoryListing = z.object({
  header: z.object({
    title: z.string(),
    tagline: z.string(),
    slug: z.string(),
    channel: named,
    hero,
  }),
  thumbnail: titleCard.shape.landscape,
  genres: z.array(genreCount),
  videos: pageOf(titleCard),
  pagination: z.object({ page: z.int(), limit: z.int(), pages: z.int(), total: z.int() }),
});
