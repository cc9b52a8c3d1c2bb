import type { Database } from '@bonisa/kit/database/database';
import { earliestDue } from '@bonisa/kit/jobs/earliest-due';
import { asc, inArray, lte, sql } from 'drizzle-orm';
import { consents } from './consent.tables.ts';

/** WASPA 15: evidence is retained for three years after the end. */
export const EVIDENCE_KEPT_YEARS = 3;

export type Consent = typeof consents.$inferSelect;

/** A deleted consent whose retention was over. */
export type PurgedConsent = Pick<Consent, 'subscriptionId' | 'msisdn'>;

/** SQL of consents, from the opt-in until the end of the retention. */
export function createConsentRepository(db: Database) {
  return {
    within: (tx: Database) => createConsentRepository(tx),

    insert: async (consent: Consent): Promise<void> => {
      await db.insert(consents).values(consent);
    },

    /** Consents under a number and its pseudonyms, the oldest first. */
    of: (...names: readonly string[]): Promise<Consent[]> =>
      db
        .select()
        .from(consents)
        .where(inArray(consents.msisdn, [...names]))
        .orderBy(asc(consents.at)),

    /** The subscriptions have ended: their consents are retained for three years from then. */
    startRetention: async (subscriptionIds: readonly string[], endedAt: Date): Promise<void> => {
      if (subscriptionIds.length === 0) return;
      await db
        .update(consents)
        .set({ retainUntil: yearsFrom(endedAt, EVIDENCE_KEPT_YEARS) })
        .where(inArray(consents.subscriptionId, [...subscriptionIds]));
    },

    /** Replaces names of a number by a pseudonym. */
    pseudonymise: async (from: readonly string[], to: string): Promise<void> => {
      await db
        .update(consents)
        .set({ msisdn: to })
        .where(inArray(consents.msisdn, [...from]));
    },

    /**
     * Deletes at most `limit` consents whose retention is over, and returns their subscriptions.
     */
    purge: (now: Date, limit: number): Promise<PurgedConsent[]> => {
      const over = db
        .select({ id: consents.id })
        .from(consents)
        .where(lte(consents.retainUntil, now))
        .orderBy(asc(consents.retainUntil), asc(consents.id))
        .limit(limit)
        .for('update', { skipLocked: true });
      return db
        .delete(consents)
        .where(inArray(consents.id, over))
        .returning({ subscriptionId: consents.subscriptionId, msisdn: consents.msisdn });
    },

    /** When the retention of the next consent is over. */
    nextPurge: (): Promise<Date | null> => earliestDue(db, FIRST_RETAINED),
  };
}

const FIRST_RETAINED = sql`select min(${consents.retainUntil}) from ${consents} where ${consents.retainUntil} is not null`;

/** The same day and time this many years later. */
export function yearsFrom(instant: Date, years: number): Date {
  const moved = new Date(instant);
  moved.setUTCFullYear(moved.getUTCFullYear() + years);
  return moved;
}

export type ConsentRepository = ReturnType<typeof createConsentRepository>;
