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
 * Each verdict, kept with the consent record that it allowed. `kit_id` holds the single use of a
 * kit across processes: the first judgement takes it, a later one finds it taken and is written
 * without it. The evidence holds named facts about the press, never a phone number and never a
 * token.
 */
export const fraudVerdicts = pgTable(
  'fraud_verdicts',
  {
    id: uuid('id').primaryKey(),
    /** Null where the token proved no kit, and for a replay. */
    kitId: text('kit_id').unique(),
    transactionId: text('transaction_id').notNull(),
    decision: text('decision').$type<'pass' | 'fail'>().notNull(),
    provider: text('provider').$type<FraudProvider>().notNull(),
    mode: text('mode').$type<FraudMode>().notNull(),
    reasons: jsonb('reasons').$type<readonly FraudReason[]>().notNull(),
    suspicions: jsonb('suspicions').$type<readonly FraudSuspicion[]>().notNull(),
    evidence: jsonb('evidence').$type<FraudEvidence>().notNull(),
    /** The network address that the press came from; '' once 90 days are over. */
    address: text('address').notNull(),
    at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [
    index('fraud_verdicts_transaction').on(table.transactionId),
    // What is too old or too much, and the addresses that are still there.
    index('fraud_verdicts_at').on(table.at),
    index('fraud_verdicts_address').on(table.at).where(sql`address <> ''`),
  ],
);
