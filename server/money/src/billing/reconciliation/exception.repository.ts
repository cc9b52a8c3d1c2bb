import { anyOf, bulkInsert } from '@bonisa/kit/database/bulk';
import type { Database } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import { and, asc, count, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { exceptions } from './reconciliation.tables.ts';

export type ReconciliationException = typeof exceptions.$inferSelect;
export type ExceptionKind = ReconciliationException['kind'];
export type ExceptionState = ReconciliationException['state'];
export type NewException = Pick<
  ReconciliationException,
  'kind' | 'carrierId' | 'subject' | 'proposal'
> &
  Partial<
    Pick<
      ReconciliationException,
      'reference' | 'carrierPaymentId' | 'day' | 'ours' | 'theirs' | 'source' | 'seenBy'
    >
  >;

/** Which exceptions a list or file has. */
export interface ExceptionFilter {
  readonly state: ExceptionState;
  readonly kind?: ExceptionKind | undefined;
  readonly carrier?: string | undefined;
  /** The day of the comparison that found them. */
  readonly day?: string | undefined;
}

/** The kinds of exceptions that a comparison with the carrier's list opens and resolves. */
export const BOOK_KINDS = [
  'missing_here',
  'missing_there',
  'differing',
] as const satisfies readonly ExceptionKind[];

/**
 * Opens an exception. For an existing exception of the same subject: an open one takes over the new
 * facts, one that resolved itself is open again, and one that a person decided stays decided.
 */
export async function openExceptions(
  tx: Database,
  found: readonly NewException[],
  { at, newId }: { readonly at: Date; readonly newId: NewId },
): Promise<void> {
  if (found.length === 0) return;
  await tx.execute(sql`
    update cases set state = 'open', closed_at = null, ours = given.ours, theirs = given.theirs, proposal = given.proposal, day = given.day,
      source = given.source, seen_by = given.seen_by
    from json_populate_recordset(null::cases, ${JSON.stringify(found.map(asRecord))}::json) as given
    where cases.kind = given.kind and cases.carrier_id = given.carrier_id and cases.subject = given.subject and cases.state in ('open', 'resolved')`);
  await bulkInsert(
    tx,
    exceptions,
    found.map((exception) => ({
      ...exception,
      id: newId(),
      state: 'open' as const,
      createdAt: at,
    })),
    { onConflict: 'ignore' },
  );
}

/** Resolves an exception because its question is answered, and says whether it was open. */
export const resolveException = (
  tx: Database,
  kind: ExceptionKind,
  subject: string,
  at: Date,
): Promise<boolean> =>
  resolveOpen(tx, and(eq(exceptions.kind, kind), eq(exceptions.subject, subject)), at);

/** The same by its id. */
export const resolveExceptionById = (tx: Database, id: string, at: Date): Promise<boolean> =>
  resolveOpen(tx, eq(exceptions.id, id), at);

async function resolveOpen(tx: Database, which: SQL | undefined, at: Date): Promise<boolean> {
  const rows = await tx
    .update(exceptions)
    .set({ state: 'resolved', closedAt: at })
    .where(and(which, eq(exceptions.state, 'open')))
    .returning({ id: exceptions.id });
  return rows.length > 0;
}

/** SQL of exceptions, for the operator and for comparisons with the carrier's list. */
export function createExceptionRepository(db: Database, newId: NewId) {
  return {
    within: (tx: Database) => createExceptionRepository(tx, newId),

    open: (found: readonly NewException[], at: Date): Promise<void> =>
      openExceptions(db, found, { at, newId }),

    /** A page of exceptions, the oldest first, and their number. */
    list: async (
      state: ExceptionState,
      kind: ExceptionKind | undefined,
      { limit, offset, carrier }: { limit: number; offset: number; carrier?: string | undefined },
    ) => {
      const which = and(
        eq(exceptions.state, state),
        kind ? eq(exceptions.kind, kind) : undefined,
        carrier === undefined ? undefined : eq(exceptions.carrierId, carrier),
      );
      const [[counted], rows] = await Promise.all([
        db.select({ total: count() }).from(exceptions).where(which),
        db
          .select()
          .from(exceptions)
          .where(which)
          .orderBy(asc(exceptions.createdAt), asc(exceptions.id))
          .limit(limit)
          .offset(offset),
      ]);
      return { rows, total: counted?.total ?? 0 };
    },

    /** The same by their ids, after one of them. */
    after: (
      { state, kind, carrier, day }: ExceptionFilter,
      after: string | undefined,
      limit: number,
    ): Promise<ReconciliationException[]> =>
      db
        .select()
        .from(exceptions)
        .where(
          and(
            eq(exceptions.state, state),
            kind ? eq(exceptions.kind, kind) : undefined,
            carrier === undefined ? undefined : eq(exceptions.carrierId, carrier),
            day === undefined ? undefined : eq(exceptions.day, day),
            after === undefined ? undefined : gt(exceptions.id, after),
          ),
        )
        .orderBy(asc(exceptions.id))
        .limit(limit),

    byId: async (id: string): Promise<ReconciliationException | undefined> => {
      const [row] = await db.select().from(exceptions).where(eq(exceptions.id, id));
      return row;
    },

    lock: async (id: string): Promise<ReconciliationException | undefined> => {
      const [row] = await db.select().from(exceptions).where(eq(exceptions.id, id)).for('update');
      return row;
    },

    /** Closes an exception that is locked, or whose outcome is final. */
    close: async (
      id: string,
      state: 'applied' | 'dismissed' | 'returned',
      at: Date,
      note: string | null = null,
    ): Promise<ReconciliationException> => {
      const [row] = await db
        .update(exceptions)
        .set({ state, note, closedAt: at })
        .where(eq(exceptions.id, id))
        .returning();
      if (!row) throw new Error('an exception that was found is not there');
      return row;
    },

    /** Writes why an exception that resolved itself was to be closed. */
    writeNote: async (id: string, note: string): Promise<ReconciliationException> => {
      const [row] = await db
        .update(exceptions)
        .set({ note })
        .where(eq(exceptions.id, id))
        .returning();
      if (!row) throw new Error('an exception that was found is not there');
      return row;
    },

    /** The number of open exceptions by kind. */
    countOpen: async (): Promise<Partial<Record<ExceptionKind, number>>> => {
      const rows = await db
        .select({ kind: exceptions.kind, open: count() })
        .from(exceptions)
        .where(eq(exceptions.state, 'open'))
        .groupBy(exceptions.kind);
      return Object.fromEntries(rows.map(({ kind, open }) => [kind, open]));
    },

    /** Whether `resolveListed` has anything to resolve; on most days it has not. */
    anyOpenBooks: async (carrierId: string): Promise<boolean> => {
      const rows = await db
        .select({ id: exceptions.id })
        .from(exceptions)
        .where(
          and(
            eq(exceptions.state, 'open'),
            eq(exceptions.carrierId, carrierId),
            inArray(exceptions.kind, [...BOOK_KINDS]),
          ),
        )
        .limit(1);
      return rows.length > 0;
    },

    /**
     * Resolves the exceptions of these subjects, because both sides agree now. Exceptions that the
     * comparison `butOf` itself opened stay open.
     */
    resolveListed: async (
      carrierId: string,
      subjects: readonly string[],
      at: Date,
      { butOf }: { butOf?: string } = {},
    ): Promise<void> => {
      if (subjects.length === 0) return;
      const unseen =
        butOf === undefined
          ? undefined
          : or(isNull(exceptions.seenBy), ne(exceptions.seenBy, butOf));
      await db
        .update(exceptions)
        .set({ state: 'resolved', closedAt: at })
        .where(
          and(
            inArray(exceptions.kind, [...BOOK_KINDS]),
            eq(exceptions.carrierId, carrierId),
            sql`${exceptions.subject} = ${anyOf(subjects, 'text')}`,
            eq(exceptions.state, 'open'),
            unseen,
          ),
        );
    },

    /**
     * Resolves exceptions that an earlier comparison of the same day and source found and this one
     * did not.
     */
    resolveUnseen: async (
      {
        carrierId,
        day,
        source,
        run,
      }: { carrierId: string; day: string; source: 'list' | 'file'; run: string },
      at: Date,
    ): Promise<void> => {
      await db
        .update(exceptions)
        .set({ state: 'resolved', closedAt: at })
        .where(
          and(
            eq(exceptions.state, 'open'),
            inArray(exceptions.kind, [...BOOK_KINDS]),
            eq(exceptions.carrierId, carrierId),
            eq(exceptions.day, day),
            eq(exceptions.source, source),
            or(isNull(exceptions.seenBy), ne(exceptions.seenBy, run)),
          ),
        );
    },

    /** A batch of open exceptions whose charge is being looked up, after the given id. */
    beingLookedUp: (
      carrierId: string,
      afterId: string,
      limit: number,
    ): Promise<ReconciliationException[]> =>
      db
        .select()
        .from(exceptions)
        .where(and(isBeingLookedUp(carrierId), sql`${exceptions.id} > ${afterId}::uuid`))
        .orderBy(asc(exceptions.id))
        .limit(limit),
  };
}

export type ExceptionRepository = ReturnType<typeof createExceptionRepository>;

/** The open exceptions of a carrier whose charges are being looked up. */
export function isBeingLookedUp(carrierId: string) {
  return and(
    eq(exceptions.state, 'open'),
    eq(exceptions.carrierId, carrierId),
    eq(exceptions.kind, 'differing'),
    sql`${exceptions.proposal}->>'action' = 'look_up'`,
  );
}

function asRecord({
  kind,
  carrierId,
  subject,
  proposal,
  day = null,
  ours = null,
  theirs = null,
  source = null,
  seenBy = null,
}: NewException) {
  return {
    kind,
    carrier_id: carrierId,
    subject,
    proposal,
    day,
    ours,
    theirs,
    source,
    seen_by: seenBy,
  };
}
