import type { BrandTextFiles } from '@bonisa/domain/brand/brand-files';
import { instant } from '@bonisa/kit/database/columns';
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * The versions of the brand that the studio made. The files of a version never change; it is
 * published once at most. All but the newest drafts that were never published are deleted daily.
 */
export const brandVersions = pgTable('brand_versions', {
  /** One more than that of the version before. */
  number: integer('number').primaryKey(),
  files: jsonb('files').$type<BrandTextFiles>().notNull(),
  /** The version whose files it began with; null: those of the folder, or none. */
  beganWith: integer('began_with'),
  /** People as they were called at the time. */
  madeBy: text('made_by').notNull(),
  madeAt: instant('made_at').notNull(),
  publishedBy: text('published_by'),
  publishedAt: instant('published_at'),
  publishedFor: text('published_for'),
});
