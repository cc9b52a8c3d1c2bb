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
import type { Account } from '../../ledger/postings.ts';
import { instant } from '../../platform/columns.ts';

/** A South African day's comparison with the carrier's own list or file. */
export const reconciliations = pgTable('reconciliations', {
  /** `karoo 2026-11-20 list`: one for each carrier, day and source; a new one replaces it. */
  key: text('key').primaryKey(),
  carrierId: text('carrier_id').notNull(),
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
    carrierId: text('carrier_id').notNull(),
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
    uniqueIndex('cases_subject').on(table.kind, table.carrierId, table.subject),
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
    readonly account: Account;
    readonly amount: number;
  }[];
}

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
