import type { PlayingDevice, SeenDevice } from '@bonisa/domain/playback/playing-devices';
import { bulkUpsert } from '@bonisa/kit/database/bulk';
import { type Database, rowsOf } from '@bonisa/kit/database/database';
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

/** Rows that somebody else has locked are left out: a batch of many devices waits for nobody. */
const RENEW = [
  sql.raw(
    'with held as (select one.subscriber_id, one.session, heard.seen_at, heard.held_until from json_to_recordset(',
  ),
  sql.raw(
    '::json) as heard(subscriber_id bigint, session text, seen_at timestamptz, held_until timestamptz) join playing_devices as one using (subscriber_id, session) where one.taken_over_at is null and one.held_until > ',
  ),
  sql.raw(
    '::timestamptz for update of one skip locked) update playing_devices as one set seen_at = held.seen_at, held_until = held.held_until from held where one.subscriber_id = held.subscriber_id and one.session = held.session returning one.subscriber_id as "subscriberId", one.session',
  ),
] as const;

type Named = Pick<HeldPlace, 'session'> & { readonly subscriberId: number | string };
const nameOf = ({ subscriberId, session }: Named): string => `${subscriberId} ${session}`;

/** One row for each device. */
function lastHeard(heard: readonly HeardDevice[]) {
  const byDevice = new Map<string, HeardDevice>();
  for (const one of heard) {
    const before = byDevice.get(nameOf(one));
    if (!before || before.heldUntil < one.heldUntil) byDevice.set(nameOf(one), one);
  }
  return [...byDevice.values()].map(({ subscriberId, session, seenAt, heldUntil }) => ({
    subscriber_id: subscriberId,
    session,
    seen_at: seenAt,
    held_until: heldUntil,
  }));
}

/** The order in which all processes lock devices. */
function byKey(a: HeldPlace, b: HeldPlace): number {
  return a.subscriberId - b.subscriberId || (a.session < b.session ? -1 : 1);
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
      const rows = places
        .toSorted(byKey)
        .map((place) => ({ ...place, takenOverKind: null, takenOverAt: null }));
      await bulkUpsert(db, playingDevices, ['subscriberId', 'session'], rows);
    },

    /**
     * Devices were heard of: until when they hold their places. Of each, whether it held its place
     * still at `now`; false also if somebody else has locked it.
     */
    renew: async (heard: readonly HeardDevice[], now: Date): Promise<boolean[]> => {
      const devices = JSON.stringify(lastHeard(heard));
      const at = now.toISOString();
      const rows = await rowsOf<Named>(db, sql`${RENEW[0]}${devices}${RENEW[1]}${at}${RENEW[2]}`);
      const renewed = new Set(rows.map(nameOf));
      return heard.map((one) => renewed.has(nameOf(one)));
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
