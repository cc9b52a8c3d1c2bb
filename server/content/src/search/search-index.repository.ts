import { anyOf } from '@bonisa/kit/database/bulk';
import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { sql } from 'drizzle-orm';
import { catalogueVersion } from '../catalogue.tables.ts';
import type { EntityKind } from '../reading/cards.service.ts';
import { visibleTimes } from '../reading/visibility.ts';
import { searchEntries, searchIndex, searchWords, type TitlesShown } from './search.tables.ts';
import { idList } from './search-documents.repository.ts';

/** The SQL that maintains the index. */

/**
 * A row of the index as it is written. `own`, `terms` and `words` are `tsvector` texts, `shown` is
 * a `tstzmultirange` text.
 */
export interface SearchEntry {
  readonly kind: EntityKind;
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly joined: string;
  readonly own: string;
  readonly terms: string;
  readonly words: string;
  readonly shown: string;
  readonly belongs_to: readonly string[];
  readonly languages: readonly string[];
  readonly titles: readonly TitlesShown[] | null;
}

/** How many titles of a parent (`channel:3`) are shown at these times. */
export interface ParentShare {
  readonly key: string;
  /** A `tstzmultirange` as text. */
  readonly shown: string;
  readonly titles: number;
}

export function createSearchIndexRepository(db: Database) {
  return {
    /** The version of the rules that built the index; 0: there is none. */
    async rules(): Promise<number> {
      return (await db.select({ rules: searchIndex.rules }).from(searchIndex))[0]?.rules ?? 0;
    },

    async setRules(rules: number): Promise<void> {
      await db
        .insert(searchIndex)
        .values({ id: 1, rules })
        .onConflictDoUpdate({ target: searchIndex.id, set: { rules } });
    },

    /** Locks the catalogue against changes until the transaction ends. */
    async holdCatalogue(): Promise<void> {
      await db.select({ version: catalogueVersion.version }).from(catalogueVersion).for('update');
    },

    async clear(): Promise<void> {
      await db.delete(searchEntries);
      await db.delete(searchWords);
    },

    /** The parents of titles when they were last written. */
    async parentsOf(titleIds: readonly number[]): Promise<string[]> {
      const rows = await rowsOf<{ key: string }>(
        db,
        sql`select distinct unnest(belongs_to) as key from ${searchEntries}
        where kind in ('video', 'show') and id in ${idList(titleIds)}`,
      );
      return rows.map(({ key }) => key);
    },

    /** How many of these titles the index has by parent and time shown. */
    async shares(titleIds: readonly number[]): Promise<ParentShare[]> {
      return await rowsOf<ParentShare>(
        db,
        sql`select key, shown::text as shown, count(*)::int as titles
        from ${searchEntries} cross join unnest(belongs_to) as key
        where kind in ('video', 'show') and id in ${idList(titleIds)} group by key, ${searchEntries.shown}`,
      );
    },

    /**
     * Adds titles to parents of the index, or takes some away (negative): what a parent shows is
     * kept by time shown, so that its other titles need not be read. Returns the parents that the
     * index has (`channel:3`).
     */
    async adjustParents(changes: readonly ParentShare[]): Promise<string[]> {
      const rows = await rowsOf<{ key: string }>(
        db,
        sql`with change as (
          select split_part(key, ':', 1) as kind, split_part(key, ':', 2)::int as id, shown::tstzmultirange as shown, titles
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as one(key text, shown text, titles int)
        ), part as (
          select p.kind, p.id, (had ->> 0)::tstzmultirange as shown, (had ->> 1)::int as titles
          from search_entries p cross join jsonb_array_elements(p.titles) had
          where (p.kind, p.id) in (select kind, id from change)
          union all select kind, id, shown, titles from change
        ), counted as (
          select kind, id, shown, sum(titles)::int as titles from part group by kind, id, shown
        ), seen as (
          select kind, id, coalesce(range_agg(shown) filter (where titles > 0), '{}'::tstzmultirange) as shown,
            coalesce(jsonb_agg(jsonb_build_array(shown::text, titles) order by shown) filter (where titles > 0), '[]') as titles
          from counted group by kind, id
        )
        update search_entries p
        set titles = seen.titles, shown = seen.shown * coalesce(own.shown, '{(,)}'::tstzmultirange)
        from seen left join (
          select id, ${visibleTimes('categories')} as shown from categories
        ) own on seen.kind = 'category' and own.id = seen.id
        where p.kind = seen.kind and p.id = seen.id returning p.kind || ':' || p.id as key`,
      );
      return rows.map(({ key }) => key);
    },

    async remove(kinds: readonly string[], ids: readonly number[]): Promise<void> {
      await db.execute(
        sql`delete from search_entries where kind = ${anyOf(kinds, 'text')} and id in ${idList(ids)}`,
      );
    },

    /** Writes entries; an unchanged entry is skipped. */
    async put(entries: readonly SearchEntry[]): Promise<void> {
      await db.execute(sql`
        insert into search_entries (kind, id, name, path, joined, own, terms, words, shown, belongs_to, languages, titles)
        select kind, id, name, path, joined, own, terms, words, shown, belongs_to, languages, titles
        from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
          as entry(kind text, id int, name text, path text, joined text, own tsvector, terms tsvector, words tsvector, shown tstzmultirange, belongs_to text[], languages text[], titles jsonb)
        on conflict (kind, id) do update
          set name = excluded.name, path = excluded.path, joined = excluded.joined, own = excluded.own, terms = excluded.terms, words = excluded.words,
            shown = excluded.shown, belongs_to = excluded.belongs_to, languages = excluded.languages, titles = excluded.titles
          where (search_entries.name, search_entries.path, search_entries.joined, search_entries.own, search_entries.terms, search_entries.words, search_entries.shown, search_entries.belongs_to, search_entries.languages, search_entries.titles)
            is distinct from (excluded.name, excluded.path, excluded.joined, excluded.own, excluded.terms, excluded.words, excluded.shown, excluded.belongs_to, excluded.languages, excluded.titles)`);
    },

    /**
     * Merges new entries into the GIN indexes: before that, every search reads their pending list.
     */
    async mergePending(): Promise<void> {
      await db.execute(sql`select gin_clean_pending_list(name::regclass)
        from unnest(array['search_entries_own', 'search_entries_terms', 'search_entries_words', 'search_words_likeness']) names(name)`);
    },

    /** Tells the planner of entries that no transaction has committed. */
    async analyze(): Promise<void> {
      await db.execute(sql`analyze search_entries`);
    },

    async addWords(words: readonly string[]): Promise<void> {
      await db.execute(
        sql`insert into search_words (word) select jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) on conflict do nothing`,
      );
    },
  };
}
