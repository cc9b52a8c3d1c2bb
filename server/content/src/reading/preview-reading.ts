import type { Database } from '@bonisa/kit/database/database';
import { sql } from 'drizzle-orm';
import { READINGS, type ReadingRepository } from '../catalogue-reading.repository.ts';

/** The views of the schema `preview` stand for the tables: there, a draft is published. */
const SEE_DRAFTS = sql`select set_config('search_path', 'preview, ' || current_setting('search_path'), true)`;

type Read = (...given: unknown[]) => Promise<unknown>;
type Readings = Readonly<Record<string, Read>>;

/**
 * Reads the catalogue with its drafts, by the same statements as viewers do. Each read is a
 * transaction of its own, in which names of tables mean the views of `0001_triggers.sql`. Nothing
 * is cached: a preview shows what was written just now.
 */
export function createPreviewReading(db: Database): ReadingRepository {
  const subjects = new Map<string, (on: Database) => Readings>();
  const subjectOf = (name: string): ((on: Database) => Readings) | undefined => {
    if (subjects.size === 0)
      for (const subject of READINGS as readonly unknown[]) {
        const create = subject as (on: Database) => Readings;
        for (const name of Object.keys(create(db))) subjects.set(name, create);
      }
    return subjects.get(name);
  };
  const read =
    (name: string): Read =>
    async (...parameters) =>
      await db.transaction(async (transaction) => {
        await transaction.execute(SEE_DRAFTS);
        return await subjectOf(name)?.(transaction as unknown as Database)[name]?.(...parameters);
      });
  return new Proxy({} as ReadingRepository, {
    // It is no promise, whoever awaits it.
    get: (_, name) => (typeof name === 'string' && name !== 'then' ? read(name) : undefined),
  });
}
