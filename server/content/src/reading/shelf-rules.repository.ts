import { MOST_ON_SHELF, type RuleOrder, type ShelfRule } from '@bonisa/domain/catalogue/shelf-rule';
import { anyOf } from '@bonisa/kit/database/bulk';
import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { and, asc, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { channels, genres, titles } from '../catalogue.tables.ts';
import { catalogueKeys } from '../editing/keys.tables.ts';
import { titlePlays } from '../title-plays.tables.ts';
import { titleToChannel } from './joins.ts';
import { playable, SHOWN_SINCE, TITLES_IN_ORDER, VISIBLE_TITLE } from './visibility.ts';

/** The SQL of shelves that fill themselves. Returns only what is visible at `now`. */

const DAY = 24 * 60 * 60 * 1000;
const NEWEST = [desc(SHOWN_SINCE), ...TITLES_IN_ORDER] as const;

const ORDERS: Readonly<Record<RuleOrder, readonly SQL[]>> = {
  newest: NEWEST,
  most_watched: [desc(sql`coalesce(${titlePlays.plays}, 0)`), ...NEWEST],
  closing: [sql`${titles.availableUntil} asc nulls last`, ...NEWEST],
  title: [asc(titles.title), asc(titles.id)],
  year: [desc(titles.year), ...NEWEST],
};

/** A condition that holds for every title where its parameter is null. */
const unless = (name: string, type: string, condition: (value: SQL) => SQL): SQL => {
  const value = sql`${sql.placeholder(name)}::${sql.raw(type)}`;
  return sql`(${value} is null or ${condition(value)})`;
};

export function createShelfRules(db: Database) {
  const statementOf = (order: RuleOrder) =>
    titleToChannel(db.select({ id: titles.id }).from(titles).$dynamic())
      .leftJoin(titlePlays, eq(titlePlays.titleId, titles.id))
      .where(
        and(
          unless('genres', 'int[]', (ids) => sql`${titles.genreId} = any(${ids})`),
          unless('languages', 'text[]', (codes) => sql`${titles.languages} && ${codes}`),
          unless('channel', 'int', (id) => sql`${titles.channelId} = ${id}`),
          unless('kind', 'text', (kind) => sql`${titles.kind} = ${kind}`),
          unless('since', 'timestamptz', (at) => sql`${SHOWN_SINCE} >= ${at}`),
          unless('closing', 'timestamptz', (at) => sql`${titles.availableUntil} <= ${at}`),
          order === 'closing' ? isNotNull(titles.availableUntil) : undefined,
          VISIBLE_TITLE,
          playable(db),
        ),
      )
      .orderBy(...ORDERS[order])
      .limit(sql.placeholder('limit'))
      .prepare(`catalogue_shelf_by_${order}`);
  const statements = new Map<RuleOrder, ReturnType<typeof statementOf>>();

  /** Ids by key, else by slug, as every reference is read. */
  async function idsOf(kind: 'genre' | 'channel', names: readonly string[]): Promise<number[]> {
    const table = kind === 'genre' ? genres : channels;
    const rows = await rowsOf<{ id: number }>(
      db,
      sql`select coalesce(k.entry_id, e.id) as id
        from unnest(array(select json_array_elements_text(${JSON.stringify(names)}::json))) as given(name)
        left join ${catalogueKeys} k on k.kind = ${kind} and k.key = given.name
        left join ${table} e on e.slug = given.name
        where coalesce(k.entry_id, e.id) is not null`,
    );
    return rows.map(({ id }) => id);
  }

  return {
    /** The ids of the titles of a rule, in its order. */
    async titleIdsByRule(rule: ShelfRule, now: Date): Promise<number[]> {
      const { genres: named = [], languages, channel, kind = null, order } = rule;
      const found = named.length > 0 ? await idsOf('genre', named) : null;
      const channelIds = channel ? await idsOf('channel', [channel]) : [];
      const days = (count: number | undefined, sign: 1 | -1): string | null =>
        count === undefined ? null : new Date(now.getTime() + sign * count * DAY).toISOString();
      const statement = statements.get(order) ?? statementOf(order);
      statements.set(order, statement);
      const rows = await statement.execute({
        now,
        genres: found,
        languages: languages && languages.length > 0 ? languages : null,
        // A channel that is gone: no title is of it.
        channel: channel ? (channelIds[0] ?? 0) : null,
        kind,
        since: days(rule.newest_days, -1),
        closing: days(rule.closing_days, 1),
        limit: Math.min(rule.limit, MOST_ON_SHELF),
      });
      return rows.map(({ id }) => id);
    },

    /** The keys of titles. */
    async titleKeys(ids: readonly number[]): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .select({ key: catalogueKeys.key, id: catalogueKeys.entryId })
        .from(catalogueKeys)
        .where(
          sql`${catalogueKeys.kind} = 'title' and ${catalogueKeys.entryId} = ${anyOf(ids, 'int')}`,
        );
      return new Map(rows.map(({ id, key }) => [id, key]));
    },
  };
}

export type ShelfRules = ReturnType<typeof createShelfRules>;
