import type { Scope } from '@bonisa/domain/staff/staff-roles';
import { type Database, lockFor } from '@bonisa/kit/database/database';
import { and, desc, eq, gt, isNull, lt, or } from 'drizzle-orm';
import { staffApiKeys } from './staff.tables.ts';

export type ApiKey = Omit<typeof staffApiKeys.$inferSelect, 'scopes'> & {
  readonly scopes: readonly Scope[];
};

/** SQL of API keys. */
export function createApiKeyRepository(db: Database) {
  return {
    within: (tx: Database) => createApiKeyRepository(tx),

    transaction: <Result>(work: (tx: Database) => Promise<Result>): Promise<Result> =>
      db.transaction(async (tx) => work(tx as unknown as Database)),

    /** Lets one transaction at a time count the keys. */
    lock: (): Promise<void> => lockFor(db, 'staff api keys'),

    insert: async (key: ApiKey): Promise<void> => {
      await db.insert(staffApiKeys).values({ ...key, scopes: [...key.scopes] });
    },

    all: async (): Promise<ApiKey[]> =>
      (await db
        .select()
        .from(staffApiKeys)
        .orderBy(desc(staffApiKeys.createdAt), desc(staffApiKeys.id))) as ApiKey[],

    /** The keys that an account made and that are neither revoked nor expired. */
    liveBy: async (accountId: string, now: Date): Promise<ApiKey[]> =>
      (await db
        .select()
        .from(staffApiKeys)
        .where(
          and(
            eq(staffApiKeys.createdById, accountId),
            isNull(staffApiKeys.revokedAt),
            gt(staffApiKeys.expiresAt, now),
          ),
        )
        .orderBy(staffApiKeys.id)) as ApiKey[],

    /** The key of a secret's hash if it is neither revoked nor expired. */
    live: async (hash: string, now: Date): Promise<ApiKey | undefined> => {
      const [row] = await db
        .select()
        .from(staffApiKeys)
        .where(
          and(
            eq(staffApiKeys.hash, hash),
            isNull(staffApiKeys.revokedAt),
            gt(staffApiKeys.expiresAt, now),
          ),
        );
      return row as ApiKey | undefined;
    },

    /** Notes a use, unless one was noted since `since`. */
    noteUse: async (id: string, now: Date, since: Date): Promise<void> => {
      await db
        .update(staffApiKeys)
        .set({ lastUsedAt: now })
        .where(
          and(
            eq(staffApiKeys.id, id),
            or(isNull(staffApiKeys.lastUsedAt), lt(staffApiKeys.lastUsedAt, since)),
          ),
        );
    },

    /** Revokes a key; one that was revoked before keeps its time. Undefined: no such key. */
    revoke: async (id: string, at: Date): Promise<ApiKey | undefined> => {
      await db
        .update(staffApiKeys)
        .set({ revokedAt: at })
        .where(and(eq(staffApiKeys.id, id), isNull(staffApiKeys.revokedAt)));
      const [row] = await db.select().from(staffApiKeys).where(eq(staffApiKeys.id, id));
      return row as ApiKey | undefined;
    },
  };
}

export type ApiKeyRepository = ReturnType<typeof createApiKeyRepository>;
