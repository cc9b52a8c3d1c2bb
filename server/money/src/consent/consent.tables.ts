import type { Language } from '@bonisa/domain/languages';
import { instant } from '@bonisa/kit/database/columns';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/**
 * The evidence of an opt-in (ICASA regulation 6, WASPA 15), retained for three years after the
 * subscription's end.
 */
export const consents = pgTable(
  'consents',
  {
    id: uuid('id').primaryKey(),
    subscriptionId: uuid('subscription_id').notNull(),
    /**
     * The number, or its mark once it is no longer its owner's; the same holds for messages both
     * ways.
     */
    msisdn: text('msisdn').notNull(),
    packageId: text('package_id').notNull(),
    words: jsonb('words').$type<readonly string[]>().notNull(),
    /** The language of the words. An unreviewed translation has English ones beside it. */
    language: text('language').$type<Language>().notNull(),
    wordsVersion: text('words_version').notNull(),
    /**
     * The versions of the terms and of the privacy policy that the site showed at this time
     * (`legal_texts`); null in consents from before they were recorded.
     */
    termsVersion: text('terms_version'),
    privacyVersion: text('privacy_version'),
    price: integer('price').notNull(),
    /** The version of the package's price that was shown. */
    priceVersionId: uuid('price_version_id').notNull(),
    servicePeriod: text('service_period').notNull(),
    trial: boolean('trial').notNull(),
    proof: text('proof', { enum: ['otp', 'header_enrichment', 'session'] }).notNull(),
    /**
     * The carrier finds the calls that sent and checked the code by it (`x-correlator`); none if no
     * code proved the number.
     */
    proofCorrelator: text('proof_correlator'),
    verdict: jsonb('verdict').notNull(),
    contentBlockOverridden: boolean('content_block_overridden').notNull(),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
    transactionId: text('transaction_id').notNull(),
    at: instant('at').notNull(),
    /** Set when the subscription has ended. */
    retainUntil: instant('retain_until'),
  },
  (table) => [
    index('consents_subscription').on(table.subscriptionId),
    index('consents_msisdn').on(table.msisdn),
    index('consents_retain').on(table.retainUntil, table.id).where(sql`retain_until is not null`),
  ],
);
