import { instant } from '@bonisa/kit/database/columns';
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * Every version of the terms and of the privacy policy that this service has shown. Rows are only
 * added: consents cite their versions.
 */
export const legalTexts = pgTable(
  'legal_texts',
  {
    kind: text('kind', { enum: ['terms', 'privacy'] }).notNull(),
    /** Legal texts are in English in every language of the interface. */
    language: text('language', { enum: ['en'] }).notNull(),
    version: text('version').notNull(),
    /** SHA-256 of the text, in hexadecimal. */
    hash: text('hash').notNull(),
    /** With places such as `{company}` for the brand's facts and the prices, which change. */
    text: text('text').notNull(),
    /** When a process showed it first, or the studio published it. */
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.language, table.version] })],
);
