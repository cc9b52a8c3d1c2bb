import {
  type CarrierEntry,
  UNREADABLE,
  withoutDuplicates,
} from '@bonisa/domain/money/reconciliation';
import type { Day } from '@bonisa/domain/south-african-time';
import { anyOf } from '@bonisa/kit/database/bulk';
import { type Database, rowsOf } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import {
  and,
  asc,
  between,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  sql,
} from 'drizzle-orm';
import { charges, refunds } from '../billing.tables.ts';
import { resentCharges, resentIds } from '../charges/charge-resends.repository.ts';
import type { BookedCharge } from './proposals.ts';
import {
  reconciliationEntries as entries,
  reconciliationRuns,
  reconciliations,
} from './reconciliation.tables.ts';

export type ReconciliationRow = typeof reconciliations.$inferSelect;

/** A carrier's entry with its place: in the list, or the line of the file. */
export interface PlacedEntry extends CarrierEntry {
  readonly place: number;
}

/** How many charges with several entries are compared together. */
const CONTESTS = 200;

export interface ClaimOptions {
  readonly now: Date;
  readonly until: Date;
  readonly unlessSince?: Date | undefined;
}

const isComparedSince = (key: string, since: Date) =>
  and(eq(reconciliations.key, key), gte(reconciliations.at, since));

type Window = { readonly from: Date; readonly to: Date };
type ChargeRow = typeof charges.$inferSelect;

/**
 * SQL of comparisons with one carrier's list. The database joins both sides, so that no day is ever
 * held in memory.
 */
export function createReconciliationRepository(
  db: Database,
  { carrierId, newId }: { readonly carrierId: string; readonly newId: NewId },
) {
  /** Adds to charges the refunds that the ledger has of them. */
  const booked = async (rows: readonly ChargeRow[]): Promise<BookedCharge[]> => {
    const ids = rows.filter((row) => row.refunded > 0).map((row) => row.id);
    const sums =
      ids.length === 0
        ? new Map<string, { amount: number; vat: number }>()
        : await givenBack(db, ids);
    return rows.map((row) => ({ ...row, refunded: sums.get(row.id) ?? { amount: 0, vat: 0 } }));
  };

  const chargesOf = async (ids: readonly string[]): Promise<BookedCharge[]> =>
    ids.length === 0
      ? []
      : await booked(
          await db
            .select()
            .from(charges)
            .where(sql`${charges.id} = ${anyOf(ids, 'uuid')}`),
        );

  return {
    within: (tx: Database) => createReconciliationRepository(tx, { carrierId, newId }),

    /**
     * Claims the comparison of `key` for one run unless another run holds it; otherwise returns
     * until when. With `unlessSince` it checks, now under the lock, whether the key was compared at
     * that instant or later, because a caller chooses its day before it has the lock. Deletes what
     * a crashed run has left.
     */
    claim: (
      key: string,
      { now, until, unlessSince }: ClaimOptions,
    ): Promise<{ run: string } | { busyUntil: Date } | { comparedAt: Date }> =>
      db.transaction(async (tx) => {
        const [held] = await tx
          .select()
          .from(reconciliationRuns)
          .where(eq(reconciliationRuns.key, key))
          .for('update');
        if (held && held.until > now) return { busyUntil: held.until };
        if (held) await tx.delete(entries).where(eq(entries.run, held.run));
        const run = newId();
        const [taken] = await tx
          .insert(reconciliationRuns)
          .values({ key, run, until })
          .onConflictDoUpdate({
            target: reconciliationRuns.key,
            set: { run, until },
            setWhere: lte(reconciliationRuns.until, now),
          })
          .returning();
        if (!taken) return { busyUntil: until };
        const [compared] = unlessSince
          ? await tx.select().from(reconciliations).where(isComparedSince(key, unlessSince))
          : [];
        if (!compared) return { run };
        await tx.delete(reconciliationRuns).where(eq(reconciliationRuns.key, key));
        return { comparedAt: compared.at };
      }),

    /** Extends the claim; `false` if another run has taken it over. */
    hold: async (run: string, until: Date): Promise<boolean> => {
      const held = await db
        .update(reconciliationRuns)
        .set({ until })
        .where(eq(reconciliationRuns.run, run))
        .returning({ run: reconciliationRuns.run });
      return held.length > 0;
    },

    release: async (run: string): Promise<void> => {
      await db.delete(entries).where(eq(entries.run, run));
      await db.delete(reconciliationRuns).where(eq(reconciliationRuns.run, run));
    },

    /**
     * Stores entries, each beside the charge that its reference names. Entries that are no money on
     * either side are omitted. Returns the places of entries whose payment is stored already; a
     * stored entry is replaced only by one that shows the payment as taken for the first time.
     */
    stage: async (run: string, placed: readonly PlacedEntry[]): Promise<number[]> => {
      if (placed.length === 0) return [];
      const once = withoutDuplicates(placed);
      const entriesJson = JSON.stringify(
        once.map((entry) => ({ ...entry, run, carrier_payment_id: entry.carrierPaymentId })),
      );
      const rows = await rowsOf<{ place: number; written: boolean }>(
        db,
        sql`
        with given as (select * from json_populate_recordset(null::reconciliation_entries, ${entriesJson}::json)),
        linked as (
          select given.*, charges.id as own, charges.state as own_state from given left join charges on charges.reference = given.reference and charges.carrier_id = ${carrierId}
            and not (charges.state in ('succeeded', 'refunded') and coalesce(charges.carrier_payment_id <> given.carrier_payment_id, false))
        ),
        counted as (select * from linked where status in ('succeeded', 'refunded', ${UNREADABLE}) or own_state in ('succeeded', 'refunded') or own is null),
        written as (
          insert into reconciliation_entries (run, place, reference, carrier_payment_id, amount, status, at, charge_id)
          select run, place, reference, carrier_payment_id, amount, status, at, own from counted order by place
            on conflict (run, carrier_payment_id) where carrier_payment_id is not null do update
            set status = excluded.status, amount = excluded.amount, at = excluded.at, reference = excluded.reference, charge_id = excluded.charge_id
            where reconciliation_entries.status not in ('succeeded', 'refunded') and excluded.status in ('succeeded', 'refunded')
          returning place
        )
        select counted.place, written.place is not null as written from counted left join written using (place) order by counted.place`,
      );
      const kept = new Set(once.map(({ place }) => place));
      const twice = placed.filter(({ place }) => !kept.has(place)).map(({ place }) => place);
      return [...twice, ...rows.filter(({ written }) => !written).map(({ place }) => place)].sort(
        (place, other) => place - other,
      );
    },

    /**
     * Finds the charges of entries without a known reference by the carrier's payment id, among
     * charges that were asked for in the time around them.
     */
    linkByPaymentId: async (run: string, { from, to }: Window): Promise<void> => {
      const [unlinked] = await db
        .select({ place: entries.place })
        .from(entries)
        .where(
          and(eq(entries.run, run), isNull(entries.chargeId), isNotNull(entries.carrierPaymentId)),
        )
        .limit(1);
      if (!unlinked) return;
      const resent = inArray(charges.id, resentIds(db, { carrierId, from, to }));
      for (const near of [between(charges.createdAt, from, to), resent])
        await db
          .update(entries)
          .set({ chargeId: sql`${charges.id}` })
          .from(charges)
          .where(
            and(
              eq(entries.run, run),
              isNull(entries.chargeId),
              eq(charges.carrierId, carrierId),
              eq(entries.carrierPaymentId, charges.carrierPaymentId),
              near,
            ),
          );
    },

    /**
     * A batch of charges that several entries name, with these entries; empty if there are none
     * left.
     */
    contested: async (
      run: string,
    ): Promise<{ ours: BookedCharge; candidates: PlacedEntry[] }[]> => {
      const chargeIds = await rowsOf<{ id: string }>(
        db,
        sql`select charge_id as id from reconciliation_entries where run = ${run} and charge_id is not null group by charge_id having count(*) > 1 limit ${CONTESTS}`,
      );
      const ids = chargeIds.map(({ id }) => id);
      if (ids.length === 0) return [];
      const candidates = await db
        .select()
        .from(entries)
        .where(and(eq(entries.run, run), sql`${entries.chargeId} = ${anyOf(ids, 'uuid')}`))
        .orderBy(asc(entries.place));
      return (await chargesOf(ids)).map((charge) => ({
        ours: charge,
        candidates: candidates.filter(({ chargeId }) => chargeId === charge.id),
      }));
    },

    unlink: async (run: string, places: readonly number[]): Promise<void> => {
      await db
        .update(entries)
        .set({ chargeId: null })
        .where(and(eq(entries.run, run), sql`${entries.place} = ${anyOf(places, 'int')}`));
    },

    /** The entries after `afterPlace` up to `lastPlace`, with the charges that they belong to. */
    entries: async (run: string, afterPlace: number, lastPlace: number) => {
      const theirs = await db
        .select()
        .from(entries)
        .where(
          and(eq(entries.run, run), gt(entries.place, afterPlace), lte(entries.place, lastPlace)),
        )
        .orderBy(asc(entries.place));
      const own = byId(await chargesOf(theirs.flatMap(({ chargeId }) => chargeId ?? [])));
      return theirs.map((entry) => ({
        theirs: entry satisfies PlacedEntry,
        ours: entry.chargeId === null ? undefined : own.get(entry.chargeId),
      }));
    },

    /**
     * A batch of successful charges without an entry, after the given charge: written in the window
     * (its end excluded), decided by `decidedBy` and never sent again.
     */
    unlisted: async (
      run: string,
      { from, to }: Window,
      decidedBy: Date,
      after: BookedCharge | undefined,
      limit: number,
    ): Promise<BookedCharge[]> =>
      await booked(
        await db
          .select()
          .from(charges)
          .where(
            and(
              // Starts where the last batch ended, so that each batch continues in the index.
              eq(charges.carrierId, carrierId),
              gte(charges.createdAt, after?.createdAt ?? from),
              lt(charges.createdAt, to),
              isNull(charges.sentAt),
              takenWithoutEntry(run, decidedBy),
              // The database compares, because its instants are finer than ours.
              after &&
                sql`(${charges.createdAt}, ${charges.id}) > (select last.created_at, last.id from ${charges} as last where last.id = ${after.id})`,
            ),
          )
          .orderBy(asc(charges.createdAt), asc(charges.id))
          .limit(limit),
      ),

    /** The same of charges that were sent again in the window. */
    unlistedResent: async (
      run: string,
      window: Window,
      decidedBy: Date,
      after: BookedCharge | undefined,
      limit: number,
    ): Promise<BookedCharge[]> => {
      const which = takenWithoutEntry(run, decidedBy);
      return await booked(await resentCharges(db, { carrierId, ...window }, which, after, limit));
    },

    chargesOf,

    /**
     * A charge as it is now, locked until the transaction ends, and whether a refund of it is open.
     */
    lockCharge: async (
      id: string,
    ): Promise<{ charge: BookedCharge; refundUnderWay: boolean } | undefined> => {
      const [row] = await db.select().from(charges).where(eq(charges.id, id)).for('update');
      if (!row) return undefined;
      const [charge] = await booked([row]);
      return charge && { charge, refundUnderWay: row.refunded !== charge.refunded.amount };
    },

    /** Writes the result of a comparison in place of an earlier one of the same day and source. */
    save: async (row: ReconciliationRow): Promise<void> => {
      const { key: _key, ...set } = row;
      await db
        .insert(reconciliations)
        .values(row)
        .onConflictDoUpdate({ target: reconciliations.key, set });
    },

    between: (from: Day, to: Day): Promise<ReconciliationRow[]> =>
      db
        .select()
        .from(reconciliations)
        .where(
          and(eq(reconciliations.carrierId, carrierId), between(reconciliations.day, from, to)),
        )
        .orderBy(asc(reconciliations.day), asc(reconciliations.source)),

    latest: async (): Promise<ReconciliationRow | undefined> => {
      const [row] = await db
        .select()
        .from(reconciliations)
        .where(and(eq(reconciliations.carrierId, carrierId), eq(reconciliations.source, 'list')))
        .orderBy(desc(reconciliations.day))
        .limit(1);
      return row;
    },

    /** When the carrier's list of each day was last compared, from a day on. */
    comparedSince: (from: Day): Promise<{ day: string; at: Date }[]> =>
      db
        .select({ day: reconciliations.day, at: reconciliations.at })
        .from(reconciliations)
        .where(
          and(
            eq(reconciliations.carrierId, carrierId),
            eq(reconciliations.source, 'list'),
            gte(reconciliations.day, from),
          ),
        )
        .orderBy(asc(reconciliations.day)),

    firstChargeAt: async (): Promise<Date | null> => {
      // By the index of carriers: with '=' the planner may read the charges of all others by time.
      const [row] = await db
        .select({ carrierId: charges.carrierId, at: charges.createdAt })
        .from(charges)
        .where(gte(charges.carrierId, carrierId))
        .orderBy(asc(charges.carrierId), asc(charges.createdAt))
        .limit(1);
      return row?.carrierId === carrierId ? row.at : null;
    },
  };
}

export type ReconciliationRepository = ReturnType<typeof createReconciliationRepository>;

/** Charges that were taken by an instant, and that no entry of a run belongs to. */
function takenWithoutEntry(run: string, decidedBy: Date) {
  return and(
    inArray(charges.state, ['succeeded', 'refunded']),
    lte(charges.decidedAt, decidedBy),
    // `offset 0` keeps it a look-up by index for each charge. As a join, a server without
    // statistics of the new entries compared each charge with each entry.
    sql`not exists (select from ${entries}
      where ${entries.run} = ${run} and ${entries.chargeId} = ${charges.id} offset 0)`,
  );
}

async function givenBack(
  db: Database,
  chargeIds: readonly string[],
): Promise<Map<string, { amount: number; vat: number }>> {
  const rows = await db
    .select({
      id: sql<string>`${refunds.chargeId}`,
      amount: sql<number>`sum(${refunds.amount})::int`,
      vat: sql<number>`sum(${refunds.vat})::int`,
    })
    .from(refunds)
    .where(
      and(sql`${refunds.chargeId} = ${anyOf(chargeIds, 'uuid')}`, eq(refunds.state, 'succeeded')),
    )
    .groupBy(refunds.chargeId);
  return new Map(rows.map(({ id, amount, vat }) => [id, { amount, vat }]));
}

function byId(charges: readonly BookedCharge[]): Map<string, BookedCharge> {
  return new Map(charges.map((charge) => [charge.id, charge]));
}
