import type { Names } from '@bonisa/domain/catalogue/names';
import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { type SQL, sql } from 'drizzle-orm';
import { categories, genres } from '../catalogue.tables.ts';
import type { EntityKind, Reference } from '../reading/cards.service.ts';
import { asTsquery, endOfPrefix, type Question } from './search-query.ts';
import type { IndexedWords, WordsToLookUp } from './spelling-correction.ts';

/**
 * The SQL of searching. It finds in `search_entries`, whose rows contain their own windows; the
 * names of genres and categories in other languages are in their own tables.
 */

/**
 * How many matches of one way are ranked, names first: words that thousands of entries share
 * distinguish none of them.
 */
const MOST_HITS = 500;

/** The order of equally good matches: titles first, parts of titles last. */
const KINDS: readonly EntityKind[] = [
  'show',
  'video',
  'channel',
  'category',
  'genre',
  'person',
  'episode',
];

export interface SearchRequest {
  /** Only these kinds; empty: all kinds. */
  readonly kinds: readonly EntityKind[];
  readonly now: Date;
  readonly offset: number;
  readonly limit: number;
  /** Only matches with this audio language. */
  readonly language?: string | undefined;
}

export interface Hits {
  readonly total: number;
  /** Whether anything fits, of any language. */
  readonly any: boolean;
  /** Codes of the audio languages of everything that fits. */
  readonly languages: readonly string[];
  readonly page: readonly Hit[];
}

/**
 * A match; `titleCount`: how many titles are visible now, for an entry that is visible through its
 * titles.
 */
export interface Hit extends Reference {
  readonly name: string;
  /** What other languages call it. */
  readonly names: Names | null;
  readonly path: string;
  readonly titleCount: number | null;
  /** Whether its own name has the words. */
  readonly named: boolean;
}

/** A match with what is known of all of them. */
interface FoundRow extends Omit<Hit, 'kind'> {
  readonly total: number;
  readonly any: boolean;
  readonly codes: readonly string[];
  readonly kind: EntityKind | null;
}

export function createSearchRepository(db: Database) {
  /**
   * The matches, best first: the exact name (0); names that begin with the text, with whole words
   * (1) or a half-typed one (2); names with all the words, whole (3) or not (4), or that begin with
   * the text across their words (4: `news` begins `New sounds`); the same with
   * credits and parents (5, 6) and with channel, category and genre (7, 8); last, all words with
   * the synopsis (9). A later way is tried only while there is room. A limit cuts in the order of
   * the rows, so the result is the same whatever the server's plan.
   */
  const hits = (question: Question, { kinds, now }: SearchRequest) => {
    const { joined } = question;
    const end = joined === null ? null : endOfPrefix(joined);
    const [whole, half, index] = [
      asTsquery(question.whole),
      asTsquery(question.half),
      asTsquery(question.index),
    ];
    const [wholeAB, halfAB] = [asTsquery(question.whole, 'AB'), asTsquery(question.half, 'AB')];
    // Checked row by row ('is true'): an index on kinds narrows less than one on words.
    const ofKind = kinds.length === 0 ? sql`` : sql`and (kind = any(${textList(kinds)})) is true`;
    const shown = sql`shown @> ${now.toISOString()}::timestamptz ${ofKind}`;
    const rank = sql`case
      when joined = ${joined}::text then 0
      when joined >= ${joined}::text and joined < ${end}::text and own @@ ${half}::tsquery
        then case when own @@ ${whole}::tsquery then 1 else 2 end
      when own @@ ${whole}::tsquery then 3
      when own @@ ${half}::tsquery or (joined >= ${joined}::text and joined < ${end}::text) then 4
      when terms @@ ${wholeAB}::tsquery then 5 when terms @@ ${halfAB}::tsquery then 6
      when terms @@ ${whole}::tsquery then 7 when terms @@ ${half}::tsquery then 8 else 9 end`;
    const columns = sql`kind, id, name, path, joined, languages, ${rank} as rank from search_entries`;
    // The index condition is the same here, so no second check is needed.
    const all = (vector: SQL) =>
      index === half ? sql`` : sql`and (${vector} @@ ${half}::tsquery) is true`;
    const roomAfter = (before: SQL) =>
      sql`(select count(*) from ${before}) < ${MOST_HITS} limit ${MOST_HITS}`;
    return sql`
      beginning as materialized (
        select ${columns} where joined >= ${joined}::text and joined < ${end}::text and ${shown}
        order by search_entries.joined, kind, id limit ${MOST_HITS}
      ),
      named as materialized (
        select * from beginning
        union (select ${columns} where own @@ ${index}::tsquery ${all(sql`own`)} and ${shown} and ${roomAfter(sql`beginning`)})
      ),
      known as materialized (
        select * from named
        union (select ${columns} where terms @@ ${index}::tsquery ${all(sql`terms`)} and ${shown} and ${roomAfter(sql`named`)})
      ),
      hits as materialized (
        select * from known
        union all (select ${columns} where words @@ ${whole}::tsquery and (terms @@ ${half}::tsquery) is not true and ${shown} and ${roomAfter(sql`known`)})
      )`;
  };

  const inOrder = sql`rank, array_position(${textList(KINDS)}, kind), joined, id`;

  const page = async (question: Question, request: SearchRequest): Promise<Hits> => {
    const rows = await rowsOf<FoundRow>(
      db,
      sql`
      with ${hits(question, request)},
      narrowed as (
        select * from hits where ${request.language ?? null}::text is null or ${request.language ?? null}::text = any(languages)
      )
      select counted.total, counted.any, counted.languages as codes, page.kind, page.id, page.name, page.path, page.rank <= 4 as named,
        case page.kind when 'genre' then (select names from ${genres} where id = page.id)
          when 'category' then (select names from ${categories} where id = page.id) end as names,
        (select coalesce(sum((one ->> 1)::int), 0)::int from jsonb_array_elements(entry.titles) one
          where (one ->> 0)::tstzmultirange @> ${request.now.toISOString()}::timestamptz) as "titleCount"
      from (
        select (select count(*) from narrowed)::int as total, exists (select from hits) as any,
          array(select distinct unnest(languages) from hits) as languages
      ) counted
      left join lateral (
        select kind, id, name, path, rank, row_number() over (order by ${inOrder}) as place from narrowed
        order by place limit ${request.limit} offset ${request.offset}
      ) page on true
      left join search_entries entry on entry.kind = page.kind and entry.id = page.id and entry.titles is not null
      order by page.place`,
    );
    return {
      total: rows[0]?.total ?? 0,
      any: rows[0]?.any ?? false,
      languages: rows[0]?.codes ?? [],
      page: rows.flatMap(({ kind, id, name, names, path, titleCount, named }) =>
        kind === null ? [] : { kind, id, name, names, path, titleCount, named },
      ),
    };
  };

  return {
    /** One page of what fits a question, best first. */
    find: page,

    /** Which of these words names contain, and which words are similar to them. */
    async knownWords({ exact, mended }: WordsToLookUp): Promise<IndexedWords> {
      const rows = await rowsOf<{ typed: string | null; word: string }>(
        db,
        sql`
        select null as typed, word from search_words where word = any(${textList(exact)})
        union all select * from (
          select asked.word as typed, near.word from unnest(${textList(mended)}) asked(word) cross join lateral words_like(asked.word) near
        ) alike`,
      );
      const alike = new Map<string, string[]>();
      for (const { typed, word } of rows)
        if (typed !== null) alike.set(typed, [...(alike.get(typed) ?? []), word]);
      return {
        exact: new Set(rows.filter(({ typed }) => typed === null).map(({ word }) => word)),
        alike,
      };
    },
  };
}

/** A list of any length as one parameter, so that the statement stays the same. */
function textList(values: readonly string[]) {
  return sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;
}

export type SearchRepository = ReturnType<typeof createSearchRepository>;
