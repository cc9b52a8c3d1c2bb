import type { Month } from '@bonisa/domain/south-african-time';
import { type Database, lockFor } from '@bonisa/kit/database/database';
import { and, desc, eq } from 'drizzle-orm';
import { carrierStatements } from './ledger.tables.ts';

export type CarrierStatement = typeof carrierStatements.$inferSelect;

/** SQL of the statements that carriers sent. */
export function createCarrierStatementRepository(db: Database) {
  return {
    within: (tx: Database) => createCarrierStatementRepository(tx),

    /** In a transaction of its own, one at a time: what was entered meanwhile is seen. */
    alone: <Result>(work: (tx: Database) => Promise<Result>): Promise<Result> =>
      db.transaction(async (tx) => {
        await lockFor(tx, 'carrier settlement');
        return await work(tx);
      }),

    /** The carrier's latest statement of a month: a corrected one replaces the earlier. */
    latest: async (carrierId: string, month: Month): Promise<CarrierStatement | undefined> => {
      const [row] = await db
        .select()
        .from(carrierStatements)
        .where(and(eq(carrierStatements.carrierId, carrierId), eq(carrierStatements.month, month)))
        .orderBy(desc(carrierStatements.at), desc(carrierStatements.id))
        .limit(1);
      return row;
    },

    by: async (carrierId: string, reference: string): Promise<CarrierStatement | undefined> => {
      const [row] = await db
        .select()
        .from(carrierStatements)
        .where(
          and(
            eq(carrierStatements.carrierId, carrierId),
            eq(carrierStatements.reference, reference),
          ),
        );
      return row;
    },

    insert: async (statement: CarrierStatement): Promise<void> => {
      await db.insert(carrierStatements).values(statement);
    },
  };
}

export type CarrierStatementRepository = ReturnType<typeof createCarrierStatementRepository>;
