import { DAY_MS } from '@bonisa/domain/packages/package-catalogue';
import type { Database } from '@bonisa/kit/database/database';
import { purgeRows } from '@bonisa/kit/jobs/purge';
import { lt } from 'drizzle-orm';
import { liveDated } from './live-programmes.tables.ts';

/** So long an editor can look at a past day, and copy it. */
const PAST_MS = 30 * DAY_MS;

/** Removes dated programmes of before that. */
export async function purgeDated(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - PAST_MS);
  await purgeRows(db, liveDated, lt(liveDated.startsAt, before));
}
