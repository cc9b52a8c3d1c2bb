import type { Database } from '@bonisa/kit/database/database';
import { and, asc, eq } from 'drizzle-orm';
import { legalTexts } from './legal-text.tables.ts';

export type RecordedText = typeof legalTexts.$inferSelect;

/** SQL of the legal texts: rows are added and read, and never changed. */
export function createLegalTextRepository(db: Database) {
  const find = async ({
    kind,
    language,
    version,
  }: Pick<RecordedText, 'kind' | 'language' | 'version'>): Promise<RecordedText | undefined> => {
    const isIt = and(
      eq(legalTexts.kind, kind),
      eq(legalTexts.language, language),
      eq(legalTexts.version, version),
    );
    return (await db.select().from(legalTexts).where(isIt))[0];
  };
  return {
    find,

    /** Adds a version, or returns the text that the database has under it. */
    add: async (wanted: RecordedText): Promise<RecordedText> => {
      await db.insert(legalTexts).values(wanted).onConflictDoNothing();
      return (await find(wanted)) ?? wanted;
    },

    /** Every version, the oldest first. */
    all: (): Promise<RecordedText[]> =>
      db.select().from(legalTexts).orderBy(asc(legalTexts.at), asc(legalTexts.kind)),
  };
}
