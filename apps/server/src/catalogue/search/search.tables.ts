import {
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';

/**
 * What is searched: one row for each thing that may be found, made from the catalogue in the
 * transaction that changes it. The index of likenesses of `search_words` stands in a migration of
 * its own, with the extension that it needs.
 */

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
/**
 * When it can be seen, windows of everything that it belongs to included: no search asks any other
 * table.
 */
const instants = customType<{ data: string }>({ dataType: () => 'tstzmultirange' });
/** Compared byte by byte, in every database alike. */
const plainText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/**
 * Instants (a `tstzmultirange` as text) and the number of titles that can be seen at just these.
 */
export type TitlesShown = readonly [shown: string, titles: number];

export const searchEntries = pgTable(
  'search_entries',
  {
    kind: text('kind', {
      enum: ['show', 'video', 'channel', 'category', 'genre', 'person', 'episode'],
    }).notNull(),
    id: integer('id').notNull(),
    /** As it is shown. */
    name: text('name').notNull(),
    /** Its page. */
    path: text('path').notNull(),
    /** The name's words without what parts them. */
    joined: plainText('joined').notNull(),
    /** The words of its name. */
    own: tsvector('own').notNull(),
    /**
     * Words by which it is found, half typed or whole: its name (A), who made it or what it is part
     * of (B), where it stands (C).
     */
    terms: tsvector('terms').notNull(),
    /** All of its words, with those of its synopses (D). */
    words: tsvector('words').notNull(),
    shown: instants('shown').notNull(),
    /** What is visible through it, as `{kind}:{id}`: its channel, category, genre and people. */
    belongsTo: text('belongs_to').array().notNull(),
    /**
     * Of what is visible through its titles: how many of them can be seen when. To count them anew
     * takes longer than to find it.
     */
    titles: jsonb('titles').$type<readonly TitlesShown[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    index('search_entries_joined').on(table.joined),
    index('search_entries_own').using('gin', table.own),
    index('search_entries_terms').using('gin', table.terms),
    index('search_entries_words').using('gin', table.words),
  ],
);

/** The words of all names: what a slip may have meant. */
export const searchWords = pgTable('search_words', { word: plainText('word').primaryKey() });

/** One row: by which rules the index was made. Others: it is made anew. */
export const searchIndex = pgTable('search_index', {
  id: smallint('id').primaryKey(),
  rules: integer('rules').notNull(),
});
