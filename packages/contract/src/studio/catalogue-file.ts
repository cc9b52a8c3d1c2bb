import { z } from 'zod';
import { PICTURED_KINDS } from './artwork.calls.ts';
import { ARTWORK_USES, pictureId } from './artwork-fields.ts';
import { beganFrom } from './began-from.ts';
import { ENTRY_FIELDS, ENTRY_LISTS, type EntryKind, entryKey, slug } from './catalogue-entries.ts';

/**
 * A catalogue file as an import reads it: its rows create entries, change some fields of those that
 * exist, and delete; and they name files, which the import sends after the entries. The service
 * says what a new entry lacks.
 */

const share = z.number().min(0).max(1);
const focal = z
  .union([
    z.strictObject({ x: share, y: share }),
    z.string().regex(/^\s*[\d.]+\s*[;, ]\s*[\d.]+\s*$/, { error: 'must be as 0.3,0.5' }),
  ])
  .nullable()
  .optional()
  .meta({ description: 'What must stay in sight, as shares from the left and the top' });
const file = z.string().min(1).meta({ description: "A file of the import's folder" });
const IN_SHORT = "A file of the import's folder, or an address";

const picture = z.union([
  z.string().min(1).meta({ description: IN_SHORT }),
  z.strictObject({ file, focal }),
  z.strictObject({ url: z.string().regex(/^https?:\/\//i), focal }),
  z.strictObject({ id: pictureId, focal }).meta({ description: 'A picture uploaded before' }),
]);

const artwork = z
  .union([
    picture,
    z.strictObject(Object.fromEntries(ARTWORK_USES.map((use) => [use, picture.optional()]))),
  ])
  .nullable()
  .optional()
  .meta({ description: 'Its picture for every use, or pictures by use' });

const film = z
  .union([
    z.string().min(1).meta({ description: IN_SHORT }),
    z.strictObject({ file }),
    z.strictObject({
      url: z.string().regex(/^https:\/\//i),
      bytes: z.number().min(0).optional().meta({ description: 'Another size is another film' }),
    }),
  ])
  .nullable()
  .optional()
  .meta({ description: 'Its film: a file, or an https address that the command fetches from' });

const spoken = {
  language: z.string().min(2).max(40).meta({ description: 'As in zu, en-ZA or English' }),
  label: z.string().min(1).max(60).optional().meta({
    description: 'What viewers choose it by; else the language in its own words',
  }),
};
const captions = z
  .array(
    z.union([
      z.strictObject({ file, ...spoken }),
      z.strictObject({ url: z.string().regex(/^https?:\/\//i), ...spoken }),
    ]),
  )
  .nullable()
  .optional()
  .meta({ description: 'Its captions in WebVTT or SRT, one file or address for each language' });

const PICTURED: ReadonlySet<EntryKind> = new Set<EntryKind>(PICTURED_KINDS);

/** Creates an entry, or changes the given fields of the one that has its key. */
function entryOf(kind: EntryKind): z.ZodObject {
  const all: Record<string, z.ZodType> = { ...ENTRY_FIELDS[kind] };
  if ('slug' in all) all.slug = slug;
  const fields = z.object(all).partial().shape;
  return z.strictObject({
    key: entryKey.optional(),
    ...fields,
    ...(PICTURED.has(kind) ? { artwork, artworkFocal: focal } : {}),
    ...(kind === 'video' || kind === 'episode' ? { film, captions } : {}),
    ifNew: z.strictObject(fields).optional().meta({
      description: 'Further fields, which count only where the row creates the entry',
    }),
    version: beganFrom,
  });
}

const deletion = z.strictObject({
  key: entryKey,
  delete: z.literal(true),
  withContents: z.boolean().optional().meta({
    description: 'Also delete what hangs on the entry; without it, such a row is a problem',
  }),
});

const ordering = z.strictObject({
  order: z
    .array(entryKey)
    .min(1)
    .meta({ description: 'Gives these entries the order of their keys' }),
});

/** A catalogue file: lists of rows by kind, each in any order. */
export const catalogueDocument = z.strictObject({
  $schema: z.string().optional(),
  ...Object.fromEntries(
    Object.entries(ENTRY_LISTS).map(([list, kind]) => {
      const forms = [entryOf(kind), deletion, ...(kind === 'person' ? [] : [ordering])] as const;
      return [list, z.array(z.union(forms)).optional()];
    }),
  ),
});
