import { AGE_RATINGS } from '@bonisa/domain/catalogue/age-rating';
import { MOST_ON_SHELF, RULE_ORDERS } from '@bonisa/domain/catalogue/shelf-rule';
import { LANGUAGE_CODES } from '@bonisa/domain/language';
import type { Language } from '@bonisa/domain/languages';
import { datedOverlap, doNotOverlap, WEEK_MINUTES } from '@bonisa/domain/live/live-schedule';
import { SEGMENT_KINDS } from '@bonisa/domain/playback/title-segments';
import { z } from 'zod';
import { instantInput, windowInstant } from '../times.ts';
import { HALF_CHARACTER, isWellFormed } from '../well-formed.ts';
import { artworkFields } from './artwork-fields.ts';
import type { ENTRY_KINDS } from './entry-kinds.ts';

/**
 * The entries of the catalogue as callers and files write them. An entry has the caller's own key;
 * other entries refer to it by that key, or by its slug where no entry has such a key.
 */

export type EntryKind = (typeof ENTRY_KINDS)[number];

/** The list of each kind in a catalogue file. */
export const ENTRY_LISTS = {
  genres: 'genre',
  people: 'person',
  channels: 'channel',
  categories: 'category',
  shows: 'show',
  seasons: 'season',
  episodes: 'episode',
  videos: 'video',
  shelves: 'shelf',
  slides: 'slide',
  liveCategories: 'liveCategory',
  liveChannels: 'liveChannel',
} as const satisfies Record<string, EntryKind>;

/** Lower-case words joined by hyphens: what viewers see in an address. */
export const slug = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, {
    error: 'must be lower-case letters and digits in words joined by hyphens',
  });

const trimmed = (least: number, max: number) => z.string().trim().min(least).max(max);
const oneLine = (text: z.ZodString) =>
  text
    .refine((value) => !/\p{Cc}/u.test(value), {
      error: 'must be one line without control characters',
    })
    .refine(isWellFormed, HALF_CHARACTER);
const paragraphs = (text: z.ZodString) =>
  text
    .refine((value) => !/[^\P{Cc}\n]/u.test(value), {
      error: 'must not contain control characters',
    })
    .refine(isWellFormed, HALF_CHARACTER);

/** One line of text without control characters. */
export const line = (max: number) => oneLine(trimmed(1, max));

/** Paragraphs of text. */
export const prose = paragraphs(trimmed(1, 4000));

/** What may still be written: `lacks` names what is empty, and hinders the publication. */
const WHILE_DRAFT = { description: 'May be empty while the entry is not published' };
const words = {
  synopsis: oneLine(trimmed(0, 160)).meta(WHILE_DRAFT),
  description: paragraphs(trimmed(0, 4000)).meta(WHILE_DRAFT),
};

/** The caller's own name of an entry, unique among the entries of its kind. */
export const entryKey = line(200).meta({
  description:
    'Your own name of the entry, unique in its kind (videos and shows share one list). Default: the slug.',
});

const reference = line(200);
const refersTo = (kind: string) =>
  reference.meta({ description: `The key of a ${kind}, or its slug` });

const colour = z.string().regex(/^#[0-9a-f]{6}$/, { error: 'must be a colour such as #ff6a3d' });

/** The name of an emblem or a ground of drawn pictures. */
const drawingName = z.string().max(40).nullable();

const art = {
  ...artworkFields,
  artEmblem: drawingName.default(null),
  artGround: drawingName.default(null),
  accent: colour.optional(),
};

const when = windowInstant.nullable().default(null);

const position = z.int().min(0).max(1_000_000).default(0);
const published = z.boolean().default(false);
const window = { published, availableFrom: when, availableUntil: when };
const visibility = { ...window, position };

export const RATING_AGES = AGE_RATINGS;
export const RATING_ADVICE = ['B', 'CT', 'D', 'H', 'IAT', 'L', 'N', 'P', 'S', 'SV', 'V'] as const;
export const CREDIT_ROLES = ['cast', 'presenter', 'director', 'writer', 'music'] as const;

const rating = {
  ratingAge: z.enum(RATING_AGES),
  ratingAdvice: z
    .array(z.enum(RATING_ADVICE))
    .max(RATING_ADVICE.length)
    .refine((letters) => new Set(letters).size === letters.length, {
      error: 'must not repeat a letter',
    }),
};

const languages = z
  .array(z.enum(LANGUAGE_CODES as readonly [string, ...string[]]))
  .min(1)
  .max(LANGUAGE_CODES.length)
  .meta({ description: 'Language codes of the sound, the main language first' });

const titleFields = {
  slug,
  title: line(120),
  ...words,
  year: z.int().min(1895).max(2200),
  ...rating,
  languages,
  genre: refersTo('genre'),
  channel: refersTo('channel'),
  category: refersTo('category').nullable().default(null),
  credits: z
    .array(
      z.strictObject({
        person: refersTo('person'),
        role: z.enum(CREDIT_ROLES),
        character: line(80).nullable().default(null),
      }),
    )
    .max(60)
    .default([])
    .meta({ description: 'In the order shown' }),
};

/** Opening, recap and credits, in seconds; null: those of the media. */
const segments = z
  .array(
    z.strictObject({
      kind: z.enum(SEGMENT_KINDS),
      start: z.number().min(0).max(86_400),
      end: z.number().min(0).max(86_400),
    }),
  )
  .max(SEGMENT_KINDS.length)
  .refine((all) => all.every(({ start, end }) => start < end), {
    error: 'must end after it starts',
  })
  .refine((all) => new Set(all.map(({ kind }) => kind)).size === all.length, {
    error: 'must not repeat a kind',
  })
  .nullable()
  .default(null);

/** When subscribers of which package may play; null: all of them may. */
const packages = z
  .array(z.strictObject({ package: line(80), from: when, until: when }))
  .max(20)
  .refine(
    (all) =>
      all.every(({ from, until }) => !from || !until || Date.parse(from) < Date.parse(until)),
    { error: 'must end after it starts' },
  )
  .nullable()
  .default(null)
  .meta({ description: 'When subscribers of which package may play it; null: all may' });

const assetId = z.uuid().nullable().default(null).meta({
  description:
    'Media of the library. While it is packaged, viewers go on with what the entry played before; the entry names what will take over',
});

const media = { assetId, segments };

const recorded = (kind: string) =>
  refersTo(kind)
    .nullable()
    .default(null)
    .meta({
      description: `The ${kind} that the programme plays, by its key or its slug, from the beginning`,
    });

const programme = {
  minutes: z.int().min(1).max(1440),
  title: line(120),
  synopsis: line(160),
  ...rating,
  video: recorded('video'),
  episode: recorded('episode'),
};

type Played = { readonly video: string | null; readonly episode: string | null };
const playsOne = ({ video, episode }: Played): boolean => video === null || episode === null;
const PLAYS_TWO = { error: 'must not have both a video and an episode', path: ['episode'] };

const slot = z
  .strictObject({
    startsAt: z
      .int()
      .min(0)
      .max(WEEK_MINUTES - 1)
      .meta({ description: 'Minutes since Monday 00:00 in South Africa' }),
    ...programme,
  })
  .refine(playsOne, PLAYS_TWO);

const datedProgramme = z
  .strictObject({
    startsAt: instantInput.refine((text) => Date.parse(text) % 60_000 === 0, {
      error: 'must be a whole minute',
    }),
    ...programme,
  })
  .refine(playsOne, PLAYS_TWO);

/** The most programmes of a week, and the most dated ones of a channel. */
export const MOST_PROGRAMMES = 2000;

const apart = (dated: readonly { readonly startsAt: string; readonly minutes: number }[]) =>
  !datedOverlap(dated.map((one) => ({ ...one, startsAt: new Date(one.startsAt) })));

/** What fills a shelf by itself. */
export const shelfRule = z
  .strictObject({
    genres: z.array(refersTo('genre')).max(20).optional(),
    languages: languages.optional(),
    channel: refersTo('channel').optional(),
    kind: z.enum(['video', 'show']).optional(),
    newest_days: z.int().min(1).max(3650).optional().meta({
      description: 'Only titles that are shown since at most so many days',
    }),
    closing_days: z.int().min(1).max(365).optional().meta({
      description: 'Only titles whose window closes within so many days',
    }),
    order: z.enum(RULE_ORDERS).default('newest'),
    limit: z.int().min(1).max(MOST_ON_SHELF).default(20),
  })
  .meta({ description: 'Fills the shelf by itself, after the titles that are chosen by hand' });

/** The most characters of a name in another language. */
export const LONGEST_NAME = 60;

const ownName = line(LONGEST_NAME).optional();

/** What viewers of other languages read in place of the title. */
const names = z
  .strictObject({
    en: ownName,
    zu: ownName,
    xh: ownName,
    af: ownName,
    st: ownName,
  } satisfies Record<Language, z.ZodType>)
  .nullable()
  .default(null)
  .meta({
    description: 'Its name in other languages: viewers of a language without one read the title',
  });

/** The fields of each kind, without the key. */
export const ENTRY_FIELDS = {
  genre: { slug, title: line(40), position, names },
  person: { slug, name: line(80) },
  channel: {
    slug,
    title: line(60),
    tagline: line(90),
    description: prose,
    genre: refersTo('genre'),
    ...art,
    ...visibility,
  },
  category: {
    channel: refersTo('channel'),
    slug,
    title: line(60),
    tagline: line(90),
    genre: refersTo('genre'),
    ...art,
    ...visibility,
    names,
  },
  show: { ...titleFields, packages, ...art, ...visibility },
  season: {
    show: refersTo('show'),
    ordinal: z.int().min(0).max(1000).meta({ description: '0 is for specials' }),
    title: line(60).nullable().default(null),
    published,
  },
  episode: {
    show: refersTo('show'),
    season: z.int().min(0).max(1000).meta({ description: 'The ordinal of a season of the show' }),
    ordinal: z.int().min(1).max(10_000),
    slug,
    title: line(120),
    ...words,
    ...media,
    packages,
    ...artworkFields,
    artEmblem: art.artEmblem,
    artGround: art.artGround,
    ...window,
  },
  video: { ...titleFields, ...media, packages, ...art, ...visibility },
  shelf: {
    slug,
    title: line(60),
    format: z.enum(['poster', 'landscape']),
    channel: refersTo('channel').nullable().default(null),
    titles: z
      .array(refersTo('video or show'))
      .max(MOST_ON_SHELF, {
        error: `has more than ${MOST_ON_SHELF} titles: every viewer of the page downloads the shelf. Put more of them in a category or a channel, whose pages list all, or fill the shelf by a rule`,
      })
      .default([])
      .meta({ description: 'In the order shown; those of a rule follow' }),
    rule: shelfRule.nullable().default(null),
    ...visibility,
    names,
  },
  slide: {
    title: refersTo('video or show'),
    eyebrow: line(60),
    ...artworkFields,
    ...visibility,
  },
  liveCategory: { slug, title: line(60), published, position, names },
  liveChannel: {
    slug,
    title: line(60),
    tagline: line(90),
    description: prose,
    category: refersTo('live category'),
    genre: refersTo('genre'),
    languages,
    headline: line(60).nullable().default(null),
    slate: refersTo('video').nullable().default(null).meta({
      description: 'The video, a draft as well, that is shown while nothing is on; null: off air',
    }),
    slots: z
      .array(slot)
      .max(MOST_PROGRAMMES)
      .refine(doNotOverlap, { error: 'must not overlap' })
      .default([]),
    dated: z
      .array(datedProgramme)
      .max(MOST_PROGRAMMES)
      .refine(apart, { error: 'must not overlap' })
      .default([])
      .meta({ description: 'Programmes that are on once, in place of the week at that time' }),
    ...art,
    ...visibility,
  },
} as const satisfies Record<EntryKind, Record<string, z.ZodType>>;
