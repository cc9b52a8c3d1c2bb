import type { Language } from '@bonisa/domain/languages';
import { instant } from '@bonisa/kit/database/columns';
import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

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
    /** When the carrier was last looked up; `null`: never. */
    carrierCheckedAt: instant('carrier_checked_at'),
    /** The language of the words that its owner last agreed to; `null`: English. */
    language: text('language').$type<Language>(),
    /** A number has the free first day once. */
    trialUsedAt: instant('trial_used_at'),
    /** Set by STOP ALL: no further opt-in, and no override. */
    blockedAt: instant('blocked_at'),
    /**
     * When the grace of its first subscription begins; later ones take it over from the one before.
     * `null`: none is left.
     */
    graceFrom: instant('grace_from'),
    createdAt: instant('created_at').notNull(),
    /**
     * The owner's data was removed: `msisdn` is no number any more, and nobody can sign in to this
     * row.
     */
    forgottenAt: instant('forgotten_at'),
    /**
     * When the carrier was last asked whether the number has a new owner; `null`: never since its
     * first row.
     */
    ownerCheckedAt: instant('owner_checked_at'),
  },
  (table) => [
    uniqueIndex('subscribers_msisdn').on(table.msisdn),
    index('subscribers_gone').on(table.forgottenAt).where(sql`forgotten_at is not null`),
  ],
);

/**
 * The facts that outlive the removal of a number's data, under a keyed one-way mark: a removal
 * gives neither a second free day nor a second grace, and a blocked number stays blocked.
 */
export const forgottenNumbers = pgTable('forgotten_numbers', {
  mark: text('mark').primaryKey(),
  trialUsedAt: instant('trial_used_at'),
  blockedAt: instant('blocked_at'),
  graceFrom: instant('grace_from'),
  at: instant('at').notNull(),
});
