import { anyOf, bulkInsert } from '@bonisa/kit/database/bulk';
import type { Database } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import { and, asc, count, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { cases } from './reconciliation.tables.ts';

export type Case = typeof cases.$inferSelect;
export type CaseKind = Case['kind'];
export type CaseState = Case['state'];
export type NewCase = Pick<Case, 'kind' | 'carrierId' | 'subject' | 'proposal'> &
  Partial<
    Pick<Case, 'reference' | 'carrierPaymentId' | 'day' | 'ours' | 'theirs' | 'source' | 'seenBy'>
  >;

/** Which cases a list or file has. */
export interface CaseFilter {
  readonly state: CaseState;
  readonly kind?: CaseKind | undefined;
  readonly carrier?: string | undefined;
}

/** The kinds of cases that a comparison with the carrier's list opens and resolves. */
export const BOOK_KINDS = [
  'missing_here',
  'missing_there',
  'differing',
] as const satisfies readonly CaseKind[];

/**
 * Opens a case. For an existing case of the same subject: an open one takes over the new facts, one
 * that resolved itself is open again, and one that a person decided stays decided.
 */
export async function openCases(
  tx: Database,
  found: readonly NewCase[],
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
    cases,
    found.map((one) => ({ ...one, id: newId(), state: 'open' as const, createdAt: at })),
    { onConflict: 'ignore' },
  );
}

/** Resolves a case because its question is answered, and says whether it was open. */
export const resolveCase = (
  tx: Database,
  kind: CaseKind,
  subject: string,
  at: Date,
): Promise<boolean> => resolveOpen(tx, and(eq(cases.kind, kind), eq(cases.subject, subject)), at);

/** The same by its id. */
export const resolveCaseById = (tx: Database, id: string, at: Date): Promise<boolean> =>
  resolveOpen(tx, eq(cases.id, id), at);

async function resolveOpen(tx: Database, which: SQL | undefined, at: Date): Promise<boolean> {
  const rows = await tx
    .update(cases)
    .set({ state: 'resolved', closedAt: at })
    .where(and(which, eq(cases.state, 'open')))
    .returning({ id: cases.id });
  return rows.length > 0;
}

/** SQL of cases, for the operator and for comparisons with the carrier's list. */
export function createCaseRepository(db: Database, newId: NewId) {
  return {
    within: (tx: Database) => createCaseRepository(tx, newId),

    open: (found: readonly NewCase[], at: Date): Promise<void> =>
      openCases(db, found, { at, newId }),

    /** A page of cases, the oldest first, and their number. */
    list: async (
      state: CaseState,
      kind: CaseKind | undefined,
      { limit, offset, carrier }: { limit: number; offset: number; carrier?: string | undefined },
    ) => {
      const which = and(
        eq(cases.state, state),
        kind ? eq(cases.kind, kind) : undefined,
        carrier === undefined ? undefined : eq(cases.carrierId, carrier),
      );
      const [[counted], rows] = await Promise.all([
        db.select({ total: count() }).from(cases).where(which),
        db
          .select()
          .from(cases)
          .where(which)
          .orderBy(asc(cases.createdAt), asc(cases.id))
          .limit(limit)
          .offset(offset),
      ]);
      return { rows, total: counted?.total ?? 0 };
    },

    /** The same by their ids, after one of them. */
    after: (
      { state, kind, carrier }: CaseFilter,
      after: string | undefined,
      limit: number,
    ): Promise<Case[]> =>
      db
        .select()
        .from(cases)
        .where(
          and(
            eq(cases.state, state),
            kind ? eq(cases.kind, kind) : undefined,
            carrier === undefined ? undefined : eq(cases.carrierId, carrier),
            after === undefined ? undefined : gt(cases.id, after),
          ),
        )
        .orderBy(asc(cases.id))
        .limit(limit),

    byId: async (id: string): Promise<Case | undefined> => {
      const [row] = await db.select().from(cases).where(eq(cases.id, id));
      return row;
    },

    lock: async (id: string): Promise<Case | undefined> => {
      const [row] = await db.select().from(cases).where(eq(cases.id, id)).for('update');
      return row;
    },

    /** Closes a case that is locked, or whose outcome is final. */
    close: async (
      id: string,
      state: 'applied' | 'dismissed' | 'returned',
      at: Date,
      note: string | null = null,
    ): Promise<Case> => {
      const [row] = await db
        .update(cases)
        .set({ state, note, closedAt: at })
        .where(eq(cases.id, id))
        .returning();
      if (!row) throw new Error('a case that was found is not there');
      return row;
    },

    /** Writes why a case that resolved itself was to be closed. */
    writeNote: async (id: string, note: string): Promise<Case> => {
      const [row] = await db.update(cases).set({ note }).where(eq(cases.id, id)).returning();
      if (!row) throw new Error('a case that was found is not there');
      return row;
    },

    /** The number of open cases by kind. */
    countOpen: async (): Promise<Partial<Record<CaseKind, number>>> => {
      const rows = await db
        .select({ kind: cases.kind, open: count() })
        .from(cases)
        .where(eq(cases.state, 'open'))
        .groupBy(cases.kind);
      return Object.fromEntries(rows.map(({ kind, open }) => [kind, open]));
    },

    /** Whether `resolveListed` has anything to resolve; on most days it has not. */
    anyOpenBooks: async (carrierId: string): Promise<boolean> => {
      const rows = await db
        .select({ id: cases.id })
        .from(cases)
        .where(
          and(
            eq(cases.state, 'open'),
            eq(cases.carrierId, carrierId),
            inArray(cases.kind, [...BOOK_KINDS]),
          ),
        )
        .limit(1);
      return rows.length > 0;
    },

    /**
     * Resolves the cases of these subjects, because both sides agree now. Cases that the comparison
     * `butOf` itself opened stay open.
     */
    resolveListed: async (
      carrierId: string,
      subjects: readonly string[],
      at: Date,
      { butOf }: { butOf?: string } = {},
    ): Promise<void> => {
      if (subjects.length === 0) return;
      const unseen =
        butOf === undefined ? undefined : or(isNull(cases.seenBy), ne(cases.seenBy, butOf));
      await db
        .update(cases)
        .set({ state: 'resolved', closedAt: at })
        .where(
          and(
            inArray(cases.kind, [...BOOK_KINDS]),
            eq(cases.carrierId, carrierId),
            sql`${cases.subject} = ${anyOf(subjects, 'text')}`,
            eq(cases.state, 'open'),
            unseen,
          ),
        );
    },

    /**
     * Resolves cases that an earlier comparison of the same day and source found and this one did
     * not.
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
        .update(cases)
        .set({ state: 'resolved', closedAt: at })
        .where(
          and(
            eq(cases.state, 'open'),
            inArray(cases.kind, [...BOOK_KINDS]),
            eq(cases.carrierId, carrierId),
            eq(cases.day, day),
            eq(cases.source, source),
            or(isNull(cases.seenBy), ne(cases.seenBy, run)),
          ),
        );
    },

    /** A batch of open cases whose charge is being looked up, after the given id. */
    beingLookedUp: (carrierId: string, afterId: string, limit: number): Promise<Case[]> =>
      db
        .select()
        .from(cases)
        .where(and(isBeingLookedUp(carrierId), sql`${cases.id} > ${afterId}::uuid`))
        .orderBy(asc(cases.id))
        .limit(limit),
  };
}

export type CaseRepository = ReturnType<typeof createCaseRepository>;

/** The open cases of a carrier whose charges are being looked up. */
export function isBeingLookedUp(carrierId: string) {
  return and(
    eq(cases.state, 'open'),
    eq(cases.carrierId, carrierId),
    eq(cases.kind, 'differing'),
    sql`${cases.proposal}->>'action' = 'look_up'`,
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
}: NewCase) {
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
