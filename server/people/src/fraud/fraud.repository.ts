import type { Database } from '@bonisa/kit/database/database';
import { allButNewest, purgeRows } from '@bonisa/kit/jobs/purge';
import { and, eq, lt, ne } from 'drizzle-orm';
import { fraudVerdicts } from './fraud.tables.ts';

export type VerdictRow = typeof fraudVerdicts.$inferSelect;

export interface FraudRepository {
  /**
   * Writes a verdict and marks its kit as used. Returns `false` and writes nothing when the kit was
   * used before.
   */
  record(verdict: VerdictRow): Promise<boolean>;
  /** The verdicts on one transaction, oldest first: the evidence for a disputed consent. */
  ofTransaction(transactionId: string): Promise<VerdictRow[]>;
  /** Clears the network addresses of verdicts from before an instant. */
  clearAddresses(before: Date): Promise<void>;
  /** Deletes verdicts from before an instant, and all but the newest `max`. */
  purge(before: Date, max: number): Promise<void>;
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
      db
        .select()
        .from(fraudVerdicts)
        .where(eq(fraudVerdicts.transactionId, transactionId))
        .orderBy(fraudVerdicts.at, fraudVerdicts.id),

    async clearAddresses(before) {
      await db
        .update(fraudVerdicts)
        .set({ address: '' })
        .where(and(lt(fraudVerdicts.at, before), ne(fraudVerdicts.address, '')));
    },

    async purge(before, max) {
      await purgeRows(db, fraudVerdicts, lt(fraudVerdicts.at, before));
      await purgeRows(db, fraudVerdicts, allButNewest(fraudVerdicts, fraudVerdicts.at, max));
    },
  };
}
