import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { anyOf, bulkInsert, bulkUpdate, listOf } from '@bonisa/kit/database/bulk';
import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { asc, eq, getTableColumns, getTableName, sql } from 'drizzle-orm';
import {
  catalogueAssets,
  categories,
  channels,
  credits,
  episodes,
  genres,
  seasons,
  shelfItems,
  slides,
  titles,
} from '../catalogue.tables.ts';
import { liveDated, liveSlots } from '../live-programmes.tables.ts';
import { artworks } from '../pictures/artworks.tables.ts';
import type { UploadedPictures } from './batch.artwork.ts';
import { type KeyKind, keyKindOf, type ListField, listsOf } from './entry-kinds.ts';
import { ENTRY_TABLES, type EntryTable, tableOf, WITH_SLUG } from './entry-tables.ts';
import { catalogueKeys } from './keys.tables.ts';

/** The SQL of batches: a few statements for any number of rows. */

export type Values = Readonly<Record<string, unknown>>;

/** Items of an entry, in order, without their place. */
export type Lists = Readonly<Partial<Record<ListField, readonly Values[]>>>;

type Ids = readonly number[];

/** An entry in a list of its kind. */
export interface EntryLine {
  readonly key: string;
  readonly id: number;
  readonly slug: string | null;
  readonly title: string | null;
  readonly published: boolean | null;
  /** Whether all its pictures are drawn; null: it has none. */
  readonly drawn: boolean | null;
}

export type BatchRepository = ReturnType<typeof createBatchRepository>;

export function createBatchRepository(db: Database) {
  const bySlug = (kind: KeyKind, slugs: readonly string[]) => {
    const table = ENTRY_TABLES[kind] as typeof titles;
    return db
      .select({ id: table.id, slug: table.slug })
      .from(table)
      .where(sql`${table.slug} in ${listOf(slugs)}`);
  };

  return {
    async idsByKey(kind: KeyKind, keys: readonly string[]): Promise<Map<string, number>> {
      if (keys.length === 0) return new Map();
      const rows = await db
        .select({ key: catalogueKeys.key, id: catalogueKeys.entryId })
        .from(catalogueKeys)
        .where(
          sql`${catalogueKeys.kind} = ${kind} and ${catalogueKeys.key} = ${anyOf(keys, 'text')}`,
        );
      return new Map(rows.map(({ key, id }) => [key, id]));
    },

    async keysOf(kind: KeyKind, ids: Ids): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .select({ key: catalogueKeys.key, id: catalogueKeys.entryId })
        .from(catalogueKeys)
        .where(
          sql`${catalogueKeys.kind} = ${kind} and ${catalogueKeys.entryId} = ${anyOf(ids, 'int')}`,
        );
      return new Map(rows.map(({ key, id }) => [id, key]));
    },

    async idsBySlug(kind: KeyKind, slugs: readonly string[]): Promise<Map<string, number>> {
      if (slugs.length === 0 || !WITH_SLUG.has(kind)) return new Map();
      return new Map((await bySlug(kind, slugs)).map(({ id, slug }) => [slug, id]));
    },

    /** The rows of entries. An episode's has its show and the ordinal of its season as well. */
    async current(kind: KeyKind, ids: Ids): Promise<Map<number, Values>> {
      if (ids.length === 0) return new Map();
      if (kind === 'episode') {
        const rows = await db
          .select({
            ...getTableColumns(episodes),
            showId: seasons.showId,
            season: seasons.ordinal,
          })
          .from(episodes)
          .innerJoin(seasons, eq(seasons.id, episodes.seasonId))
          .where(sql`${episodes.id} = ${anyOf(ids, 'int')}`);
        return new Map(rows.map((row) => [row.id, row]));
      }
      const table = ENTRY_TABLES[kind] as typeof titles;
      const rows = await db
        .select()
        .from(table)
        .where(sql`${table.id} = ${anyOf(ids, 'int')}`);
      return new Map(rows.map((row) => [row.id, row]));
    },

    async titleKinds(ids: Ids): Promise<Map<number, 'video' | 'show'>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .select({ id: titles.id, kind: titles.kind })
        .from(titles)
        .where(sql`${titles.id} = ${anyOf(ids, 'int')}`);
      return new Map(rows.map(({ id, kind }) => [id, kind]));
    },

    /** The items of entries. */
    async lists(kind: EntryKind, ids: Ids): Promise<Map<number, Lists>> {
      const found = new Map<number, Lists>(ids.map((id) => [id, {}]));
      if (ids.length === 0) return found;
      for (const field of listsOf(kind)) {
        const list = ITEMS[field];
        const rows: Values[] = await db
          .select()
          .from(list.table)
          .where(sql`${list.owner} = ${anyOf(ids, 'int')}`)
          .orderBy(asc(list.order));
        const byOwner = Map.groupBy(rows, (row) => row[list.key]);
        for (const id of ids) {
          const items = (byOwner.get(id) ?? []).map(
            ({ [list.key]: _owner, position: _position, ...item }) => item,
          );
          found.set(id, { ...found.get(id), [field]: items });
        }
      }
      return found;
    },

    categoriesOf: (channelIds: Ids) =>
      db
        .select({ id: categories.id, channelId: categories.channelId, slug: categories.slug })
        .from(categories)
        .where(sql`${categories.channelId} = ${anyOf(channelIds, 'int')}`),

    seasonsOf: (showIds: Ids) =>
      db
        .select({ id: seasons.id, showId: seasons.showId, ordinal: seasons.ordinal })
        .from(seasons)
        .where(sql`${seasons.showId} = ${anyOf(showIds, 'int')}`),

    episodesOf: (seasonIds: Ids) =>
      db
        .select({ id: episodes.id, seasonId: episodes.seasonId, ordinal: episodes.ordinal })
        .from(episodes)
        .where(sql`${episodes.seasonId} = ${anyOf(seasonIds, 'int')}`),

    slidesOf: (titleIds: Ids) =>
      db
        .select({ id: slides.id, titleId: slides.titleId })
        .from(slides)
        .where(sql`${slides.titleId} = ${anyOf(titleIds, 'int')}`),

    bySlug,

    /** One page of the entries of a kind, by key. */
    entries(
      kind: EntryKind,
      { after = '', limit }: { after?: string | undefined; limit: number },
    ): Promise<EntryLine[]> {
      const table = tableOf(kind);
      const has = getTableColumns(table as typeof titles) as Record<string, unknown>;
      const column = (name: string) => sql.raw(name in has ? `e.${name}` : 'null');
      const drawn = sql.raw('artwork' in has ? 'e.artwork is null' : 'null::boolean');
      const title =
        kind === 'person' ? sql`e.name` : kind === 'slide' ? sql`e.eyebrow` : column('title');
      const isTitle = kind === 'show' || kind === 'video';
      return rowsOf<EntryLine>(
        db,
        sql`select k.key, e.id, ${column('slug')} as slug, ${title} as title, ${column('published')} as published, ${drawn} as drawn
          from catalogue_keys k join ${table} e on e.id = k.entry_id
          where k.kind = ${keyKindOf(kind)} and k.key > ${after} ${isTitle ? sql`and e.kind = ${kind}` : sql``}
          order by k.key limit ${limit}`,
      );
    },

    /** Those of the assets that viewers can play. */
    async readyMedia(ids: readonly string[]): Promise<ReadonlySet<string>> {
      if (ids.length === 0) return new Set();
      const rows = await db
        .select({ id: catalogueAssets.id })
        .from(catalogueAssets)
        .where(sql`${catalogueAssets.id} = ${anyOf(ids, 'uuid')}`);
      return new Set(rows.map(({ id }) => id));
    },

    /** What is known of uploaded pictures; one that is not kept any more is missing. */
    async uploadedPictures(ids: readonly string[]): Promise<UploadedPictures> {
      if (ids.length === 0) return new Map();
      const { id, width, height, colours, accent } = artworks;
      const rows = await db
        .select({ id, width, height, colours, accent })
        .from(artworks)
        .where(sql`${id} = ${anyOf(ids, 'text')}`);
      return new Map(rows.map((row) => [row.id, row]));
    },

    /** Keeps pictures from their removal: an entry shows them. Returns how many there are. */
    async usePictures(ids: readonly string[]): Promise<number> {
      if (ids.length === 0) return 0;
      const used = await db
        .update(artworks)
        .set({ unusedSince: null, given: true })
        .where(sql`${artworks.id} = ${anyOf(ids, 'text')}`)
        .returning({ id: artworks.id });
      return used.length;
    },

    /** The slugs of genres and channels, from which pictures are drawn. */
    async slugsById(kind: 'genre' | 'channel', ids: Ids): Promise<Map<number, string>> {
      const table = kind === 'genre' ? genres : channels;
      if (ids.length === 0) return new Map();
      const rows = await db
        .select({ id: table.id, slug: table.slug })
        .from(table)
        .where(sql`${table.id} = ${anyOf(ids, 'int')}`);
      return new Map(rows.map(({ id, slug }) => [id, slug]));
    },

    /** Draws ids for new entries. */
    async nextIds(kind: EntryKind, many: number): Promise<number[]> {
      const name = getTableName(tableOf(kind));
      const rows = await rowsOf<{ id: string | number }>(
        db,
        sql`select nextval(pg_get_serial_sequence(${name}, 'id')) as id from generate_series(1, ${many}::int)`,
      );
      return rows.map(({ id }) => Number(id));
    },

    insert: (kind: EntryKind, rows: readonly Values[]): Promise<void> =>
      bulkInsert(db, tableOf(kind) as EntryTable as typeof titles, rows as never, {
        withIds: true,
      }),

    /** Writes all columns of rows except the id and the time of creation. */
    update(kind: EntryKind, rows: readonly Values[]): Promise<void> {
      const table = tableOf(kind) as typeof titles;
      const columns = Object.keys(getTableColumns(table)).filter(
        (column) => column !== 'id' && column !== 'createdAt',
      );
      return bulkUpdate(db, table, 'id', columns as never, rows);
    },

    /** Gives rows a slug or a number that no other row has, until they get their own. */
    async park(kind: EntryKind, column: 'slug' | 'ordinal', ids: Ids): Promise<void> {
      if (ids.length === 0) return;
      const table = tableOf(kind) as typeof seasons;
      await db.execute(
        column === 'slug'
          ? sql`update ${table} set slug = '~' || id where id = ${anyOf(ids, 'int')}`
          : sql`update ${table} set ordinal = -id where id = ${anyOf(ids, 'int')}`,
      );
    },

    /** The titles of genres change with the words of the genres. */
    async stampTitlesOfGenres(ids: Ids, now: Date): Promise<void> {
      if (ids.length === 0) return;
      await db
        .update(titles)
        .set({ updatedAt: now })
        .where(sql`${titles.genreId} = ${anyOf(ids, 'int')}`);
    },

    insertKeys: (kind: KeyKind, keys: readonly { key: string; entryId: number }[]): Promise<void> =>
      bulkInsert(
        db,
        catalogueKeys,
        keys.map((row) => ({ kind, ...row })),
      ),

    /** Replaces the items of one list of entries. */
    async replaceLists(field: ListField, lists: ReadonlyMap<number, readonly Values[]>) {
      const list = ITEMS[field];
      await db.delete(list.table).where(sql`${list.owner} = ${anyOf([...lists.keys()], 'int')}`);
      const items = [...lists].flatMap(([id, of]) =>
        of.map((item, position) => ({ ...item, [list.key]: id, position })),
      );
      await bulkInsert(db, list.table as typeof credits, items as never);
    },
  };
}

/** The items of each kind of list: their table, and the column that names their entry. */
const ITEMS = {
  credits: {
    table: credits,
    key: 'titleId',
    owner: credits.titleId,
    order: credits.position,
  },
  titles: {
    table: shelfItems,
    key: 'shelfId',
    owner: shelfItems.shelfId,
    order: shelfItems.position,
  },
  slots: {
    table: liveSlots,
    key: 'liveChannelId',
    owner: liveSlots.liveChannelId,
    order: liveSlots.startsAt,
  },
  dated: {
    table: liveDated,
    key: 'liveChannelId',
    owner: liveDated.liveChannelId,
    order: liveDated.startsAt,
  },
} as const satisfies Record<ListField, object>;
