import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/columns.ts';

/**
 * The accounts. `carrier_receivable`: what the carrier owes us for airtime that it took. `revenue`
 * (without VAT) and `vat_output`. `refunds`: net of what was given back. `settlement`: what the
 * carrier paid. `carrier_share`: what it keeps of it. `write_off`: what nobody will pay.
 */
export const ACCOUNTS = [
  'carrier_receivable',
  'revenue',
  'vat_output',
  'refunds',
  'settlement',
  'carrier_share',
  'write_off',
] as const;

/**
 * Double entry, append only (the database refuses a change, see the migration `append_only`): the
 * lines of one entry add up to nothing. Amounts are cents; a debit is positive, a credit negative.
 */
export const ledgerLines = pgTable(
  'ledger_lines',
  {
    id: uuid('id').primaryKey(),
    entryId: uuid('entry_id').notNull(),
    /** With which carrier the money was moved. */
    carrierId: text('carrier_id').notNull(),
    account: text('account', { enum: ACCOUNTS }).notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** What caused the entry, for example `charge`. */
    cause: text('cause').notNull(),
    causeId: uuid('cause_id').notNull(),
    at: instant('at').notNull(),
  },
  // From a charge to its postings, for the audit.
  (table) => [
    index('ledger_lines_cause').on(table.causeId),
    // The database adds an entry's lines up.
    index('ledger_lines_entry').on(table.entryId),
    // A month's lines stand together, since lines are only ever appended: this says where, and
    // costs nothing to keep.
    index('ledger_lines_at').using('brin', table.at),
  ],
);

/** What the carrier paid for a month, and what it kept. */
export const settlements = pgTable('settlements', {
  id: uuid('id').primaryKey(),
  carrierId: text('carrier_id').notNull(),
  month: text('month').notNull(),
  paid: bigint('paid', { mode: 'number' }).notNull(),
  share: bigint('share', { mode: 'number' }).notNull(),
  reference: text('reference').notNull().unique(),
  at: instant('at').notNull(),
});

/** What nobody will pay any more, and why. */
export const writeOffs = pgTable('write_offs', {
  id: uuid('id').primaryKey(),
  carrierId: text('carrier_id').notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  reason: text('reason').notNull(),
  /** The operator's key of the request: the same one again is the same write-off. */
  onceKey: text('once_key').unique(),
  at: instant('at').notNull(),
});
