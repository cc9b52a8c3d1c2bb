import {
  type DeviceKind,
  type DevicePlaces,
  decidePlace,
  holdsPlace,
  type PlaceRequest,
  type PlayingDevice,
  placesOf,
  type SeenDevice,
} from '@bonisa/domain/playback/playing-devices';
import type { InTurn } from '../numbers/subscriber-turn.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { NewId } from '../platform/ids.ts';
import type { PlayingDevicesRepository } from './playing-devices.repository.ts';

/** A browser that plays for a subscriber. */
export interface PlayingViewer {
  readonly subscriberId: number;
  /** The hash of its session. */
  readonly session: string;
  readonly kind: DeviceKind;
}

/** A place of the subscription, with the id of the play that holds it; or who holds the places. */
export type PlaceAnswer =
  | { readonly granted: true; readonly playId: string }
  | { readonly granted: false; readonly device: SeenDevice };

export interface PlayingDevicesDependencies {
  readonly repository: PlayingDevicesRepository;
  readonly inTurn: InTurn;
  readonly sessions: { readonly isLive: (idHash: string) => Promise<boolean> };
  /** The subscription that a subscriber watches by. */
  readonly subscriptionOf: (
    subscriberId: number,
  ) => Promise<{ readonly packageId: string } | undefined>;
  readonly places: DevicePlaces;
  readonly newId: NewId;
  readonly clock: Clock;
}

export type PlayingDevicesService = ReturnType<typeof createPlayingDevicesService>;

/**
 * Counts the devices that play a subscription, in the database: the same in every process, and
 * after a restart. A browser that is signed out holds no place.
 */
export function createPlayingDevicesService({
  repository,
  inTurn,
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
    const others = devices.filter((one) => one.session !== session && holdsPlace(one, now));
    const live = await Promise.all(others.map((one) => sessions.isLive(one.session)));
    return new Set(others.filter((_, i) => !live[i]).map((one) => one.session));
  };

  const placesFor = async (subscriberId: number): Promise<number> =>
    placesOf((await subscriptionOf(subscriberId))?.packageId ?? '', places);

  /** Decides under the subscriber's lock, so that two devices never get the same place. */
  const claim = async (
    viewer: PlayingViewer,
    request: PlaceRequest,
    playId: string,
  ): Promise<PlaceAnswer> => {
    const { subscriberId, session, kind } = viewer;
    // Read before the transaction: the embedded database has one session.
    const ended = await endedOf(await repository.of(subscriberId), session);
    const count = await placesFor(subscriberId);
    return await inTurn(subscriberId, async (tx) => {
      const within = repository.within(tx);
      const now = clock.now();
      const devices = (await within.of(subscriberId)).filter((one) => !ended.has(one.session));
      const decision = decidePlace(devices, session, request, { places: count, now });
      if (!decision.granted) return decision;
      const { since, stops } = decision;
      if (stops.length > 0) {
        const stopped = stops.map((one) => one.session);
        await within.takeOver(subscriberId, stopped, { kind, since: now });
      }
      await within.hold({ subscriberId, session, playId, kind, since, seenAt: now });
      return { granted: true, playId };
    });
  };

  return {
    /**
     * Begins a play: takes a free place, or with `takeOver` that of the device that began first.
     * Throws `not_signed_in` if the subscriber's data was removed meanwhile.
     */
    begin: (viewer: PlayingViewer, takeOver: boolean): Promise<PlaceAnswer> =>
      claim(viewer, takeOver ? 'take_over' : 'play', newId()),

    /**
     * Whether a play may go on; renews its lease. A device whose lease has ended gets a free place
     * again. Throws as {@link begin} does.
     */
    goOn: async (viewer: PlayingViewer, playId: string): Promise<PlaceAnswer> => {
      const { subscriberId, session } = viewer;
      const now = clock.now();
      const devices = await repository.of(subscriberId);
      const own = devices.find((one) => one.session === session);
      const isAlone = devices.every((one) => one === own || !holdsPlace(one, now));
      if (!own || !holdsPlace(own, now) || !isAlone) return await claim(viewer, 'go_on', playId);
      await repository.renew(subscriberId, session, now);
      return { granted: true, playId };
    },

    /** Frees the place of a play that has ended, unless the same browser began another one. */
    end: ({ subscriberId, session }: PlayingViewer, playId: string): Promise<void> =>
      repository.release(subscriberId, session, playId),
  };
}
