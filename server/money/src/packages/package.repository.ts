import type { PackageFacts, PriceVersion } from '@bonisa/domain/packages/package-prices';
import type { Database } from '@bonisa/kit/database/database';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { packageNames, packages, priceVersions, priceWithdrawals } from './packages.tables.ts';

/** Who made a package, when and why. */
export type PackageRow = typeof packages.$inferSelect;
export type PackageNameRow = typeof packageNames.$inferSelect;
export type WithdrawalRow = typeof priceWithdrawals.$inferSelect;

/** What a package is called from an instant on. */
export type DatedName = Pick<PackageNameRow, 'packageId' | 'name' | 'at'>;

/** Everything that is configured. */
export interface ConfiguredRows {
  /** By their newest names. */
  readonly packages: readonly PackageRow[];
  /** Every name that a package has had, the earliest first. */
  readonly names: readonly DatedName[];
  readonly versions: readonly PriceVersion[];
  readonly withdrawals: readonly WithdrawalRow[];
}

export type PackageRepository = ReturnType<typeof createPackageRepository>;

/** SQL of packages and their prices. */
export function createPackageRepository(db: Database) {
  return {
    db,
    within: (tx: Database) => createPackageRepository(tx),

    /** Lets one writer at a time decide by what is there. Within a transaction. */
    lock: async (): Promise<void> => {
      await db.execute(sql`lock table ${packages} in share row exclusive mode`);
    },

    /** Changes with every package, name, price and withdrawal: rows are only ever added. */
    mark: async (): Promise<string> => {
      const [row] = await db
        .select({
          mark: sql<string>`concat((select count(*) from ${packages}), ' ', (select count(*) from ${packageNames}), ' ', (select count(*) from ${priceVersions}), ' ', (select count(*) from ${priceWithdrawals}))`,
        })
        .from(sql`(select 1) as one`);
      return row?.mark ?? '';
    },

    read: async (): Promise<ConfiguredRows> => {
      const found = await db.select().from(packages).orderBy(asc(packages.id));
      const names = await db
        .select()
        .from(packageNames)
        .orderBy(asc(packageNames.at), asc(packageNames.id));
      const withdrawals = await db.select().from(priceWithdrawals);
      const rows = await db
        .select({ version: priceVersions, withdrawnAt: priceWithdrawals.at })
        .from(priceVersions)
        .leftJoin(priceWithdrawals, eq(priceWithdrawals.versionId, priceVersions.id))
        .orderBy(asc(priceVersions.validFrom), asc(priceVersions.id));
      return {
        packages: found.map((row) => {
          const { name, words } = names.findLast(({ packageId }) => packageId === row.id) ?? row;
          return { ...row, name, words };
        }),
        names: [...found.map(firstName), ...names],
        versions: rows.map(({ version, withdrawnAt }) => ({ ...version, withdrawnAt })),
        withdrawals,
      };
    },

    /** Those of these keys that are packages. */
    existing: async (keys: readonly string[]): Promise<ReadonlySet<string>> => {
      if (keys.length === 0) return new Set();
      const rows = await db
        .select({ id: packages.id })
        .from(packages)
        .where(inArray(packages.id, [...new Set(keys)]));
      return new Set(rows.map(({ id }) => id));
    },

    insertPackage: async (packageRow: PackageRow): Promise<void> => {
      await db.insert(packages).values(packageRow);
    },

    insertName: async (nameRow: PackageNameRow): Promise<void> => {
      await db.insert(packageNames).values(nameRow);
    },

    insertVersion: async ({ withdrawnAt: _none, ...version }: PriceVersion): Promise<void> => {
      await db.insert(priceVersions).values(version);
    },

    insertWithdrawal: async (withdrawal: WithdrawalRow): Promise<void> => {
      await db.insert(priceWithdrawals).values(withdrawal);
    },
  };
}

/** The name with which a package was made. */
export function firstName({ id, name, madeAt }: PackageRow): DatedName {
  return { packageId: id, name, at: madeAt };
}

/** A row as the rules see it. */
export function factsOf({ id, name, words, period }: PackageRow): PackageFacts {
  return { id, name, words, period };
}
