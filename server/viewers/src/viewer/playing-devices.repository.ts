import type { PlayingDevice, SeenDevice } from '@bonisa/domain/playback/playing-devices';
import { bulkUpsert } from '@bonisa/kit/database/bulk';
import type { Database } from '@bonisa/kit/database/database';
import { lazy } from '@bonisa/kit/lazy';
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
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

/** A device that goes on: when it was heard of, and until when it holds its place then. */
export type HeardDevice = Pick<HeldPlace, 'subscriberId' | 'session' | 'seenAt' | 'heldUntil'>;

const RENEW = [
  sql.raw(
    'update playing_devices as one set seen_at = heard.seen_at, held_until = heard.held_until from json_to_recordset(',
  ),
  sql.raw(
    '::json) as heard(subscriber_id bigint, session text, seen_at timestamptz, held_until timestamptz) where one.subscriber_id = heard.subscriber_id and one.session = heard.session and one.taken_over_at is null',
  ),
] as const;

/** One row for each device, in an order that all processes have. */
function lastHeard(heard: readonly HeardDevice[]) {
  const byDevice = new Map<string, HeardDevice>();
  for (const one of heard) {
    const name = `${one.subscriberId} ${one.session}`;
    const before = byDevice.get(name);
    if (!before || before.heldUntil < one.heldUntil) byDevice.set(name, one);
  }
  return [...byDevice.keys()].sort().map((name) => {
    const { subscriberId, session, seenAt, heldUntil } = byDevice.get(name) as HeardDevice;
    return { subscriber_id: subscriberId, session, seen_at: seenAt, held_until: heldUntil };
  });
}

/** The SQL of the devices that play a subscription. */
export function createPlayingDevicesRepository(db: Database) {
  const isDevice = (subscriberId: number, session: string) =>
    and(eq(playingDevices.subscriberId, subscriberId), eq(playingDevices.session, session));
  const statements = lazy(() => ({
    of: db
      .select()
      .from(playingDevices)
      .where(
        sql`${playingDevices.subscriberId} = any(${sql.placeholder('subscriberIds')}::bigint[])`,
      )
      .orderBy(asc(playingDevices.since), asc(playingDevices.session))
      .prepare('playing_devices_of'),
  }));

  const ofEach = async (subscriberIds: readonly number[]): Promise<PlayingDevice[][]> => {
    const rows = await statements.of.execute({ subscriberIds });
    const found = Map.groupBy(rows, (row) => row.subscriberId);
    return subscriberIds.map((id) => (found.get(id) ?? []).map(deviceOf));
  };

  return {
    within: (tx: Database) => createPlayingDevicesRepository(tx),

    /** The devices of a subscriber, the one that began first at the front. */
    of: async (subscriberId: number): Promise<PlayingDevice[]> =>
      (await ofEach([subscriberId]))[0] ?? [],

    /** The devices of each of these subscribers. */
    ofEach,

    /** Gives devices of different subscribers their places, for new plays. */
    hold: async (places: readonly HeldPlace[]): Promise<void> => {
      const rows = places.map((place) => ({ ...place, takenOverKind: null, takenOverAt: null }));
      await bulkUpsert(db, playingDevices, ['subscriberId', 'session'], rows);
    },

    /** Devices were heard of: until when they hold their places, if nobody has taken them. */
    renew: async (heard: readonly HeardDevice[]): Promise<void> => {
      await db.execute(sql`${RENEW[0]}${JSON.stringify(lastHeard(heard))}${RENEW[1]}`);
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
