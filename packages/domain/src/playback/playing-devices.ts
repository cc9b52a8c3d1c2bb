import { durationDays } from '../packages/package-catalogue.ts';

/**
 * How many devices may play one subscription at once, and which of them may go on. A device holds a
 * place for as long as what it was given plays. Each heartbeat of a player makes that a short
 * lease, so that a device that vanished loses its place by time alone; a player of another maker
 * sends none.
 */

/** How often a player that plays sends a heartbeat. */
export const HEARTBEAT_MS = 30_000;
/**
 * How long a place is held after the last heartbeat: one heartbeat may be lost, and browsers delay
 * the timers of a hidden page to once a minute.
 */
export const LEASE_MS = 90_000;

/** The kinds of devices that words can name. */
export const DEVICE_KINDS = ['phone', 'tablet', 'computer', 'television', 'other'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

/** A device as another one is shown it. */
export interface SeenDevice {
  readonly kind: DeviceKind;
  /** Since when it plays. */
  readonly since: Date;
}

/** A device that plays or played a subscription. A browser's session identifies it. */
export interface PlayingDevice extends SeenDevice {
  readonly session: string;
  /** Its newest play, whose end frees the place. */
  readonly playId: string;
  /** When it was heard of last, by a heartbeat or as it asked for a playlist. */
  readonly seenAt: Date;
  /** Until when it holds its place, unless it is heard of. */
  readonly heldUntil: Date;
  /** The device that took its place, and when. */
  readonly takenOver: SeenDevice | null;
}

/** The devices that may play at once, by the package's period. */
export interface DevicePlaces {
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
}

export const DEFAULT_DEVICE_PLACES: DevicePlaces = { daily: 1, weekly: 2, monthly: 2 };

/** The number of devices that may play a subscription of this package at once. */
export function placesOf(packageId: string, places: DevicePlaces): number {
  const days = durationDays(packageId);
  if (days === 1) return places.daily;
  return days === 7 ? places.weekly : places.monthly;
}

/** What a device asks: to begin, to begin in place of another device, or to go on. */
export type PlaceRequest = 'play' | 'take_over' | 'go_on';

export type PlaceDecision =
  /** The device may play; `since` is the beginning of its place, `stops` lose theirs. */
  | { readonly granted: true; readonly since: Date; readonly stops: readonly PlayingDevice[] }
  /** All places are held; `device` is the one that a takeover would stop. */
  | { readonly granted: false; readonly device: SeenDevice };

/** Whether a device holds a place now. */
export function holdsPlace(
  { heldUntil, takenOver }: Pick<PlayingDevice, 'heldUntil' | 'takenOver'>,
  now: Date,
): boolean {
  return takenOver === null && now < heldUntil;
}

/** Until when a device holds its place: by its lease, or while what it was given plays on alone. */
export function heldUntil(now: Date, playsMs: number): Date {
  return new Date(now.getTime() + Math.max(LEASE_MS, playsMs));
}

/**
 * Decides whether a device may play. A device that holds a place keeps it unless enough devices
 * that began earlier fill all places (after a change to a smaller package). A takeover stops the
 * devices that began first. For the time of a lease a device that was stopped does not go on by
 * itself, even when a place is free again: its viewer moved on.
 */
export function decidePlace(
  devices: readonly PlayingDevice[],
  session: string,
  request: PlaceRequest,
  { places, now }: { readonly places: number; readonly now: Date },
): PlaceDecision {
  const own = devices.find((device) => device.session === session);
  if (request === 'go_on' && own?.takenOver && isWithinLease(own.takenOver.since, now))
    return { granted: false, device: own.takenOver };
  const holder = own && holdsPlace(own, now) ? own : undefined;
  const ahead = devices
    .filter((device) => device.session !== session && holdsPlace(device, now))
    .filter((device) => !holder || isBefore(device, holder))
    .sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const [first] = ahead;
  const tooMany = ahead.length - places + 1;
  if (first && tooMany > 0 && request !== 'take_over')
    return { granted: false, device: { kind: first.kind, since: first.since } };
  return {
    granted: true,
    since: holder?.since ?? now,
    stops: ahead.slice(0, Math.max(0, tooMany)),
  };
}

function isWithinLease(seenAt: Date, now: Date): boolean {
  return now.getTime() - seenAt.getTime() < LEASE_MS;
}

function isBefore(device: PlayingDevice, other: PlayingDevice): boolean {
  const between = device.since.getTime() - other.since.getTime();
  return between < 0 || (between === 0 && device.session < other.session);
}
