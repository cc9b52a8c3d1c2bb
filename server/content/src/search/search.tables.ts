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
 * The search index: one row for each entry, made from the catalogue in the transaction that changes
 * it. A separate migration creates the trigram index of `search_words`, with the extension that it
 * needs.
 */

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
/**
 * When the entry is visible, including the windows of its parents: no search reads another table.
 */
const instants = customType<{ data: string }>({ dataType: () => 'tstzmultirange' });
/** Compared byte by byte, the same in every database. */
const plainText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** Pairs of a `tstzmultirange` (as text) and the number of titles that are visible in it. */
export type TitlesShown = readonly [shown: string, titles: number];

export const searchEntries = pgTable(
  'search_entries',
  {
    kind: text('kind', {
      enum: ['show', 'video', 'channel', 'category', 'genre', 'person', 'episode'],
    }).notNull(),
    id: integer('id').notNull(),
    /** The name as shown. */
    name: text('name').notNull(),
    /** The entry's page. */
    path: text('path').notNull(),
    /** The name's words without separators. */
    joined: plainText('joined').notNull(),
    /** The words of the name. */
    own: tsvector('own').notNull(),
    /**
     * Words that match half typed or whole: the name (A), credits and parents (B), channel,
     * category and genre (C).
     */
    terms: tsvector('terms').notNull(),
    /** All of the entry's words, with those of its synopses (D). */
    words: tsvector('words').notNull(),
    shown: instants('shown').notNull(),
    /**
     * The entries that are visible through it, as `{kind}:{id}`: its channel, category, genre and
     * people.
     */
    belongsTo: text('belongs_to').array().notNull(),
    /** Codes of its audio languages; an episode has its show's. */
    languages: text('languages').array().notNull(),
    /**
     * For an entry that is visible through its titles: how many of them are visible when. Counting
     * them in each search would take longer than the search.
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

/** The words of all names, to correct typing errors. */
export const searchWords = pgTable('search_words', { word: plainText('word').primaryKey() });

/** One row: the version of the rules that built the index. An index by other rules is rebuilt. */
export const searchIndex = pgTable('search_index', {
  id: smallint('id').primaryKey(),
  rules: integer('rules').notNull(),
});
