import { z } from 'zod';
import { absent, flag, instant, text } from '../call.ts';
import { ENTRY_KINDS } from './entry-kinds.ts';
import { studioCall } from './studio-call.ts';

/** The lists of the studio: entries as editors look for them. */

export const LIST_SORTS = ['title', 'key', 'position', 'updated', 'from', 'until'] as const;
export const LIST_STATES = ['draft', 'scheduled', 'published', 'withdrawn'] as const;
const PAGE = 50;
/** Beyond it a person narrows the list. */
const MOST_PAGES = 10_000;
/** The longest search: a whole key, or a whole title, which has 120 characters. */
export const MOST_SEARCHED = 200;

const kind = z.enum(ENTRY_KINDS);
const key = absent(text(200));

const listed = z
  .object({
    kind,
    key: z.string(),
    id: z.int(),
    slug: z.string().nullable(),
    title: z.string(),
    /** The title of what it belongs to: a channel, a show with its season. */
    of: z.string().nullable(),
    state: z.enum(LIST_STATES).nullable(),
    available_from: instant.nullable(),
    available_until: instant.nullable(),
    position: z.int().nullable(),
    updated_at: instant.nullable(),
    /** Of videos and episodes: whether it has media. */
    has_media: z.boolean().nullable(),
    /** Its film; `plays`: viewers can watch it, or the one before it. Null: it has none. */
    film: z
      .object({
        state: z.enum(['ready', 'processing', 'failed']),
        /** Why it failed. */
        problem: z.string().nullable(),
        plays: z.boolean(),
      })
      .nullable(),
    /** How many lie in it: titles of a shelf, episodes of a season. */
    holds: z.int().nullable(),
    /**
     * A small picture as viewers get it; of what they may not see, an address at the studio's own
     * origin, for those who may read the catalogue; null: it has none.
     */
    picture: z.string().nullable(),
  })
  .meta({ id: 'StudioListedEntry' });

/** One page of the entries of a kind, as an editor looks for them. */
export const catalogueList = studioCall({
  id: 'studioCatalogueList',
  method: 'GET',
  path: '/studio/api/catalogue/lists/:kind',
  tag: 'studio catalogue',
  summary: 'Search, filter and sort the entries of a kind, drafts included',
  needs: 'catalogue:read',
  params: z.strictObject({ kind }),
  query: z.strictObject({
    /** In titles, slugs and keys. */
    search: absent(text(MOST_SEARCHED)),
    /** Only the entry of this key, and those of this slug: a reference names one by either. */
    key,
    state: absent(z.enum(LIST_STATES)),
    /** The keys of what it must belong to. */
    channel: key,
    genre: key,
    show: key,
    /** Titles that were put on this shelf by hand. */
    shelf: key,
    /** Without media. */
    media_missing: absent(flag),
    /** With a film that could not be packaged. */
    media_failed: absent(flag),
    sort: absent(z.enum(LIST_SORTS)).transform((sort) => sort ?? 'title'),
    order: absent(z.enum(['asc', 'desc'])).transform((order) => order ?? 'asc'),
    page: absent(z.coerce.number().int().min(1).max(MOST_PAGES)).transform((page) => page ?? 1),
    limit: absent(z.coerce.number().int().min(1).max(200)).transform((limit) => limit ?? PAGE),
  }),
  reply: z.object({
    data: z.array(listed),
    page: z.int(),
    lastPage: z.int(),
    total: z.int(),
  }),
});

/** Entries of every kind by a few letters, for a field that goes to any of them. */
export const catalogueFind = studioCall({
  id: 'studioCatalogueFind',
  method: 'GET',
  path: '/studio/api/catalogue/find',
  tag: 'studio catalogue',
  summary:
    'The first entries of each kind whose title, slug or key has all of these words: drafts, scheduled and withdrawn ones included',
  needs: 'catalogue:read',
  query: z.strictObject({
    search: text(MOST_SEARCHED),
    /** Of each kind. */
    limit: absent(z.coerce.number().int().min(1).max(20)).transform((limit) => limit ?? 5),
  }),
  reply: z.object({ data: z.array(listed) }),
});

/** The most entries that one call moves: a page of the screen. */
export const MOST_MOVED = 200;
/** The most entries of a kind that are ordered by hand. */
export const MOST_ORDERED = 10_000;

/** Moves entries within the order of their kind. */
export const catalogueMove = studioCall({
  id: 'studioCatalogueMove',
  method: 'POST',
  path: '/studio/api/catalogue/lists/:kind/move',
  tag: 'studio catalogue',
  summary:
    'Move entries to a place in the order of their kind, which viewers see; the others keep their order. Seasons and episodes are ordered by their numbers instead. At most 10,000 entries of a kind are ordered by hand',
  needs: 'catalogue:write',
  params: z.strictObject({ kind }),
  body: z.strictObject({
    keys: z
      .array(text(200))
      .min(1)
      .max(MOST_MOVED)
      .refine((keys) => new Set(keys).size === keys.length, { error: 'must not repeat a key' })
      .meta({ description: 'In the order that they get' }),
    to: z.int().min(0).max(MOST_ORDERED).meta({
      description: 'How many of the other entries come before them',
    }),
  }),
  reply: z.object({
    /** How many entries got another position: the moved ones, and those that made room. */
    changed: z.int(),
  }),
  errors: ['conflict'],
});
