import { readItem, type StorageArea } from '../storage/browser-storage.ts';
import { POSITION_ITEMS, type ResumePosition } from '../storage/position-items.ts';

/** A video or an episode that a viewer watches. */
export interface Watched {
  readonly kind: 'video' | 'episode';
  readonly id: number;
}

/**
 * A position stored here: whole seconds, its time, whether the server has it too, and the `user_id`
 * of the signed-in viewer whose it is.
 */
export interface StoredPosition {
  readonly time: number;
  readonly at: number;
  readonly sent: boolean;
  readonly owner?: string | undefined;
}

const DAY = 86_400_000;

/** Those of the last day. */
export function lately(
  stored: readonly ResumePosition[] | undefined,
  now: number,
): readonly ResumePosition[] {
  return (stored ?? []).filter(({ at }) => at === undefined || at > now - DAY);
}

export function asStored({ time, at, sent, owner }: ResumePosition, now: number): StoredPosition {
  return { time, at: at ?? now, sent: sent ?? false, owner };
}

/**
 * The position of an item in this browser, for the player, which needs no more of `positions.ts`.
 * Throws where storage is forbidden.
 */
export function findPosition(
  storage: StorageArea,
  { kind, id }: Watched,
  now: number,
): StoredPosition | undefined {
  const stored = lately(readItem(storage, POSITION_ITEMS[kind], now), now);
  const found = stored.find((one) => one.id === id);
  return found && asStored(found, now);
}
