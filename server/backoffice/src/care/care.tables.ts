import { instant } from '@bonisa/kit/database/columns';
import { desc, sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

/** Notes of calls, in the words of the agent. They go with the number's other data. */
export const careNotes = pgTable(
  'care_notes',
  {
    id: uuid('id').primaryKey(),
    subscriberId: bigint('subscriber_id', { mode: 'number' }).notNull(),
    at: instant('at').notNull(),
    byName: text('by_name').notNull(),
    text: text('text').notNull(),
  },
  (table) => [
    index('care_notes_subscriber').on(table.subscriberId, table.at),
    // For the purge.
    index('care_notes_at').on(table.at),
  ],
);

/**
 * Charges that callers dispute. The row outlives a removal of personal data, without subscriber and
 * without words, since reports of money count it.
 */
export const careDisputes = pgTable(
  'care_disputes',
  {
    id: uuid('id').primaryKey(),
    subscriberId: bigint('subscriber_id', { mode: 'number' }),
    chargeId: uuid('charge_id').notNull(),
    reference: text('reference').notNull(),
    carrierId: text('carrier_id').notNull(),
    packageId: text('package_id').notNull(),
    /** What was charged, in cents. */
    amount: integer('amount').notNull(),
    state: text('state', { enum: ['open', 'answered', 'upheld', 'rejected'] }).notNull(),
    /** What the caller said. */
    words: text('words').notNull(),
    openedAt: instant('opened_at').notNull(),
    openedBy: text('opened_by').notNull(),
    /** What the caller was told. */
    answer: text('answer'),
    answeredAt: instant('answered_at'),
    answeredBy: text('answered_by'),
    decidedAt: instant('decided_at'),
    decidedBy: text('decided_by'),
    /** Whose name that is: people and keys may have one name. Null for older decisions. */
    decidedById: text('decided_by_id'),
    decidedReason: text('decided_reason'),
    /** What an upheld dispute gives back, in cents. */
    refundAmount: integer('refund_amount'),
  },
  (table) => [
    index('care_disputes_subscriber').on(table.subscriberId, table.openedAt),
    // A charge is disputed by one dispute at a time.
    uniqueIndex('care_disputes_undecided')
      .on(table.chargeId)
      .where(sql`state in ('open', 'answered')`),
    // Reports of money count by day; the list of care reads the newest first.
    index('care_disputes_opened').on(table.openedAt),
    index('care_disputes_state').on(table.state, desc(table.id)),
  ],
);

/**
 * Every refund that care asks for: those within the limit (`free`) and those that wait for a second
 * person. Their sums decide whether the next one waits.
 */
export const careRefunds = pgTable(
  'care_refunds',
  {
    id: uuid('id').primaryKey(),
    /** Null once the number's data is removed. */
    subscriberId: bigint('subscriber_id', { mode: 'number' }),
    chargeId: uuid('charge_id').notNull(),
    reference: text('reference').notNull(),
    /** Cents. */
    amount: integer('amount').notNull(),
    state: text('state', { enum: ['free', 'waiting', 'approved', 'refused', 'expired'] }).notNull(),
    reason: text('reason').notNull(),
    /** The id of the account or API key. */
    askedBy: text('asked_by').notNull(),
    askedByName: text('asked_by_name').notNull(),
    askedAt: instant('asked_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    decidedBy: text('decided_by'),
    decidedByName: text('decided_by_name'),
    decidedAt: instant('decided_at'),
    decidedReason: text('decided_reason'),
    /** The refund of billing, once it is written; or the name of its refusal. */
    refundReference: text('refund_reference'),
    refusal: text('refusal'),
  },
  (table) => [
    check('care_refunds_amount', sql`amount > 0`),
    index('care_refunds_charge').on(table.chargeId),
    index('care_refunds_subscriber').on(table.subscriberId, table.askedAt),
    index('care_refunds_asked').on(desc(table.askedAt), desc(table.id)),
    // Nobody has decided them: the first to expire.
    index('care_refunds_waiting').on(table.expiresAt).where(sql`state = 'waiting'`),
    // Decided, and the process ended before billing had it.
    index('care_refunds_unfinished')
      .on(table.decidedAt)
      .where(sql`state in ('free', 'approved') and refund_reference is null and refusal is null`),
  ],
);

/** Acts by their key: the same request with the same key is done once. */
export const careActs = pgTable(
  'care_acts',
  {
    actorId: text('actor_id').notNull(),
    key: text('key').notNull(),
    /** A hash of the act and of what it was asked with. */
    asked: text('asked').notNull(),
    at: instant('at').notNull(),
    /** What the act answered; null while it runs. */
    answer: jsonb('answer').$type<Record<string, unknown>>(),
  },
  (table) => [
    primaryKey({ columns: [table.actorId, table.key] }),
    index('care_acts_at').on(table.at),
  ],
);

/** How often somebody did something in a window: looks at numbers, messages sent again. */
export const careCounts = pgTable(
  'care_counts',
  {
    /** What is counted, and whose: `look <person>`, `again <subscriber>`. */
    key: text('key').primaryKey(),
    windowStart: instant('window_start').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [index('care_counts_window').on(table.windowStart)],
);
