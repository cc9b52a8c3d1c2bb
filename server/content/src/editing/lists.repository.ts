import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { LIST_SORTS, LIST_STATES } from '@bonisa/contract/studio/lists.calls';
import type { Placed } from '@bonisa/domain/catalogue/move-in-order';
import { anyOf } from '@bonisa/kit/database/bulk';
import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { titles } from '../catalogue.tables.ts';
import { type KeyKind, keyKindOf } from './entry-kinds.ts';
import { tableOf } from './entry-tables.ts';

/** The SQL of the studio's lists: one statement for a page and its count. */

export interface ListQuery {
  readonly search?: string | undefined;
  /** The key or the slug of the entry that is looked for. */
  readonly key?: string | undefined;
  readonly state?: (typeof LIST_STATES)[number] | undefined;
  readonly channel?: string | undefined;
  readonly genre?: string | undefined;
  readonly show?: string | undefined;
  readonly shelf?: string | undefined;
  readonly media_missing?: boolean | undefined;
  /** Only entries whose film, or the next one, is one of these assets. */
  readonly films?: readonly string[] | undefined;
  readonly sort: (typeof LIST_SORTS)[number];
  readonly order: 'asc' | 'desc';
  readonly page: number;
  readonly limit: number;
  /** Without it nobody needs to know how many there are: `total` is 0. */
  readonly isUncounted?: boolean | undefined;
}

/** A row as the database has it; instants are milliseconds. */
export interface ListRow {
  readonly key: string;
  readonly id: number;
  readonly slug: string | null;
  readonly title: string;
  readonly of: string | null;
  readonly published: boolean | null;
  readonly from: number | null;
  readonly until: number | null;
  readonly withdrawn: number | null;
  readonly position: number | null;
  readonly updated: number | null;
  readonly assetId: string | null;
  readonly nextAssetId: string | null;
  /** Whether viewers can play it, of a kind that has films. */
  readonly plays: boolean | null;
  readonly holds: number | null;
  readonly genre: string | null;
  readonly artEmblem: string | null;
  readonly artGround: string | null;
  readonly artwork: unknown;
  readonly total: number;
}

/** What an entry belongs to, and how it is joined. */
interface Belonging {
  readonly join: SQL;
  readonly of: SQL;
}

const CHANNEL: Belonging = {
  join: sql`left join channels c on c.id = e.channel_id`,
  of: sql`c.title`,
};
const NOTHING: Belonging = { join: sql``, of: sql`null::text` };
const BELONGS: Readonly<Partial<Record<EntryKind, Belonging>>> = {
  category: CHANNEL,
  show: CHANNEL,
  video: CHANNEL,
  shelf: CHANNEL,
  season: { join: sql`join titles t on t.id = e.show_id`, of: sql`t.title` },
  episode: {
    join: sql`join seasons s on s.id = e.season_id join titles t on t.id = s.show_id`,
    of: sql`t.title || ', season ' || s.ordinal`,
  },
  slide: { join: sql`join titles t on t.id = e.title_id`, of: sql`e.eyebrow` },
  liveChannel: {
    join: sql`join live_categories l on l.id = e.live_category_id`,
    of: sql`l.title`,
  },
};

const TITLES: Readonly<Partial<Record<EntryKind, SQL>>> = {
  person: sql`e.name`,
  season: sql`coalesce(e.title, 'Season ' || e.ordinal)`,
  slide: sql`t.title`,
};

const HOLDS: Readonly<Partial<Record<EntryKind, SQL>>> = {
  shelf: sql`(select count(*) from shelf_items i where i.shelf_id = e.id)`,
  season: sql`(select count(*) from episodes i where i.season_id = e.id)`,
  show: sql`(select count(*) from episodes i join seasons s on s.id = i.season_id where s.show_id = e.id)`,
  channel: sql`(select count(*) from titles i where i.channel_id = e.id)`,
  category: sql`(select count(*) from titles i where i.category_id = e.id)`,
  person: sql`(select count(*) from credits i where i.person_id = e.id)`,
};

export type ListsRepository = ReturnType<typeof createListsRepository>;

export function createListsRepository(db: Database) {
  return {
    /** One page; `now` decides the state of a window. */
    page: (kind: EntryKind, query: ListQuery, now: Date): Promise<ListRow[]> =>
      rowsOf<ListRow>(db, statementOf(kind, query, now)),

    /** The entries of a kind with positions, in the order that viewers see. */
    async order(kind: EntryKind, most: number): Promise<Placed[]> {
      const isTitle = kind === 'show' || kind === 'video';
      return await rowsOf<Placed>(
        db,
        sql`select k.key, e.position from catalogue_keys k join ${tableOf(kind)} e on e.id = k.entry_id
          where k.kind = ${keyKindOf(kind)} ${isTitle ? sql`and e.kind = ${kind}` : sql``}
          order by e.position, e.id limit ${most}`,
      );
    },
  };
}

const COUNT_OF_FOUND = sql`(select count(*)::int from found)`;

/** Finds the entries of the page first, so that only they are joined with what is shown of them. */
function statementOf(kind: EntryKind, query: ListQuery, now: Date): SQL {
  const table = tableOf(kind);
  const columns = new Set(
    Object.values(getTableColumns(table as typeof titles)).map(({ name }) => name),
  );
  const column = (name: string, otherwise = 'null::text'): SQL =>
    sql.raw(columns.has(name) ? `e.${name}` : otherwise);
  const millis = (name: string): SQL =>
    columns.has(name)
      ? sql`(extract(epoch from ${sql.raw(`e.${name}`)}) * 1000)::float8`
      : sql`null::float8`;
  const { join, of } = BELONGS[kind] ?? NOTHING;
  const title = TITLES[kind] ?? sql`e.title`;
  const position = columns.has('position') ? sql`e.position` : column('ordinal', 'null::int');
  const hasGenre = columns.has('genre_id');
  const hasFilm = columns.has('asset_id') && kind !== 'show';
  const sorts: Readonly<Record<ListQuery['sort'], SQL>> = {
    title: sql`lower(${title})`,
    key: sql`k.key`,
    position,
    updated: column('updated_at', 'null::timestamptz'),
    from: column('available_from', 'null::timestamptz'),
    until: column('available_until', 'null::timestamptz'),
  };
  const filters = [
    ...searched(kind, query.search, columns.has('slug')),
    ...(query.key === undefined ? [] : [ofKey(kind, query.key, columns.has('slug'))]),
    ...stated(query.state, columns, now),
    ...belonging(query, kind, columns),
    ...(query.media_missing && columns.has('asset_id') ? [sql`e.asset_id is null`] : []),
    ...(query.films && hasFilm ? [playing(query.films)] : []),
  ];
  // Not as a parameter, so that a plan may use the indexes of videos alone.
  const ofKind = kind === 'show' || kind === 'video' ? [sql.raw(`e.kind = '${kind}'`)] : [];
  const key = sql`join catalogue_keys k on k.kind = ${keyKindOf(kind)} and k.entry_id = e.id`;
  // A slide is called as its title; nothing else is found by what it belongs to.
  const named = kind === 'slide' ? join : sql``;
  const from = sql`${table} e ${named}`;
  const where = sql`where ${sql.join([sql`true`, ...ofKind, ...filters], sql` and `)}`;
  // The whole list, and that of most entries, comes in the order of an index, and is counted
  // without it; what another filter finds is few, and is sorted afterwards.
  const isMost = filters.length === (query.state === 'published' ? 1 : 0);
  const how = sql.raw(isMost ? 'not materialized' : 'materialized');
  const counted = isMost ? sql`(select count(*)::int from ${from} ${where})` : COUNT_OF_FOUND;
  const isDated = query.sort === 'from' || query.sort === 'until';
  const direction = sql.raw(query.order);
  const order = sql`order by sort ${direction} ${sql.raw(isDated ? 'nulls last' : '')}, id ${direction}`;
  return sql`with found as ${how} (
      select e.id, ${sorts[query.sort]} as sort from ${from} ${query.sort === 'key' ? key : sql``}
      ${where})
    select k.key, e.id, ${column('slug')} as slug, ${title} as title, ${of} as "of",
      ${column('published', 'null::boolean')} as published,
      ${millis('available_from')} as "from", ${millis('available_until')} as "until",
      ${millis('withdrawn_at')} as withdrawn, ${position} as position,
      ${millis('updated_at')} as updated,
      ${column('asset_id', 'null::uuid')} as "assetId",
      ${column('next_asset_id', 'null::uuid')} as "nextAssetId",
      ${hasFilm ? sql`exists (select from catalogue_assets a where a.id = e.asset_id)` : sql`null::boolean`} as plays,
      ${HOLDS[kind] ? sql`${HOLDS[kind]}::int` : sql`null::int`} as holds,
      ${hasGenre ? sql`g.slug` : sql`null::text`} as genre,
      ${column('art_emblem')} as "artEmblem", ${column('art_ground')} as "artGround",
      ${column('artwork', 'null::jsonb')} as artwork,
      ${query.isUncounted ? sql`0` : counted} as total
    from (select * from found ${order}
        limit ${query.limit} offset ${(query.page - 1) * query.limit}) picked
      join ${table} e on e.id = picked.id ${key} ${join}
      ${hasGenre ? sql`left join genres g on g.id = e.genre_id` : sql``}
    order by picked.sort ${direction} ${sql.raw(isDated ? 'nulls last' : '')}, e.id ${direction}`;
}

/** Those with each word in title or slug, or else in the key: both have an index of trigrams. */
function searched(kind: EntryKind, search: string | undefined, hasSlug: boolean): SQL[] {
  const words = search?.trim().split(/\s+/).filter(Boolean) ?? [];
  const title = TITLES[kind] ?? sql`e.title`;
  const named = kind === 'slide' ? BELONGS.slide?.join : sql``;
  return words.map(
    (word) => sql`e.id in (
      select e.id from ${tableOf(kind)} e ${named}
      where ${having(sql`(${title} ${hasSlug ? sql`|| ' ' || e.slug` : sql``})`, word, ` -'"(`)}
      union all select o.entry_id from catalogue_keys o
      where o.kind = ${keyKindOf(kind)} and ${having(sql`o.key`, word, ' -_:/.')})`,
  );
}

/**
 * Whether a text has a word's letters. One or two of them are no trigram: they are looked for where
 * a word begins, after one of these marks, since every title would have to be read otherwise.
 */
function having(text: SQL, word: string, marks: string): SQL {
  const escaped = word.replace(/[\\%_]/g, (mark) => `\\${mark}`);
  if (!/^[\p{L}\p{N}]{1,2}$/u.test(word)) return sql`${text} ilike ${`%${escaped}%`}`;
  const begins = ['', ...[...marks].map((mark) => `%${mark === '_' ? '\\_' : mark}`)];
  const either = begins.map((before) => sql`${text} ilike ${`${before}${word}%`}`);
  return sql`(${sql.join(either, sql` or `)})`;
}

/** By either index: with `or` the database would look at every entry. */
function ofKey(kind: EntryKind, key: string, hasSlug: boolean): SQL {
  const byKey = sql`select o.entry_id from catalogue_keys o where o.kind = ${keyKindOf(kind)} and o.key = ${key}`;
  const bySlug = sql`union all select o.id from ${tableOf(kind)} o where o.slug = ${key}`;
  return sql`e.id = any(array(${byKey} ${hasSlug ? bySlug : sql``}))`;
}

function playing(assetIds: readonly string[]): SQL {
  const these = anyOf(assetIds, 'uuid');
  // Few entries have a next film: their index is of those alone.
  return sql`(e.asset_id = ${these}
    or (e.next_asset_id is not null and e.next_asset_id = ${these}))`;
}

/** The states as `entryState` of the domain decides them. */
function stated(state: ListQuery['state'], columns: ReadonlySet<string>, now: Date): SQL[] {
  if (!state || !columns.has('published')) return [];
  const at = now.toISOString();
  const hasWindow = columns.has('available_from');
  const isClosed = hasWindow
    ? sql`coalesce(e.available_until <= ${at}::timestamptz, false)`
    : sql`false`;
  const isLater = hasWindow
    ? sql`coalesce(e.available_from > ${at}::timestamptz, false)`
    : sql`false`;
  const wasShown = columns.has('withdrawn_at') ? sql`e.withdrawn_at is not null` : sql`false`;
  return [
    {
      draft: sql`not e.published and not (${wasShown})`,
      withdrawn: sql`((not e.published and ${wasShown}) or (e.published and ${isClosed}))`,
      scheduled: sql`e.published and not ${isClosed} and ${isLater}`,
      published: sql`e.published and not ${isClosed} and not ${isLater}`,
    }[state],
  ];
}

function belonging(
  { channel, genre, show, shelf }: ListQuery,
  kind: EntryKind,
  columns: ReadonlySet<string>,
): SQL[] {
  const named = (of: KeyKind, key: string): SQL =>
    sql`(select o.entry_id from catalogue_keys o where o.kind = ${of} and o.key = ${key})`;
  return [
    ...(channel && columns.has('channel_id')
      ? [sql`e.channel_id = ${named('channel', channel)}`]
      : []),
    ...(genre && columns.has('genre_id') ? [sql`e.genre_id = ${named('genre', genre)}`] : []),
    ...(shelf && (kind === 'video' || kind === 'show')
      ? [
          sql`exists (select from shelf_items i where i.title_id = e.id and i.shelf_id = ${named('shelf', shelf)})`,
        ]
      : []),
    ...(show && kind === 'season' ? [sql`e.show_id = ${named('title', show)}`] : []),
    ...(show && kind === 'episode'
      ? [sql`e.season_id in (select s.id from seasons s where s.show_id = ${named('title', show)})`]
      : []),
  ];
}
