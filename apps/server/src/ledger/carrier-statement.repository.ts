import type { Month } from '@bonisa/domain/south-african-time';
import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { carrierStatements } from './ledger.tables.ts';

export type CarrierStatement = typeof carrierStatements.$inferSelect;

/** SQL of the statements that carriers sent. */
export function createCarrierStatementRepository(db: Database) {
  return {
    within: (tx: Database) => createCarrierStatementRepository(tx),

    transaction: <Result>(work: (tx: Database) => Promise<Result>): Promise<Result> =>
      db.transaction(work),

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
