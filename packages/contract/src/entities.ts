import type { Language } from '@bonisa/domain/languages';
import { z } from 'zod';
import type * as live from './live-page-data.ts';
import type * as page from './page-data.ts';

/**
 * The schemas of catalogue entities in calls and in the content API. Each equals the type that
 * pages use (`page-data.ts` documents the fields; `SAME_AS_PAGES` compares the two).
 */

export const picture = z
  .object({
    base: z.string().meta({
      example: '/pictures/poster/isibane-1f0c9a2e',
      description: 'its addresses are {base}-{width}.avif and {base}-{width}.webp',
    }),
    widths: z
      .array(z.int())
      .readonly()
      .meta({ example: [240, 360, 480] }),
    width: z.int(),
    height: z.int(),
    placeholder: z.string().meta({ description: 'a value for CSS background' }),
  })
  .meta({ id: 'Picture' });

export const hero = z.object({ tall: picture, wide: picture }).meta({ id: 'Hero' });

export const language = z
  .object({
    code: z.string().meta({ example: 'zu' }),
    name: z.string().meta({ example: 'isiZulu' }),
  })
  .meta({ id: 'Language' });

export const rating = z
  .object({
    age: z.enum(['A', 'PG', '7-9PG', '10-12PG', '13', '16', '18']),
    advice: z.array(z.enum(['B', 'CT', 'D', 'H', 'IAT', 'L', 'N', 'P', 'S', 'SV', 'V'])).readonly(),
  })
  .meta({ id: 'AgeRating' });

/** A name with the slug of its page. */
export const named = z.object({ slug: z.string(), title: z.string() }).meta({ id: 'Named' });

/** A place that may have names of other languages; the content API leaves them out. */
export const ownNames = {
  names: z
    .object({
      en: z.string().optional(),
      zu: z.string().optional(),
      xh: z.string().optional(),
      af: z.string().optional(),
      st: z.string().optional(),
    } satisfies Record<Language, z.ZodType>)
    .optional()
    .meta({
      description: "in calls of the site: its name in the caller's language, if it has one",
    }),
};

export const genreName = named.extend(ownNames).meta({ id: 'GenreName' });

export const genreCount = genreName.extend({ titleCount: z.int() }).meta({ id: 'GenreCount' });

export const costs = z
  .array(z.number())
  .readonly()
  .meta({
    description:
      'the megabytes of watching with a cap of 0 (sound alone), 240, 480, 720 and 1080 lines; of a title with AV1 renditions then those of a player that asks for AV1',
    example: [0.8, 5.8, 15, 28, 28],
  });

export const titleCard = z
  .object({
    kind: z.enum(['video', 'show']),
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    genre: genreName,
    year: z.int(),
    rating,
    language,
    seasonCount: z.int(),
    episodeCount: z.int(),
    durationSeconds: z.int(),
    megabytes: z
      .number()
      .meta({ description: 'what watching it at 360p costs, in megabytes of 1,000,000 bytes' }),
    costs,
    accent: z.string(),
    poster: picture,
    landscape: picture,
  })
  .meta({ id: 'TitleCard' });

export const episodeCard = z
  .object({
    kind: z.literal('episode'),
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    synopsis: z.string(),
    ordinal: z.int(),
    season: z.object({ id: z.int(), ordinal: z.int() }),
    show: z.object({ id: z.int(), slug: z.string(), title: z.string() }),
    durationSeconds: z.int(),
    megabytes: z.number(),
    costs,
    landscape: picture,
  })
  .meta({ id: 'EpisodeCard' });

export const channelCard = z
  .object({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    tagline: z.string(),
    accent: z.string(),
    landscape: picture,
    titleCount: z.int(),
  })
  .meta({ id: 'ChannelCard' });

export const categoryCard = z
  .object({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    ...ownNames,
    tagline: z.string(),
    channel: named,
    accent: z.string(),
    landscape: picture,
    titleCount: z.int(),
  })
  .meta({ id: 'CategoryCard' });

export const credit = z
  .object({
    slug: z.string(),
    name: z.string(),
    role: z.enum(['cast', 'presenter', 'director', 'writer', 'music']),
    character: z.string().nullable(),
  })
  .meta({ id: 'Credit' });

export const seasonCard = z
  .object({
    id: z.int(),
    ordinal: z.int(),
    title: z.string(),
    episodeCount: z.int(),
  })
  .meta({ id: 'SeasonCard' });

export const liveProgramme = z
  .object({
    title: z.string(),
    synopsis: z.string(),
    rating,
    startsAt: z.iso.datetime(),
    endsAt: z.iso.datetime(),
  })
  .meta({ id: 'LiveProgramme' });

export const liveChannelCard = z
  .object({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    tagline: z.string(),
    category: named,
    language,
    accent: z.string(),
    landscape: picture,
    hourCosts: z.array(z.number()).readonly().nullable(),
    now: liveProgramme.nullable(),
    next: z.array(liveProgramme).readonly(),
  })
  .meta({ id: 'LiveChannelCard' });

export const liveCategoryCard = z
  .object({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    channelCount: z.int(),
    onAirCount: z.int(),
  })
  .meta({ id: 'LiveCategoryCard' });

export const guideChannel = liveChannelCard
  .omit({ accent: true, now: true, next: true })
  .extend({
    programmes: z.array(liveProgramme).readonly(),
    near: z
      .array(liveProgramme.pick({ startsAt: true, endsAt: true }))
      .readonly()
      .nullable(),
  })
  .meta({ id: 'GuideChannel' });

type Same<Wire, Page> = Wire extends Page ? true : never;
/** The wire schemas equal the page types: a difference does not compile. */
export const SAME_AS_PAGES: readonly [
  Same<z.output<typeof titleCard>, page.TitleCard>,
  Same<z.output<typeof episodeCard>, page.EpisodeCard>,
  Same<z.output<typeof channelCard>, page.ChannelCard>,
  Same<z.output<typeof categoryCard>, page.CategoryCard>,
  Same<z.output<typeof seasonCard>, page.SeasonCard>,
  Same<z.output<typeof credit>, page.Credit>,
  Same<z.output<typeof liveChannelCard>, live.LiveChannelCard>,
  Same<z.output<typeof liveCategoryCard>, live.LiveCategoryCard>,
  Same<z.output<typeof guideChannel>, live.GuideChannel>,
] = [true, true, true, true, true, true, true, true, true];
