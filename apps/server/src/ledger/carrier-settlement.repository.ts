import type { MonthTotals } from '@bonisa/domain/money/carrier-settlement';
import type { Cents } from '@bonisa/domain/money/rand';
import type { Month } from '@bonisa/domain/south-african-time';
import { and, asc, eq, gte, lt, sql, sum } from 'drizzle-orm';
import { type Database, lockFor } from '../platform/database/database.ts';
import type { LedgerPort } from './ledger.port.ts';
import { ledgerLines, settlements, writeOffs } from './ledger.tables.ts';
import type { LedgerLine } from './postings.ts';

export type Settlement = typeof settlements.$inferSelect;
export type WriteOff = typeof writeOffs.$inferSelect;

/** SQL of settlements with carriers. `post` writes their postings. */
export function createCarrierSettlementRepository(db: Database, post: LedgerPort['post']) {
  return {
    within: (tx: Database) => createCarrierSettlementRepository(tx, post),

    /** A lock for postings that depend on earlier postings. */
    alone: <Result>(work: (tx: Database) => Promise<Result>): Promise<Result> =>
      db.transaction(async (tx) => {
        await lockFor(tx, 'carrier settlement');
        return await work(tx);
      }),

    /**
     * The sums of a window's postings (its end excluded). Corrections of a charge count as taken;
     * the carrier's payments count as neither.
     */
    totals: async (
      carrierId: string,
      { from, to }: { from: Date; to: Date },
    ): Promise<MonthTotals> => {
      const isRefund = sql`${ledgerLines.cause} in ('refund', 'case_refund')`;
      const isSale = sql`${ledgerLines.account} in ('revenue', 'vat_output', 'refunds')`;
      const [row] = await db
        .select({
          gross: sql<string>`coalesce(-sum(${ledgerLines.amount}) filter (where ${isSale} and not ${isRefund}), 0)`,
          refunds: sql<string>`coalesce(sum(${ledgerLines.amount}) filter (where ${isSale} and ${isRefund}), 0)`,
          vat: sql<string>`coalesce(-sum(${ledgerLines.amount}) filter (where ${ledgerLines.account} = 'vat_output'), 0)`,
        })
        .from(ledgerLines)
        .where(
          and(
            eq(ledgerLines.carrierId, carrierId),
            gte(ledgerLines.at, from),
            lt(ledgerLines.at, to),
          ),
        );
      return {
        gross: Number(row?.gross ?? 0),
        refunds: Number(row?.refunds ?? 0),
        vat: Number(row?.vat ?? 0),
      };
    },

    /** The amount that a carrier owes us, over all time. */
    receivable: async (carrierId: string): Promise<Cents> => {
      const [row] = await db
        .select({ owed: sum(ledgerLines.amount) })
        .from(ledgerLines)
        .where(
          and(eq(ledgerLines.carrierId, carrierId), eq(ledgerLines.account, 'carrier_receivable')),
        );
      return Number(row?.owed ?? 0);
    },

    settlementsOf: (carrierId: string, month: Month): Promise<Settlement[]> =>
      db
        .select()
        .from(settlements)
        .where(and(eq(settlements.carrierId, carrierId), eq(settlements.month, month)))
        .orderBy(asc(settlements.at), asc(settlements.id)),

    settlementBy: async (reference: string): Promise<Settlement | undefined> => {
      const [row] = await db.select().from(settlements).where(eq(settlements.reference, reference));
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
