import type { DeviceKind } from '@bonisa/domain/playback/playing-devices';
import type { Database } from '@bonisa/kit/database/database';
import { and, count, desc, eq, gt, gte, isNotNull, isNull } from 'drizzle-orm';
import { sessions } from '../identity.tables.ts';

/** A device's session to write. */
export interface NewDeviceSession {
  readonly idHash: string;
  readonly subscriberId: number;
  readonly client: string;
  readonly kind: DeviceKind;
  readonly name: string | null;
  readonly now: Date;
  readonly expiresAt: Date;
}

export type DeviceSessionsRepository = ReturnType<typeof createDeviceSessionsRepository>;

/** The SQL of the sessions of devices that were signed in by code, and of the list of sessions. */
export function createDeviceSessionsRepository(db: Database) {
  const isLive = (now: Date) => and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now));

  return {
    within: (tx: Database) => createDeviceSessionsRepository(tx),

    insert: async (session: NewDeviceSession): Promise<void> => {
      const { now, kind, name, client, ...rest } = session;
      await db.insert(sessions).values({
        ...rest,
        createdAt: now,
        lastSeenAt: now,
        deviceKind: kind,
        deviceName: name,
        deviceClient: client,
        refreshCount: 0,
        refreshedAt: now,
      });
    },

    /** A device's session, also an ended one, locked until the transaction ends. */
    lock: async (idHash: string) => {
      const [row] = await db
        .select()
        .from(sessions)
        .where(and(eq(sessions.idHash, idHash), isNotNull(sessions.deviceClient)))
        .for('update');
      return row;
    },

    /** A device's session, unless it has ended. */
    live: async (idHash: string, now: Date) => {
      const [row] = await db
        .select()
        .from(sessions)
        .where(and(eq(sessions.idHash, idHash), isNotNull(sessions.deviceClient), isLive(now)));
      return row;
    },

    /** Writes a use of a locked session: until when it lives now, and the number of its token. */
    use: async (
      idHash: string,
      { now, expiresAt, refreshCount }: { now: Date; expiresAt: Date; refreshCount?: number },
    ): Promise<void> => {
      await db
        .update(sessions)
        .set({
          lastSeenAt: now,
          expiresAt,
          ...(refreshCount === undefined ? {} : { refreshCount, refreshedAt: now }),
        })
        .where(eq(sessions.idHash, idHash));
    },

    /** How many devices of a subscriber are signed in by code. */
    countLive: async (subscriberId: number, now: Date): Promise<number> => {
      const [row] = await db
        .select({ devices: count() })
        .from(sessions)
        .where(
          and(
            eq(sessions.subscriberId, subscriberId),
            isNotNull(sessions.deviceClient),
            isLive(now),
          ),
        );
      return row?.devices ?? 0;
    },

    /** How many devices a subscriber has signed in by code since, ended ones too. */
    countSince: async (subscriberId: number, since: Date): Promise<number> => {
      const [row] = await db
        .select({ devices: count() })
        .from(sessions)
        .where(
          and(
            eq(sessions.subscriberId, subscriberId),
            isNotNull(sessions.deviceClient),
            gte(sessions.createdAt, since),
          ),
        );
      return row?.devices ?? 0;
    },

    /** The live sessions of a subscriber, browsers and devices, the latest used first. */
    liveOf: (subscriberId: number, now: Date) =>
      db
        .select()
        .from(sessions)
        .where(and(eq(sessions.subscriberId, subscriberId), isLive(now)))
        .orderBy(desc(sessions.lastSeenAt), desc(sessions.idHash)),

    revoke: async (idHash: string, at: Date): Promise<void> => {
      await db
        .update(sessions)
        .set({ revokedAt: at })
        .where(and(eq(sessions.idHash, idHash), isNull(sessions.revokedAt)));
    },

    /** Ends the devices of a subscriber; browsers stay signed in. */
    revokeDevicesOf: async (subscriberId: number, at: Date): Promise<void> => {
      await db
        .update(sessions)
        .set({ revokedAt: at })
        .where(
          and(
            eq(sessions.subscriberId, subscriberId),
            isNotNull(sessions.deviceClient),
            isNull(sessions.revokedAt),
          ),
        );
    },
  };
}
