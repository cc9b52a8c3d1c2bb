import { bigint, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * Double entry, append only (the database refuses a change, see the migration `append_only`): the lines of one entry add up
 * to nothing. Amounts are cents; a debit is positive, a credit negative.
 */
export const ledgerLines = pgTable(
  'ledger_lines',
  {
    id: uuid('id').primaryKey(),
    entryId: uuid('entry_id').notNull(),
    account: text('account', { enum: ['carrier_receivable', 'revenue', 'vat_output', 'refunds'] }).notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** What caused the entry, for example `charge`. */
    cause: text('cause').notNull(),
    causeId: uuid('cause_id').notNull(),
    at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  // From a charge to its postings, for the audit.
  (table) => [
    index('ledger_lines_cause').on(table.causeId),
    index('ledger_lines_account').on(table.account),
    // The database adds an entry's lines up when a transaction ends.
    index('ledger_lines_entry').on(table.entryId),
  ],
);
