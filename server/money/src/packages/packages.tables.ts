import { instant } from '@bonisa/kit/database/columns';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

/**
 * The packages that were ever sold. These tables are append-only (the database refuses a
 * change): what a consent names can always be looked up.
 */
export const packages = pgTable('packages', {
  /** As apps see it, with the word of its period. */
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  words: text('words').notNull(),
  period: text('period', { enum: ['day', 'week', 'month'] }).notNull(),
  madeAt: instant('made_at').notNull(),
  madeBy: text('made_by').notNull(),
  reason: text('reason').notNull(),
});

/** What packages are called since an instant, with their line for viewers; the newest counts. */
export const packageNames = pgTable(
  'package_names',
  {
    id: uuid('id').primaryKey(),
    packageId: text('package_id').notNull(),
    name: text('name').notNull(),
    words: text('words').notNull(),
    at: instant('at').notNull(),
    by: text('by').notNull(),
    reason: text('reason').notNull(),
  },
  (table) => [index('package_names_package').on(table.packageId, table.at)],
);

/** The prices of packages, each from an instant until the next one of its package. */
export const priceVersions = pgTable(
  'price_versions',
  {
    id: uuid('id').primaryKey(),
    packageId: text('package_id').notNull(),
    /** In cents, including VAT. */
    amount: integer('amount').notNull(),
    /** In hundredths of a percent. */
    vatRate: integer('vat_rate').notNull(),
    trialDays: integer('trial_days').notNull(),
    monthlyLimit: integer('monthly_limit').notNull(),
    serviceKeys: jsonb('service_keys').$type<Readonly<Record<string, string>>>().notNull(),
    offered: boolean('offered').notNull(),
    validFrom: instant('valid_from').notNull(),
    holders: text('holders', { enum: ['kept', 'asked_again'] }).notNull(),
    madeAt: instant('made_at').notNull(),
    madeBy: text('made_by').notNull(),
    reason: text('reason').notNull(),
  },
  (table) => [index('price_versions_package').on(table.packageId, table.validFrom)],
);

/** Versions that were withdrawn before they began. */
export const priceWithdrawals = pgTable(
  'price_withdrawals',
  {
    id: uuid('id').primaryKey(),
    versionId: uuid('version_id').notNull(),
    at: instant('at').notNull(),
    by: text('by').notNull(),
    reason: text('reason').notNull(),
  },
  (table) => [uniqueIndex('price_withdrawals_version').on(table.versionId)],
);
