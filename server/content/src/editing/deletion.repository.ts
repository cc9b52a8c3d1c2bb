import { anyOf } from '@bonisa/kit/database/bulk';
import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { getTableName, sql } from 'drizzle-orm';
import type { KeyKind } from './entry-kinds.ts';
import { ENTRY_TABLES } from './entry-tables.ts';
import type { FormerPlace } from './versions.tables.ts';

/** The SQL of deleting entries with what hangs on them. */

/** Which column of which kind makes an entry hang on another one. */
const HANGS: Readonly<Partial<Record<KeyKind, readonly (readonly [KeyKind, string])[]>>> = {
  channel: [
    ['category', 'channel_id'],
    ['title', 'channel_id'],
    ['shelf', 'channel_id'],
  ],
  category: [['title', 'category_id']],
  title: [
    ['season', 'show_id'],
    ['slide', 'title_id'],
  ],
  season: [['episode', 'season_id']],
  liveCategory: [['liveChannel', 'live_category_id']],
};

/** Kinds that need a genre. */
const WITH_GENRE: readonly KeyKind[] = ['channel', 'category', 'title', 'liveChannel'];

/** The order in which rows can be deleted. */
const LEAVES_FIRST: readonly KeyKind[] = [
  'slide',
  'shelf',
  'episode',
  'season',
  'title',
  'category',
  'channel',
  'person',
  'liveChannel',
  'liveCategory',
  'genre',
];

/** Of one entry in its version: a person with more credits comes back without the others. */
const MOST_PLACES = 1000;

export interface EntryId {
  readonly kind: KeyKind;
  readonly id: number;
}

export type DeletionRepository = ReturnType<typeof createDeletionRepository>;

export function createDeletionRepository(db: Database) {
  const children = async (kind: KeyKind, column: string, ids: readonly number[]) =>
    rowsOf<{ id: number }>(
      db,
      sql`select id from ${sql.identifier(getTableName(ENTRY_TABLES[kind]))} where ${sql.identifier(column)} = ${anyOf(ids, 'int')} order by id`,
    );

  return {
    /** Everything that hangs on an entry, directly or not, without the entry itself. */
    async hangingOn({ kind, id }: EntryId): Promise<EntryId[]> {
      const found = new Map<string, EntryId>();
      let level: EntryId[] = [{ kind, id }];
      while (level.length > 0) {
        const next: EntryId[] = [];
        for (const [parent, entries] of Map.groupBy(level, (entry) => entry.kind))
          for (const [child, column] of HANGS[parent] ?? [])
            for (const { id } of await children(
              child,
              column,
              entries.map((entry) => entry.id),
            )) {
              const name = `${child} ${id}`;
              if (found.has(name)) continue;
              found.set(name, { kind: child, id });
              next.push({ kind: child, id });
            }
        level = next;
      }
      return [...found.values()];
    },

    /** The entries of a genre. */
    async ofGenre(id: number): Promise<EntryId[]> {
      const found: EntryId[] = [];
      for (const kind of WITH_GENRE)
        for (const row of await children(kind, 'genre_id', [id])) found.push({ kind, id: row.id });
      return found;
    },

    /** The shelves whose rule names a genre or a channel: by its key, else by its slug. */
    async ruledBy({ kind, id }: { kind: 'genre' | 'channel'; id: number }): Promise<EntryId[]> {
      const names =
        kind === 'genre'
          ? sql`s.rule -> 'genres' @> to_jsonb(n.name)`
          : sql`s.rule -> 'channel' = to_jsonb(n.name)`;
      const rows = await rowsOf<{ id: number }>(
        db,
        sql`select s.id from shelves s where s.rule is not null and exists (
            select 1 from (
              select key as name from catalogue_keys where kind = ${kind} and entry_id = ${id}
              union select e.slug from ${ENTRY_TABLES[kind]} e where e.id = ${id} and not exists (
                select 1 from catalogue_keys k where k.kind = ${kind} and k.key = e.slug and k.entry_id <> e.id)
            ) n where ${names})
          order by s.id`,
      );
      return rows.map((row) => ({ kind: 'shelf', id: row.id }));
    },

    /** In how many credits and shelves an entry is named. */
    async mentions({ kind, id }: EntryId): Promise<{ credits: number; shelves: number }> {
      const column = sql.identifier(kind === 'person' ? 'person_id' : 'title_id');
      const [row] =
        kind === 'person' || kind === 'title'
          ? await rowsOf<{ credits: number; shelves: number }>(
              db,
              sql`select (select count(*)::int from credits where ${column} = ${id}) as credits,
                (select count(*)::int from shelf_items where ${kind} = 'title' and title_id = ${id}) as shelves`,
            )
          : [];
      return row ?? { credits: 0, shelves: 0 };
    },

    /** The shelves of titles and the credits of people, by `{kind} {id}` of the named entry. */
    async placesOf(entries: readonly EntryId[]): Promise<Map<string, FormerPlace[]>> {
      const idsOf = (kind: KeyKind) =>
        entries.flatMap((entry) => (entry.kind === kind ? entry.id : []));
      const rows = await rowsOf<{ named: string } & FormerPlace>(
        db,
        sql`select 'title ' || i.title_id as named, 'shelf' as kind, k.key, i.position as place,
            null as role, null as "character"
          from shelf_items i join catalogue_keys k on k.kind = 'shelf' and k.entry_id = i.shelf_id
          where i.title_id = ${anyOf(idsOf('title'), 'int')}
          union all
          select 'person ' || c.person_id, t.kind, k.key, c.position, c.role, c.character
          from credits c join titles t on t.id = c.title_id
            join catalogue_keys k on k.kind = 'title' and k.entry_id = c.title_id
          where c.person_id = ${anyOf(idsOf('person'), 'int')}
          order by 1, 2, 3, 4`,
      );
      const found = new Map<string, FormerPlace[]>();
      for (const { named, kind, key, place, role, character } of rows) {
        const of = found.get(named) ?? [];
        const credit = kind === 'shelf' ? {} : { role: role ?? '', character: character ?? null };
        if (of.length < MOST_PLACES) of.push({ kind, key, place, ...credit });
        found.set(named, of);
      }
      return found;
    },

    /** Whether viewers may see one of these entries now, or by its window. */
    async anyPublished(entries: readonly EntryId[]): Promise<boolean> {
      for (const [kind, of] of Map.groupBy(entries, (entry) => entry.kind)) {
        if (kind === 'genre' || kind === 'person') continue;
        const table = sql.identifier(getTableName(ENTRY_TABLES[kind]));
        const ids = of.map(({ id }) => id);
        const found = await rowsOf(
          db,
          sql`select 1 from ${table} where published and id = ${anyOf(ids, 'int')} limit 1`,
        );
        if (found.length > 0) return true;
      }
      return false;
    },

    /**
     * Deletes entries and their keys, and stamps the titles that change by it.
     */
    async remove(entries: readonly EntryId[], now: Date): Promise<void> {
      const byKind = Map.groupBy(entries, ({ kind }) => kind);
      const idsOf = (kind: KeyKind) => (byKind.get(kind) ?? []).map(({ id }) => id);
      const at = sql`${now.toISOString()}::timestamptz`;
      await db.execute(sql`update titles set updated_at = ${at} where id in (
        select title_id from credits where person_id = ${anyOf(idsOf('person'), 'int')}
        union select show_id from seasons where id = ${anyOf(idsOf('season'), 'int')}
        union select s.show_id from seasons s join episodes e on e.season_id = s.id where e.id = ${anyOf(idsOf('episode'), 'int')})`);
      for (const kind of LEAVES_FIRST) {
        const ids = idsOf(kind);
        if (ids.length === 0) continue;
        const table = sql.identifier(getTableName(ENTRY_TABLES[kind]));
        await db.execute(sql`delete from ${table} where id = ${anyOf(ids, 'int')}`);
        await db.execute(
          sql`delete from catalogue_keys where kind = ${kind} and entry_id = ${anyOf(ids, 'int')}`,
        );
      }
    },
  };
}
