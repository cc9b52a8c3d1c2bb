import type { ImportProblem } from '@bonisa/contract/studio/import-run';
import { instant } from '@bonisa/kit/database/columns';
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/** The imports that were written. */
export const catalogueImports = pgTable(
  'catalogue_imports',
  {
    /** Made by the one who imports, so that a report may come twice. */
    id: uuid('id').primaryKey(),
    /** The place in the list: ids of others do not sort by time. */
    ordinal: bigint('ordinal', { mode: 'number' }).notNull().generatedAlwaysAsIdentity().unique(),
    actorKind: text('actor_kind', { enum: ['account', 'key', 'command', 'nobody'] }).notNull(),
    actorId: text('actor_id').notNull(),
    /** As it was called at the time. */
    actor: text('actor').notNull(),
    sourceKind: text('source_kind', { enum: ['file', 'feed', 'folder'] }).notNull(),
    sourceName: text('source_name').notNull(),
    state: text('state', { enum: ['writing', 'done', 'stopped'] }).notNull(),
    beganAt: instant('began_at').notNull(),
    reportedAt: instant('reported_at').notNull(),
    endedAt: instant('ended_at'),
    created: integer('created').notNull(),
    changed: integer('changed').notNull(),
    unchanged: integer('unchanged').notNull(),
    deleted: integer('deleted').notNull(),
    refused: integer('refused').notNull(),
    problemCount: integer('problem_count').notNull(),
    /** The first 1,000; null without any, and after 90 days. */
    problems: jsonb('problems').$type<readonly ImportProblem[]>(),
  },
  (table) => [
    // Housekeeping looks for problems that are too old, and for all but the newest imports.
    index('catalogue_imports_reported').on(table.reportedAt),
  ],
);
