import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type {
  FraudEvidence,
  FraudMode,
  FraudProvider,
  FraudReason,
  FraudSuspicion,
} from './fraud.port.ts';

/**
 * Every verdict. `kit_id` enforces the single use of a kit across processes: the first judgement
 * takes the key, a later one conflicts and is written without it. The evidence holds named facts
 * about the press, never a phone number or a token.
 */
export const fraudVerdicts = pgTable(
  'fraud_verdicts',
  {
    id: uuid('id').primaryKey(),
    /** Null for a token without a valid kit, and for a replay. */
    kitId: text('kit_id').unique(),
    transactionId: text('transaction_id').notNull(),
    decision: text('decision').$type<'pass' | 'fail'>().notNull(),
    provider: text('provider').$type<FraudProvider>().notNull(),
    mode: text('mode').$type<FraudMode>().notNull(),
    reasons: jsonb('reasons').$type<readonly FraudReason[]>().notNull(),
    suspicions: jsonb('suspicions').$type<readonly FraudSuspicion[]>().notNull(),
    evidence: jsonb('evidence').$type<FraudEvidence>().notNull(),
    /** The network address of the press; cleared to '' after 90 days. */
    address: text('address').notNull(),
    at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [
    index('fraud_verdicts_transaction').on(table.transactionId),
    // For retention: old or excess verdicts, and addresses that are not yet cleared.
    index('fraud_verdicts_at').on(table.at),
    index('fraud_verdicts_address').on(table.at).where(sql`address <> ''`),
  ],
);
