import { hostname } from 'node:os';
import { type OpenDatabase, rowsOf } from '@bonisa/kit/database/database';
import { databaseIdentity } from '@bonisa/kit/database/database-identity';
import { earliestDue } from '@bonisa/kit/jobs/earliest-due';
import { eq, sql } from 'drizzle-orm';
import { databaseLeases } from './active-database-lease.tables.ts';
import type { DatabaseLease } from './lease-ownership.ts';

/** The transaction that writes the row, which is later the row's own `xmin`. */
const THIS_TRANSACTION = sql`pg_current_xact_id()::xid::text`;
const ID = 'charges';

/** SQL of the active database lease. */
export function createDatabaseLeaseRepository(open: OpenDatabase) {
  const { db } = open;
  const database = databaseIdentity(open);
  const isHere = sql`(${databaseLeases.database} = ${database} and ${databaseLeases.writtenBy} = ${databaseLeases}.xmin::text)`;
  const never = sql`to_timestamp(0)`;
  const closed =
    sql`select ${never} where not exists (select from ${databaseLeases} where ${isHere} and ${databaseLeases.state} = 'held')`.inlineParams();
  const next =
    sql`select case when ${databaseLeases.id} is null or not ${isHere} then ${never} else ${databaseLeases.dueAt} end
      from (select 1) as one left join ${databaseLeases} on true`.inlineParams();

  return {
    /** An instant if this database must not charge and send; otherwise `null`. */
    closedSince: (): Promise<Date | null> => earliestDue(db, closed),

    nextDue: (): Promise<Date | null> => earliestDue(db, next),

    /**
     * Claims the look for this process; `undefined` if it is not due. A row of another database, or
     * of before a start of the server, begins anew and keeps what it knew.
     */
    claim: async (
      { now, until, isForced }: { now: Date; until: Date; isForced: boolean },
      newId: () => string,
    ): Promise<DatabaseLease | undefined> => {
      const kept = (column: string, other: string) =>
        sql
          .raw(`case when `)
          .append(sql`${isHere} then `)
          .append(sql.raw(`fences.${column} else ${other} end`));
      const [row] = await db
        .insert(databaseLeases)
        .values({
          id: ID,
          database,
          writtenBy: THIS_TRANSACTION,
          state: 'waiting',
          lineage: newId(),
          dueAt: until,
        })
        .onConflictDoUpdate({
          target: databaseLeases.id,
          set: {
            database,
            writtenBy: THIS_TRANSACTION,
            state: kept('state', `'waiting'`),
            problem: kept('problem', 'null'),
            seenToken: kept('seen_token', 'null'),
            seenAt: kept('seen_at', 'null'),
            awaySince: kept('away_since', 'null'),
            dueAt: until,
          },
          ...(isForced
            ? {}
            : {
                setWhere: sql`not ${isHere} or ${databaseLeases.dueAt} <= ${sql.param(now, databaseLeases.dueAt)}`,
              }),
        })
        .returning();
      return row;
    },

    /** Writes while the claim holds; `false` if another process has it now. */
    write: async (
      { dueAt }: Pick<DatabaseLease, 'dueAt'>,
      set: Partial<DatabaseLease>,
    ): Promise<boolean> => {
      const rows = await db
        .update(databaseLeases)
        .set({ ...set, writtenBy: THIS_TRANSACTION })
        .where(
          sql`${eq(databaseLeases.id, ID)} and ${eq(databaseLeases.dueAt, dueAt)} and ${isHere}`,
        )
        .returning({ id: databaseLeases.id });
      return rows.length > 0;
    },

    /**
     * Names the place of a database on a server: a copy that lives beside it has another one. The
     * loopback address is another server on each machine.
     */
    serverPlace: async (): Promise<string> => {
      const [row] = await rowsOf<{ address: string; is_local: boolean }>(
        db,
        sql`select concat_ws(' ', coalesce(host(inet_server_addr()), 'socket'), coalesce(inet_server_port(), current_setting('port')::int), (select oid from pg_database where datname = current_database()), pg_relation_filenode('charges')) as address,
          coalesce(inet_server_addr() <<= inet '127.0.0.0/8' or inet_server_addr() = inet '::1', true) as is_local`,
      );
      if (!row) throw new Error('the database does not say where it is');
      return row.is_local ? `${hostname()} ${row.address}` : row.address;
    },

    /** The row as it counts here; `undefined` before the first look. */
    read: async (): Promise<DatabaseLease | undefined> => {
      const [row] = await db.select().from(databaseLeases).where(isHere);
      return row;
    },
  };
}

export type DatabaseLeaseRepository = ReturnType<typeof createDatabaseLeaseRepository>;
