import { createReadingRepository } from '@bonisa/content/catalogue-reading.repository';
import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { sql } from 'drizzle-orm';
import { type Problem, warning } from './check.ts';

/** What must be there before anybody can subscribe. A database without tables has no problem. */
export async function firstSaleProblems(db: Database, now: Date): Promise<Problem[]> {
  const [row] = await rowsOf<{ found: string | null }>(
    db,
    sql`select to_regclass('public.catalogue_assets')::text as found`,
  );
  if (!row?.found) return [];
  const reading = createReadingRepository(db);
  if ((await reading.hasTitle(now)) || (await reading.hasLive(now))) return [];
  return [
    warning(
      'catalogue',
      'there is nothing to watch, so nobody can subscribe: publish a video or an episode whose film is ready, or a live channel with programmes',
    ),
  ];
}
