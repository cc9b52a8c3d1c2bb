import { anyOf, bulkInsert } from '@bonisa/kit/database/bulk';
import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { and, asc, desc, eq, lt, sql } from 'drizzle-orm';
import type { KeyKind } from './entry-kinds.ts';
import { catalogueVersions } from './versions.tables.ts';

/** The SQL of the versions of entries. */

export type VersionRow = typeof catalogueVersions.$inferSelect;

/** What somebody else wrote after the version that a row names. */
export type LaterRow = Pick<VersionRow, 'key' | 'number' | 'at' | 'actor' | 'action' | 'fields'>;

export type VersionsRepository = ReturnType<typeof createVersionsRepository>;

export function createVersionsRepository(db: Database) {
  const of = (kind: KeyKind, key: string) =>
    and(eq(catalogueVersions.kind, kind), eq(catalogueVersions.key, key));

  return {
    /** The newest version of entries by key; one without versions is missing. */
    async latest(kind: KeyKind, keys: readonly string[]): Promise<Map<string, number>> {
      if (keys.length === 0) return new Map();
      const rows = await rowsOf<{ key: string; number: number }>(
        db,
        sql`select given.key, newest.number from unnest(${sql`array(select json_array_elements_text(${JSON.stringify(keys)}::json))`}) as given(key)
          cross join lateral (select number from ${catalogueVersions}
            where kind = ${kind} and key = given.key order by number desc limit 1) as newest`,
      );
      return new Map(rows.map(({ key, number }) => [key, number]));
    },

    insert: (rows: readonly VersionRow[]): Promise<void> => bulkInsert(db, catalogueVersions, rows),

    /** The versions of some entries after the version that each has here, oldest first. */
    afterEach: (kind: KeyKind, since: ReadonlyMap<string, number>): Promise<LaterRow[]> =>
      db
        .select({
          key: catalogueVersions.key,
          number: catalogueVersions.number,
          at: catalogueVersions.at,
          actor: catalogueVersions.actor,
          action: catalogueVersions.action,
          fields: catalogueVersions.fields,
        })
        .from(catalogueVersions)
        .where(
          sql`${catalogueVersions.kind} = ${kind} and ${catalogueVersions.key} = ${anyOf([...since.keys()], 'text')}
            and ${catalogueVersions.number} > (${JSON.stringify(Object.fromEntries(since))}::jsonb ->> ${catalogueVersions.key})::int`,
        )
        .orderBy(asc(catalogueVersions.number)),

    /** One page of an entry's versions, newest first. */
    page: (
      kind: KeyKind,
      key: string,
      { before, limit }: { before?: number | undefined; limit: number },
    ): Promise<VersionRow[]> =>
      db
        .select()
        .from(catalogueVersions)
        .where(
          and(
            of(kind, key),
            before === undefined ? undefined : lt(catalogueVersions.number, before),
          ),
        )
        .orderBy(desc(catalogueVersions.number))
        .limit(limit),
  };
}
