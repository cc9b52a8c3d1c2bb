import { instant } from '@bonisa/kit/database/columns';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/** Previews of the site that people of the studio have opened. Ended ones are deleted daily. */
export const previews = pgTable(
  'previews',
  {
    id: uuid('id').primaryKey(),
    /** The studio's session of the person who asked; the preview ends with it. */
    sessionId: uuid('session_id').notNull(),
    viewer: text('viewer', { enum: ['visitor', 'subscriber'] }).notNull(),
    /** The package that the subscriber holds; null: every title is open. */
    packageId: text('package_id'),
    /** The instant that is shown; null: the present one. */
    at: instant('at'),
    path: text('path').notNull(),
    /** The hash of the cookie of the one browser that opened the link; null: none has. */
    claimHash: text('claim_hash').unique(),
    createdAt: instant('created_at').notNull(),
    until: instant('until').notNull(),
  },
  (table) => [index('previews_until').on(table.until)],
);
