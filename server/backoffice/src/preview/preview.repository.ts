import type { Database } from '@bonisa/kit/database/database';
import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import { previews } from './preview.tables.ts';

export type PreviewRow = typeof previews.$inferSelect;

export type PreviewRepository = ReturnType<typeof createPreviewRepository>;

/** The SQL of previews. */
export function createPreviewRepository(db: Database) {
  return {
    insert: async (row: PreviewRow): Promise<void> => {
      await db.insert(previews).values(row);
    },

    /** Binds a preview to the browser that opens it first; `undefined`: another one has it. */
    claim: async (id: string, claimHash: string, now: Date): Promise<PreviewRow | undefined> =>
      (
        await db
          .update(previews)
          .set({ claimHash })
          .where(and(eq(previews.id, id), isNull(previews.claimHash), gt(previews.until, now)))
          .returning()
      )[0],

    byId: async (id: string, now: Date): Promise<PreviewRow | undefined> =>
      (
        await db
          .select()
          .from(previews)
          .where(and(eq(previews.id, id), gt(previews.until, now)))
      )[0],

    byClaim: async (claimHash: string, now: Date): Promise<PreviewRow | undefined> =>
      (
        await db
          .select()
          .from(previews)
          .where(and(eq(previews.claimHash, claimHash), gt(previews.until, now)))
      )[0],

    end: async (id: string): Promise<void> => {
      await db.delete(previews).where(eq(previews.id, id));
    },

    purge: async (now: Date): Promise<void> => {
      await db.delete(previews).where(lte(previews.until, now));
    },
  };
}
