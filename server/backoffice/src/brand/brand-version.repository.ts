import type { Database } from '@bonisa/kit/database/database';
import { lockFor } from '@bonisa/kit/database/database';
import { and, desc, eq, getTableColumns, isNotNull, isNull, lt, lte, max, sql } from 'drizzle-orm';
import { brandVersions } from './brand-version.tables.ts';

export type BrandVersionRow = typeof brandVersions.$inferSelect;
const { files: _, ...listed } = getTableColumns(brandVersions);

/** A version without its files. */
export type ListedVersion = Omit<BrandVersionRow, 'files'>;

export type BrandVersionRepository = ReturnType<typeof createBrandVersionRepository>;

/** The SQL of the brand's versions. */
export function createBrandVersionRepository(db: Database) {
  return {
    /** Runs in a transaction that no other save or publication runs beside. */
    alone: <Result>(work: (tx: Database) => Promise<Result>): Promise<Result> =>
      db.transaction(async (transaction) => {
        const tx = transaction as unknown as Database;
        await lockFor(tx, 'brand versions');
        return await work(tx);
      }),

    newest: async (tx: Database = db): Promise<ListedVersion | undefined> =>
      (await tx.select(listed).from(brandVersions).orderBy(desc(brandVersions.number)).limit(1))[0],

    find: async (number: number, tx: Database = db): Promise<BrandVersionRow | undefined> =>
      (await tx.select().from(brandVersions).where(eq(brandVersions.number, number)))[0],

    /** The newest first. */
    page: (before: number | undefined, limit: number): Promise<ListedVersion[]> =>
      db
        .select(listed)
        .from(brandVersions)
        .where(before === undefined ? undefined : lt(brandVersions.number, before))
        .orderBy(desc(brandVersions.number))
        .limit(limit),

    /** The newest version that was published, with its files. */
    published: async (): Promise<BrandVersionRow | undefined> =>
      (
        await db
          .select()
          .from(brandVersions)
          .where(isNotNull(brandVersions.publishedAt))
          .orderBy(desc(brandVersions.number))
          .limit(1)
      )[0],

    publishedNumber: async (): Promise<number | null> =>
      (
        await db
          .select({ number: max(brandVersions.number) })
          .from(brandVersions)
          .where(isNotNull(brandVersions.publishedAt))
      )[0]?.number ?? null,

    insert: async (tx: Database, row: BrandVersionRow): Promise<void> => {
      await tx.insert(brandVersions).values(row);
    },

    /** Publishes a draft; the version as it is then. */
    publish: async (
      tx: Database,
      number: number,
      { by, at, reason }: { readonly by: string; readonly at: Date; readonly reason: string },
    ): Promise<ListedVersion | undefined> =>
      (
        await tx
          .update(brandVersions)
          .set({ publishedBy: by, publishedAt: at, publishedFor: reason })
          .where(and(eq(brandVersions.number, number), isNull(brandVersions.publishedAt)))
          .returning(listed)
      )[0],

    /** Deletes drafts that were never published, all but the newest so many versions. */
    purge: async (newest: number): Promise<void> => {
      const last = sql`(select max(${brandVersions.number}) from ${brandVersions})`;
      await db
        .delete(brandVersions)
        .where(
          and(
            isNull(brandVersions.publishedAt),
            lte(brandVersions.number, sql`${last} - ${newest}`),
          ),
        );
    },
  };
}
