import { instant } from '@bonisa/kit/database/columns';
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

/** The comparison of a South African day with the carrier's own list or file. */
export const reconciliations = pgTable('reconciliations', {
  /** `karoo 2026-11-20 list`: one for each carrier, day and source; a repetition replaces it. */
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
 * An exception for a person: a difference between the carrier's list and our charges, or an outcome
 * that stays unknown. `proposal` has the postings that would correct it; nothing is posted before
 * somebody applies it.
 */
export const exceptions = pgTable(
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
    /** The subject: the same difference found again is the same exception. */
    subject: text('subject').notNull(),
    reference: text('reference'),
    carrierPaymentId: text('carrier_payment_id'),
    /**
     * The day of the carrier's list and the source (list or file), if a comparison opened the
     * exception.
     */
    day: date('day', { mode: 'string' }),
    source: text('source', { enum: ['list', 'file'] }),
    /**
     * The comparison that saw the exception last. A later comparison of the same day that does not
     * see it resolves it.
     */
    seenBy: uuid('seen_by'),
    ours: jsonb('ours').$type<ExceptionSide>(),
    theirs: jsonb('theirs').$type<ExceptionSide>(),
    proposal: jsonb('proposal').$type<ExceptionProposal>().notNull(),
    /**
     * `returned`: the exception was applied, and the carrier refunded the money by hand afterwards.
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
    // The list of the studio, of every state: decided exceptions are kept.
    index('cases_state').on(table.state, table.createdAt, table.id),
  ],
);

/** The facts on one side; amounts in cents. */
export interface ExceptionSide {
  readonly amount: number;
  /** The sum of refunds, if known. */
  readonly refunded?: number;
  readonly state: string;
  readonly at: string;
}

/** The proposed correction, for people to read and apply. */
export interface ExceptionProposal {
  readonly action: 'post' | 'look_up' | 'refund' | 'none';
  readonly words: string;
  readonly lines: readonly {
    readonly account: Account;
    readonly amount: number;
  }[];
}

/** The lease of the comparison under way: one process at a time, and another one after a crash. */
export const reconciliationRuns = pgTable('reconciliation_runs', {
  /** The same key as in `reconciliations`. */
  key: text('key').primaryKey(),
  run: uuid('run').notNull(),
  until: instant('until').notNull(),
});

/** The carrier's entries during a comparison; deleted afterwards. They contain no numbers. */
export const reconciliationEntries = pgTable(
  'reconciliation_entries',
  {
    run: uuid('run').notNull(),
    /** The position in the list, or the line of the file. */
    place: integer('place').notNull(),
    reference: text('reference'),
    carrierPaymentId: text('carrier_payment_id'),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    status: text('status').notNull(),
    at: instant('at').notNull(),
    /** The id of our charge. */
    chargeId: uuid('charge_id'),
  },
  (table) => [
    primaryKey({ columns: [table.run, table.place] }),
    // A list that shifts during the reading may show a payment twice.
    uniqueIndex('reconciliation_entries_payment')
      .on(table.run, table.carrierPaymentId)
      .where(sql`carrier_payment_id is not null`),
    index('reconciliation_entries_charge')
      .on(table.run, table.chargeId)
      .where(sql`charge_id is not null`),
  ],
);
