import { LANGUAGE_CODES } from '@bonisa/domain/language';
import { z } from 'zod';
import { invalidRequest } from '../platform/http/errors.ts';
import { EMBLEM_NAMES } from './pictures/emblems.ts';
import { GROUND_NAMES } from './pictures/grounds.ts';

/** What an editor may hand in, with its limits. Everything that enters the catalogue is checked here, the demo's data too. */

/** Lower-case words joined by hyphens. Together with the hash and width of its pictures it makes a file name. */
export const slug = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, { error: 'must be lower-case letters and digits in words joined by hyphens' });

const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((value) => !/\p{Cc}/u.test(value), { error: 'must be one line without control characters' });

const prose = z
  .string()
  .trim()
  .min(1)
  .max(4000)
  .refine((value) => !/[^\P{Cc}\n]/u.test(value), { error: 'must not contain control characters' });

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
  check: (value: { availableFrom?: Date | null | undefined; availableUntil?: Date | null | undefined }) =>
    !value.availableFrom || !value.availableUntil || value.availableFrom < value.availableUntil,
  error: { error: 'must be after availableFrom', path: ['availableUntil'] },
};

const art = { artEmblem: emblem.default(null), artGround: ground.default(null), accent: colour.optional() };

export const genreInput = z.strictObject({ slug, title: line(40), position: z.int().min(0).default(0) });

export const channelInput = z
  .strictObject({ slug, title: line(60), tagline: line(90), description: prose, genre: slug, ...art, ...visibility })
  .refine(closesAfterItOpens.check, closesAfterItOpens.error);

export const categoryInput = z.strictObject({
  channel: slug,
  slug,
  title: line(60),
  published: z.boolean().default(true),
  position: z.int().min(0).default(0),
});

const videoFields = {
  title: line(120),
  synopsis: line(160),
  description: prose,
  year: z.int().min(1895).max(2200),
  ratingAge: z.enum(['A', 'PG', '7-9PG', '10-12PG', '13', '16', '18']),
  ratingAdvice: z
    .array(z.enum(['B', 'CT', 'D', 'H', 'IAT', 'L', 'N', 'P', 'S', 'SV', 'V']))
    .max(11)
    .refine((letters) => new Set(letters).size === letters.length, { error: 'must not repeat a letter' }),
  languages: z
    .array(z.enum(LANGUAGE_CODES as readonly [string, ...string[]]))
    .min(1)
    .max(LANGUAGE_CODES.length),
  genre: slug,
  channel: slug,
  category: slug.nullable().default(null),
  assetId: z.uuid().nullable().default(null),
};

export const videoInput = z.strictObject({ slug, ...videoFields, ...art, ...visibility }).refine(closesAfterItOpens.check, closesAfterItOpens.error);

/** Any part of a video but its slug: addresses that were shared stay right. */
export const videoChanges = z
  .strictObject({
    title: videoFields.title,
    synopsis: videoFields.synopsis,
    description: videoFields.description,
    year: videoFields.year,
    ratingAge: videoFields.ratingAge,
    ratingAdvice: videoFields.ratingAdvice,
    languages: videoFields.languages,
    assetId: z.uuid().nullable(),
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
    /** Slugs of videos, in order. */
    videos: z.array(slug).max(60),
    ...visibility,
  })
  .refine(closesAfterItOpens.check, closesAfterItOpens.error);

export const slideInput = z
  .strictObject({ video: slug, eyebrow: line(60), ...visibility })
  .refine(closesAfterItOpens.check, closesAfterItOpens.error);

export type GenreInput = z.input<typeof genreInput>;
export type ChannelInput = z.input<typeof channelInput>;
export type CategoryInput = z.input<typeof categoryInput>;
export type VideoInput = z.input<typeof videoInput>;
export type VideoChangesInput = z.input<typeof videoChanges>;
export type ShelfInput = z.input<typeof shelfInput>;
export type SlideInput = z.input<typeof slideInput>;

/** The checked value; throws the named refusal `invalid_request` that says which field is wrong and why. */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw invalidRequest(read.error.issues.map((issue) => ({ field: issue.path.join('.'), problem: issue.message })));
}
