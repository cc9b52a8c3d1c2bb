import { z } from 'zod';
import { absent, text } from '../call.ts';
import { beganFrom } from './began-from.ts';
import { ENTRY_FIELDS, type EntryKind, entryKey, slug } from './catalogue-entries.ts';
import { ENTRY_KINDS } from './entry-kinds.ts';
import { studioCall } from './studio-call.ts';

/** The most rows of one batch. */
export const MOST_ROWS = 1000;
/** The largest batch in bytes. */
export const MOST_BATCH_BYTES = 8 * 1024 * 1024;
/** How many entries a dry run may assume: those that earlier batches would create. */
const MOST_ASSUMED = 20_000;
/** What rows may call one of them beside its key: its slug, with that of its parent. */
const MOST_NAMES = 8;
const PAGE = 100;

const kind = z.enum(ENTRY_KINDS);

function putRow(kind: EntryKind): z.ZodObject {
  const fields: Record<string, z.ZodType> = { ...ENTRY_FIELDS[kind] };
  if ('slug' in fields) fields.slug = slug;
  return z
    .object({
      kind: z.literal(kind),
      key: entryKey.optional(),
      version: beganFrom,
      ifNew: z.record(z.string(), z.unknown()).optional().meta({
        description: 'Further fields, which count only where the row creates the entry',
      }),
      ...z.object(fields).partial().shape,
    })
    .meta({
      title: kind,
      description: 'Creates the entry, or changes the given fields of the one that has this key',
    });
}

/**
 * The rows of a batch, for the documents only: a row is checked by the service, which names the
 * problems of all rows at once.
 */
const rowForms = [
  ...ENTRY_KINDS.map(putRow),
  z
    .object({
      kind,
      key: entryKey,
      delete: z.literal(true),
      withContents: z.boolean().optional().meta({
        description: 'Also delete what hangs on the entry; without it, such a row is a problem',
      }),
    })
    .meta({ title: 'delete' }),
  z.object({ kind, order: z.array(entryKey).min(1).max(10_000) }).meta({
    title: 'order',
    description:
      'Gives the entries the order of their keys; other rows may create or change them as well',
  }),
];

const row = z.record(z.string(), z.unknown()).meta({
  description: 'Creates or changes an entry, deletes one, or orders the entries of a kind',
  anyOf: rowForms.map((form) => {
    const { $schema: _, ...schema } = z.toJSONSchema(form, { io: 'input' });
    return schema;
  }),
});

const result = z.object({
  row: z.int(),
  kind,
  key: z.string(),
  result: z.enum(['created', 'changed', 'unchanged', 'deleted']),
  /** The fields that changed. */
  fields: z.array(z.string()),
  /** What went with a deleted entry, by kind, and in how many credits and shelves it was. */
  hangs: z.record(z.string(), z.int()),
});

export const batchReply = z.object({
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  deleted: z.int(),
  results: z.array(result),
});

/** What a write of the field `published` does, which asks for nothing else than the right. */
export const EARLY_PUBLICATION =
  'With published: true an entry may be published before it is complete, which studioCatalogueStates refuses as cannot_publish: an import comes before its films. Viewers see a title or an episode once its film is ready, a show once it has such an episode, a shelf once it has such a title, and nothing whose channel, season or live category is a draft';

/** Creates, changes, orders and deletes entries by the caller's own keys. */
export const catalogueBatch = studioCall({
  id: 'studioCatalogueBatch',
  method: 'POST',
  path: '/studio/api/catalogue/batch',
  tag: 'studio catalogue',
  summary:
    'Create, change, order and delete entries by your own keys: all rows in one transaction, or none; the same rows again change nothing. A refusal names every problem as rows.{row}.{field}. Publishing needs catalogue:publish as well. ' +
    EARLY_PUBLICATION,
  needs: 'catalogue:write',
  body: z.strictObject({
    rows: z.array(row).min(1).max(MOST_ROWS),
    dry_run: z.boolean().optional().meta({ description: 'Say what would change; write nothing' }),
    assume: z
      .array(
        z.strictObject({
          kind,
          key: entryKey,
          names: z.array(z.string().min(1).max(300)).max(MOST_NAMES).optional(),
        }),
      )
      .max(MOST_ASSUMED)
      .optional()
      .meta({ description: 'With dry_run: entries that batches before this one would create' }),
  }),
  reply: batchReply,
  errors: ['payload_too_large', 'conflict'],
});

/** The entries of a kind by key, drafts included. */
export const catalogueEntries = studioCall({
  id: 'studioCatalogueEntries',
  method: 'GET',
  path: '/studio/api/catalogue/entries/:kind',
  tag: 'studio catalogue',
  summary: 'The entries of a kind by key, drafts included',
  needs: 'catalogue:read',
  params: z.strictObject({ kind }),
  query: z.strictObject({
    after: absent(text(200)),
    limit: absent(z.coerce.number().int().min(1).max(1000)).transform((limit) => limit ?? PAGE),
  }),
  reply: z.object({
    data: z.array(
      z.object({
        key: z.string(),
        id: z.int(),
        /** Of kinds that viewers see under an address. */
        slug: z.string().nullable(),
        title: z.string().nullable(),
        published: z.boolean().nullable(),
        /** Whether all its pictures are drawn by the product; null: it has none. */
        drawn: z.boolean().nullable(),
      }),
    ),
    /** `after` of the next page. */
    next: z.string().nullable(),
  }),
});

/** The JSON Schema of a catalogue file. */
export const catalogueSchema = studioCall({
  id: 'studioCatalogueSchema',
  method: 'GET',
  path: '/studio/api/catalogue/schema',
  tag: 'studio catalogue',
  summary: 'The JSON Schema of a catalogue file',
  needs: 'catalogue:read',
  reply: z.record(z.string(), z.unknown()),
});
