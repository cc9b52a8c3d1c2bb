import { eq } from 'drizzle-orm';
import type { Database } from '../platform/database.ts';
import { fraudVerdicts } from './fraud.tables.ts';

export type VerdictRow = typeof fraudVerdicts.$inferSelect;

export interface FraudRepository {
  /** Writes a verdict and uses its kit up. Answers `false`, having written nothing, where the kit was used before. */
  record(verdict: VerdictRow): Promise<boolean>;
  /** The verdicts on one run through the flow, oldest first: what a disputed consent is explained with. */
  ofTransaction(transactionId: string): Promise<VerdictRow[]>;
}

export function createFraudRepository(db: Database): FraudRepository {
  return {
    async record(verdict) {
      const written = await db
        .insert(fraudVerdicts)
        .values(verdict)
        .onConflictDoNothing({ target: fraudVerdicts.kitId })
        .returning({ id: fraudVerdicts.id });
      return written.length === 1;
    },

    ofTransaction: (transactionId) =>
      db.select().from(fraudVerdicts).where(eq(fraudVerdicts.transactionId, transactionId)).orderBy(fraudVerdicts.at, fraudVerdicts.id),
  };
}
