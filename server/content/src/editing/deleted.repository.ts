import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { type SQL, sql } from 'drizzle-orm';
import { type KeyKind, keyKindOf } from './entry-kinds.ts';
import type { Deletion, RememberedRow } from './versions.tables.ts';
import { catalogueVersions } from './versions.tables.ts';

/** The SQL of deleted entries: an entry is deleted while its newest version is its deletion. */

export interface DeletedQuery {
  readonly search?: string | undefined;
  readonly kind?: EntryKind | undefined;
  readonly page: number;
  readonly limit: number;
}

export interface DeletedRow {
  readonly kind: EntryKind;
  readonly key: string;
  readonly title: string;
  readonly slug: string | null;
  /** Milliseconds. */
  readonly at: number;
  readonly actorKind: (typeof catalogueVersions.$inferSelect)['actorKind'];
  readonly actor: string;
  readonly wasPublished: boolean;
  readonly of: Deletion['of'];
  readonly contents: number;
  readonly total: number;
}

/** A deletion with the fields that the entry had. */
export interface DeletedEntry {
  readonly kind: EntryKind;
  readonly keyKind: KeyKind;
  readonly key: string;
  /** The version that deleted it. */
  readonly number: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly places: Deletion['places'];
  /** What it was besides its fields. */
  readonly was: RememberedRow;
}

const was = (field: string): SQL => sql`v.fields -> ${sql.raw(`'${field}'`)} ->> 'before'`;
const KIND = sql`coalesce(${was('kind')}, v.kind)`;
const TITLE = sql`coalesce(${was('title')}, ${was('name')}, 'Season ' || (${was('ordinal')}), v.key)`;
/** Written after the deletion: the entry is there again. */
const IS_LATEST = sql`not exists (select 1 from ${catalogueVersions} n
  where n.kind = v.kind and n.key = v.key and n.number > v.number)`;
/** It went with an entry that is still deleted, and comes back with it. */
const HANGS = sql`exists (select 1 from ${catalogueVersions} p
  where p.kind = v.deletion -> 'of' ->> 'kind' and p.key = v.deletion -> 'of' ->> 'key'
    and p.action = 'deleted' and p.at = v.at
    and not exists (select 1 from ${catalogueVersions} n
      where n.kind = p.kind and n.key = p.key and n.number > p.number))`;

export type DeletedRepository = ReturnType<typeof createDeletedRepository>;

export function createDeletedRepository(db: Database) {
  return {
    /** One page of deleted entries, the latest first. */
    page: ({ search, kind, page, limit }: DeletedQuery): Promise<DeletedRow[]> => {
      const words = search?.trim().split(/\s+/).filter(Boolean) ?? [];
      const wanted = [
        sql`v.action = 'deleted'`,
        IS_LATEST,
        ...(kind ? [sql`v.kind = ${keyKindOf(kind)}`, sql`${KIND} = ${kind}`] : []),
        ...(words.length > 0 ? words.map(matching) : [sql`not ${HANGS}`]),
      ];
      return rowsOf<DeletedRow>(
        db,
        sql`select ${KIND} as kind, v.key, ${TITLE} as title, ${was('slug')} as slug,
            (extract(epoch from v.at) * 1000)::float8 as at, v.actor_kind as "actorKind", v.actor,
            coalesce(${was('published')} = 'true', false) as "wasPublished",
            v.deletion -> 'of' as "of",
            (select count(*)::int from ${catalogueVersions} c where c.action = 'deleted'
              and c.at = v.at and c.deletion -> 'of' ->> 'kind' = v.kind
              and c.deletion -> 'of' ->> 'key' = v.key) as contents,
            (count(*) over ())::int as total
          from ${catalogueVersions} v where ${sql.join(wanted, sql` and `)}
          order by v.at desc, v.kind, v.key limit ${limit} offset ${(page - 1) * limit}`,
      );
    },

    /** The deletion of an entry that is deleted now. */
    async deletion({ kind, key }: { kind: EntryKind; key: string }) {
      const rows = await read(
        sql`v.kind = ${keyKindOf(kind)} and v.key = ${key} and v.action = 'deleted' and ${IS_LATEST}`,
        1,
      );
      return rows.find((row) => row.kind === kind);
    },

    /** What the same batch deleted and is still deleted, by key. */
    deletedWith: (
      { keyKind, key, number }: Pick<DeletedEntry, 'keyKind' | 'key' | 'number'>,
      most: number,
    ): Promise<DeletedEntry[]> =>
      read(
        sql`v.action = 'deleted' and ${IS_LATEST} and not (v.kind = ${keyKind} and v.key = ${key})
          and (v.at, v.actor_kind, v.actor_id) = (select d.at, d.actor_kind, d.actor_id
            from ${catalogueVersions} d
            where d.kind = ${keyKind} and d.key = ${key} and d.number = ${number})`,
        most,
      ),
  };

  async function read(where: SQL, limit: number): Promise<DeletedEntry[]> {
    const rows = await rowsOf<Omit<DeletedEntry, 'fields' | 'places' | 'was'> & VersionFields>(
      db,
      sql`select ${KIND} as kind, v.kind as "keyKind", v.key, v.number, v.fields,
          coalesce(v.deletion -> 'places', '[]') as places,
          coalesce(v.deletion - 'of' - 'places', '{}') as was
        from ${catalogueVersions} v where ${where} order by v.kind, v.key limit ${limit}`,
    );
    return rows.map(({ fields: { kind: _, ...changes }, ...row }) => ({
      ...row,
      fields: Object.fromEntries(
        Object.entries(changes).flatMap(([field, { before }]) =>
          before === null ? [] : [[field, before]],
        ),
      ),
    }));
  }
}

type VersionFields = Pick<typeof catalogueVersions.$inferSelect, 'fields'> &
  Pick<DeletedEntry, 'places' | 'was'>;

function matching(word: string): SQL {
  const like = `%${word.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
  return sql`(${TITLE} ilike ${like} or v.key ilike ${like} or ${was('slug')} ilike ${like})`;
}
