import { z } from 'zod';
import { absent } from './call.ts';
import { categoryListing, listOf, pageOf, slug, slugs } from './content.calls.ts';
import { contentCall } from './content-call.ts';
import { categoryCard, guideChannel, hero, liveCategoryCard, liveChannelCard } from './entities.ts';
import { entityId, pageNumber, pageSize, wholeNumber } from './listing.ts';

/**
 * The second content API (rows C8, C9). The current programme is as of the answer's creation, at
 * most a minute ago.
 */

/** C8 */
export const categorySlugs = contentCall({
  noun: 'CategorySlugs',
  path: '/content/v2/categories/slugs',
  summary: 'The slugs of the categories; one that several channels have stands there once',
  post: true,
  reply: slugs,
  errors: [],
});
export const allChannelCategories = contentCall({
  noun: 'AllChannelCategories',
  path: '/content/v2/list/categories/:channel',
  summary: 'The categories of a channel, in order',
  post: false,
  params: z.strictObject({ channel: slug }),
  reply: listOf(categoryCard),
  errors: ['invalid_request', 'not_found'],
  example: { channel: 'ekhaya' },
});
export const categoryPage = contentCall({
  noun: 'CategoryPage',
  path: '/content/v2/list/category/:channel/:category/:page/:limit',
  summary: 'A page of the titles of a category',
  post: false,
  params: z.strictObject({
    channel: slug,
    category: slug,
    page: wholeNumber(1, 100_000),
    limit: wholeNumber(1, 100),
  }),
  reply: categoryListing,
  errors: ['invalid_request', 'not_found'],
  example: { channel: 'ekhaya', category: 'family', page: 1, limit: 24 },
});

/** C9 */
export const liveHeader = contentCall({
  noun: 'LiveHeader',
  path: '/content/v2/live/live-header',
  summary: "The live section's header: a live channel with what is on",
  post: true,
  reply: liveChannelCard.extend({ headline: z.string(), hero }),
  errors: ['not_found'],
});
export const liveLinks = contentCall({
  noun: 'LiveLinks',
  path: '/content/v2/live/live-links',
  summary: 'Every live channel with what is on and what comes next',
  post: true,
  reply: listOf(liveChannelCard),
  errors: [],
});
export const liveCategory = contentCall({
  noun: 'LiveCategory',
  path: '/content/v2/live/live-category',
  summary: 'A category of the live section by its slug',
  post: true,
  fields: z.strictObject({ category_slug: slug }),
  reply: liveCategoryCard,
  errors: ['invalid_request', 'not_found'],
  example: { category_slug: 'music' },
});
export const liveCategoryLinks = contentCall({
  noun: 'LiveCategoryLinks',
  path: '/content/v2/live/category/live-links',
  summary: 'The live channels of a category',
  post: true,
  fields: z.strictObject({ category_id: entityId }),
  reply: listOf(liveChannelCard),
  errors: ['invalid_request', 'not_found'],
  example: { category_id: 1 },
});
export const liveCategories = contentCall({
  noun: 'LiveCategories',
  path: '/content/v2/live/live-categories',
  summary: 'The categories of the live section, in order',
  post: true,
  reply: listOf(liveCategoryCard),
  errors: [],
});

/** Not in the specification: the guide by windows of time. */
export const liveGuide = contentCall({
  noun: 'LiveGuide',
  path: '/content/v2/live/guide',
  summary: 'Live channels with their programmes in one window of three hours',
  post: true,
  fields: z.strictObject({
    category_slug: absent(slug),
    from: absent(
      z
        .string()
        .regex(/^20\d\d-[01]\d-[0-3]\dt[0-2]\d$/, 'is a day and an hour, such as 2026-11-23t18'),
    ).meta({ description: 'day and hour in South Africa, a multiple of 3; without it: now' }),
    page: pageNumber,
    limit: pageSize,
  }),
  reply: pageOf(guideChannel).extend({
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    earlier: z.string().nullable(),
    later: z.string().nullable(),
  }),
  errors: ['invalid_request', 'not_found'],
  example: { page: 1, limit: 20 },
});
