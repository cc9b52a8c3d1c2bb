import { sql } from 'drizzle-orm';
import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
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
 * What people must decide: a difference between the carrier's books and ours, or an outcome that
 * stays unknown. `proposal` names the postings that would correct it; nothing is posted before
 * somebody applies it.
 */
export const cases = pgTable(
  'cases',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', {
      enum: [
        'missing_here',
        'missing_there',
        'differing',
        'unknown_charge',
        'unknown_refund',
        'refund_denied',
      ],
    }).notNull(),
    /** What it is about: the same thing found again is the same case. */
    subject: text('subject').notNull(),
    reference: text('reference'),
    carrierPaymentId: text('carrier_payment_id'),
    /**
     * The day of the carrier's books, where it came from there, and whether from its list or its
     * file.
     */
    day: date('day', { mode: 'string' }),
    source: text('source', { enum: ['list', 'file'] }),
    /**
     * The comparison that saw it last: what a later one of the same day does not see any more is
     * answered.
     */
    seenBy: uuid('seen_by'),
    ours: jsonb('ours').$type<CaseSide>(),
    theirs: jsonb('theirs').$type<CaseSide>(),
    proposal: jsonb('proposal').$type<CaseProposal>().notNull(),
    /**
     * `returned`: it was applied, and the money was given back at the carrier by hand afterwards.
     */
    state: text('state', {
      enum: ['open', 'applied', 'dismissed', 'resolved', 'returned'],
    }).notNull(),
    note: text('note'),
    createdAt: instant('created_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (table) => [
    uniqueIndex('cases_subject').on(table.kind, table.subject),
    index('cases_open').on(table.createdAt).where(sql`state = 'open'`),
  ],
);

/** What one side's books say; amounts in cents. */
export interface CaseSide {
  readonly amount: number;
  /** What was given back of it, where that is known. */
  readonly refunded?: number;
  readonly state: string;
  readonly at: string;
}

/** What would put it right, for people to read and to apply. */
export interface CaseProposal {
  readonly action: 'post' | 'look_up' | 'refund' | 'none';
  readonly words: string;
  readonly lines: readonly {
    readonly account: (typeof ACCOUNTS)[number];
    readonly amount: number;
  }[];
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

/**
 * Who compares a day just now, as a lease: one process at a time, and another one after a crash.
 */
export const reconciliationRuns = pgTable('reconciliation_runs', {
  /** As in `reconciliations`. */
  key: text('key').primaryKey(),
  run: uuid('run').notNull(),
  until: instant('until').notNull(),
});

/** The carrier's entries while they are compared; gone afterwards. No number stands here. */
export const reconciliationEntries = pgTable(
  'reconciliation_entries',
  {
    run: uuid('run').notNull(),
    /** In the order of the list; of a file its line. */
    place: integer('place').notNull(),
    reference: text('reference'),
    carrierPaymentId: text('carrier_payment_id'),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    status: text('status').notNull(),
    at: instant('at').notNull(),
    /** Which of our charges it is. */
    chargeId: uuid('charge_id'),
  },
  (table) => [
    primaryKey({ columns: [table.run, table.place] }),
    // A list that shifts while it is read shows a payment twice.
    uniqueIndex('reconciliation_entries_payment')
      .on(table.run, table.carrierPaymentId)
      .where(sql`carrier_payment_id is not null`),
    index('reconciliation_entries_charge')
      .on(table.run, table.chargeId)
      .where(sql`charge_id is not null`),
  ],
);

/** What nobody will pay any more, and why. */
export const writeOffs = pgTable('write_offs', {
  id: uuid('id').primaryKey(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  reason: text('reason').notNull(),
  /** The operator's key of the request: the same one again is the same write-off. */
  onceKey: text('once_key').unique(),
  at: instant('at').notNull(),
});
