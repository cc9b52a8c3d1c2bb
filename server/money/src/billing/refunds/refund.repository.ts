import { freeReferences, refundReference } from '@bonisa/carriers/carrier-reference';
import type { Cents } from '@bonisa/domain/money/rand';
import type { WithVat } from '@bonisa/domain/money/refund';
import { bulkInsert, bulkUpdate } from '@bonisa/kit/database/bulk';
import type { Database } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import { dueQueryByCarrier, earliestDue } from '@bonisa/kit/jobs/earliest-due';
import { and, asc, eq, inArray, isNotNull, isNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import { charges, refunds } from '../billing.tables.ts';
import type { Charge } from '../charges/charge.repository.ts';
import { takenReferences } from '../charges/taken-references.repository.ts';

export type Refund = typeof refunds.$inferSelect;
/** A refund of a charge; others are of a payment that is no charge here. */
export type ChargeRefund = Refund & { readonly chargeId: string };

/** The money of a successful charge to refund, and the reason in an agent's words or ours. */
export interface IntendedRefund {
  readonly charge: Pick<Charge, 'id' | 'reference' | 'refunded' | 'carrierId'>;
  readonly amount: Cents;
  readonly vat: Cents;
  readonly why: string;
  /** A repeated key is the same refund. */
  readonly onceKey?: string;
}

/**
 * Writes the intents of refunds within the caller's transaction, under the lock on their charges;
 * they are sent after the transaction. The amount is set aside at once, so that the same money is
 * not refunded twice: the database refuses more than was taken.
 */
export async function intendRefunds(
  tx: Database,
  intended: readonly IntendedRefund[],
  { at, newId }: Making,
): Promise<Refund[]> {
  const rows = await insertIntents(
    tx,
    intended.map(({ charge, ...one }) => ({
      ...one,
      of: charge.reference,
      carrierId: charge.carrierId,
      chargeId: charge.id,
    })),
    { at, newId },
  );
  await bulkUpdate(
    tx,
    charges,
    'id',
    ['refunded'],
    intended.map(({ charge, amount }) => ({ id: charge.id, refunded: charge.refunded + amount })),
  );
  return rows;
}

/** A payment to give back that is no charge here. */
export interface UnchargedPayment {
  /** The reconciliation exception that found it. */
  readonly exceptionId: string;
  readonly carrierId: string;
  readonly carrierPaymentId: string;
}

/**
 * Writes the intent of the refund of a payment that is no charge here, under the lock on its
 * exception. The database refuses another one unless the carrier has denied this one.
 */
export async function intendPaymentRefund(
  tx: Database,
  { carrierPaymentId, ...of }: UnchargedPayment,
  money: WithVat & { readonly why: string },
  making: Making,
): Promise<void> {
  await insertIntents(tx, [{ ...of, ...money, of: carrierPaymentId }], making);
}

interface Making {
  readonly at: Date;
  readonly newId: NewId;
}

/** `of`: the name of what is given back, which the reference of the refund follows from. */
interface Intent extends WithVat {
  readonly of: string;
  readonly carrierId: string;
  readonly chargeId?: string;
  readonly exceptionId?: string;
  readonly why: string;
  readonly onceKey?: string;
}

async function insertIntents(
  tx: Database,
  intents: readonly Intent[],
  { at, newId }: Making,
): Promise<Refund[]> {
  const references = await freeReferences(
    intents,
    ({ of, amount }, attempt) => refundReference({ chargeReference: of, amount, attempt }),
    (tried) => takenReferences(tx, refunds.reference, tried),
  );
  const rows = intents.map(
    ({ of: _, chargeId, exceptionId, onceKey, ...one }, index): Refund => ({
      ...one,
      id: newId(),
      chargeId: chargeId ?? null,
      exceptionId: exceptionId ?? null,
      reference: references[index] ?? '',
      state: 'intended',
      reason: null,
      detail: null,
      carrierRefundId: null,
      createdAt: at,
      sentAt: null,
      decidedAt: null,
      lookupAt: at,
      lookups: 0,
      onceKey: onceKey ?? null,
    }),
  );
  await bulkInsert(tx, refunds, rows);
  return rows;
}

/** The reason of a refund that the carrier had and a restored database had lost. */
export const GIVEN_BEFORE_RESTORE = 'given_back_before_the_restore';

/** The columns of a refund that an answer of the carrier changes. */
export type RefundChange = Partial<
  Pick<
    Refund,
    'state' | 'reason' | 'detail' | 'carrierRefundId' | 'decidedAt' | 'lookupAt' | 'lookups'
  >
>;

const TO_SEND = eq(refunds.state, 'intended');
const LOOKED_UP = ne(refunds.state, 'intended');
const nextIntentAt = dueQueryByCarrier((carrierId) => earliest(TO_SEND, carrierId));
const nextLookupAt = dueQueryByCarrier((carrierId) => earliest(LOOKED_UP, carrierId));

/** The refunds that a process claims: those of one carrier that are due, for a limited time. */
export interface RefundClaim {
  readonly carrierId: string;
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly limit: number;
}

/** SQL of refunds. */
export function createRefundRepository(db: Database) {
  const sumOf = async (chargeId: string, counted: ReturnType<typeof eq>): Promise<WithVat> => {
    const [row] = await db
      .select({
        amount: sql<number>`coalesce(sum(${refunds.amount}), 0)::int`,
        vat: sql<number>`coalesce(sum(${refunds.vat}), 0)::int`,
      })
      .from(refunds)
      .where(and(eq(refunds.chargeId, chargeId), counted));
    return row ?? { amount: 0, vat: 0 };
  };
  const one = async (which: ReturnType<typeof eq>): Promise<Refund | undefined> => {
    const [row] = await db.select().from(refunds).where(which);
    return row;
  };
  const those = async (
    column: typeof refunds.chargeId | typeof refunds.exceptionId,
    ids: readonly string[],
  ): Promise<Refund[]> =>
    ids.length === 0
      ? []
      : await db
          .select()
          .from(refunds)
          .where(inArray(column, [...ids]))
          .orderBy(asc(refunds.createdAt), asc(refunds.id));
  /** Marks a refund as possibly sent: after a crash it is looked up and not simply sent again. */
  const markSent = async (ids: readonly string[], at: Date, leaseUntil: Date): Promise<void> => {
    if (ids.length === 0) return;
    await db
      .update(refunds)
      .set({ state: 'unknown', reason: null, detail: null, sentAt: at, lookupAt: leaseUntil })
      .where(inArray(refunds.id, [...ids]));
  };

  const claim = (
    which: typeof TO_SEND,
    { carrierId, now, limit }: Omit<RefundClaim, 'leaseUntil'>,
    mark: (tx: Database, ids: string[]) => Promise<void>,
  ): Promise<Refund[]> =>
    db.transaction(async (tx) => {
      const due = await tx
        .select()
        .from(refunds)
        .where(and(which, dueAt(carrierId, now)))
        .orderBy(asc(refunds.lookupAt), asc(refunds.id))
        .limit(limit)
        .for('update', { skipLocked: true });
      const ids = due.map(({ id }) => id);
      if (ids.length > 0) await mark(tx, ids);
      return due;
    });
  return {
    db,
    within: (tx: Database) => createRefundRepository(tx),

    byId: (id: string): Promise<Refund | undefined> => one(eq(refunds.id, id)),
    byReference: (reference: string): Promise<Refund | undefined> =>
      one(eq(refunds.reference, reference)),
    byOnceKey: (key: string): Promise<Refund | undefined> => one(eq(refunds.onceKey, key)),

    lock: async (id: string): Promise<Refund | undefined> => {
      const [row] = await db.select().from(refunds).where(eq(refunds.id, id)).for('update');
      return row;
    },

    /** Writes a refund that was found at the carrier. */
    insert: async (refund: Refund): Promise<void> => {
      await db.insert(refunds).values(refund);
    },

    /** The refunds of these charges, the oldest first. */
    of: async (chargeIds: readonly string[]): Promise<ChargeRefund[]> =>
      (await those(refunds.chargeId, chargeIds)).filter(isOfCharge),

    /** The refunds of the payments of these exceptions, the oldest first. */
    ofExceptions: (exceptionIds: readonly string[]): Promise<Refund[]> =>
      those(refunds.exceptionId, exceptionIds),

    /** The part of a charge that is refunded or set aside for open refunds. */
    setAside: (chargeId: string): Promise<WithVat> => sumOf(chargeId, ne(refunds.state, 'denied')),

    /** The part of a charge whose refunds succeeded. */
    givenBack: (chargeId: string): Promise<WithVat> =>
      sumOf(chargeId, eq(refunds.state, 'succeeded')),

    /** Claims refunds to look up by postponing their time: after a crash they become due again. */
    claimLookups: (claimed: RefundClaim): Promise<Refund[]> =>
      claim(LOOKED_UP, claimed, async (tx, ids) => {
        await tx
          .update(refunds)
          .set({ lookupAt: claimed.leaseUntil })
          .where(inArray(refunds.id, ids));
      }),

    /**
     * Claims refunds to send; the same transaction marks them as sent, before the carrier is
     * called.
     */
    claimIntents: async (claimed: RefundClaim): Promise<Refund[]> => {
      const due = await claim(TO_SEND, claimed, (tx, ids) =>
        createRefundRepository(tx).markSent(ids, claimed.now, claimed.leaseUntil),
      );
      return due.map((refund) => ({ ...refund, state: 'unknown', sentAt: claimed.now }));
    },

    markSent,

    /**
     * Makes a refund due again that the carrier never made and can no longer make; does nothing if
     * it was recorded or sent since it was read.
     */
    intendAgain: async ({ id, sentAt }: Pick<Refund, 'id' | 'sentAt'>, at: Date): Promise<void> => {
      const asRead = and(
        eq(refunds.id, id),
        eq(refunds.state, 'unknown'),
        sentAt === null ? isNull(refunds.sentAt) : eq(refunds.sentAt, sentAt),
      );
      await db.update(refunds).set({ state: 'intended', lookupAt: at }).where(asRead);
    },

    /** Writes the new state of a locked refund. */
    write: async (id: string, change: RefundChange): Promise<void> => {
      await db.update(refunds).set(change).where(eq(refunds.id, id));
    },

    /**
     * Writes how much of a locked charge is refunded or set aside, and whether the whole charge is
     * refunded.
     */
    writeCharge: async ({
      id,
      state,
      refunded,
    }: Pick<Charge, 'id' | 'state' | 'refunded'>): Promise<void> => {
      await db.update(charges).set({ state, refunded }).where(eq(charges.id, id));
    },

    /**
     * Schedules an immediate lookup of refunds that may have been sent, because the carrier has
     * news.
     */
    lookAgain: async (which: { id: string } | { chargeId: string }, at: Date): Promise<void> => {
      const these = 'id' in which ? eq(refunds.id, which.id) : eq(refunds.chargeId, which.chargeId);
      await db
        .update(refunds)
        .set({ lookupAt: at })
        .where(and(these, eq(refunds.state, 'unknown')));
    },

    /** How many refunds are to be sent by now, at most `limit`. */
    intentsDue: async (carrierId: string, now: Date, limit: number): Promise<number> => {
      const due = db
        .select({ id: refunds.id })
        .from(refunds)
        .where(and(TO_SEND, dueAt(carrierId, now)))
        .limit(limit)
        .as('due');
      const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(due);
      return row?.count ?? 0;
    },

    nextLookup: (carrierId: string): Promise<Date | null> =>
      earliestDue(db, nextLookupAt(carrierId)),
    nextIntent: (carrierId: string): Promise<Date | null> =>
      earliestDue(db, nextIntentAt(carrierId)),
  };
}

function isOfCharge(refund: Refund): refund is ChargeRefund {
  return refund.chargeId !== null;
}

/** When the first of these refunds is due. */
function earliest(which: SQL, carrierId: string): SQL {
  return sql`select min(${refunds.lookupAt}) from ${refunds} where ${which} and ${refunds.carrierId} = ${carrierId} and ${refunds.lookupAt} is not null`;
}

/** Refunds at a carrier whose time has come. */
function dueAt(carrierId: string, now: Date) {
  return and(
    eq(refunds.carrierId, carrierId),
    isNotNull(refunds.lookupAt),
    lte(refunds.lookupAt, now),
  );
}

export type RefundRepository = ReturnType<typeof createRefundRepository>;
