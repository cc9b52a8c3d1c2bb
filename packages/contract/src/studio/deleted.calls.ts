import { ENTRY_STATES } from '@bonisa/domain/catalogue/entry-state';
import { z } from 'zod';
import { absent, instant, text } from '../call.ts';
import { entryKey } from './catalogue-entries.ts';
import { ENTRY_KINDS } from './entry-kinds.ts';
import { MOST_SEARCHED } from './lists.calls.ts';
import { studioCall } from './studio-call.ts';

/** Deleted entries: which there are, and their return with what hung on them. */

const kind = z.enum(ENTRY_KINDS);
const PAGE = 50;
const MOST_PAGES = 10_000;

/** The most entries that one restore brings back. */
export const MOST_RESTORED = 5000;

const deleted = z
  .object({
    kind,
    key: z.string(),
    /** As it was called when it was deleted. */
    title: z.string(),
    slug: z.string().nullable(),
    at: instant,
    by: z.object({ kind: z.enum(['account', 'key', 'command', 'nobody']), name: z.string() }),
    /** Whether viewers could see it by its state. */
    was_published: z.boolean(),
    /** The entry with which it went; null: it was deleted by itself. */
    with: z.object({ kind, key: z.string() }).nullable(),
    /** How many other entries went with it. */
    contents: z.int(),
  })
  .meta({ id: 'StudioDeletedEntry' });

export const catalogueDeleted = studioCall({
  id: 'studioCatalogueDeleted',
  method: 'GET',
  path: '/studio/api/catalogue/deleted',
  tag: 'studio catalogue',
  summary:
    'The entries that are deleted, the latest first: what, by whom, when. What went with another deleted entry is listed with a search only',
  needs: 'catalogue:read',
  query: z.strictObject({
    /** In titles, slugs and keys. */
    search: absent(text(MOST_SEARCHED)),
    kind: absent(kind),
    page: absent(z.coerce.number().int().min(1).max(MOST_PAGES)).transform((page) => page ?? 1),
    limit: absent(z.coerce.number().int().min(1).max(200)).transform((limit) => limit ?? PAGE),
  }),
  reply: z.object({
    data: z.array(deleted),
    page: z.int(),
    lastPage: z.int(),
    total: z.int(),
  }),
});

export const catalogueReturn = studioCall({
  id: 'studioCatalogueReturn',
  method: 'POST',
  path: '/studio/api/catalogue/deleted/restore',
  tag: 'studio catalogue',
  summary:
    'Bring a deleted entry back under its key and its id, with what went with it ' +
    `(at most ${MOST_RESTORED} entries), on the shelves and in the credits where it was. ` +
    'As it was needs catalogue:publish where it was published. A slug that another entry ' +
    'has meanwhile is refused as conflict, as {kind}.{key}.{field}',
  needs: 'catalogue:write',
  body: z.strictObject({
    kind,
    key: entryKey,
    state: z.enum(['draft', 'as_it_was']).meta({
      description: 'As drafts, or each entry in the state that it had',
    }),
    contents: z.boolean().default(true).meta({ description: 'Also bring back what went with it' }),
  }),
  reply: z.object({
    kind,
    key: z.string(),
    state: z.enum(ENTRY_STATES).nullable(),
    version: z.int(),
    /** How many entries are back, by kind. */
    restored: z.record(z.string(), z.int()),
    /** What could not come back: pictures, films, captions, credits, places on shelves. */
    without: z.array(z.object({ kind, key: z.string(), field: z.string(), reason: z.string() })),
  }),
  errors: ['not_found', 'conflict', 'unavailable'],
});
