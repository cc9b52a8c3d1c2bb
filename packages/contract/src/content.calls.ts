import { z } from 'zod';
import { text } from './call.ts';
import type { ErrorCode } from './errors.ts';

/**
 * The content API (rows C1, C5, C6). An entity answers as itself, a list as `{data: […]}`. Every read answers to GET with
 * its fields as query parameters (`ETag`, `Cache-Control: public`, 304); those that the specification makes a POST also
 * answer to POST with the same fields in a JSON body.
 */
export interface ContentCall<Fields extends z.ZodObject | undefined, Reply extends z.ZodType> {
  readonly path: `/content/v1/${string}`;
  readonly summary: string;
  /** `true` where POST answers beside GET. */
  readonly post: boolean;
  readonly fields: Fields;
  readonly reply: Reply;
  readonly errors: readonly ErrorCode[];
}

function contentCall<Fields extends z.ZodObject | undefined, Reply extends z.ZodType>(call: ContentCall<Fields, Reply>): ContentCall<Fields, Reply> {
  return call;
}

const slugField = z.strictObject({ slug: text(80).min(1) });

const picture = z.object({
  src: z.string().meta({ example: '/pictures/poster/isibane-1f0c9a2e-480.webp' }),
  avif: z.string().meta({ description: 'srcset' }),
  webp: z.string().meta({ description: 'srcset' }),
  width: z.int(),
  height: z.int(),
  placeholder: z.string().meta({ description: 'a value for CSS background' }),
});

const hero = z.object({ tall: picture, wide: picture });

const language = z.object({ code: z.string().meta({ example: 'zu' }), name: z.string().meta({ example: 'isiZulu' }) });

const rating = z.object({
  age: z.enum(['A', 'PG', '7-9PG', '10-12PG', '13', '16', '18']),
  advice: z.array(z.enum(['B', 'CT', 'D', 'H', 'IAT', 'L', 'N', 'P', 'S', 'SV', 'V'])),
});

/** A title as it stands in a list. */
export const contentTitle = z.object({
  kind: z.enum(['video', 'show', 'episode']),
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  genre: z.string(),
  year: z.int(),
  rating,
  language,
  duration: z.int().meta({ description: 'seconds' }),
  megabytes: z.number().meta({ description: 'what watching it at 360p costs, in megabytes of 1,000,000 bytes' }),
  accent: z.string(),
  poster: picture,
  landscape: picture,
});

export const contentSlide = contentTitle.extend({ eyebrow: z.string(), synopsis: z.string(), hero });

export const contentCarousel = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  format: z.enum(['poster', 'landscape']),
  items: z.array(contentTitle),
});

export const contentVideo = contentTitle.extend({
  synopsis: z.string(),
  description: z.string(),
  languages: z.array(language),
  captions: z.array(language),
  channel: z.object({ slug: z.string(), title: z.string() }),
  category: z.object({ slug: z.string(), title: z.string() }).nullable(),
  hero,
  share_image: z.string(),
  rungs: z.array(z.object({ height: z.int(), megabytes: z.number() })),
  published_at: z.iso.datetime(),
});

export const contentLegalPage = z.object({
  title: z.string(),
  version: z.iso.date(),
  notice: z.string(),
  sections: z.array(z.object({ anchor: z.string(), heading: z.string(), paragraphs: z.array(z.string()) })),
});

/** C1 */
export const homeSlides = contentCall({
  path: '/content/v1/home/slides',
  summary: "The slides of the home page's hero, in order",
  post: false,
  fields: undefined,
  reply: z.object({ data: z.array(contentSlide) }),
  errors: [],
});

/** C1 */
export const homeCarousels = contentCall({
  path: '/content/v1/home/carousels',
  summary: 'The rows of titles on the home page, in order',
  post: false,
  fields: undefined,
  reply: z.object({ data: z.array(contentCarousel) }),
  errors: [],
});

/** C5 */
export const contentVideoCall = contentCall({
  path: '/content/v1/video',
  summary: 'A video by its slug',
  post: true,
  fields: slugField,
  reply: contentVideo,
  errors: ['invalid_request', 'not_found'],
});

/** C6 */
export const terms = contentCall({
  path: '/content/v1/terms',
  summary: 'The terms of the service',
  post: true,
  fields: undefined,
  reply: contentLegalPage,
  errors: [],
});

/** C6 */
export const privacyPolicy = contentCall({
  path: '/content/v1/privacypolicy',
  summary: 'The privacy policy',
  post: true,
  fields: undefined,
  reply: contentLegalPage,
  errors: [],
});
