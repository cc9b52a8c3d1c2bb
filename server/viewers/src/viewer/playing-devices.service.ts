import {
  type DeviceKind,
  type DevicePlaces,
  decidePlace,
  heldUntil,
  holdsPlace,
  type PlaceRequest,
  type PlayingDevice,
  placesOf,
  type SeenDevice,
} from '@bonisa/domain/playback/playing-devices';
import type { Clock } from '@bonisa/kit/clock/clock';
import { inBatches } from '@bonisa/kit/database/in-batches';
import type { NewId } from '@bonisa/kit/ids';
import type {
  WithFreeSubscribers,
  WithSubscriberLock,
} from '@bonisa/people/numbers/subscriber-lock';
import { LRUCache } from 'lru-cache';
import type {
  HeardDevice,
  HeldPlace,
  PlayingDevicesRepository,
} from './playing-devices.repository.ts';

/** A browser or another device of a subscriber. */
interface Device {
  readonly subscriberId: number;
  /** The hash of its session. */
  readonly session: string;
}

/** A device that plays, and what kind of device it is. */
export interface PlayingViewer extends Device {
  readonly kind: DeviceKind;
}

/** A place of the subscription, with the id of the play that holds it; or who holds the places. */
export type PlaceAnswer =
  | { readonly granted: true; readonly playId: string }
  | { readonly granted: false; readonly device: SeenDevice };

export interface PlayingDevicesDependencies {
  readonly repository: PlayingDevicesRepository;
  readonly withSubscriberLock: WithSubscriberLock;
  readonly withFreeSubscribers: WithFreeSubscribers;
  readonly sessions: { readonly isLive: (idHash: string) => Promise<boolean> };
  /** The subscription that a subscriber watches by. */
  readonly subscriptionOf: (
    subscriberId: number,
  ) => Promise<{ readonly packageId: string } | undefined>;
  readonly places: DevicePlaces;
  readonly newId: NewId;
  readonly clock: Clock;
}

/** A device whose place was taken gets no playlist after this time, in every process. */
const TRUSTED_MS = 20_000;
/** The devices that are remembered. The least recently used leave first. */
const MOST_JUDGED = 10_000;

export type PlayingDevicesService = ReturnType<typeof createPlayingDevicesService>;

/**
 * Counts the devices that play a subscription, in the database: the same in every process, and
 * after a restart. A browser that is signed out holds no place.
 */
export function createPlayingDevicesService({
  repository,
  withSubscriberLock,
  withFreeSubscribers,
  sessions,
  subscriptionOf,
  places,
  newId,
  clock,
}: PlayingDevicesDependencies) {
  /** The sessions of other browsers that hold a place although they are signed out. */
  const endedOf = async (
    devices: readonly PlayingDevice[],
    session: string,
  ): Promise<ReadonlySet<string>> => {
    const now = clock.now();
    const others = devices.filter(
      (device) => device.session !== session && holdsPlace(device, now),
    );
    const live = await Promise.all(others.map((device) => sessions.isLive(device.session)));
    return new Set(others.filter((_, i) => !live[i]).map((device) => device.session));
  };

  const placesFor = async (subscriberId: number): Promise<number> =>
    placesOf((await subscriptionOf(subscriberId))?.packageId ?? '', places);

  /** Devices that were judged to hold a place a moment ago, with the instant. */
  const judged = new LRUCache<string, number>({ max: MOST_JUDGED });

  const devicesOf = inBatches(repository.ofEach, (subscriberId) => subscriberId);
  const renew = inBatches((heard: readonly HeardDevice[]) => repository.renew(heard, clock.now()));

  /**
   * Begins the plays of subscribers of whom no other device holds a place: then none can be
   * missing. Undefined for the others, and for whom somebody else has locked.
   */
  const beginAlone = inBatches(
    (asked: readonly { readonly viewer: PlayingViewer; readonly playId: string }[]) => {
      const ids = asked.map(({ viewer }) => viewer.subscriberId);
      return withFreeSubscribers(ids, async (tx, free) => {
        const within = repository.within(tx);
        const devices = await within.ofEach(ids);
        const now = clock.now();
        const held: HeldPlace[] = [];
        const answers = asked.map(({ viewer, playId }, place): PlaceAnswer | undefined => {
          const { subscriberId, session, kind } = viewer;
          const all = devices[place] ?? [];
          const isAlone = all.every((one) => one.session === session || !holdsPlace(one, now));
          // A second play of the same subscriber decides after the first one.
          if (!isAlone || !free.delete(subscriberId)) return undefined;
          const decision = decidePlace(all, session, 'play', { places: 1, now });
          if (!decision.granted) return undefined;
          const { since } = decision;
          const lease = { seenAt: now, heldUntil: heldUntil(now, 0) };
          held.push({ subscriberId, session, playId, kind, since, ...lease });
          return { granted: true, playId };
        });
        await within.hold(held);
        return answers;
      });
    },
  );

  /** Decides under the subscriber's lock, so that two devices never get the same place. */
  const claim = async (
    viewer: PlayingViewer,
    request: PlaceRequest,
    { playId, playsMs }: { readonly playId: string; readonly playsMs: number },
  ): Promise<PlaceAnswer> => {
    const { subscriberId, session, kind } = viewer;
    // Read before the transaction: the embedded database has one session.
    const ended = await endedOf(await devicesOf(subscriberId), session);
    const count = await placesFor(subscriberId);
    return await withSubscriberLock(subscriberId, async (tx) => {
      const within = repository.within(tx);
      const now = clock.now();
      const devices = (await within.of(subscriberId)).filter(
        (device) => !ended.has(device.session),
      );
      const decision = decidePlace(devices, session, request, { places: count, now });
      if (!decision.granted) return decision;
      const { since, stops } = decision;
      if (stops.length > 0) {
        const stopped = stops.map((device) => device.session);
        await within.takeOver(subscriberId, stopped, { kind, since: now });
      }
      const held = { seenAt: now, heldUntil: heldUntil(now, playsMs) };
      await within.hold([{ subscriberId, session, playId, kind, since, ...held }]);
      return { granted: true, playId };
    });
  };

  /** Lets a device go on: with its own place, or with a free one after it has lost that. */
  const goOn = async (
    { subscriberId, session, kind }: Device & { readonly kind?: DeviceKind },
    request: { readonly playId?: string; readonly playsMs: number },
  ): Promise<PlaceAnswer> => {
    const now = clock.now();
    const devices = await devicesOf(subscriberId);
    const own = devices.find((device) => device.session === session);
    const { playsMs } = request;
    // A playlist belongs to the play that the device has begun, whose end must free the place.
    const playId = request.playId ?? own?.playId ?? newId();
    const isAlone = devices.every((device) => device === own || !holdsPlace(device, now));
    const heard = { subscriberId, session, seenAt: now, heldUntil: heldUntil(now, playsMs) };
    // Its place may be lost since it was read: then the lock decides.
    if (own && holdsPlace(own, now) && isAlone && (await renew(heard)))
      return { granted: true, playId };
    const viewer = { subscriberId, session, kind: kind ?? own?.kind ?? 'other' };
    return await claim(viewer, 'go_on', { playId, playsMs });
  };

  return {
    /**
     * Begins a play: takes a free place, or with `takeOver` that of the device that began first.
     * Throws `not_signed_in` if the subscriber's data was removed meanwhile.
     */
    begin: async (viewer: PlayingViewer, takeOver: boolean): Promise<PlaceAnswer> => {
      const playId = newId();
      const begun = await beginAlone({ viewer, playId });
      return (
        begun ?? (await claim(viewer, takeOver ? 'take_over' : 'play', { playId, playsMs: 0 }))
      );
    },

    /**
     * Whether a play may go on, by its heartbeat; renews its lease. A device whose lease has ended
     * gets a free place again. Throws as {@link begin} does.
     */
    goOn: (viewer: PlayingViewer, playId: string): Promise<PlaceAnswer> =>
      goOn(viewer, { playId, playsMs: 0 }),

    /**
     * Whether a device may have a playlist that plays for so long. From memory for {@link
     * TRUSTED_MS}, as live players ask every few seconds. Throws as {@link begin} does.
     */
    isGiven: async (device: Device, playsMs: number): Promise<boolean> => {
      const key = `${device.session} ${playsMs}`;
      const age = clock.now().getTime() - (judged.get(key) ?? Number.NEGATIVE_INFINITY);
      // The age is unknown after the clock was set back.
      if (age >= 0 && age < TRUSTED_MS) return true;
      const { granted } = await goOn(device, { playsMs });
      if (granted) judged.set(key, clock.now().getTime());
      else judged.delete(key);
      return granted;
    },

    /** Frees the place of a play that has ended, unless the same browser began another one. */
    end: ({ subscriberId, session }: PlayingViewer, playId: string): Promise<void> =>
      repository.release(subscriberId, session, playId),
  };
}
