import { eq, lt } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { inboundSeen } from './subscription.tables.ts';

/** Remembers what the carrier sent us, so that the same thing sent twice is done once, across restarts. */
export function createInboundLog(db: Database, clock: Clock) {
  return {
    seen: async (key: string): Promise<boolean> => {
      const rows = await db.select({ id: inboundSeen.id }).from(inboundSeen).where(eq(inboundSeen.id, key));
      return rows.length > 0;
    },
    remember: async (key: string): Promise<void> => {
      await db.insert(inboundSeen).values({ id: key, at: clock.now() }).onConflictDoNothing();
    },
    /** Forgets what the carrier will not send again. */
    purge: async (before: Date): Promise<void> => {
      await db.delete(inboundSeen).where(lt(inboundSeen.at, before));
    },
  };
}
