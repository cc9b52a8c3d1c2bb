import { type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../../platform/database.ts';
import type { EntityKind, Reference } from '../reading/cards.service.ts';
import {
  afterAllThatBegin,
  asTsquery,
  forIndex,
  halfTyped,
  type SearchText,
  type Sought,
  wholeWords,
} from './search-query.ts';
import type { KnownWords, WordsToAsk } from './slips.ts';

/**
 * The SQL of searching. Nothing but `search_entries` is read: it knows itself when each thing can
 * be seen.
 */

/**
 * So many are ranked of those that fit in one way, names first: what thousands of things have in
 * common tells none of them apart.
 */
const MOST_HITS = 500;

/** Of things that fit equally well, titles come first and parts of titles last. */
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
  /** Only these; all where there are none. */
  readonly kinds: readonly EntityKind[];
  readonly now: Date;
  readonly offset: number;
  readonly limit: number;
}

export interface Hits {
  readonly total: number;
  readonly page: readonly Hit[];
}

/**
 * A thing that was found; `titleCount`: how many titles can be seen now, of what is visible through
 * its titles.
 */
export interface Hit extends Reference {
  readonly name: string;
  readonly path: string;
  readonly titleCount: number | null;
}

export interface NameHit {
  readonly kind: EntityKind;
  readonly name: string;
  readonly path: string;
}

/** One question in the ways in which it is asked. */
interface Question {
  readonly joined: string | null;
  readonly whole: Sought;
  readonly half: Sought;
  readonly index: Sought;
}

export function createSearchRepository(db: Database) {
  /**
   * What fits, best first: the very name (0); names that begin so, with whole words (1) or a half
   * typed one (2); names that have all the words, whole (3) or not (4); the same with who made it
   * (5, 6) and where it stands (7, 8); last, what has them in its synopsis (9). What is likeliest
   * is looked for first, and what comes after it only while there is room. Where a limit cuts, it
   * cuts in the order in which the rows lie: the same each time, whatever the server's plan.
   */
  const hits = (question: Question, { kinds, now }: SearchRequest, inNamesOnly: boolean) => {
    const { joined } = question;
    const end = joined === null ? null : afterAllThatBegin(joined);
    const [whole, half, index] = [
      asTsquery(question.whole),
      asTsquery(question.half),
      asTsquery(question.index),
    ];
    const [wholeAB, halfAB] = [asTsquery(question.whole, 'AB'), asTsquery(question.half, 'AB')];
    // Looked at row by row ('is true'): no index narrows by kind as far as by words.
    const ofKind = kinds.length === 0 ? sql`` : sql`and (kind = any(${textList(kinds)})) is true`;
    const shown = sql`shown @> ${now.toISOString()}::timestamptz ${ofKind}`;
    const rank = sql`case
      when joined = ${joined}::text then 0
      when joined >= ${joined}::text and joined < ${end}::text then case when own @@ ${whole}::tsquery then 1 else 2 end
      when own @@ ${whole}::tsquery then 3 when own @@ ${half}::tsquery then 4
      when terms @@ ${wholeAB}::tsquery then 5 when terms @@ ${halfAB}::tsquery then 6
      when terms @@ ${whole}::tsquery then 7 when terms @@ ${half}::tsquery then 8 else 9 end`;
    const columns = sql`kind, id, name, path, joined, ${rank} as rank from search_entries`;
    // Where the index is asked for just this, it need not be looked at again.
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
      ${
        inNamesOnly
          ? sql`hits as (select * from named)`
          : sql`
      known as materialized (
        select * from named
        union (select ${columns} where terms @@ ${index}::tsquery ${all(sql`terms`)} and ${shown} and ${roomAfter(sql`named`)})
      ),
      hits as materialized (
        select * from known
        union all (select ${columns} where words @@ ${whole}::tsquery and (terms @@ ${half}::tsquery) is not true and ${shown} and ${roomAfter(sql`known`)})
      )`
      }`;
  };

  const inOrder = sql`rank, array_position(${textList(KINDS)}, kind), joined, id`;

  const page = async (question: Question, request: SearchRequest): Promise<Hits> => {
    const rows = await rowsOf<{ total: number; kind: EntityKind | null } & Omit<Hit, 'kind'>>(
      db,
      sql`
      with ${hits(question, request, false)}
      select counted.total, page.kind, page.id, page.name, page.path,
        (select coalesce(sum((one ->> 1)::int), 0)::int from jsonb_array_elements(entry.titles) one
          where (one ->> 0)::tstzmultirange @> ${request.now.toISOString()}::timestamptz) as "titleCount"
      from (select count(*)::int as total from hits) counted
      left join lateral (
        select kind, id, name, path, row_number() over (order by ${inOrder}) as place from hits
        order by place limit ${request.limit} offset ${request.offset}
      ) page on true
      left join search_entries entry on entry.kind = page.kind and entry.id = page.id and entry.titles is not null
      order by page.place`,
    );
    return {
      total: rows[0]?.total ?? 0,
      page: rows.flatMap(({ total: _, kind, ...hit }) => (kind === null ? [] : { kind, ...hit })),
    };
  };

  const names = (question: Question, request: SearchRequest): Promise<NameHit[]> =>
    rowsOf(
      db,
      sql`
      with ${hits(question, request, true)}
      select kind, name, path from hits order by ${inOrder} limit ${request.limit} offset ${request.offset}`,
    );

  const asTyped = (text: SearchText): Question => ({
    joined: text.joined,
    whole: wholeWords(text),
    half: halfTyped(text),
    index: forIndex(text),
  });
  const asMeant = (sought: Sought): Question => ({
    joined: null,
    whole: sought,
    half: sought,
    index: sought,
  });

  return {
    /** What fits a text as it was typed. */
    find: (text: SearchText, request: SearchRequest): Promise<Hits> => page(asTyped(text), request),
    /** What fits what may have been meant. */
    findMeant: (sought: Sought, request: SearchRequest): Promise<Hits> =>
      page(asMeant(sought), request),
    /** As {@link find}, by names alone. */
    names: (text: SearchText, request: SearchRequest): Promise<NameHit[]> =>
      names(asTyped(text), request),
    namesMeant: (sought: Sought, request: SearchRequest): Promise<NameHit[]> =>
      names(asMeant(sought), request),

    /** Which of these words there are in names, and which look like them. */
    async knownWords({ exact, mended }: WordsToAsk): Promise<KnownWords> {
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
