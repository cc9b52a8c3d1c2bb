import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { and, desc, eq, gt, gte, ilike, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { staffAudit } from './staff.tables.ts';

export type AuditRow = typeof staffAudit.$inferSelect;

export interface AuditFilter {
  /** The id of an account or a key; `command` and `nobody` stand for those without one. */
  readonly actorId?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  /** Entries from here on, and before then. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  /** What the reason contains, in whichever case. */
  readonly words?: string | undefined;
}

export interface AuditQuery extends AuditFilter {
  /** Entries before this one. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Who did something, as the audit has the name last. */
export interface AuditActor {
  readonly id: string;
  readonly name: string;
}

/** More people, programs or acts than these make no list to choose from. */
const MOST_CHOICES = 300;
const UNNAMED: readonly AuditRow['actorKind'][] = ['command', 'nobody'];

/** SQL of the audit: rows are added and read, and the database refuses anything else. */
export function createAuditRepository(db: Database) {
  return {
    insert: async (row: AuditRow, tx?: Database): Promise<void> => {
      await (tx ?? db).insert(staffAudit).values(row);
    },

    /** Entries of these acts since an instant, the oldest first. */
    since: (actions: readonly string[], since: Date, tx?: Database): Promise<AuditRow[]> =>
      (tx ?? db)
        .select()
        .from(staffAudit)
        .where(and(inArray(staffAudit.action, [...actions]), gt(staffAudit.at, since)))
        .orderBy(staffAudit.at, staffAudit.id),

    /** The newest entries first. */
    page: ({ before, limit, ...filter }: AuditQuery): Promise<AuditRow[]> => {
      // The clock of a demo moves, so the order is that of the times; ids decide within one.
      const beyond = sql`(${staffAudit.at}, ${staffAudit.id}) < (
        select at, id from staff_audit where id = ${before}::uuid)`;
      return db
        .select()
        .from(staffAudit)
        .where(and(...conditionsOf(filter), before === undefined ? undefined : beyond))
        .orderBy(desc(staffAudit.at), desc(staffAudit.id))
        .limit(limit);
    },

    count: async (filter: AuditFilter, most: number): Promise<number> => {
      const found = db
        .select({ id: staffAudit.id })
        .from(staffAudit)
        .where(and(...conditionsOf(filter)))
        .limit(most)
        .as('found');
      const [row] = await db.select({ n: sql<number>`count(*)::int` }).from(found);
      return row?.n ?? 0;
    },

    /** Steps from one value to the next in an index, so a million entries cost a few hundred. */
    actors: (): Promise<AuditActor[]> =>
      rowsOf<{ id: string; name: string }>(
        db,
        sql`with recursive known (actor_id) as (
          (select actor_id from staff_audit where actor_id <> '' order by actor_id limit 1)
          union all
          select (select next.actor_id from staff_audit next where next.actor_id > known.actor_id
            order by next.actor_id limit 1)
          from known where known.actor_id is not null)
        select known.actor_id as id, (select last.actor from staff_audit last
          where last.actor_id = known.actor_id order by last.id desc limit 1) as name
        from known where known.actor_id is not null limit ${MOST_CHOICES}`,
      ),

    actions: async (): Promise<string[]> => {
      const rows = await rowsOf<{ action: string }>(
        db,
        sql`with recursive known (action) as (
          (select action from staff_audit order by action limit 1)
          union all
          select (select next.action from staff_audit next where next.action > known.action
            order by next.action limit 1)
          from known where known.action is not null)
        select action from known where action is not null limit ${MOST_CHOICES}`,
      );
      return rows.map(({ action }) => action);
    },
  };
}

function conditionsOf(filter: AuditFilter): SQL[] {
  const { actorId, action, subject, from, until, words } = filter;
  const unnamed = UNNAMED.find((kind) => kind === actorId);
  return [
    unnamed && eq(staffAudit.actorKind, unnamed),
    actorId === undefined ? undefined : eq(staffAudit.actorId, unnamed ? '' : actorId),
    action === undefined ? undefined : eq(staffAudit.action, action),
    subject === undefined ? undefined : eq(staffAudit.subject, subject),
    from && gte(staffAudit.at, from),
    until && lt(staffAudit.at, until),
    words === undefined ? undefined : ilike(staffAudit.reason, `%${asWritten(words)}%`),
  ].filter((condition) => condition !== undefined);
}

/** Words are searched for as they are written: `%` and `_` mean nothing else. */
function asWritten(words: string): string {
  return words.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
}

export type AuditRepository = ReturnType<typeof createAuditRepository>;
