import { z } from 'zod';
import { absent, defineCall, text } from './call.ts';
import { episodeCard, genreCount, picture, titleCard } from './entities.ts';
import { entityId, pageNumber, pageSize } from './listing.ts';

const slug = text(80).min(1);

/** The episodes of a season by ordinal (row A11); 24 a page by default. */
export const seasonEpisodes = defineCall('seasonEpisodes', {
  tag: 'catalogue',
  summary: 'The episodes of a season, a page at a time',
  auth: 'anyone',
  body: z.strictObject({ season_id: entityId, page: pageNumber, limit: pageSize }),
  reply: z.object({
    episodes: z.object({
      page: z.int(),
      lastPage: z.int(),
      total: z.int(),
      data: z.array(episodeCard),
    }),
  }),
  errors: ['invalid_request', 'not_found', 'foreign_origin', 'too_many_requests'],
});

/** The titles of a category (rows A12, E9); `genre` keeps only one genre. 24 a page by default. */
export const categoryVideos = defineCall('categoryVideos', {
  tag: 'catalogue',
  summary: 'The titles of a category, a page at a time',
  auth: 'anyone',
  body: z.strictObject({
    channel: slug,
    category: slug,
    page: pageNumber,
    limit: pageSize,
    genre: absent(slug),
  }),
  reply: z.object({
    videos: z.object({
      page: z.int(),
      lastPage: z.int(),
      total: z.int(),
      data: z.array(titleCard),
    }),
    header: z.object({
      title: z.string(),
      tagline: z.string(),
      slug: z.string(),
      channel: z.object({ slug: z.string(), title: z.string() }),
    }),
    thumbnail: picture,
    genres: z.array(genreCount),
  }),
  errors: ['invalid_request', 'not_found', 'foreign_origin', 'too_many_requests'],
});
