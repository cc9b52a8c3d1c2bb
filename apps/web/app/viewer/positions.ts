import type { BrowserStorage, StoredItem } from '../storage/browser-storage.ts';
import { type ResumePosition, STORED_ITEMS } from '../storage/stored-items.ts';

/** A video or an episode that a viewer watches. */
export interface Watched {
  readonly kind: 'video' | 'episode';
  readonly id: number;
}

/** A position stored here: whole seconds, its time, and whether the server has it too. */
export interface StoredPosition {
  readonly time: number;
  readonly at: number;
  readonly sent: boolean;
}

/** A browser stores at most this many positions; the oldest are removed first. */
const MOST = 50;
const DAY = 86_400_000;

const entryOf = (kind: Watched['kind']): StoredItem<readonly ResumePosition[]> =>
  kind === 'video' ? STORED_ITEMS.videoPositions : STORED_ITEMS.episodePositions;

/** Resume positions in this browser (rows E11, B2, F10): one per item, each for a day. */
export interface Positions {
  find(item: Watched): StoredPosition | undefined;
  put(item: Watched, left: StoredPosition): void;
  remove(item: Watched): void;
  /** The positions that the server does not have yet. */
  unsent(): readonly (Watched & StoredPosition)[];
  clear(): void;
}

export function createPositions(storage: BrowserStorage, now: () => number): Positions {
  const read = (kind: Watched['kind']) =>
    (storage.read(entryOf(kind)) ?? []).filter(({ at }) => at === undefined || at > now() - DAY);
  const leftOf = ({ time, at, sent }: ResumePosition): StoredPosition => ({
    time,
    at: at ?? now(),
    sent: sent ?? false,
  });
  const keepOthers = ({ kind, id }: Watched, first: readonly ResumePosition[]) => {
    const kept = [...first, ...read(kind).filter((other) => other.id !== id)].slice(0, MOST);
    if (kept.length > 0) storage.write(entryOf(kind), kept);
    else storage.remove(entryOf(kind));
  };
  return {
    find({ kind, id }) {
      const found = read(kind).find((one) => one.id === id);
      return found && leftOf(found);
    },
    put: (item, { time, at, sent }) =>
      keepOthers(item, [{ id: item.id, time, at, ...(sent ? { sent } : {}) }]),
    remove: (item) => keepOthers(item, []),
    unsent: () =>
      (['video', 'episode'] as const).flatMap((kind) =>
        read(kind).flatMap((one) => (one.sent ? [] : [{ kind, id: one.id, ...leftOf(one) }])),
      ),
    clear() {
      storage.remove(STORED_ITEMS.videoPositions);
      storage.remove(STORED_ITEMS.episodePositions);
    },
  };
}
