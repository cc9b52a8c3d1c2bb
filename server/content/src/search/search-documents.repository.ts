import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { type SQL, sql } from 'drizzle-orm';
import { categories, channels, genres, people, titles } from '../catalogue.tables.ts';
import type { EntityKind } from '../reading/cards.service.ts';
import { NO_TIMES, visibleTimes } from '../reading/visibility.ts';
import type { TitlesShown } from './search.tables.ts';

/**
 * Everything that search covers, read from the catalogue's tables: names, words and the windows in
 * which each entry is visible. It applies the rule of `reading/visibility.ts` for all instants at
 * once.
 */

/** An entry that search may find, before its words are folded. */
export interface SearchDocument {
  readonly kind: EntityKind;
  readonly id: number;
  readonly name: string;
  readonly path: string;
  /** Its credits, its parents, or what other languages call it. */
  readonly about: readonly string[];
  /** Its channel, category and genre, in all languages. */
  readonly places: readonly string[];
  /** Codes of its languages, by whose names it is found. */
  readonly languages: readonly string[];
  /** Codes of its audio languages, if it is not found by their names: a show's, of an episode. */
  readonly spoken?: readonly string[];
  readonly prose: readonly string[];
  /** A `tstzmultirange` as text. */
  readonly shown: string;
  readonly belongsTo: readonly string[];
  /** Only channels, categories, genres and people. */
  readonly titles?: readonly TitlesShown[];
}

/** The rows that a change has touched: rows with its time, and media that was added or removed. */
export interface Touched {
  readonly now: Date;
  readonly assetIds?: readonly string[];
}

/** Entries that are visible through their titles. */
export type Parents = Readonly<
  Record<'channel' | 'category' | 'genre' | 'person', readonly number[]>
>;

/** Whether a row plays one of a few assets; without any the plan has no condition. */
function among(alias: string, assetIds: readonly string[]): SQL {
  const ids = assetIds.map((id) => sql`${id}::uuid`);
  return ids.length > 0
    ? sql`${sql.raw(alias)}.asset_id in (${sql.join(ids, sql`, `)})`
    : sql`false`;
}

export function createSearchDocuments(db: Database) {
  const read = (query: SQL): Promise<SearchDocument[]> => rowsOf(db, query);
  const ids = async (query: SQL): Promise<number[]> =>
    (await rowsOf<{ id: number }>(db, query)).map(({ id }) => id);

  return {
    /**
     * Titles whose words or windows may have changed: themselves, their episodes, or their parents.
     */
    touchedTitles: ({ now, assetIds = [] }: Touched): Promise<number[]> =>
      ids(sql`
        select t.id from titles t where t.updated_at = ${at(now)} or ${among('t', assetIds)}
        union select t.id from titles t join channels c on c.id = t.channel_id where c.updated_at = ${at(now)}
        union select t.id from titles t join categories c on c.id = t.category_id where c.updated_at = ${at(now)}
        union select r.title_id from credits r join people p on p.id = r.person_id where p.updated_at = ${at(now)}
        union select s.show_id from seasons s where s.updated_at = ${at(now)}
        union select s.show_id from seasons s join episodes e on e.season_id = s.id
          where e.updated_at = ${at(now)} or ${among('e', assetIds)}
        order by 1`),

    /** Entries visible through their titles that were changed themselves. */
    async touchedParents({ now }: Touched): Promise<Parents> {
      const stamped = (table: typeof channels | typeof categories | typeof people) =>
        ids(sql`select id from ${table} where updated_at = ${at(now)} order by id`);
      return {
        channel: await stamped(channels),
        category: await stamped(categories),
        person: await stamped(people),
        genre: [],
      };
    },

    async allTitles(): Promise<number[]> {
      return await ids(sql`select id from ${titles} order by id`);
    },

    async allParents(): Promise<Parents> {
      const all = (table: typeof channels | typeof categories | typeof people | typeof genres) =>
        ids(sql`select id from ${table} order by id`);
      return {
        channel: await all(channels),
        category: await all(categories),
        genre: await all(genres),
        person: await all(people),
      };
    },

    /** Shows and videos. */
    titles: (titleIds: readonly number[]): Promise<SearchDocument[]> =>
      read(sql`
        select titles.kind, titles.id, titles.title as name, '/' || titles.kind || '/' || titles.slug as path,
          made.names as about,
          array_remove(array[c.title, cat.title, g.title], null) || ${ownNames('cat')} || ${ownNames('g')} as places,
          titles.languages,
          array[titles.synopsis, titles.description] as prose,
          (case when titles.kind = 'video'
            then case when exists (select from catalogue_assets a where a.id = titles.asset_id) then ${visibleTimes('titles')} * ${visibleTimes('c')} else ${NO_TIMES} end
            else ${visibleTimes('titles')} * ${visibleTimes('c')} * coalesce((select range_agg(part.shown) from (${playableEpisodes}) part), ${NO_TIMES})
          end)::text as shown,
          array_remove(array['channel:' || c.id, 'category:' || cat.id, 'genre:' || g.id] || made.keys, null) as "belongsTo"
        from titles
        join channels c on c.id = titles.channel_id
        join genres g on g.id = titles.genre_id
        left join categories cat on cat.id = titles.category_id
        cross join lateral (
          select coalesce(array_agg(distinct p.name), '{}') as names, coalesce(array_agg(distinct 'person:' || p.id), '{}') as keys
          from credits r join people p on p.id = r.person_id where r.title_id = titles.id
        ) made
        where titles.id in ${idList(titleIds)}`),

    /** The episodes of shows. */
    episodes: (showIds: readonly number[]): Promise<SearchDocument[]> =>
      read(sql`
        select 'episode' as kind, e.id, e.title as name, '/episode/' || e.slug as path, array[titles.title, 's' || s.ordinal, 'e' || e.ordinal] as about,
          '{}'::text[] as places, '{}'::text[] as languages, titles.languages as spoken, array[e.synopsis, e.description] as prose,
          (case when s.published and exists (select from catalogue_assets a where a.id = e.asset_id)
            then ${visibleTimes('e')} * ${visibleTimes('titles')} * ${visibleTimes('c')} else ${NO_TIMES} end)::text as shown,
          '{}'::text[] as "belongsTo"
        from titles
        join channels c on c.id = titles.channel_id
        join seasons s on s.show_id = titles.id
        join episodes e on e.season_id = s.id
        where titles.id in ${idList(showIds)}`),

    /**
     * Channels, categories, genres and people: visible while one of their titles is, as the index
     * knows the titles now.
     */
    async parents({ channel, category, genre, person }: Parents): Promise<SearchDocument[]> {
      const documents: SearchDocument[] = [];
      const add = async (ids: readonly number[], query: SQL): Promise<void> => {
        if (ids.length > 0) documents.push(...(await read(query)));
      };
      await add(
        channel,
        sql`select 'channel' as kind, channels.id, title as name, '/channel/' || slug as path, '{}'::text[] as places,
          array[tagline, description] as prose, seen.shown::text as shown, ${parent()}
        from channels ${visibleThrough(sql`t.channel_id = channels.id`)} where channels.id in ${idList(channel)}`,
      );
      await add(
        category,
        sql`select 'category' as kind, categories.id, categories.title as name, '/channel/' || c.slug || '/' || categories.slug as path,
          array[c.title] as places, array[categories.tagline] as prose,
          (${visibleTimes('categories')} * seen.shown)::text as shown,
          ${parent(ownNames('categories'))}
        from categories join channels c on c.id = categories.channel_id ${visibleThrough(sql`t.category_id = categories.id`)}
        where categories.id in ${idList(category)}`,
      );
      await add(
        genre,
        sql`select 'genre' as kind, genres.id, title as name, '/genre/' || slug as path, '{}'::text[] as places, '{}'::text[] as prose,
          seen.shown::text as shown, ${parent(ownNames('genres'))}
        from genres ${visibleThrough(sql`t.genre_id = genres.id`)} where genres.id in ${idList(genre)}`,
      );
      await add(
        person,
        sql`select 'person' as kind, people.id, name, '/person/' || slug as path, '{}'::text[] as places, '{}'::text[] as prose,
          seen.shown::text as shown, ${parent()}
        from people ${visibleThrough(sql`t.id in (select r.title_id from credits r where r.person_id = people.id)`)}
        where people.id in ${idList(person)}`,
      );
      return documents;
    },
  };
}

/** A list of any length as one parameter, so that the statement stays the same. */
export function idList(ids: readonly number[]): SQL {
  return sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::int)`;
}

function at(instant: Date): SQL {
  return sql`${instant.toISOString()}::timestamptz`;
}

/** When each episode of the show `titles` has media. */
const playableEpisodes = sql`select distinct ${visibleTimes('e')} as shown from seasons s join episodes e on e.season_id = s.id
  join catalogue_assets a on a.id = e.asset_id where s.show_id = titles.id and s.published`;

/**
 * Values that channels, categories, genres and people lack, and how many of their titles are
 * visible when; `about`: what other languages call them.
 */
const parent = (about = sql`'{}'::text[]`): SQL =>
  sql`${about} as about, '{}'::text[] as languages, '{}'::text[] as "belongsTo", seen.titles`;

/** What other languages call a row. */
function ownNames(alias: string): SQL {
  return sql`array(select value from jsonb_each_text(${sql.raw(alias)}.names))`;
}

/** When any of certain titles is visible according to the index, and how many. */
function visibleThrough(condition: SQL): SQL {
  return sql`cross join lateral (
    select coalesce(range_agg(each.shown), ${NO_TIMES}) as shown, coalesce(jsonb_agg(jsonb_build_array(each.shown::text, each.titles)), '[]') as titles
    from (
      select part.shown, count(*)::int as titles from titles t join search_entries part on part.kind = t.kind and part.id = t.id
      where ${condition} group by part.shown order by part.shown
    ) each
  ) seen`;
}
