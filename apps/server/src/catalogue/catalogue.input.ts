import { EMBLEM_NAMES } from '@bonisa/artwork/emblems';
import { GROUND_NAMES } from '@bonisa/artwork/grounds';
import {
  CREDIT_ROLES,
  line,
  prose,
  RATING_ADVICE,
  RATING_AGES,
  slug,
} from '@bonisa/contract/studio/catalogue-entries';
import { LANGUAGE_CODES } from '@bonisa/domain/language';
import { doNotOverlap, WEEK_MINUTES } from '@bonisa/domain/live/live-schedule';
import { z } from 'zod';
import { invalidRequest } from '../platform/http/errors.ts';

/** The input schemas of the catalogue. They check everything that enters it, including imports. */

const colour = z.string().regex(/^#[0-9a-f]{6}$/, { error: 'must be a colour such as #ff6a3d' });

const emblem = z.enum(EMBLEM_NAMES as readonly [string, ...string[]]).nullable();
const ground = z.enum(GROUND_NAMES as readonly [string, ...string[]]).nullable();

const visibility = {
  published: z.boolean().default(false),
  availableFrom: z.date().nullable().default(null),
  availableUntil: z.date().nullable().default(null),
  position: z.int().min(0).max(1_000_000).default(0),
};

const closesAfterItOpens = {
  check: (value: {
    availableFrom?: Date | null | undefined;
    availableUntil?: Date | null | undefined;
  }) => !value.availableFrom || !value.availableUntil || value.availableFrom < value.availableUntil,
  error: { error: 'must be after availableFrom', path: ['availableUntil'] },
};

const art = {
  artEmblem: emblem.default(null),
  artGround: ground.default(null),
  accent: colour.optional(),
};

export const genreInput = z.strictObject({
  slug,
  title: line(40),
  position: z.int().min(0).default(0),
});

export const channelInput = z
  .strictObject({
    slug,
    title: line(60),
    tagline: line(90),
    description: prose,
    genre: slug,
    ...art,
    ...visibility,
  })
  .refine(closesAfterItOpens.check, closesAfterItOpens.error);

export const categoryInput = z
  .strictObject({
    channel: slug,
    slug,
    title: line(60),
    tagline: line(90),
    genre: slug,
    ...art,
    ...visibility,
  })
  .refine(closesAfterItOpens.check, closesAfterItOpens.error);

const ratingFields = {
  ratingAge: z.enum(RATING_AGES),
  ratingAdvice: z
    .array(z.enum(RATING_ADVICE))
    .max(11)
    .refine((letters) => new Set(letters).size === letters.length, {
      error: 'must not repeat a letter',
    }),
};

const languages = z
  .array(z.enum(LANGUAGE_CODES as readonly [string, ...string[]]))
  .min(1)
  .max(LANGUAGE_CODES.length);

export const personInput = z.strictObject({ slug, name: line(80) });

const credits = z
  .array(
    z.strictObject({
      person: slug,
      role: z.enum(CREDIT_ROLES),
      character: line(80).nullable().default(null),
    }),
  )
  .max(60);

/** The fields that videos and shows share. */
const titleFields = {
  title: line(120),
  synopsis: line(160),
  description: prose,
  year: z.int().min(1895).max(2200),
  ...ratingFields,
  languages,
  genre: slug,
  channel: slug,
  category: slug.nullable().default(null),
  /** The credits, in the order shown. */
  credits: credits.default([]),
};

const mediaAsset = z.uuid().nullable();

export const videoInput = z
  .strictObject({ slug, ...titleFields, assetId: mediaAsset.default(null), ...art, ...visibility })
  .refine(closesAfterItOpens.check, closesAfterItOpens.error);

export const showInput = z
  .strictObject({ slug, ...titleFields, ...art, ...visibility })
  .refine(closesAfterItOpens.check, closesAfterItOpens.error);

/** `ordinal` 0 is for specials. */
export const seasonInput = z.strictObject({
  show: slug,
  ordinal: z.int().min(0).max(1000),
  title: line(60).nullable().default(null),
  published: z.boolean().default(false),
});

const { position: _, ...window } = visibility;

export const episodeInput = z
  .strictObject({
    show: slug,
    /** The ordinal of an existing season. */
    season: z.int().min(0).max(1000),
    ordinal: z.int().min(1).max(10_000),
    slug,
    title: line(120),
    synopsis: line(160),
    description: prose,
    assetId: mediaAsset.default(null),
    artEmblem: emblem.default(null),
    artGround: ground.default(null),
    ...window,
  })
  .refine(closesAfterItOpens.check, closesAfterItOpens.error);

/** Any field of a title except its slug, so that shared addresses stay valid. */
export const titleChanges = z
  .strictObject({
    title: titleFields.title,
    synopsis: titleFields.synopsis,
    description: titleFields.description,
    year: titleFields.year,
    ratingAge: titleFields.ratingAge,
    ratingAdvice: titleFields.ratingAdvice,
    languages: titleFields.languages,
    credits,
    artEmblem: emblem,
    artGround: ground,
    accent: colour,
    published: z.boolean(),
    availableFrom: z.date().nullable(),
    availableUntil: z.date().nullable(),
    position: z.int().min(0).max(1_000_000),
  })
  .partial()
  .refine(closesAfterItOpens.check, closesAfterItOpens.error);

export const shelfInput = z
  .strictObject({
    slug,
    title: line(60),
    format: z.enum(['poster', 'landscape']),
    channel: slug.nullable().default(null),
    /** The slugs of videos and shows, in order. */
    titles: z.array(slug).max(60),
    ...visibility,
  })
  .refine(closesAfterItOpens.check, closesAfterItOpens.error);

export const slideInput = z
  .strictObject({ title: slug, eyebrow: line(60), ...visibility })
  .refine(closesAfterItOpens.check, closesAfterItOpens.error);

export const liveCategoryInput = z.strictObject({
  slug,
  title: line(60),
  published: z.boolean().default(false),
  position: z.int().min(0).default(0),
});

/** A weekly programme. `startsAt` counts minutes since Monday 00:00 in South Africa. */
const liveSlot = z.strictObject({
  startsAt: z
    .int()
    .min(0)
    .max(WEEK_MINUTES - 1),
  minutes: z.int().min(1).max(1440),
  title: line(120),
  synopsis: line(160),
  ...ratingFields,
});

export const liveChannelInput = z
  .strictObject({
    slug,
    title: line(60),
    tagline: line(90),
    description: prose,
    category: slug,
    genre: slug,
    languages,
    headline: line(60).nullable().default(null),
    slots: z.array(liveSlot).max(2000).refine(doNotOverlap, { error: 'must not overlap' }),
    ...art,
    ...visibility,
  })
  .refine(closesAfterItOpens.check, closesAfterItOpens.error);

export type GenreInput = z.input<typeof genreInput>;
export type ChannelInput = z.input<typeof channelInput>;
export type CategoryInput = z.input<typeof categoryInput>;
export type PersonInput = z.input<typeof personInput>;
export type VideoInput = z.input<typeof videoInput>;
export type ShowInput = z.input<typeof showInput>;
export type SeasonInput = z.input<typeof seasonInput>;
export type EpisodeInput = z.input<typeof episodeInput>;
export type TitleChangesInput = z.input<typeof titleChanges>;
export type ShelfInput = z.input<typeof shelfInput>;
export type SlideInput = z.input<typeof slideInput>;
export type LiveCategoryInput = z.input<typeof liveCategoryInput>;
export type LiveChannelInput = z.input<typeof liveChannelInput>;

/**
 * Returns the checked value. Throws the AppError `invalid_request`, which names each wrong field.
 */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw invalidRequest(
    read.error.issues.map((issue) => ({ field: issue.path.join('.'), problem: issue.message })),
  );
}
