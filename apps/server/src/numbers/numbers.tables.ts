import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from '../platform/columns.ts';

/** A number that ever opted in. The specification's subscriber_id is its id. */
export const subscribers = pgTable(
  'subscribers',
  {
    id: bigint('id', { mode: 'number' })
      .primaryKey()
      .generatedByDefaultAsIdentity({ startWith: 100_001 }),
    msisdn: text('msisdn').notNull(),
    /** The carrier that serves the number; `null`: that of its range. */
    carrierId: text('carrier_id'),
    /** When that was last looked up; `null`: never. */
    carrierCheckedAt: instant('carrier_checked_at'),
    /** The free first day is once for a number. */
    trialUsedAt: instant('trial_used_at'),
    /** STOP ALL and the like: no opt-in any more, and no override. */
    blockedAt: instant('blocked_at'),
    /**
     * From when on its first subscription has grace, later ones take it over from the one before;
     * `null`: none is left.
     */
    graceFrom: instant('grace_from'),
    createdAt: instant('created_at').notNull(),
    /**
     * Its owner had everything removed: `msisdn` is no number any more, and nobody is signed in as
     * it again.
     */
    forgottenAt: instant('forgotten_at'),
    /**
     * When the carrier was last asked whether the number went to somebody else; `null`: never since
     * it came.
     */
    ownerCheckedAt: instant('owner_checked_at'),
  },
  (table) => [
    uniqueIndex('subscribers_msisdn').on(table.msisdn),
    index('subscribers_gone').on(table.forgottenAt).where(sql`forgotten_at is not null`),
  ],
);

/**
 * What must outlive the removal of a number's data, under a keyed one-way mark of it: a second free
 * day is not given for having everything removed, nor a second grace, and a number that was blocked
 * stays blocked.
 */
export const forgottenNumbers = pgTable('forgotten_numbers', {
  mark: text('mark').primaryKey(),
  trialUsedAt: instant('trial_used_at'),
  blockedAt: instant('blocked_at'),
  graceFrom: instant('grace_from'),
  at: instant('at').notNull(),
});
