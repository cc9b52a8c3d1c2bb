import type { PlayingDevice, SeenDevice } from '@bonisa/domain/playback/playing-devices';
import type { Database } from '@bonisa/kit/database/database';
import { and, asc, eq, inArray, isNull, lt } from 'drizzle-orm';
import { playingDevices } from './viewer.tables.ts';

/** A place to write: the device that holds it, and its play. */
export interface HeldPlace {
  readonly subscriberId: number;
  readonly session: string;
  readonly playId: string;
  readonly kind: PlayingDevice['kind'];
  readonly since: Date;
  readonly seenAt: Date;
  readonly heldUntil: Date;
}

export type PlayingDevicesRepository = ReturnType<typeof createPlayingDevicesRepository>;

/** The SQL of the devices that play a subscription. */
export function createPlayingDevicesRepository(db: Database) {
  const isDevice = (subscriberId: number, session: string) =>
    and(eq(playingDevices.subscriberId, subscriberId), eq(playingDevices.session, session));

  return {
    within: (tx: Database) => createPlayingDevicesRepository(tx),

    /** The devices of a subscriber, the one that began first at the front. */
    of: async (subscriberId: number): Promise<PlayingDevice[]> => {
      const rows = await db
        .select()
        .from(playingDevices)
        .where(eq(playingDevices.subscriberId, subscriberId))
        .orderBy(asc(playingDevices.since), asc(playingDevices.session));
      return rows.map(deviceOf);
    },

    /** Gives a device its place, for a new play. */
    hold: async ({ subscriberId, session, ...place }: HeldPlace): Promise<void> => {
      const set = { ...place, takenOverKind: null, takenOverAt: null };
      await db
        .insert(playingDevices)
        .values({ subscriberId, session, ...set })
        .onConflictDoUpdate({ target: [playingDevices.subscriberId, playingDevices.session], set });
    },

    /** A device was heard of: until when it holds its place, if nobody has taken it. */
    renew: async (
      subscriberId: number,
      session: string,
      heard: Pick<HeldPlace, 'seenAt' | 'heldUntil'>,
    ): Promise<void> => {
      await db
        .update(playingDevices)
        .set(heard)
        .where(and(isDevice(subscriberId, session), isNull(playingDevices.takenOverAt)));
    },

    /** Takes the places of devices. */
    takeOver: async (
      subscriberId: number,
      sessions: readonly string[],
      by: SeenDevice,
    ): Promise<void> => {
      await db
        .update(playingDevices)
        .set({ takenOverKind: by.kind, takenOverAt: by.since })
        .where(
          and(
            eq(playingDevices.subscriberId, subscriberId),
            inArray(playingDevices.session, [...sessions]),
          ),
        );
    },

    /** Frees the place of a device whose newest play has ended. */
    release: async (subscriberId: number, session: string, playId: string): Promise<void> => {
      await db
        .delete(playingDevices)
        .where(and(isDevice(subscriberId, session), eq(playingDevices.playId, playId)));
    },

    /** Deletes the devices that were heard of last before `before`. */
    purge: async (before: Date): Promise<void> => {
      await db.delete(playingDevices).where(lt(playingDevices.seenAt, before));
    },

    removeAllOf: async (subscriberId: number): Promise<void> => {
      await db.delete(playingDevices).where(eq(playingDevices.subscriberId, subscriberId));
    },
  };
}

function deviceOf({
  session,
  playId,
  kind,
  since,
  seenAt,
  heldUntil,
  takenOverKind,
  takenOverAt,
}: typeof playingDevices.$inferSelect): PlayingDevice {
  const takenOver =
    takenOverKind && takenOverAt ? { kind: takenOverKind, since: takenOverAt } : null;
  return { session, playId, kind, since, seenAt, heldUntil: heldUntil ?? seenAt, takenOver };
}
