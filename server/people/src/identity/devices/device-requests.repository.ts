import type { Database } from '@bonisa/kit/database/database';
import { and, count, eq, gt, lt } from 'drizzle-orm';
import { deviceRequests } from '../identity.tables.ts';

export type DeviceRequestRow = typeof deviceRequests.$inferSelect;

export type DeviceRequestsRepository = ReturnType<typeof createDeviceRequestsRepository>;

/** The SQL of the devices that ask to be signed in. */
export function createDeviceRequestsRepository(db: Database) {
  const isDevice = (deviceCodeHash: string) => eq(deviceRequests.deviceCodeHash, deviceCodeHash);

  return {
    db,
    within: (tx: Database) => createDeviceRequestsRepository(tx),

    /** Writes a request; `false` if its user code is another request's. */
    insert: async (request: DeviceRequestRow): Promise<boolean> => {
      const rows = await db
        .insert(deviceRequests)
        .values(request)
        .onConflictDoNothing()
        .returning({ hash: deviceRequests.deviceCodeHash });
      return rows.length > 0;
    },

    /** How many requests wait for an answer now. */
    countWaiting: async (now: Date): Promise<number> => {
      const [row] = await db
        .select({ waiting: count() })
        .from(deviceRequests)
        .where(and(eq(deviceRequests.state, 'waiting'), gt(deviceRequests.expiresAt, now)));
      return row?.waiting ?? 0;
    },

    /** The request of a user code, by its hashes. */
    byUserCode: async (hash: string): Promise<DeviceRequestRow | undefined> => {
      const [row] = await db
        .select()
        .from(deviceRequests)
        .where(eq(deviceRequests.userCodeHash, hash));
      return row;
    },

    /** The request of a user code, locked until the transaction ends. */
    lockByUserCode: async (hash: string): Promise<DeviceRequestRow | undefined> => {
      const [row] = await db
        .select()
        .from(deviceRequests)
        .where(eq(deviceRequests.userCodeHash, hash))
        .for('update');
      return row;
    },

    /** The request of a device code, locked until the transaction ends. */
    lockByDeviceCode: async (deviceCodeHash: string): Promise<DeviceRequestRow | undefined> => {
      const [row] = await db
        .select()
        .from(deviceRequests)
        .where(isDevice(deviceCodeHash))
        .for('update');
      return row;
    },

    /** Writes the answer to a locked request, the time of a poll, or the issue of its tokens. */
    update: async (
      deviceCodeHash: string,
      changes: Partial<
        Pick<
          DeviceRequestRow,
          'state' | 'subscriberId' | 'sessionHash' | 'polledAt' | 'intervalSeconds' | 'usedAt'
        >
      >,
    ): Promise<void> => {
      await db.update(deviceRequests).set(changes).where(isDevice(deviceCodeHash));
    },

    purge: async (before: Date): Promise<void> => {
      await db.delete(deviceRequests).where(lt(deviceRequests.expiresAt, before));
    },
  };
}
