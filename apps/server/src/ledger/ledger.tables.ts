import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * The accounts. `carrier_receivable`: what the carrier owes us for airtime that it took. `revenue` (without VAT) and `vat_output`. `refunds`: net of what
 * was given back. `settlement`: what the carrier paid. `carrier_share`: what it keeps of it. `write_off`: what nobody will pay.
 */
export const ACCOUNTS = ['carrier_receivable', 'revenue', 'vat_output', 'refunds', 'settlement', 'carrier_share', 'write_off'] as const;

/**
 * Double entry, append only (the database refuses a change, see the migration `append_only`): the lines of one entry add up
 * to nothing. Amounts are cents; a debit is positive, a credit negative.
 */
export const ledgerLines = pgTable(
  'ledger_lines',
  {
    id: uuid('id').primaryKey(),
    entryId: uuid('entry_id').notNull(),
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
  ],
);

/** A South African day's comparison with the carrier's own list or file. */
export const reconciliations = pgTable('reconciliations', {
  /** `2026-11-20 list`: one for each day and source, replaced when it is made again. */
  key: text('key').primaryKey(),
  day: date('day', { mode: 'string' }).notNull(),
  source: text('source', { enum: ['list', 'file'] }).notNull(),
  matched: integer('matched').notNull(),
  missingHere: integer('missing_here').notNull(),
  missingThere: integer('missing_there').notNull(),
  differing: integer('differing').notNull(),
  at: instant('at').notNull(),
});

/**
 * What people must decide: a difference between the carrier's books and ours, or an outcome that stays unknown. `proposal` names the postings that would
 * correct it; nothing is posted before somebody applies it.
 */
export const cases = pgTable(
  'cases',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: ['missing_here', 'missing_there', 'differing', 'unknown_charge', 'unknown_refund', 'refund_denied'] }).notNull(),
    /** What it is about: the same thing found again is the same case. */
    subject: text('subject').notNull(),
    reference: text('reference'),
    carrierPaymentId: text('carrier_payment_id'),
    /** The day of the carrier's books, where it came from there. */
    day: date('day', { mode: 'string' }),
    ours: jsonb('ours').$type<CaseSide>(),
    theirs: jsonb('theirs').$type<CaseSide>(),
    proposal: jsonb('proposal').$type<CaseProposal>().notNull(),
    state: text('state', { enum: ['open', 'applied', 'dismissed', 'settled'] }).notNull(),
    note: text('note'),
    createdAt: instant('created_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (table) => [uniqueIndex('cases_subject').on(table.kind, table.subject), index('cases_open').on(table.createdAt).where(sql`state = 'open'`)],
);

/** What one side's books say; amounts in cents. */
export interface CaseSide {
  readonly amount: number;
  readonly state: string;
  readonly at: string;
}

/** What would put it right, for people to read and to apply. */
export interface CaseProposal {
  readonly action: 'post' | 'look_up' | 'refund' | 'none';
  readonly words: string;
  readonly lines: readonly { readonly account: (typeof ACCOUNTS)[number]; readonly amount: number }[];
}

/** What the carrier paid for a month, and what it kept. */
export const settlements = pgTable('settlements', {
  id: uuid('id').primaryKey(),
  month: text('month').notNull(),
  paid: bigint('paid', { mode: 'number' }).notNull(),
  share: bigint('share', { mode: 'number' }).notNull(),
  reference: text('reference').notNull().unique(),
  at: instant('at').notNull(),
});
