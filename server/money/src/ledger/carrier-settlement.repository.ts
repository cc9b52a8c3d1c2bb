import type { MonthTotals } from '@bonisa/domain/money/carrier-settlement';
import type { Cents } from '@bonisa/domain/money/rand';
import { type Day, type Month, monthAfter } from '@bonisa/domain/south-african-time';
import { type Database, lockFor } from '@bonisa/kit/database/database';
import { and, asc, eq, exists, gt, max, or, sql } from 'drizzle-orm';
import type { LedgerPort, LedgerSpan, LedgerSum, SumLedger } from './ledger.port.ts';
import { ledgerLines, ledgerMonths, settlements, writeOffs } from './ledger.tables.ts';
import type { LedgerLine } from './postings.ts';

export type Settlement = typeof settlements.$inferSelect;
export type WriteOff = typeof writeOffs.$inferSelect;

/** What of a month was posted in another month, and when last. */
export interface PostedElsewhere {
  readonly amount: Cents;
  readonly lastAt: Date;
}

const SALES: readonly string[] = ['revenue', 'vat_output', 'refunds'];
const REFUNDS: readonly string[] = ['refund', 'case_refund'];

function totalsOf(sums: readonly LedgerSum[]): MonthTotals {
  const totalOf = (isOne: (posted: LedgerSum) => boolean): Cents =>
    sums.filter(isOne).reduce((total, { amount }) => total + amount, 0);
  const isSale = ({ account }: LedgerSum) => SALES.includes(account);
  const isRefund = ({ cause }: LedgerSum) => REFUNDS.includes(cause);
  return {
    gross: 0 - totalOf((sum) => isSale(sum) && !isRefund(sum)),
    refunds: totalOf((sum) => isSale(sum) && isRefund(sum)),
    vat: 0 - totalOf(({ account }) => account === 'vat_output'),
  };
}

/** SQL of settlements with carriers. `post` writes their postings, `sum` adds up the ledger. */
export function createCarrierSettlementRepository(
  db: Database,
  post: LedgerPort['post'],
  sum: SumLedger,
) {
  return {
    within: (tx: Database) => createCarrierSettlementRepository(tx, post, sum),

    /** A lock for postings that depend on earlier postings. */
    alone: <Result>(work: (tx: Database) => Promise<Result>): Promise<Result> =>
      db.transaction(async (tx) => {
        await lockFor(tx, 'carrier settlement');
        return await work(tx);
      }),

    /**
     * The sums of the postings that belong to a month. Corrections of a charge count as taken; the
     * carrier's payments count as neither. `counted`: as the reports have it, for a screen.
     */
    totals: async (carrierId: string, month: Month, as: LedgerSpan['as']): Promise<MonthTotals> => {
      const [from, until] = [`${month}-01` as Day, `${monthAfter(month)}-01` as Day];
      return totalsOf(await sum(db, { carrierId, from, until, month, as }));
    },

    /** The same of what belongs to a month and was posted in another one since an instant. */
    postedElsewhereSince: async (
      carrierId: string,
      month: Month,
      since: Date,
    ): Promise<MonthTotals> => {
      const { account, cause } = ledgerLines;
      const rows = await db
        .select({ account, cause, amount: sql<string>`sum(${ledgerLines.amount})` })
        .from(ledgerMonths)
        .innerJoin(ledgerLines, eq(ledgerLines.entryId, ledgerMonths.entryId))
        .where(
          and(
            eq(ledgerMonths.carrierId, carrierId),
            eq(ledgerMonths.month, month),
            gt(ledgerLines.at, since),
          ),
        )
        .groupBy(account, cause);
      return totalsOf(rows.map((row) => ({ ...row, amount: Number(row.amount) })));
    },

    /** The amount that a carrier owes us, over all time. */
    receivable: async (carrierId: string): Promise<Cents> =>
      (await sum(db, { carrierId, as: 'exact' }))
        .filter(({ account }) => account === 'carrier_receivable')
        .reduce((total, { amount }) => total + amount, 0),

    settlementsOf: (carrierId: string, month: Month): Promise<Settlement[]> =>
      db
        .select()
        .from(settlements)
        .where(and(eq(settlements.carrierId, carrierId), eq(settlements.month, month)))
        .orderBy(asc(settlements.at), asc(settlements.id)),

    writeOffsOf: (carrierId: string, month: Month): Promise<WriteOff[]> =>
      db
        .select()
        .from(writeOffs)
        .where(and(eq(writeOffs.carrierId, carrierId), eq(writeOffs.month, month))),

    /**
     * What of a month was posted in another one, such as a reconciliation exception that was
     * decided later.
     */
    postedElsewhere: async (
      carrierId: string,
      month: Month,
    ): Promise<PostedElsewhere | undefined> => {
      const [row] = await db
        .select({
          amount: sql<string>`coalesce(sum(${ledgerLines.amount}), 0)`,
          lastAt: max(ledgerLines.at),
        })
        .from(ledgerMonths)
        .innerJoin(ledgerLines, eq(ledgerLines.entryId, ledgerMonths.entryId))
        .where(
          and(
            eq(ledgerMonths.carrierId, carrierId),
            eq(ledgerMonths.month, month),
            eq(ledgerLines.account, 'carrier_receivable'),
          ),
        );
      return row?.lastAt ? { amount: Number(row.amount), lastAt: row.lastAt } : undefined;
    },

    /** The months whose share was posted and that later postings may have changed. */
    changedMonths: async (carrierId: string): Promise<Month[]> => {
      const bookedIn = (booked: typeof settlements | typeof writeOffs) =>
        exists(
          db
            .select({ one: sql`1` })
            .from(booked)
            .where(and(eq(booked.carrierId, carrierId), eq(booked.month, ledgerMonths.month))),
        );
      const rows = await db
        .selectDistinct({ month: ledgerMonths.month })
        .from(ledgerMonths)
        .where(
          and(
            eq(ledgerMonths.carrierId, carrierId),
            or(bookedIn(settlements), bookedIn(writeOffs)),
          ),
        );
      return rows.map(({ month }) => month as Month);
    },

    settlementBy: async (carrierId: string, reference: string): Promise<Settlement | undefined> => {
      const [row] = await db
        .select()
        .from(settlements)
        .where(and(eq(settlements.carrierId, carrierId), eq(settlements.reference, reference)));
      return row;
    },

    bookSettlement: async (settlement: Settlement, lines: readonly LedgerLine[]): Promise<void> => {
      await db.insert(settlements).values(settlement);
      const { id: causeId, carrierId, at } = settlement;
      await post(db, [{ cause: 'settlement', causeId, carrierId, at, lines }]);
    },

    writeOffBy: async (onceKey: string): Promise<WriteOff | undefined> => {
      const [row] = await db.select().from(writeOffs).where(eq(writeOffs.onceKey, onceKey));
      return row;
    },

    bookWriteOff: async (writeOff: WriteOff, lines: readonly LedgerLine[]): Promise<void> => {
      await db.insert(writeOffs).values(writeOff);
      const { id: causeId, carrierId, at } = writeOff;
      await post(db, [{ cause: 'write_off', causeId, carrierId, at, lines }]);
    },
  };
}

export type CarrierSettlementRepository = ReturnType<typeof createCarrierSettlementRepository>;
